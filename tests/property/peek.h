/* Small readers of what the library writes, so that JSON and SVG are judged by other eyes than
 * those that wrote them. They expect well-formed text and answer null for anything else. */
#ifndef PEEK_H
#define PEEK_H

#include <stdbool.h>
#include <stddef.h>

/* ---- JSON: a value is a pointer to its first character ---- */

/* The character after a value. */
const char *peek_skip(const char *value);

/* The value of a key of an object, an element of an array; null when there is none. */
const char *peek_member(const char *object, const char *key);
const char *peek_element(const char *array, int index);

/* How many elements an array has; -1 if it is none. */
int peek_count(const char *array);

/* Whether a value is written exactly like this: `null`, `3`, `"red"`. A null value is nothing. */
bool peek_is(const char *value, const char *text);

/* Whether it is a string or number with this content. Strings are compared with escapes resolved.
 */
bool peek_is_string(const char *value, const char *text);
bool peek_is_number(const char *value, long number);

/* How many values without parts (strings, numbers, null …) lie within a value, written like this.
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

/* The next <circle> that begins before `end`; moves the cursor behind it. */
bool peek_next_circle(const char **cursor, const char *end, peek_circle *out);

/* The layer <g class="NAME">: its beginning, and its end at the matching </g>. */
const char *peek_layer(const char *svg, const char *name, const char **end);

/* Whether every element is closed in its turn, and there is one <svg> around everything. */
bool peek_is_well_formed(const char *svg);

#endif
