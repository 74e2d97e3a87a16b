#include "load/json_find.h"

#include <string.h>

const char *json_skip_blanks(const char *from, const char *end)
{
    while (from < end && (*from == ' ' || *from == '\n' || *from == '\r' || *from == '\t'))
        from++;
    return from;
}

static const char *string_end(const char *quote, const char *end)
{
    const char *c = quote + 1;
    for (; c < end && *c != '"'; c++)
        if (*c == '\\')
            c++;
    return c < end ? c + 1 : end;
}

const char *json_value_end(const char *value, const char *end)
{
    if (value < end && *value == '"')
        return string_end(value, end);
    while (value < end && *value != ',' && *value != '}' && *value != ']' && *value != ' ')
        value++;
    return value;
}

static bool is_key(const char *string, const char *after, const char *key)
{
    size_t len = strlen(key);
    return (size_t)(after - string) == len + 2 && memcmp(string + 1, key, len) == 0;
}

const char *json_find(const char *from, const char *end, const char *key)
{
    while (from < end) {
        if (*from != '"') {
            from++;
            continue;
        }
        const char *string = from, *after = string_end(string, end);
        from = json_skip_blanks(after, end);
        if (from == end || *from != ':')
            continue;
        from = json_skip_blanks(from + 1, end);
        if (is_key(string, after, key))
            return from < end ? from : NULL;
    }
    return NULL;
}

bool json_is(const char *value, const char *end, const char *text)
{
    size_t len = strlen(text);
    return value && (size_t)(end - value) >= len && memcmp(value, text, len) == 0;
}

bool json_copy(const char *from, const char *end, const char *key, char *out, size_t size)
{
    const char *value = json_find(from, end, key);
    if (!value)
        return false;
    size_t len = (size_t)(json_value_end(value, end) - value);
    if (len >= size)
        return false;
    memcpy(out, value, len);
    out[len] = '\0';
    return true;
}
