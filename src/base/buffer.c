#include "base/buffer.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 64 };

void buffer_free(struct buffer *b)
{
    free(b->bytes);
    *b = buffer_with_max(b->max);
}

enum buffer_err buffer_reserve(struct buffer *b, size_t more)
{
    if (more > b->max - b->len)
        return BUFFER_E_FULL;
    size_t needed = b->len + more;
    if (needed <= b->capacity)
        return BUFFER_OK;
    /* Doubling keeps the copying of many small appends linear; the maximum caps it. */
    size_t capacity = b->capacity > b->max / 2 ? b->max : 2 * b->capacity;
    if (capacity < FIRST_CAPACITY)
        capacity = b->max < FIRST_CAPACITY ? b->max : FIRST_CAPACITY;
    if (capacity < needed)
        capacity = needed;
    char *bytes = realloc(b->bytes, capacity);
    if (!bytes)
        return BUFFER_E_MEMORY;
    b->bytes = bytes;
    b->capacity = capacity;
    return BUFFER_OK;
}

size_t buffer_digits(char digits[BUFFER_DIGITS_MAX], int64_t number)
{
    size_t at = BUFFER_DIGITS_MAX;
    /* Unsigned, because the smallest number has no positive counterpart. */
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        digits[--at] = '-';
    return at;
}

enum buffer_err buffer_number(struct buffer *b, int64_t number)
{
    char digits[BUFFER_DIGITS_MAX];
    size_t at = buffer_digits(digits, number);
    return buffer_append(b, digits + at, sizeof digits - at);
}

void buffer_drop(struct buffer *b, size_t count)
{
    b->len -= count;
    if (b->len > 0)
        memmove(b->bytes, b->bytes + count, b->len);
}
