/* Tokens, as in the Authorization header and the auth payload. Each token has exactly one text;
 * every other text is refused and leaves the result untouched. */
#include <stdlib.h>
#include <string.h>

#include "api/token.h"
#include "check.h"

static void check_read(const char *text, size_t len)
{
    struct token token, before;
    char again[TOKEN_TEXT_SIZE];
    memset(&token, PATTERN, sizeof token);
    before = token;
    if (token_read(&token, text, len)) {
        token_write(again, &token);
        check(strlen(again) == len && memcmp(again, text, len) == 0);
    } else {
        check(memcmp(&token, &before, sizeof token) == 0);
    }
}

/* Any 32 bytes are a token, and its text reads back as the same token. */
static void check_written(const uint8_t *data)
{
    struct token token, again;
    char text[TOKEN_TEXT_SIZE];
    memcpy(token.bytes, data, sizeof token.bytes);
    token_write(text, &token);
    check(token_read(&again, text, strlen(text)));
    check(memcmp(&token, &again, sizeof token) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!token_start())
        exit(1);
    check_read((const char *)data, size);
    if (size >= TOKEN_BYTES)
        check_written(data);
    return 0;
}
