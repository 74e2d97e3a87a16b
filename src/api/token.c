#include "api/token.h"

#include <sodium.h>
#include <string.h>

/* 43 characters hold 258 bits; sodium refuses a text whose last two are not zero. */
enum { VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

_Static_assert(sodium_base64_ENCODED_LEN(TOKEN_BYTES, VARIANT) == TOKEN_TEXT_SIZE, "43 characters");
_Static_assert(crypto_generichash_BYTES == ROW_HASH_BYTES, "the hash fits its column");

bool token_start(void)
{
    return sodium_init() >= 0;
}

void token_fresh(struct token *out)
{
    randombytes_buf(out->bytes, sizeof out->bytes);
}

void token_write(char out[TOKEN_TEXT_SIZE], const struct token *token)
{
    (void)sodium_bin2base64(out, TOKEN_TEXT_SIZE, token->bytes, sizeof token->bytes, VARIANT);
}

bool token_read(struct token *out, const char *text, size_t len)
{
    struct token token;
    char again[TOKEN_TEXT_SIZE];
    size_t got = 0;
    if (len != TOKEN_TEXT_SIZE - 1 ||
        sodium_base642bin(token.bytes, sizeof token.bytes, text, len, NULL, &got, NULL, VARIANT) !=
            0 ||
        got != sizeof token.bytes)
        return false;
    token_write(again, &token);
    if (sodium_memcmp(again, text, len) != 0) /* sodium reads some bytes beyond ASCII as letters */
        return false;
    *out = token;
    return true;
}

/* A token has 256 random bits, so a fast hash is enough: guessing is hopeless. */
void token_hash(uint8_t out[ROW_HASH_BYTES], const struct token *token)
{
    (void)crypto_generichash(out, ROW_HASH_BYTES, token->bytes, sizeof token->bytes, NULL, 0);
}
