/* The token that proves who a player is: 256 random bits, 43 characters of base64url in text. Only
 * its hash is ever stored or looked up. token_start once, before anything else here. */
#ifndef API_TOKEN_H
#define API_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/rows.h"

enum { TOKEN_BYTES = 32, TOKEN_TEXT_SIZE = 44 };

struct token {
    uint8_t bytes[TOKEN_BYTES];
};

/* False if this machine has no randomness. */
bool token_start(void);

void token_fresh(struct token *out);
void token_write(char out[TOKEN_TEXT_SIZE], const struct token *token);

/* False, and *out untouched, unless the text is exactly what token_write gives for some token. */
bool token_read(struct token *out, const char *text, size_t len);

void token_hash(uint8_t out[ROW_HASH_BYTES], const struct token *token);

#endif
