#include "rest/common.h"

/* FNV-1a, then the finaliser of MurmurHash3; as in tools/passwords/passwords.mjs. */
static uint32_t hash_of(const char *text, size_t len)
{
    uint32_t h = UINT32_C(0x811C9DC5);
    for (size_t i = 0; i < len; i++) {
        char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
        h = (h ^ (unsigned char)c) * UINT32_C(0x01000193);
    }
    h = (h ^ h >> 16) * UINT32_C(0x85EBCA6B);
    h = (h ^ h >> 13) * UINT32_C(0xC2B2AE35);
    return h ^ h >> 16;
}

bool common_has(const char *password, size_t len)
{
    uint32_t hash = hash_of(password, len);
    size_t from = 0, to = common_count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (common_table[middle] < hash)
            from = middle + 1;
        else
            to = middle;
    }
    return from < common_count && common_table[from] == hash;
}
