#include "net/url.h"

#include <string.h>

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool url_decode(char *out, const char *text, size_t len, bool plus_is_blank)
{
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (c == '+' && plus_is_blank)
            c = ' ';
        if (c == '%') {
            if (len - i < 3 || hex_value(text[i + 1]) < 0 || hex_value(text[i + 2]) < 0)
                return false;
            c = (char)(hex_value(text[i + 1]) << 4 | hex_value(text[i + 2]));
            i += 2;
        }
        if (c == '\0')
            return false;
        *out++ = c;
    }
    *out = '\0';
    return true;
}

int url_query_split(char *out, const char *query, size_t len)
{
    int count = 0;
    while (len > 0) {
        const char *end = memchr(query, '&', len);
        size_t part = end ? (size_t)(end - query) : len;
        const char *equals = memchr(query, '=', part);
        size_t name_len = equals ? (size_t)(equals - query) : part;
        size_t value_len = equals ? part - name_len - 1 : 0;
        if (!url_decode(out, query, name_len, true))
            return -1;
        out += strlen(out) + 1;
        if (!url_decode(out, equals ? equals + 1 : "", value_len, true))
            return -1;
        out += strlen(out) + 1;
        count++;
        len -= end ? part + 1 : part;
        query += end ? part + 1 : part;
    }
    return count;
}

const char *url_query_find(const char *parameters, int count, const char *name)
{
    for (; count > 0; count--) {
        const char *value = parameters + strlen(parameters) + 1;
        if (strcmp(parameters, name) == 0)
            return value;
        parameters = value + strlen(value) + 1;
    }
    return NULL;
}
