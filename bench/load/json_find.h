/* Values of a JSON text by their keys, without building a tree: enough for events that a server of
 * ours or of the comparison sends. The text is `from` to `end` and may lie in the middle of a frame. */
#ifndef BENCH_LOAD_JSON_FIND_H
#define BENCH_LOAD_JSON_FIND_H

#include <stdbool.h>
#include <stddef.h>

/* Where the value of the first member with this key begins, at any depth; null if there is none. */
const char *json_find(const char *from, const char *end, const char *key);

/* The end of the value that begins at `value`: a string, or a number or word. */
const char *json_value_end(const char *value, const char *end);

/* Whether the value at `value` reads exactly like `text`. */
bool json_is(const char *value, const char *end, const char *text);

/* Copies a value as it is written, quotes included; false if it is missing or does not fit. */
bool json_copy(const char *from, const char *end, const char *key, char *out, size_t size);

const char *json_skip_blanks(const char *from, const char *end);

#endif
