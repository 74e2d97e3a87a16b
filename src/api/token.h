/* The token that identifies a player: 256 random bits, as text 43 characters of base64url. Only its hash is stored
 * and looked up. Call token_start once, before anything else here. */
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

/* False if the system has no source of random bytes. */
bool token_start(void);

void token_fresh(struct token *out);
void token_write(char out[TOKEN_TEXT_SIZE], const struct token *token);

/* False, with *out untouched, unless token_write could have written the text. */
bool token_read(struct token *out, const char *text, size_t len);

void token_hash(uint8_t out[ROW_HASH_BYTES], const struct token *token);

#endif
