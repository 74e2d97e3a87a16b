/* Ids of players, games and matches: 63 random bits, never 0; 13 characters in text. */
#ifndef PLAY_ID_H
#define PLAY_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ID_TEXT_SIZE = 14 };

/* A positive id out of 64 random bits. */
int64_t id_from(uint64_t random);

/* Digits and small letters without i, l, o and u, so that no id reads like another. */
void id_write(char out[ID_TEXT_SIZE], int64_t id);

/* False, and *out untouched, unless the text is exactly what id_write gives for some id. */
bool id_read(int64_t *out, const char *text, size_t len);

#endif
