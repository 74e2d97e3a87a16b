/* A strict JSON reader that walks a cursor over a text it does not change. Values are checked as
 * they are passed; an object's fields are found first and read afterwards, in whatever order the
 * reader wants. */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include "core/text.h"

struct json {
    const char *text;
    size_t len, at;
};

enum { JSON_DEPTH = 8, JSON_KEY_MAX = 32 };

/* A key an object may have. `at` becomes the place of its value, SIZE_MAX if it is absent. */
struct json_field {
    const char *key;
    bool is_required;
    size_t at;
};

/* Passes one whole value of any type, nested at most `depth` deep. */
ff_err json_skip(struct json *j, int depth);

/* Passes one object and finds its fields; a key that is unknown, appears twice or is missing is an
 * error. */
ff_err json_pass_object(struct json *j, struct json_field *fields, int count);

/* True if the text continues with this character after white space, which is then passed. */
bool json_take(struct json *j, char c);

bool json_take_null(struct json *j);

/* A string of clean text (see text_utf8) of at most max bytes; FF_E_JSON_TYPE if longer or not a
 * string. */
ff_err json_pass_string(struct json *j, char *out, size_t max);

/* A whole number of at most nine digits. */
ff_err json_int(struct json *j, int *out);

/* FF_E_JSON_END if anything but white space is left. */
ff_err json_end(struct json *j);

/* Writing: clean text in quotes, with what needs it escaped. */
void json_put_string(ff_text *out, const char *s);

#endif
