/* A growing run of bytes with a maximum size. An append takes all bytes or none: at the maximum,
 * or when memory is short, it returns an error and the buffer stays as it was. Memory is allocated
 * with the first byte. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum buffer_err { BUFFER_OK, BUFFER_E_FULL, BUFFER_E_MEMORY };

struct buffer {
    char *bytes; /* NULL until the first append */
    size_t len, capacity, max;
};

/* An empty buffer that may grow to `max` bytes. */
static inline struct buffer buffer_with_max(size_t max)
{
    return (struct buffer){.max = max};
}

/* Frees the memory; the buffer is empty and usable again. */
void buffer_free(struct buffer *b);

/* Allocates space for `more` bytes beyond the present ones. */
enum buffer_err buffer_reserve(struct buffer *b, size_t more);

enum { BUFFER_DIGITS_MAX = 20 };

/* Writes decimal digits at the end of `digits`; returns the index of the first. */
size_t buffer_digits(char digits[BUFFER_DIGITS_MAX], int64_t number);

enum buffer_err buffer_number(struct buffer *b, int64_t number);

/* Removes bytes at the front. count must not exceed the length. */
void buffer_drop(struct buffer *b, size_t count);

/* Forgets the bytes and keeps the memory. */
static inline void buffer_clear(struct buffer *b)
{
    b->len = 0;
}

/* Makes the buffer `len` bytes longer and returns where they begin; NULL if they do not fit. */
static inline char *buffer_extend(struct buffer *b, size_t len)
{
    if (len > b->capacity - b->len && buffer_reserve(b, len) != BUFFER_OK)
        return NULL;
    char *at = b->bytes + b->len;
    b->len += len;
    return at;
}

static inline enum buffer_err buffer_append(struct buffer *b, const void *bytes, size_t len)
{
    if (len > b->capacity - b->len) {
        enum buffer_err err = buffer_reserve(b, len);
        if (err)
            return err;
    }
    if (len > 0)
        memcpy(b->bytes + b->len, bytes, len);
    b->len += len;
    return BUFFER_OK;
}

static inline enum buffer_err buffer_text(struct buffer *b, const char *text)
{
    return buffer_append(b, text, strlen(text));
}

static inline enum buffer_err buffer_char(struct buffer *b, char c)
{
    return buffer_append(b, &c, 1);
}

#endif
