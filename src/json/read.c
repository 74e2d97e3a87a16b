#include "json/read.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "json/parse.h"

const char *json_read_err_text(enum json_read_err err)
{
#define JSON_READ_ERROR_TEXT(code, text) text,
    static const char *const texts[] = {JSON_READ_ERRORS(JSON_READ_ERROR_TEXT)};
#undef JSON_READ_ERROR_TEXT
    return (unsigned)err < JSON_READ_ERR_COUNT ? texts[err] : "unknown error";
}

enum json_read_err json_read(json_t **out, const char *text, size_t len, struct json_limits limits,
                             size_t *at)
{
    size_t where = limits.bytes_max;
    enum json_read_err err = JSON_READ_E_SIZE;
    if (len <= limits.bytes_max)
        err = json_parse(out, text, len, limits.depth_max, &where);
    if (err && at)
        *at = where;
    return err;
}

__attribute__((format(printf, 2, 3))) static bool fault(struct json_fields *f, const char *format,
                                                        ...)
{
    va_list args;
    va_start(args, format);
    if (json_fields_are_right(f))
        (void)vsnprintf(f->fault, sizeof f->fault, format, args);
    va_end(args);
    return false;
}

struct json_fields json_fields_of(const json_t *value, const char *what)
{
    struct json_fields f = {.object = value};
    if (value && !json_is_object(value))
        (void)fault(&f, "%s must be an object", what);
    return f;
}

/* The field's value. NULL if it is absent, which may be a fault, or after an earlier fault. */
static const json_t *field(struct json_fields *f, const char *key, enum json_need need)
{
    if (!json_fields_are_right(f))
        return NULL;
    const json_t *value = json_object_get(f->object, key);
    if (value && !json_is_null(value))
        return value;
    if (need == JSON_REQUIRED)
        (void)fault(f, "%s is missing", key);
    return NULL;
}

static bool text_fault(struct json_fields *f, const char *key, size_t min, size_t max)
{
    if (min > 0)
        return fault(f, "%s must be a text of %zu to %zu characters", key, min, max);
    return fault(f, "%s must be a text of at most %zu characters", key, max);
}

bool json_read_text(struct json_fields *f, const char *key, enum json_need need, size_t min,
                    size_t max, const char **out, size_t *len)
{
    const json_t *value = field(f, key, need);
    if (!value)
        return false;
    if (!json_is_string(value))
        return text_fault(f, key, min, max);
    const char *text = json_string_value(value);
    size_t bytes = json_string_length(value);
    if (!utf8_is_valid(text, bytes))
        return fault(f, "%s must not contain a lone surrogate", key);
    size_t count = utf8_count(text, bytes);
    if (count < min || count > max)
        return text_fault(f, key, min, max);
    if (strlen(text) != bytes)
        return fault(f, "%s must not contain a zero character", key);
    *out = text;
    *len = bytes;
    return true;
}

/* A real beyond 2^53 is not taken for an integer, because its last digits are lost. */
static bool integer_of(const json_t *value, int64_t *out)
{
    const double exact_max = 9007199254740992.0; /* 2^53 */
    double real = json_real_value(value);
    if (json_is_integer(value)) {
        *out = json_integer_value(value);
        return true;
    }
    if (!json_is_real(value) || fabs(real) > exact_max || real != trunc(real))
        return false;
    *out = (int64_t)real;
    return true;
}

bool json_read_int(struct json_fields *f, const char *key, enum json_need need, int64_t min,
                   int64_t max, int64_t *out)
{
    const json_t *value = field(f, key, need);
    if (!value)
        return false;
    int64_t number;
    if (!integer_of(value, &number) || number < min || number > max)
        return fault(f, "%s must be a whole number from %lld to %lld", key, (long long)min,
                     (long long)max);
    *out = number;
    return true;
}

bool json_read_bool(struct json_fields *f, const char *key, enum json_need need, bool *out)
{
    const json_t *value = field(f, key, need);
    if (!value)
        return false;
    if (!json_is_boolean(value))
        return fault(f, "%s must be true or false", key);
    *out = json_is_true(value);
    return true;
}

bool json_read_object(struct json_fields *f, const char *key, enum json_need need,
                      const json_t **out)
{
    const json_t *value = field(f, key, need);
    if (!value)
        return false;
    if (!json_is_object(value))
        return fault(f, "%s must be an object", key);
    *out = value;
    return true;
}

bool json_read_array(struct json_fields *f, const char *key, enum json_need need, size_t max,
                     const json_t **out)
{
    const json_t *value = field(f, key, need);
    if (!value)
        return false;
    if (!json_is_array(value) || json_array_size(value) > max)
        return fault(f, "%s must be an array of at most %zu elements", key, max);
    *out = value;
    return true;
}

/* "color must be one of red, yellow" */
static bool word_fault(struct json_fields *f, const char *key, const char *const *words, int count)
{
    char list[JSON_FAULT_MAX] = "";
    size_t len = 0;
    for (int i = 0; i < count && len < sizeof list; i++)
        len += (size_t)snprintf(list + len, sizeof list - len, "%s%s", i ? ", " : "", words[i]);
    return fault(f, "%s must be one of %s", key, list);
}

bool json_read_word(struct json_fields *f, const char *key, enum json_need need,
                    const char *const *words, int count, int *out)
{
    const json_t *value = field(f, key, need);
    if (!value)
        return false;
    const char *text = json_string_value(value);
    for (int i = 0; text && i < count; i++) {
        if (strlen(words[i]) == json_string_length(value) && strcmp(words[i], text) == 0) {
            *out = i;
            return true;
        }
    }
    return word_fault(f, key, words, count);
}

/* The longest part of a key that fits a fault and is valid UTF-8. */
static int shown_bytes(const char *key)
{
    enum { SHOWN_MAX = 60 };
    size_t len = strlen(key), shown = 0, next;
    while ((next = utf8_next(key + shown, len - shown, NULL)) > 0 && shown + next <= SHOWN_MAX)
        shown += next;
    return (int)shown;
}

bool json_read_only(struct json_fields *f, const char *const *keys, int count)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)f->object, key, value)
    {
        int i = 0;
        while (i < count && strcmp(keys[i], key) != 0)
            i++;
        if (i == count)
            return fault(f, "%.*s is not a field known here", shown_bytes(key), key);
    }
    return json_fields_are_right(f);
}
