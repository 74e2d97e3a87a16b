#include "json/parse.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/utf8.h"

/* Every function moves `at` past what it parsed. The first error stays in `err`. */
struct parser {
    const char *at, *end;
    int depth_left;
    enum json_read_err err;
    struct buffer scratch; /* a string without its escapes, or a number for strtod */
};

/* A string, in the input or in the scratch buffer; valid until the next string is parsed. */
struct text {
    const char *bytes;
    size_t len;
};

static bool fail(struct parser *p, enum json_read_err err)
{
    if (!p->err)
        p->err = err;
    return false;
}

static void skip_blanks(struct parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' || *p->at == '\t' || *p->at == '\r'))
        p->at++;
}

static bool is_next(const struct parser *p, char c)
{
    return p->at < p->end && *p->at == c;
}

static bool take(struct parser *p, char c)
{
    bool is_there = is_next(p, c);
    p->at += is_there;
    return is_there;
}

static bool is_digit(const struct parser *p)
{
    return p->at < p->end && *p->at >= '0' && *p->at <= '9';
}

/* ---- strings ---- */

static bool put(struct parser *p, const char *bytes, size_t len)
{
    return !buffer_append(&p->scratch, bytes, len) || fail(p, JSON_READ_E_MEMORY);
}

static bool put_code(struct parser *p, uint32_t code)
{
    char bytes[4];
    size_t len = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = len; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3F));
    bytes[0] = (char)(len == 1 ? code : (0xF00u >> len & 0xF0) | code);
    return put(p, bytes, len);
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool take_hex(struct parser *p, uint32_t *out)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = p->at < p->end ? hex_value(*p->at) : -1;
        if (digit < 0)
            return fail(p, JSON_READ_E_SYNTAX);
        value = value << 4 | (uint32_t)digit;
        p->at++;
    }
    *out = value;
    return true;
}

/* After \u. Characters beyond 16 bits come as a pair of surrogates, high and low. A lone one is kept as it is
 * (see parse.h). */
static bool take_code(struct parser *p)
{
    uint32_t code, low;
    if (!take_hex(p, &code))
        return false;
    const char *behind = p->at;
    if (code >= 0xD800 && code <= 0xDBFF && take(p, '\\') && take(p, 'u')) {
        if (!take_hex(p, &low))
            return false;
        if (low >= 0xDC00 && low <= 0xDFFF)
            return put_code(p, 0x10000 + ((code - 0xD800) << 10 | (low - 0xDC00)));
    }
    p->at = behind;
    return put_code(p, code);
}

/* After a backslash. */
static bool take_escape(struct parser *p)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (take(p, 'u'))
        return take_code(p);
    const char *found = p->at < p->end && *p->at ? strchr(names, *p->at) : NULL;
    if (!found)
        return fail(p, JSON_READ_E_SYNTAX);
    p->at++;
    return put(p, &values[found - names], 1);
}

static bool is_plain(char c)
{
    return (uint8_t)c >= 0x20 && (uint8_t)c < 0x80 && c != '"' && c != '\\';
}

static void skip_plain(struct parser *p)
{
    while (p->at < p->end && is_plain(*p->at))
        p->at++;
}

/* From the first character that is not plain to the closing quote. */
static bool take_special(struct parser *p)
{
    while (p->at < p->end && *p->at != '"') {
        const char *from = p->at;
        size_t count = utf8_next(p->at, (size_t)(p->end - p->at), NULL);
        if (count == 0 || (uint8_t)*p->at < 0x20)
            return fail(p, JSON_READ_E_SYNTAX);
        p->at += count;
        if (*from == '\\' ? !take_escape(p) : !put(p, from, count))
            return false;
        from = p->at;
        skip_plain(p);
        if (!put(p, from, (size_t)(p->at - from)))
            return false;
    }
    return true;
}

/* Most strings are plain and need no copy. */
static bool take_text(struct parser *p, struct text *out)
{
    if (!take(p, '"'))
        return fail(p, JSON_READ_E_SYNTAX);
    const char *from = p->at;
    skip_plain(p);
    *out = (struct text){from, (size_t)(p->at - from)};
    if (take(p, '"'))
        return true;
    buffer_clear(&p->scratch);
    if (!put(p, out->bytes, out->len) || !take_special(p))
        return false;
    *out = (struct text){p->scratch.bytes ? p->scratch.bytes : "", p->scratch.len};
    return take(p, '"') || fail(p, JSON_READ_E_SYNTAX);
}

/* ---- values ---- */

static json_t *checked(struct parser *p, json_t *value)
{
    if (!value)
        (void)fail(p, JSON_READ_E_MEMORY);
    return value;
}

static json_t *parse_text(struct parser *p)
{
    struct text text;
    return take_text(p, &text) ? checked(p, json_stringn_nocheck(text.bytes, text.len)) : NULL;
}

static json_t *parse_word(struct parser *p, const char *word, json_t *value)
{
    size_t len = strlen(word);
    if ((size_t)(p->end - p->at) < len || memcmp(p->at, word, len) != 0) {
        (void)fail(p, JSON_READ_E_SYNTAX);
        return NULL;
    }
    p->at += len;
    return value;
}

static bool skip_digits(struct parser *p)
{
    bool has_some = is_digit(p);
    while (is_digit(p))
        p->at++;
    return has_some;
}

/* Fraction and exponent; *is_real: is there either? */
static bool skip_tail(struct parser *p, bool *is_real)
{
    *is_real = is_next(p, '.') || is_next(p, 'e') || is_next(p, 'E');
    if (take(p, '.') && !skip_digits(p))
        return false;
    if (!take(p, 'e') && !take(p, 'E'))
        return true;
    if (!take(p, '+'))
        (void)take(p, '-');
    return skip_digits(p);
}

