/* A strict JSON reader. It moves a cursor over a constant text and validates each value as the
 * cursor passes it. An object's fields are located first; the caller then reads them in any order.
 */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include "core/text.h"

struct json {
    const char *text;
    size_t len, at;
};

enum { JSON_DEPTH = 8, JSON_KEY_MAX = 32 };

/* A key that an object may have. `at` becomes the offset of its value, or SIZE_MAX if it is absent.
 */
struct json_field {
    const char *key;
    bool is_required;
    size_t at;
};

/* Moves the cursor past one value of any type, nested at most `depth` levels. */
ff_err json_skip(struct json *j, int depth);

/* Moves the cursor past one object and locates its fields. A key that is unknown, duplicate or
 * missing is an error. */
ff_err json_pass_object(struct json *j, struct json_field *fields, int count);

/* If the next character after white space is c, moves the cursor past it and returns true. */
bool json_take(struct json *j, char c);

bool json_take_null(struct json *j);

/* Reads a string of clean text (see text_utf8) of at most max bytes. FF_E_JSON_TYPE if it is longer
 * or not a string. */
ff_err json_pass_string(struct json *j, char *out, size_t max);

/* Reads an integer of at most nine digits. */
ff_err json_int(struct json *j, int *out);

ff_err json_bool(struct json *j, bool *out);

/* FF_E_JSON_END if anything except white space follows. */
ff_err json_end(struct json *j);

/* Writes clean text in quotes, with escapes where JSON needs them. */
void json_put_string(ff_text *out, const char *s);

#endif
