#include "json/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"

enum { ESCAPE_MAX = 6, REAL_MAX = 32 };

const char *json_write_err_text(enum json_write_err err)
{
#define JSON_WRITE_ERROR_TEXT(code, text) text,
    static const char *const texts[] = {JSON_WRITE_ERRORS(JSON_WRITE_ERROR_TEXT)};
#undef JSON_WRITE_ERROR_TEXT
    return (unsigned)err < JSON_WRITE_ERR_COUNT ? texts[err] : "unknown error";
}

struct json_write json_write_on(struct buffer *out)
{
    return (struct json_write){.out = out, .start = out->len};
}

static void fail(struct json_write *w, enum json_write_err err)
{
    if (!w->err)
        w->err = (uint8_t)err;
}

static bool grow(struct json_write *w, size_t len)
{
    enum buffer_err err = buffer_reserve(w->out, len);
    if (err)
        fail(w, err == BUFFER_E_FULL ? JSON_WRITE_E_FULL : JSON_WRITE_E_MEMORY);
    return !err;
}

/* Space for this many bytes, or NULL with the error kept. Mostly the buffer is large enough already. */
static inline char *space(struct json_write *w, size_t len)
{
    struct buffer *out = w->out;
    if (w->err || (len > out->capacity - out->len && !grow(w, len)))
        return NULL;
    return out->bytes + out->len;
}

static bool is_in_object(const struct json_write *w)
{
    return w->objects >> w->depth & 1;
}

/* May a value come here? The caller writes its comma. */
static bool may_have_value(struct json_write *w)
{
    if (w->err)
        return false;
    if (is_in_object(w) && !w->has_key)
        fail(w, JSON_WRITE_E_KEY);
    else if (w->depth == 0 && w->has_value)
        fail(w, JSON_WRITE_E_MORE);
    return !w->err;
}

/* A value, with the comma before it. */
static void put_value(struct json_write *w, const char *bytes, size_t len)
{
    if (!may_have_value(w))
        return;
    bool needs_comma = w->has_value && !w->has_key;
    char *at = space(w, len + needs_comma);
    if (!at)
        return;
    if (needs_comma)
        *at++ = ',';
    memcpy(at, bytes, len);
    w->out->len += len + needs_comma;
    w->has_value = true;
    w->has_key = false;
}

static void open_level(struct json_write *w, const char *bracket, bool is_object)
{
    if (w->depth == JSON_WRITE_DEPTH)
        fail(w, JSON_WRITE_E_DEPTH);
    put_value(w, bracket, 1);
    if (w->err)
        return;
    w->depth++;
    w->objects = (w->objects & ~(UINT32_C(1) << w->depth)) | (uint32_t)is_object << w->depth;
    w->has_value = false;
}

static void close_level(struct json_write *w, char bracket, bool is_object)
{
    if (w->depth == 0 || is_in_object(w) != is_object)
        fail(w, JSON_WRITE_E_END);
    else if (w->has_key)
        fail(w, JSON_WRITE_E_KEY);
    char *at = space(w, 1);
    if (!at)
        return;
    *at = bracket;
    w->out->len++;
    w->depth--;
    w->has_value = true;
}

void json_write_object(struct json_write *w)
{
    open_level(w, "{", true);
}

void json_write_object_end(struct json_write *w)
{
    close_level(w, '}', true);
}

void json_write_array(struct json_write *w)
{
    open_level(w, "[", false);
}

void json_write_array_end(struct json_write *w)
{
    close_level(w, ']', false);
}

/* ASCII characters that need no escape, one bit each. The others would end the string, or a script or tag around
 * it. */
static inline bool is_plain(char c)
{
    static const uint64_t plain[4] = {
        ~UINT64_C(0) << 0x20 &
            ~(UINT64_C(1) << '"' | UINT64_C(1) << '&' | UINT64_C(1) << '<' | UINT64_C(1) << '>'),
        ~(UINT64_C(1) << ('\\' - 64) | UINT64_C(1) << 63)};
    return plain[(uint8_t)c >> 6] >> ((uint8_t)c & 63) & 1;
}

static size_t put_escape(char *at, uint32_t code)
{
    static const char names[] = "\"\\bfnrt", values[] = "\"\\\b\f\n\r\t",
                      hex[] = "0123456789abcdef";
    const char *found = code > 0 && code < 0x80 ? strchr(values, (int)code) : NULL;
    at[0] = '\\';
    if (found) {
        at[1] = names[found - values];
        return 2;
    }
    at[1] = 'u';
    for (int i = 0; i < 4; i++)
        at[2 + i] = hex[code >> (12 - 4 * i) & 0xF];
    return ESCAPE_MAX;
}

