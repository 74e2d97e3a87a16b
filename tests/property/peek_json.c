#include "peek.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *space_skip(const char *p)
{
    return p ? p + strspn(p, " \t\r\n") : NULL;
}

static const char *string_skip(const char *p)
{
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1])
            p++;
    return *p ? p + 1 : NULL;
}

/* The end of one member of an object or array, including its key. */
static const char *part_skip(const char *p, bool has_key)
{
    if (has_key) {
        p = space_skip(peek_skip(p));
        if (!p || *p != ':')
            return NULL;
        p++;
    }
    return space_skip(peek_skip(p));
}

static const char *parts_skip(const char *p)
{
    bool has_key = *p == '{';
    char close = has_key ? '}' : ']';
    p = space_skip(p + 1);
    if (*p == close)
        return p + 1;
    while ((p = part_skip(p, has_key)) && *p == ',')
        p++;
    return p && *p == close ? p + 1 : NULL;
}

const char *peek_skip(const char *value)
{
    const char *p = space_skip(value);
    if (!p || !*p)
        return NULL;
    if (*p == '"')
        return string_skip(p);
    if (*p == '{' || *p == '[')
        return parts_skip(p);
    size_t len = strcspn(p, ",:]} \t\r\n");
    return len ? p + len : NULL;
}

const char *peek_member(const char *object, const char *key)
{
    const char *p = space_skip(object);
    if (!p || *p != '{')
        return NULL;
    do {
        const char *name = space_skip(p + 1);
        const char *value = space_skip(peek_skip(name));
        if (!value || *value != ':')
            return NULL;
        if (peek_is_string(name, key))
            return space_skip(value + 1);
        p = space_skip(peek_skip(value + 1));
    } while (p && *p == ',');
    return NULL;
}

const char *peek_element(const char *array, int index)
{
    const char *p = space_skip(array);
    if (!p || *p != '[')
        return NULL;
    p = space_skip(p + 1);
    while (p && *p != ']' && index-- > 0) {
        p = space_skip(peek_skip(p));
        if (p && *p == ',')
            p = space_skip(p + 1);
    }
    return p && *p != ']' ? p : NULL;
}

int peek_count(const char *array)
{
    const char *p = space_skip(array);
    if (!p || *p != '[')
        return -1;
    int count = 0;
    while (peek_element(p, count))
        count++;
    return count;
}

bool peek_is(const char *value, const char *text)
{
    const char *end = peek_skip(value);
    size_t len = strlen(text);
    return end && (size_t)(end - value) == len && memcmp(value, text, len) == 0;
}

/* Reads one character of a string. Of \u escapes only those for one byte are supported, as all
 * controls are. */
static char character_read(const char **p)
{
    static const char short_names[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    char c = *(*p)++;
    if (c != '\\')
        return c;
    c = *(*p)++;
    if (c == 'u') {
        char digits[5] = {0};
        memcpy(digits, *p, 4);
        *p += 4;
        return (char)strtol(digits, NULL, 16);
    }
    const char *at = strchr(short_names, c);
    return at ? meanings[at - short_names] : c;
}

bool peek_is_string(const char *value, const char *text)
{
    const char *end = peek_skip(value);
    if (!end || *value != '"')
        return false;
    const char *p = value + 1;
    while (p < end - 1 && *text)
        if (character_read(&p) != *text++)
            return false;
    return p == end - 1 && !*text;
}

bool peek_is_number(const char *value, long number)
{
    char *end;
    return value && strtol(value, &end, 10) == number && end == peek_skip(value);
}

int peek_leaves(const char *value, const char *text)
{
    if (!value)
        return 0;
    if (*value != '[')
        return peek_is(value, text);
    int leaves = 0;
    const char *element;
    for (int i = 0; (element = peek_element(value, i)); i++)
        leaves += peek_leaves(element, text);
    return leaves;
}
