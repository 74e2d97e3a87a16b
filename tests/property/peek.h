/* Small readers for JSON and SVG, so that the library's output is not checked by its own code. They
 * expect well-formed text and return null otherwise. */
#ifndef PEEK_H
#define PEEK_H

#include <stdbool.h>
#include <stddef.h>

/* ---- JSON: a value is a pointer to its first character ---- */

/* The character after a value. */
const char *peek_skip(const char *value);

/* The value of an object's key, or an array's element; null if there is none. */
const char *peek_member(const char *object, const char *key);
const char *peek_element(const char *array, int index);

/* The number of elements of an array; -1 if it is not an array. */
int peek_count(const char *array);

/* Whether a value is written exactly like this: `null`, `3`, `"red"`. False for a null pointer. */
bool peek_is(const char *value, const char *text);

/* Whether it is a string or number with this content. Escapes in strings are resolved. */
bool peek_is_string(const char *value, const char *text);
bool peek_is_number(const char *value, long number);

/* Counts the scalar values (strings, numbers, null ...) within a value that are written like this.
 */
int peek_leaves(const char *value, const char *text);

/* ---- SVG ---- */

enum { PEEK_WORD_MAX = 32 };

typedef struct peek_circle {
    char class[PEEK_WORD_MAX];
    char fill[PEEK_WORD_MAX];
    int cell; /* data-cell, or -1 */
    double cx, cy, r;
} peek_circle;

/* The next <circle> that begins before `end`; moves the cursor past it. */
bool peek_next_circle(const char **cursor, const char *end, peek_circle *out);

/* The layer <g class="NAME">: its beginning, and its end at the matching </g>. */
const char *peek_layer(const char *svg, const char *name, const char **end);

/* Whether all elements are closed in order inside one <svg>. */
bool peek_is_well_formed(const char *svg);

#endif
