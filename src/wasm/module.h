/* Shared by the files of these modules: the game and the buffer. */
#ifndef WASM_MODULE_H
#define WASM_MODULE_H

#include "fourfall.h"

enum { WASM_BUFFER = 131072 };

extern char wasm_buffer[WASM_BUFFER];

const ff_game *wasm_game(void);
const ff_position *wasm_position(void);
const ff_variant_game *wasm_variant_game(void); /* in the module of the variants */

bool wasm_is_in_buffer(int len);

/* The length of the text, or -1 after an error. */
int wasm_written(const ff_text *text, ff_err err);

/* Puts four bytes per threat into the buffer, as ff_wasm_threats. */
int wasm_put_threats(const ff_rules *rules, ff_threats threats);

/* Copies a string to the buffer and returns its length. */
int wasm_put(const char *words);

#endif
