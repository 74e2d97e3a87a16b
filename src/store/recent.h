/* The last rated games of a rating as the bytes of a column: eight a game, newest first, all numbers little-endian. */
#ifndef STORE_RECENT_H
#define STORE_RECENT_H

#include <stddef.h>

#include "play/rows.h"

enum { RECENT_GAME_BYTES = 8, RECENT_BYTES_MAX = ROW_RECENT * RECENT_GAME_BYTES };

/* Returns the length: the games end with the first unused place. */
size_t recent_encode(uint8_t out[RECENT_BYTES_MAX], const struct recent_game recent[ROW_RECENT]);

/* Fills all places. False: these are no such bytes. */
bool recent_decode(const uint8_t *bytes, size_t len, struct recent_game out[ROW_RECENT]);

#endif
