#include "net/address.h"

#include <sodium.h>
#include <string.h>

#include "net/proxy.h"

uint64_t address_hash(const char *address)
{
    static unsigned char key[crypto_shorthash_KEYBYTES];
    static bool has_key;
    unsigned char hash[crypto_shorthash_BYTES];
    char text[PROXY_ADDRESS_SIZE];
    uint64_t number;
    if (!has_key)
        crypto_shorthash_keygen(key);
    has_key = true;
    proxy_limited_as(text, address);
    (void)crypto_shorthash(hash, (const unsigned char *)text, strlen(text), key);
    memcpy(&number, hash, sizeof number);
    return number ? number : 1;
}
