/* The join code of a private game: six characters, easy to dictate and to type. */
#ifndef PLAY_CODE_H
#define PLAY_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/rows.h"

/* Makes a code from 64 random bits. It has no 0, O, 1, I or L. */
void code_from(char out[ROW_CODE_SIZE], uint64_t random);

/* Reads a typed code: ignores case, spaces and hyphens. False, and *out untouched, if it is not a
 * code. */
bool code_read(char out[ROW_CODE_SIZE], const char *text, size_t len);

#endif
