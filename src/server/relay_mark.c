#include "server/relay_mark.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

void relay_key(uint8_t out[RELAY_KEY_BYTES], const uint8_t secret[RELAY_KEY_BYTES])
{
    static const unsigned char purpose[] = "fourfall relay";
    (void)crypto_generichash(out, RELAY_KEY_BYTES, purpose, sizeof purpose - 1, secret,
                             RELAY_KEY_BYTES);
}

/* Each text ends with its zero, so that none can be read as part of another. */
static void hash_text(crypto_generichash_state *state, const char *text)
{
    (void)crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
}

void relay_mark_write(char out[RELAY_MARK_SIZE], const uint8_t key[RELAY_KEY_BYTES],
                      enum net_method method, const char *query, const char *address)
{
    crypto_generichash_state state;
    unsigned char hash[RELAY_HASH_BYTES];
    char hex[2 * RELAY_HASH_BYTES + 1];
    (void)crypto_generichash_init(&state, key, RELAY_KEY_BYTES, sizeof hash);
    hash_text(&state, method == NET_POST ? "POST" : "GET");
    hash_text(&state, query);
    hash_text(&state, address);
    (void)crypto_generichash_final(&state, hash, sizeof hash);
    (void)sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    (void)snprintf(out, RELAY_MARK_SIZE, "%s %s", address, hex);
}

bool relay_mark_read(char address[PROXY_ADDRESS_SIZE], const uint8_t key[RELAY_KEY_BYTES],
                     enum net_method method, const char *query, const char *mark)
{
    char claimed[PROXY_ADDRESS_SIZE], right[RELAY_MARK_SIZE];
    size_t len = strcspn(mark, " ");
    if (len >= sizeof claimed)
        return false;
    (void)snprintf(claimed, sizeof claimed, "%.*s", (int)len, mark);
    relay_mark_write(right, key, method, query, claimed);
    if (strlen(mark) != strlen(right) || sodium_memcmp(mark, right, strlen(right)) != 0)
        return false;
    (void)snprintf(address, PROXY_ADDRESS_SIZE, "%s", claimed);
    return true;
}
