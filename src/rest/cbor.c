#include "rest/cbor.h"

#include <stdbool.h>

enum { DEPTH_MAX = 4, SHORT_MAX = 23, WIDEST = 27 };

/* The major types of RFC 8949. */
enum { UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE };

struct cbor_reader {
    const uint8_t *bytes;
    size_t len, at;
};

/* The head of an item: its type and its number. */
static bool read_head(struct cbor_reader *r, int *type, uint64_t *number)
{
    if (r->at == r->len)
        return false;
    uint8_t head = r->bytes[r->at++], small = head & 31;
    *type = head >> 5;
    *number = small;
    if (small <= SHORT_MAX)
        return true;
    size_t width = small <= WIDEST ? (size_t)1 << (small - SHORT_MAX - 1) : 0;
    if (width == 0 || width > r->len - r->at)
        return false;
    *number = 0;
    for (size_t i = 0; i < width; i++)
        *number = *number << 8 | r->bytes[r->at++];
    return true;
}

static bool skip_bytes(struct cbor_reader *r, uint64_t count)
{
    if (count > r->len - r->at)
        return false;
    r->at += (size_t)count;
    return true;
}

/* Skips one item with all its parts, without recursion: left[depth] items are still to come. */
static bool skip_item(struct cbor_reader *r)
{
    uint64_t left[DEPTH_MAX + 1] = {1};
    int depth = 0;
    while (depth >= 0) {
        int type;
        uint64_t number;
        if (left[depth] == 0) {
            depth--;
            continue;
        }
        left[depth]--;
        if (!read_head(r, &type, &number) || type == TAG)
            return false;
        if ((type == BYTES || type == TEXT) && !skip_bytes(r, number))
            return false;
        if (type != ARRAY && type != MAP)
            continue;
        if (number > r->len - r->at || depth == DEPTH_MAX) /* an element has at least one byte */
            return false;
        left[++depth] = type == MAP ? 2 * number : number;
    }
    return true;
}

size_t cbor_length(const uint8_t *bytes, size_t len)
{
    struct cbor_reader r = {bytes, len, 0};
    return skip_item(&r) ? r.at : 0;
}
