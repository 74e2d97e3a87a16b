/* JSON written into a buffer, front to back. Commas and colons are added.
 *
 * The first error (a value without a key, an end without a beginning, text that is not UTF-8, a full buffer) is kept,
 * and everything after it is ignored. json_write_finish then removes all bytes written since json_write_on and returns
 * the error. So a message is whole or not there. */
#ifndef JSON_WRITE_H
#define JSON_WRITE_H

#include <stdbool.h>

#include "base/buffer.h"

#define JSON_WRITE_ERRORS(X)                                     \
    X(JSON_WRITE_OK, "no error")                                 \
    X(JSON_WRITE_E_FULL, "the message is larger than allowed")   \
    X(JSON_WRITE_E_MEMORY, "out of memory")                      \
    X(JSON_WRITE_E_UTF8, "a text is not valid UTF-8")            \
    X(JSON_WRITE_E_DEPTH, "nested too deep")                     \
    X(JSON_WRITE_E_KEY, "a value has no key, or a key no value") \
    X(JSON_WRITE_E_END, "the ends do not match the beginnings")  \
    X(JSON_WRITE_E_MORE, "more than one value at the outermost level")

#define JSON_WRITE_ERROR_CODE(code, text) code,
enum json_write_err { JSON_WRITE_ERRORS(JSON_WRITE_ERROR_CODE) JSON_WRITE_ERR_COUNT };
#undef JSON_WRITE_ERROR_CODE

const char *json_write_err_text(enum json_write_err err);

enum { JSON_WRITE_DEPTH = 31 };

/* The innermost level and the last call determine what may come next. */
struct json_write {
    struct buffer *out;
    size_t start;
    uint32_t objects; /* bit d: level d is an object, otherwise an array; level 0 is the document */
    uint8_t depth;
    uint8_t err;
    bool has_value; /* this level has one already: a comma comes before the next */
    bool has_key;   /* an object's key is waiting for its value */
};

struct json_write json_write_on(struct buffer *out);

void json_write_object(struct json_write *w);
void json_write_object_end(struct json_write *w);
void json_write_array(struct json_write *w);
void json_write_array_end(struct json_write *w);

/* Text is escaped so that the JSON is safe inside HTML and scripts, too. */
void json_write_key(struct json_write *w, const char *key);
void json_write_key_text(struct json_write *w, const char *key, size_t len);

/* A key of letters and digits only, which needs no check and no escape. */
void json_write_name(struct json_write *w, const char *name, size_t len);
void json_write_string(struct json_write *w, const char *text);
void json_write_text(struct json_write *w, const char *text, size_t len);
void json_write_int(struct json_write *w, int64_t number);
void json_write_real(struct json_write *w, double number); /* null if it is not finite */
void json_write_bool(struct json_write *w, bool value);
void json_write_null(struct json_write *w);

/* One value that is JSON already; it is not checked. */
void json_write_raw(struct json_write *w, const char *json, size_t len);

/* JSON_WRITE_OK if exactly one whole value was written. */
enum json_write_err json_write_finish(struct json_write *w) __attribute__((warn_unused_result));

#endif