/* Writes one character that is not plain. Returns the text after it, or NULL if it is malformed. */
static const char *put_special(struct json_write *w, const char *text, const char *end)
{
    uint32_t code;
    char escape[ESCAPE_MAX];
    const char *from = text;
    size_t count = utf8_next(text, (size_t)(end - text), &code), len = count;
    if (count == 0)
        fail(w, JSON_WRITE_E_UTF8);
    if (count > 0 && (code < 0x80 || code == 0x2028 || code == 0x2029)) {
        len = put_escape(escape, code);
        from = escape;
    }
    char *at = space(w, len);
    if (!at)
        return NULL;
    memcpy(at, from, len);
    w->out->len += len;
    return text + count;
}

/* The characters of a string without its quotes. Most texts are short and plain, so checking and copying are one
 * loop. */
static void put_characters(struct json_write *w, const char *text, size_t len)
{
    const char *end = text + len;
    while (text && text < end) {
        char *at = space(w, (size_t)(end - text));
        if (!at)
            return;
        while (text < end && is_plain(*text))
            *at++ = *text++;
        w->out->len = (size_t)(at - w->out->bytes);
        if (text < end)
            text = put_special(w, text, end);
    }
}

/* One or two characters of punctuation. */
static inline void put_marks(struct json_write *w, const char *marks)
{
    size_t len = marks[1] ? 2 : 1;
    char *at = space(w, len);
    if (!at)
        return;
    at[0] = marks[0];
    at[len - 1] = marks[len - 1];
    w->out->len += len;
}

static void put_text(struct json_write *w, const char *text, size_t len, const char *before,
                     const char *after)
{
    put_marks(w, before);
    put_characters(w, text, len);
    put_marks(w, after);
}

void json_write_key_text(struct json_write *w, const char *key, size_t len)
{
    if (!is_in_object(w) || w->has_key)
        fail(w, JSON_WRITE_E_KEY);
    put_text(w, key, len, w->has_value ? ",\"" : "\"", "\":");
    w->has_key = !w->err;
}

void json_write_name(struct json_write *w, const char *name, size_t len)
{
    if (!is_in_object(w) || w->has_key)
        fail(w, JSON_WRITE_E_KEY);
    bool needs_comma = w->has_value;
    char *at = space(w, len + needs_comma + sizeof "\"\":" - 1);
    if (!at)
        return;
    if (needs_comma)
        *at++ = ',';
    *at++ = '"';
    memcpy(at, name, len);
    at[len] = '"';
    at[len + 1] = ':';
    w->out->len += len + needs_comma + sizeof "\"\":" - 1;
    w->has_key = true;
}

void json_write_key(struct json_write *w, const char *key)
{
    json_write_key_text(w, key, strlen(key));
}

void json_write_text(struct json_write *w, const char *text, size_t len)
{
    if (!may_have_value(w))
        return;
    put_text(w, text, len, w->has_value && !w->has_key ? ",\"" : "\"", "\"");
    w->has_value = true;
    w->has_key = false;
}

void json_write_string(struct json_write *w, const char *text)
{
    json_write_text(w, text, strlen(text));
}

void json_write_int(struct json_write *w, int64_t number)
{
    char digits[BUFFER_DIGITS_MAX];
    size_t at = buffer_digits(digits, number);
    put_value(w, digits + at, sizeof digits - at);
}

/* The fewest digits that read back as the same number; whole numbers have no decimal point. */
void json_write_real(struct json_write *w, double number)
{
    char digits[REAL_MAX];
    int len = 0;
    if (!isfinite(number)) {
        json_write_null(w);
        return;
    }
    if (number == 0)
        number = 0; /* readers do not agree on -0 */
    for (int precision = 15; precision <= 17; precision++) {
        len = snprintf(digits, sizeof digits, "%.*g", precision, number);
        char *end;
        if (strtod(digits, &end) == number)
            break;
    }
    put_value(w, digits, (size_t)len);
}

void json_write_bool(struct json_write *w, bool value)
{
    if (value)
        put_value(w, "true", 4);
    else
        put_value(w, "false", 5);
}

void json_write_null(struct json_write *w)
{
    put_value(w, "null", 4);
}

void json_write_raw(struct json_write *w, const char *json, size_t len)
{
    if (len == 0)
        fail(w, JSON_WRITE_E_END);
    put_value(w, json, len);
}

enum json_write_err json_write_finish(struct json_write *w)
{
    if (w->depth > 0 || !w->has_value)
        fail(w, JSON_WRITE_E_END);
    if (w->err)
        w->out->len = w->start;
    return w->err;
}
