#include "core/json.h"

static bool json_sees(const struct json *j, char c)
{
    return j->at < j->len && j->text[j->at] == c;
}

static void json_space(struct json *j)
{
    while (json_sees(j, ' ') || json_sees(j, '\n') || json_sees(j, '\r') || json_sees(j, '\t'))
        j->at++;
}

bool json_take(struct json *j, char c)
{
    json_space(j);
    if (!json_sees(j, c))
        return false;
    j->at++;
    return true;
}

static bool json_take_word(struct json *j, const char *word)
{
    size_t at = j->at;
    while (*word) {
        if (at == j->len || j->text[at] != *word)
            return false;
        at++;
        word++;
    }
    j->at = at;
    return true;
}

bool json_take_null(struct json *j)
{
    json_space(j);
    return json_take_word(j, "null");
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Four hexadecimal digits, or -1. */
static int32_t json_hex(struct json *j)
{
    int32_t code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = j->at < j->len ? hex_digit(j->text[j->at]) : -1;
        if (digit < 0)
            return -1;
        code = code << 4 | digit;
        j->at++;
    }
    return code;
}

/* The code point of \uXXXX or of a surrogate pair; -1 if it is malformed. */
static int32_t json_unicode(struct json *j)
{
    int32_t code = json_hex(j);
    if (code < 0xD800 || code > 0xDFFF)
        return code;
    if (code > 0xDBFF || !json_take_word(j, "\\u"))
        return -1;
    int32_t low = json_hex(j);
    if (low < 0xDC00 || low > 0xDFFF)
        return -1;
    return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
}

static void put_utf8(ff_text *out, uint32_t code)
{
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    uint32_t lead = more ? 0xF80u >> more & 0xFF : 0;
    text_char(out, (char)(lead | code >> 6 * more));
    for (; more > 0; more--)
        text_char(out, (char)(0x80 | (code >> 6 * (more - 1) & 0x3F)));
}

/* Reads the character after a backslash. Returns false if the escape is malformed. */
static bool json_escape(struct json *j, ff_text *out)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (json_take_word(j, "u")) {
        int32_t code = json_unicode(j);
        if (code <= 0) /* our strings end with a zero byte */
            return false;
        put_utf8(out, (uint32_t)code);
        return true;
    }
    for (int i = 0; names[i]; i++) {
        if (json_sees(j, names[i])) {
            j->at++;
            text_char(out, values[i]);
            return true;
        }
    }
    return false;
}

/* Reads one character of a string. Returns false at the end of the text or if it is malformed. */
static bool json_char(struct json *j, ff_text *out)
{
    if (json_take_word(j, "\\"))
        return json_escape(j, out);
    int count = j->at < j->len ? text_utf8(j->text + j->at, j->len - j->at) : 0;
    for (int i = 0; i < count; i++)
        text_char(out, j->text[j->at++]);
    return count > 0;
}

/* Decodes a string into `out`. Bytes that do not fit are counted in its len, but not stored. */
static ff_err json_decode(struct json *j, ff_text *out)
{
    if (!json_take(j, '"'))
        return FF_E_JSON_TYPE;
    while (!json_sees(j, '"'))
        if (!json_char(j, out))
            return FF_E_JSON_SYNTAX;
    j->at++;
    return FF_OK;
}

ff_err json_pass_string(struct json *j, char *out, size_t max)
{
    ff_text text = ff_text_on(out, max + 1);
    ff_err err = json_decode(j, &text);
    if (err)
        return err;
    return text.len == 0 || (text.len <= max && text_is_clean(out, max)) ? FF_OK : FF_E_JSON_TYPE;
}

static int json_digits(struct json *j)
{
    int count = 0;
    while (j->at < j->len && j->text[j->at] >= '0' && j->text[j->at] <= '9') {
        j->at++;
        count++;
    }
    return count;
}

/* The integer part of a number: a single zero, or digits that do not begin with zero. */
static ff_err json_whole(struct json *j)
{
    (void)json_take_word(j, "-");
    if (json_take_word(j, "0"))
        return FF_OK;
    return json_digits(j) ? FF_OK : FF_E_JSON_SYNTAX;
}

static bool json_sees_exponent(const struct json *j)
{
    return json_sees(j, 'e') || json_sees(j, 'E');
}

