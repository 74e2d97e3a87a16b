#include "play/id.h"

#include <string.h>

static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";

enum { DIGITS = ID_TEXT_SIZE - 1, BITS = 5 };

int64_t id_from(uint64_t random)
{
    int64_t id = (int64_t)(random & INT64_MAX);
    return id ? id : 1;
}

void id_write(char out[ID_TEXT_SIZE], int64_t id)
{
    uint64_t rest = (uint64_t)id;
    for (int i = DIGITS - 1; i >= 0; i--, rest >>= BITS)
        out[i] = digits[rest % 32];
    out[DIGITS] = '\0';
}

bool id_read(int64_t *out, const char *text, size_t len)
{
    uint64_t id = 0;
    if (len != DIGITS || text[0] > '7') /* a higher first digit is beyond 63 bits */
        return false;
    for (size_t i = 0; i < len; i++) {
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit)
            return false;
        id = id << BITS | (uint64_t)(digit - digits);
    }
    if (id == 0)
        return false;
    *out = (int64_t)id;
    return true;
}
