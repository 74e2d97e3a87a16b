#include "net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "net/proxy.h"

static unsigned char key[crypto_shorthash_KEYBYTES];
static bool has_key;

_Static_assert((int)ADDRESS_KEY_BYTES == (int)crypto_shorthash_KEYBYTES, "the key of SipHash");

void address_set_key(const uint8_t new_key[ADDRESS_KEY_BYTES])
{
    memcpy(key, new_key, sizeof key);
    has_key = true;
}

uint64_t address_hash(const char *address)
{
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

void address_network(char out[ADDRESS_NETWORK_SIZE], const char *address)
{
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    uint8_t bytes[16];
    char text[INET6_ADDRSTRLEN];
    out[0] = '\0';
    if (inet_pton(AF_INET6, address, bytes) == 1 && memcmp(bytes, mapped, sizeof mapped) != 0) {
        memset(bytes + 6, 0, sizeof bytes - 6);
        if (inet_ntop(AF_INET6, bytes, text, sizeof text))
            (void)snprintf(out, ADDRESS_NETWORK_SIZE, "%.43s/48", text);
        return;
    }
    if (inet_pton(AF_INET6, address, bytes) == 1)
        memcpy(bytes, bytes + sizeof mapped, 4);
    else if (inet_pton(AF_INET, address, bytes) != 1)
        return;
    (void)snprintf(out, ADDRESS_NETWORK_SIZE, "%u.%u.%u.0/24", bytes[0], bytes[1], bytes[2]);
}

struct block {
    uint8_t bytes[4];
    int bits;
};

static bool is_in(const uint8_t *address, const struct block *block)
{
    for (int bit = 0; bit < block->bits; bit++)
        if ((address[bit / 8] ^ block->bytes[bit / 8]) >> (7 - bit % 8) & 1)
            return false;
    return true;
}

static bool four_is_public(const uint8_t bytes[4])
{
    static const struct block reserved[] = {
        {{0}, 8},
        {{10}, 8},
        {{100, 64}, 10},
        {{127}, 8},
        {{169, 254}, 16},
        {{172, 16}, 12},
        {{192, 0, 0}, 24},
        {{192, 0, 2}, 24},
        {{192, 168}, 16},
        {{198, 18}, 15},
        {{198, 51, 100}, 24},
        {{203, 0, 113}, 24},
        {{192, 88, 99}, 24},
        {{224}, 3},
    };
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (is_in(bytes, &reserved[i]))
            return false;
    return true;
}

/* Only 2000::/3 is in public use. Of it, 2001:db8::/32 is for documents; 2001::/23, 2002::/16 and 64:ff9b::/96 lead
 * to IPv4 addresses or are reserved. */
static bool six_is_public(const uint8_t bytes[16])
{
    static const uint8_t four_prefix[12] = {[10] = 0xFF, [11] = 0xFF};
    static const struct block global = {{0x20}, 3};
    static const struct block reserved[] = {
        {{0x20, 0x01, 0x0D, 0xB8}, 32}, {{0x20, 0x01}, 23}, {{0x20, 0x02}, 16}, {{0x3F, 0xFF}, 20}};
    if (memcmp(bytes, four_prefix, sizeof four_prefix) == 0)
        return four_is_public(bytes + sizeof four_prefix);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (is_in(bytes, &reserved[i]))
            return false;
    return is_in(bytes, &global);
}

bool address_is_public(const struct sockaddr *address)
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    if (address->sa_family == AF_INET) {
        memcpy(&four, address, sizeof four);
        return four_is_public((const uint8_t *)&four.sin_addr);
    }
    if (address->sa_family != AF_INET6)
        return false;
    memcpy(&six, address, sizeof six);
    return six_is_public(six.sin6_addr.s6_addr);
}

bool address_host_may_be_public(const char *host)
{
    uint8_t bytes[16];
    const char *dot = strrchr(host, '.');
    if (inet_pton(AF_INET, host, bytes) == 1)
        return four_is_public(bytes);
    if (inet_pton(AF_INET6, host, bytes) == 1)
        return six_is_public(bytes);
    /* The last part of a public name begins with a letter; that of 0x7f.1 or 127.1 does not. */
    bool is_name = dot && ((dot[1] >= 'a' && dot[1] <= 'z') || (dot[1] >= 'A' && dot[1] <= 'Z'));
    return is_name && strcasecmp(dot, ".localhost") != 0 && strcasecmp(dot, ".local") != 0 &&
           strcasecmp(dot, ".internal") != 0;
}
