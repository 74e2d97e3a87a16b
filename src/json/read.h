/* JSON from others: parsed strictly and within limits into jansson's values, then asked for its
 * fields one by one.
 *
 * Strict means: one value and nothing after it, valid UTF-8, no key twice, whole numbers of 64 bits. A
 * text may contain an escaped zero; json_read_text, which everybody uses, refuses it. */
#ifndef JSON_READ_H
#define JSON_READ_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JSON_READ_ERRORS(X)                                  \
    X(JSON_READ_OK, "all is well")                           \
    X(JSON_READ_E_SIZE, "the JSON text is too long")         \
    X(JSON_READ_E_DEPTH, "the JSON text is nested too deep") \
    X(JSON_READ_E_SYNTAX, "the text is not valid JSON")      \
    X(JSON_READ_E_TWICE, "a key appears twice")              \
    X(JSON_READ_E_NUMBER, "a number is too large")           \
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
 * is the byte where the trouble was noticed. */
enum json_read_err json_read(json_t **out, const char *text, size_t len, struct json_limits limits,
                             size_t *at);

/* An object being asked for its fields. The first thing wrong is kept as a sentence for whoever sent
 * it; later questions then answer false, so that a function asks for everything and looks once. */
enum { JSON_FAULT_MAX = 160 };

struct json_fields {
    const json_t *object;
    char fault[JSON_FAULT_MAX]; /* empty: all is well so far */
};

/* An absent or null field is a fault, or is none. */
enum json_need { JSON_REQUIRED, JSON_OPTIONAL };

/* `what` names the value in the fault if it is no object; NULL counts as an empty object. */
struct json_fields json_fields_of(const json_t *value, const char *what);

/* Each is true if the field is there and right; *out is untouched otherwise. */

/* Valid UTF-8 of min..max characters without a zero; the bytes live as long as the JSON value. */
bool json_read_text(struct json_fields *f, const char *key, enum json_need need, size_t min,
                    size_t max, const char **out, size_t *len);
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
