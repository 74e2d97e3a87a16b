/* The last rated games of a rating (struct recent_game) as bytes of a column: opponent and minute, little-endian. */
#ifndef STORE_RECENT_H
#define STORE_RECENT_H

#include <stddef.h>

#include "play/rows.h"

enum { RECENT_BYTES = 8, RECENT_BYTES_MAX = ROW_RECENT * RECENT_BYTES };

/* Returns the length: the games end with the first unused place. */
size_t recent_encode(uint8_t out[RECENT_BYTES_MAX], const struct recent_game recent[ROW_RECENT]);

/* False: these are no such bytes. */
bool recent_decode(struct recent_game recent[ROW_RECENT], const void *bytes, size_t len);

#endif