static ff_err json_number(struct json *j)
{
    ff_err err = json_whole(j);
    if (!err && json_take_word(j, "."))
        err = json_digits(j) ? FF_OK : FF_E_JSON_SYNTAX;
    if (!err && json_sees_exponent(j)) {
        j->at++;
        if (!json_take_word(j, "+"))
            (void)json_take_word(j, "-");
        err = json_digits(j) ? FF_OK : FF_E_JSON_SYNTAX;
    }
    return err;
}

ff_err json_int(struct json *j, int *out)
{
    json_space(j);
    bool is_negative = json_sees(j, '-');
    size_t from = j->at + is_negative;
    if (json_whole(j) || json_sees(j, '.') || json_sees_exponent(j) || j->at - from > 9)
        return FF_E_JSON_TYPE;
    int n = 0;
    for (size_t i = from; i < j->at; i++)
        n = 10 * n + (j->text[i] - '0');
    *out = is_negative ? -n : n;
    return FF_OK;
}

ff_err json_bool(struct json *j, bool *out)
{
    json_space(j);
    bool is_true = json_take_word(j, "true");
    if (!is_true && !json_take_word(j, "false"))
        return FF_E_JSON_TYPE;
    *out = is_true;
    return FF_OK;
}

static ff_err json_skip_array(struct json *j, int depth)
{
    if (json_take(j, ']'))
        return FF_OK;
    do {
        ff_err err = json_skip(j, depth);
        if (err)
            return err;
    } while (json_take(j, ','));
    return json_take(j, ']') ? FF_OK : FF_E_JSON_SYNTAX;
}

/* Reads a key and its colon. A key longer than all known keys is cut off. */
static ff_err json_key(struct json *j, char key[JSON_KEY_MAX + 1])
{
    ff_text text = ff_text_on(key, JSON_KEY_MAX + 1);
    return !json_decode(j, &text) && json_take(j, ':') ? FF_OK : FF_E_JSON_SYNTAX;
}

static ff_err json_skip_object(struct json *j, int depth)
{
    char key[JSON_KEY_MAX + 1];
    if (json_take(j, '}'))
        return FF_OK;
    do {
        ff_err err = json_key(j, key);
        if (!err)
            err = json_skip(j, depth);
        if (err)
            return err;
    } while (json_take(j, ','));
    return json_take(j, '}') ? FF_OK : FF_E_JSON_SYNTAX;
}

ff_err json_skip(struct json *j, int depth)
{
    ff_text nowhere = ff_text_on(NULL, 0);
    json_space(j);
    if (depth == 0)
        return FF_E_JSON_SYNTAX;
    if (json_take(j, '{'))
        return json_skip_object(j, depth - 1);
    if (json_take(j, '['))
        return json_skip_array(j, depth - 1);
    if (json_sees(j, '"'))
        return json_decode(j, &nowhere);
    if (json_take_word(j, "true") || json_take_word(j, "false") || json_take_word(j, "null"))
        return FF_OK;
    return json_number(j);
}

static ff_err json_field(struct json *j, struct json_field *fields, int count)
{
    char key[JSON_KEY_MAX + 1];
    size_t from = j->at;
    ff_err err = json_key(j, key);
    if (err)
        return err;
    int i = 0;
    while (i < count && !text_equal(fields[i].key, key))
        i++;
    if (i == count || fields[i].at != SIZE_MAX) {
        j->at = from;
        return i == count ? FF_E_JSON_KEY : FF_E_JSON_TWICE;
    }
    json_space(j);
    fields[i].at = j->at;
    return json_skip(j, JSON_DEPTH);
}

ff_err json_pass_object(struct json *j, struct json_field *fields, int count)
{
    for (int i = 0; i < count; i++)
        fields[i].at = SIZE_MAX;
    if (!json_take(j, '{'))
        return FF_E_JSON_TYPE;
    if (!json_take(j, '}')) {
        do {
            ff_err err = json_field(j, fields, count);
            if (err)
                return err;
        } while (json_take(j, ','));
        if (!json_take(j, '}'))
            return FF_E_JSON_SYNTAX;
    }
    for (int i = 0; i < count; i++)
        if (fields[i].is_required && fields[i].at == SIZE_MAX)
            return FF_E_JSON_MISSING;
    return FF_OK;
}

ff_err json_end(struct json *j)
{
    json_space(j);
    return j->at == j->len ? FF_OK : FF_E_JSON_END;
}

void json_put_string(ff_text *out, const char *s)
{
    text_char(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            text_char(out, '\\');
        text_char(out, *s);
    }
    text_char(out, '"');
}
