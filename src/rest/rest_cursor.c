#include "rest/rest_cursor.h"

#include <stdio.h>
#include <string.h>

enum { DIGITS = 16 };

void rest_cursor_write(char out[REST_CURSOR_SIZE], const struct store_cursor *cursor)
{
    (void)snprintf(out, REST_CURSOR_SIZE, "%016llx-%016llx", (unsigned long long)cursor->key,
                   (unsigned long long)cursor->tie);
}

static bool read_number(int64_t *out, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t number = 0;
    for (int i = 0; i < DIGITS; i++) {
        const char *digit = strchr(digits, text[i]);
        if (!text[i] || !digit)
            return false;
        number = number << 4 | (uint64_t)(digit - digits);
    }
    *out = (int64_t)number;
    return true;
}

bool rest_cursor_read(struct store_cursor *out, const char *text)
{
    struct store_cursor cursor = {.is_started = true};
    if (strlen(text) != REST_CURSOR_SIZE - 1 || text[DIGITS] != '-' ||
        !read_number(&cursor.key, text) || !read_number(&cursor.tie, text + DIGITS + 1))
        return false;
    *out = cursor;
    return true;
}
