/* JSON from clients: parsed strictly and within limits into jansson's values, then asked for its fields one
 * by one.
 *
 * Strict means: one value and nothing after it, valid UTF-8, no key twice. Values that are legal JSON but of no
 * use (a text with an escaped zero or a lone surrogate, a number too large for any field) are parsed, and refused
 * when their field is read: the sender hears which field is wrong. */
#ifndef JSON_READ_H
#define JSON_READ_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JSON_READ_ERRORS(X)                                  \
    X(JSON_READ_OK, "no error")                              \
    X(JSON_READ_E_SIZE, "the JSON text is too long")         \
    X(JSON_READ_E_DEPTH, "the JSON text is nested too deep") \
    X(JSON_READ_E_SYNTAX, "the text is not valid JSON")      \
    X(JSON_READ_E_TWICE, "a key appears twice")              \
    X(JSON_READ_E_MEMORY, "out of memory")

#define JSON_READ_ERROR_CODE(code, text) code,
enum json_read_err { JSON_READ_ERRORS(JSON_READ_ERROR_CODE) JSON_READ_ERR_COUNT };
#undef JSON_READ_ERROR_CODE

const char *json_read_err_text(enum json_read_err err);

struct json_limits {
    size_t bytes_max;
    int depth_max; /* arrays and objects within one another */
};

/* On success the caller owns *out (json_decref). On failure *out is untouched and *at, unless NULL,
 * is the byte where the problem was noticed. */
enum json_read_err json_read(json_t **out, const char *text, size_t len, struct json_limits limits,
                             size_t *at);

/* An object and the first fault found in it, as a sentence for the sender. After a fault every read returns
 * false, so a function reads all fields and checks for a fault once. */
enum { JSON_FAULT_MAX = 160 };

struct json_fields {
    const json_t *object;
    char fault[JSON_FAULT_MAX]; /* valid UTF-8; empty: no fault so far */
};

/* Is an absent or null field a fault? */
enum json_need { JSON_REQUIRED, JSON_OPTIONAL };

/* `what` names the value in the fault if it is no object; NULL counts as an empty object. */
struct json_fields json_fields_of(const json_t *value, const char *what);

/* Each returns true if the field is there and right; otherwise *out is untouched. */

/* Valid UTF-8 of min to max characters without a zero; the bytes live as long as the JSON value. */
bool json_read_text(struct json_fields *f, const char *key, enum json_need need, size_t min,
                    size_t max, const char **out, size_t *len);

/* A number without a fraction: 3, 3.0 and 30e-1 are the same integer. */
bool json_read_int(struct json_fields *f, const char *key, enum json_need need, int64_t min,
                   int64_t max, int64_t *out);
bool json_read_bool(struct json_fields *f, const char *key, enum json_need need, bool *out);
bool json_read_object(struct json_fields *f, const char *key, enum json_need need,
                      const json_t **out);
bool json_read_array(struct json_fields *f, const char *key, enum json_need need, size_t max,
                     const json_t **out);

/* One of `count` words; *out is its index. */
bool json_read_word(struct json_fields *f, const char *key, enum json_need need,
                    const char *const *words, int count, int *out);

/* A fault if the object has a key that is not among these. */
bool json_read_only(struct json_fields *f, const char *const *keys, int count);

static inline bool json_fields_are_right(const struct json_fields *f)
{
    return f->fault[0] == '\0';
}

#endif
