/* Base64 (RFC 4648): the standard alphabet with padding for binary packets, the URL-safe one
 * without padding for identifiers. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include <stdbool.h>

#include "base/buffer.h"

/* The length of `len` bytes once encoded, padding included. */
static inline size_t base64_len(size_t len)
{
    return (len + 2) / 3 * 4;
}

enum buffer_err base64_encode(struct buffer *out, const void *bytes, size_t len);

/* Strict: whole groups of four, padding only at the end, unused bits zero. The bytes go to `out`,
 * which has space for len / 4 * 3 of them; false, with *out_len untouched, if the text is
 * malformed. */
bool base64_decode(char *out, size_t *out_len, const char *text, size_t len);

/* Random bytes as the text of an identifier: 15 bytes make 20 characters and a zero. */
enum { ID_BYTES = 15, ID_LEN = 20 };
void base64_id(char out[ID_LEN + 1], const uint8_t bytes[ID_BYTES]);

/* The bytes of an identifier. False, with *out untouched, if the text is none. */
bool base64_id_read(uint8_t out[ID_BYTES], const char *text);

#endif
