/* Ids of players, games and matches: 63 random bits, never 0; 13 characters as text. */
#ifndef PLAY_ID_H
#define PLAY_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"

enum { ID_TEXT_SIZE = 14 };

/* Random bits for the ids of one command, from two independent secrets. With one secret, a player's public id would
 * tell the id of a private game that the same command made, and that id is the game's link. */
struct id_source {
    uint64_t secret[2];
};

static inline uint64_t id_random(struct id_source *source)
{
    return random_next(&source->secret[0]) ^ random_next(&source->secret[1]);
}

/* Makes a positive id from 64 random bits. */
int64_t id_from(uint64_t random);

/* Writes digits and lower-case letters without i, l, o and u, which look like others. */
void id_write(char out[ID_TEXT_SIZE], int64_t id);

/* Reads the output of id_write. False, and *out untouched, for any other text. */
bool id_read(int64_t *out, const char *text, size_t len);

#endif
