/* What the parts of the module share: the one game and the one buffer. */
#ifndef WASM_MODULE_H
#define WASM_MODULE_H

#include "fourfall.h"

enum { WASM_BUFFER = 131072 };

extern char wasm_buffer[WASM_BUFFER];

const ff_game *wasm_game(void);
const ff_position *wasm_position(void);

/* The length of a text, or -1. */
int wasm_written(const ff_text *text, ff_err err);

/* Copies words to the buffer and returns their length. */
int wasm_put(const char *words);

#endif