static json_t *make_real(struct parser *p, const char *from)
{
    buffer_clear(&p->scratch);
    if (!put(p, from, (size_t)(p->at - from)) || !put(p, "", 1))
        return NULL;
    double number = strtod(p->scratch.bytes, NULL);
    return checked(p, json_real(isfinite(number) ? number : copysign(DBL_MAX, number)));
}

/* Digits alone, with their sign. */
static json_t *make_whole(struct parser *p, const char *from)
{
    bool is_negative = *from == '-';
    const uint64_t largest = (uint64_t)INT64_MAX + is_negative;
    uint64_t number = 0;
    for (const char *c = from + is_negative; c < p->at; c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        if (number > (largest - digit) / 10)
            return make_real(p, from);
        number = 10 * number + digit;
    }
    return checked(p, json_integer((json_int_t)(is_negative ? -number : number)));
}

static json_t *parse_number(struct parser *p)
{
    const char *from = p->at;
    bool is_real;
    (void)take(p, '-');
    bool is_right = take(p, '0') ? !is_digit(p) : skip_digits(p);
    if (!is_right || !skip_tail(p, &is_real)) {
        (void)fail(p, JSON_READ_E_SYNTAX);
        return NULL;
    }
    return is_real ? make_real(p, from) : make_whole(p, from);
}

static json_t *parse_value(struct parser *p);

/* After a value: true if a comma follows. Otherwise it takes the end bracket, or fails. */
static bool take_comma(struct parser *p, char end)
{
    skip_blanks(p);
    if (take(p, ','))
        return true;
    if (!take(p, end))
        (void)fail(p, JSON_READ_E_SYNTAX);
    return false;
}

static void parse_element(struct parser *p, json_t *array)
{
    json_t *value = parse_value(p);
    if (value && json_array_append_new(array, value) != 0)
        (void)fail(p, JSON_READ_E_MEMORY);
}

/* May this be a new key of the object? */
static bool check_key(struct parser *p, const json_t *object, const struct text *key)
{
    /* jansson finds values by zero-terminated keys. */
    if (memchr(key->bytes, '\0', key->len))
        return fail(p, JSON_READ_E_SYNTAX);
    return !json_object_getn(object, key->bytes, key->len) || fail(p, JSON_READ_E_TWICE);
}

static void parse_pair(struct parser *p, json_t *object, const char *key, size_t len)
{
    skip_blanks(p);
    if (!take(p, ':')) {
        (void)fail(p, JSON_READ_E_SYNTAX);
        return;
    }
    json_t *value = parse_value(p);
    if (value && json_object_setn_new_nocheck(object, key, len, value) != 0)
        (void)fail(p, JSON_READ_E_MEMORY);
}

static void parse_member(struct parser *p, json_t *object)
{
    struct text key;
    skip_blanks(p);
    if (!take_text(p, &key) || !check_key(p, object, &key))
        return;
    if (key.bytes != p->scratch.bytes) {
        parse_pair(p, object, key.bytes, key.len);
        return;
    }
    char *copy =
        strndup(key.bytes, key.len); /* parsing the value may overwrite the scratch buffer */
    if (copy)
        parse_pair(p, object, copy, key.len);
    else
        (void)fail(p, JSON_READ_E_MEMORY);
    free(copy);
}

static json_t *parse_array(struct parser *p)
{
    json_t *array = checked(p, json_array());
    skip_blanks(p);
    if (!array || take(p, ']'))
        return array;
    do
        parse_element(p, array);
    while (!p->err && take_comma(p, ']'));
    return array;
}

static json_t *parse_object(struct parser *p)
{
    json_t *object = checked(p, json_object());
    skip_blanks(p);
    if (!object || take(p, '}'))
        return object;
    do
        parse_member(p, object);
    while (!p->err && take_comma(p, '}'));
    return object;
}

static json_t *parse_level(struct parser *p)
{
    bool is_object = *p->at == '{';
    if (p->depth_left == 0) {
        (void)fail(p, JSON_READ_E_DEPTH);
        return NULL;
    }
    p->at++;
    p->depth_left--;
    json_t *value = is_object ? parse_object(p) : parse_array(p);
    p->depth_left++;
    if (!p->err)
        return value;
    json_decref(value);
    return NULL;
}

static json_t *parse_value(struct parser *p)
{
    skip_blanks(p);
    switch (p->at < p->end ? *p->at : '\0') {
    case '{':
    case '[':
        return parse_level(p);
    case '"':
        return parse_text(p);
    case 't':
        return parse_word(p, "true", json_true());
    case 'f':
        return parse_word(p, "false", json_false());
    case 'n':
        return parse_word(p, "null", json_null());
    default:
        return parse_number(p);
    }
}

enum json_read_err json_parse(json_t **out, const char *text, size_t len, int depth_max, size_t *at)
{
    struct parser p = {.at = text,
                       .end = text + len,
                       .depth_left = depth_max,
                       .scratch = buffer_with_max(len + 1)};
    json_t *value = parse_value(&p);
    skip_blanks(&p);
    if (!p.err && p.at < p.end)
        (void)fail(&p, JSON_READ_E_SYNTAX);
    buffer_free(&p.scratch);
    if (p.err) {
        json_decref(value);
        *at = (size_t)(p.at - text);
        return p.err;
    }
    *out = value;
    return JSON_READ_OK;
}
