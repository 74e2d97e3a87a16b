#include "base/base64.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

static const char standard[] = LETTERS "+/";
static const char url_safe[] = LETTERS "-_";

/* Three bytes as four letters. */
static void put_group(char *at, const char *alphabet, const uint8_t b[3])
{
    uint32_t bits = (uint32_t)b[0] << 16 | (uint32_t)b[1] << 8 | b[2];
    for (int i = 0; i < 4; i++)
        at[i] = alphabet[bits >> (18 - 6 * i) & 0x3F];
}

enum buffer_err base64_encode(struct buffer *out, const void *bytes, size_t len)
{
    enum buffer_err err = buffer_reserve(out, base64_len(len));
    if (err || len == 0)
        return err;
    const uint8_t *from = bytes;
    char *at = out->bytes + out->len;
    out->len += base64_len(len);
    for (; len >= 3; len -= 3, from += 3, at += 4)
        put_group(at, standard, from);
    if (len > 0) {
        put_group(at, standard, (const uint8_t[3]){from[0], len > 1 ? from[1] : 0, 0});
        at[3] = '=';
        if (len == 1)
            at[2] = '=';
    }
    return BUFFER_OK;
}

/* The six bits of a letter; -1 if it is not in the standard alphabet. */
static int value_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Four letters, the last `padding` of them absent, as 24 bits; -1 if malformed. */
static int32_t take_group(const char *text, int padding)
{
    int32_t bits = 0;
    for (int i = 0; i < 4; i++) {
        int value = i < 4 - padding ? value_of(text[i]) : 0;
        if (value < 0)
            return -1;
        bits = bits << 6 | value;
    }
    /* Unused bits must be zero; otherwise two texts would decode to the same bytes. */
    return bits & ((1 << 8 * padding) - 1) ? -1 : bits;
}

static int padding_of(const char *text, size_t len)
{
    if (len == 0 || text[len - 1] != '=')
        return 0;
    return text[len - 2] == '=' ? 2 : 1;
}

bool base64_decode(char *out, size_t *out_len, const char *text, size_t len)
{
    if (len % 4 != 0)
        return false;
    int padding = padding_of(text, len);
    size_t count = 0;
    for (size_t i = 0; i < len; i += 4) {
        int missing = i + 4 == len ? padding : 0;
        int32_t bits = take_group(text + i, missing);
        if (bits < 0)
            return false;
        for (int k = 0; k < 3 - missing; k++)
            out[count++] = (char)(bits >> (16 - 8 * k));
    }
    *out_len = count;
    return true;
}

void base64_id(char out[ID_LEN + 1], const uint8_t bytes[ID_BYTES])
{
    for (int i = 0; i < ID_BYTES / 3; i++)
        put_group(out + (size_t)4 * (size_t)i, url_safe, bytes + (size_t)3 * (size_t)i);
    out[ID_LEN] = '\0';
}

bool base64_id_read(uint8_t out[ID_BYTES], const char *text)
{
    char letters[ID_LEN], bytes[ID_BYTES];
    size_t len = 0;
    if (strlen(text) != ID_LEN || strpbrk(text, "+/="))
        return false;
    for (int i = 0; i < ID_LEN; i++)
        letters[i] = (char)(text[i] == '-' ? '+' : text[i] == '_' ? '/' : text[i]);
    if (!base64_decode(bytes, &len, letters, ID_LEN))
        return false;
    memcpy(out, bytes, ID_BYTES);
    return true;
}
