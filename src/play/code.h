/* The code of a private game: six characters to be told on the phone or typed from paper. */
#ifndef PLAY_CODE_H
#define PLAY_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/rows.h"

/* A code out of 64 random bits. No 0, O, 1, I or L. */
void code_from(char out[ROW_CODE_SIZE], uint64_t random);

/* Reads what a person typed: small letters count as capitals, spaces and hyphens not at all. False,
 * and *out untouched, if that is no code. */
bool code_read(char out[ROW_CODE_SIZE], const char *text, size_t len);

#endif
