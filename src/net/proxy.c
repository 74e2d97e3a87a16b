#include "net/proxy.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { V4_BITS = 96, ALL_BITS = 128, NETWORK_BYTES = 8 };

static const uint8_t v4_prefix[12] = {[10] = 0xFF, [11] = 0xFF};

struct ip_address {
    uint8_t bytes[16];
};

static bool is_v4(const uint8_t bytes[16])
{
    return memcmp(bytes, v4_prefix, sizeof v4_prefix) == 0;
}

static bool address_read(struct ip_address *out, const char *text)
{
    struct ip_address read;
    memcpy(read.bytes, v4_prefix, sizeof v4_prefix);
    if (inet_pton(AF_INET, text, read.bytes + sizeof v4_prefix) != 1 &&
        inet_pton(AF_INET6, text, read.bytes) != 1)
        return false;
    *out = read;
    return true;
}

static void address_write(char out[PROXY_ADDRESS_SIZE], const uint8_t bytes[16])
{
    bool is_four = is_v4(bytes);
    if (!inet_ntop(is_four ? AF_INET : AF_INET6, is_four ? bytes + sizeof v4_prefix : bytes, out,
                   PROXY_ADDRESS_SIZE))
        out[0] = '\0'; /* cannot be: the text is long enough */
}

/* Blocks */

static bool bits_read(int *out, const char *text, int max)
{
    int bits = 0;
    size_t len = strlen(text);
    if (len == 0 || len > 3 || strspn(text, "0123456789") != len)
        return false;
    for (; *text; text++)
        bits = bits * 10 + (*text - '0');
    *out = bits;
    return bits <= max;
}

static bool bit_at(const uint8_t bytes[16], int bit)
{
    return bytes[bit / 8] >> (7 - bit % 8) & 1;
}

bool proxy_block_read(struct proxy_block *out, const char *text)
{
    char address[PROXY_ADDRESS_SIZE];
    size_t len = strcspn(text, "/");
    struct ip_address read;
    int bits = ALL_BITS;
    if (len >= sizeof address)
        return false;
    (void)snprintf(address, sizeof address, "%.*s", (int)len, text);
    if (!address_read(&read, address))
        return false;
    int before = is_v4(read.bytes) && strchr(address, ':') == NULL ? V4_BITS : 0;
    if (text[len] == '/' && !bits_read(&bits, text + len + 1, ALL_BITS - before))
        return false;
    if (text[len] == '/')
        bits += before;
    for (int bit = bits; bit < ALL_BITS; bit++)
        if (bit_at(read.bytes, bit))
            return false;
    memcpy(out->bytes, read.bytes, sizeof read.bytes);
    out->bits = bits;
    return true;
}

void proxy_block_write(char out[PROXY_ADDRESS_SIZE], const struct proxy_block *block)
{
    bool is_four = is_v4(block->bytes) && block->bits >= V4_BITS;
    address_write(out, block->bytes);
    size_t len = strlen(out);
    if (block->bits < ALL_BITS)
        (void)snprintf(out + len, PROXY_ADDRESS_SIZE - len, "/%d",
                       is_four ? block->bits - V4_BITS : block->bits);
}

static bool block_has(const struct proxy_block *block, const struct ip_address *address)
{
    for (int bit = 0; bit < block->bits; bit++)
        if (bit_at(block->bytes, bit) != bit_at(address->bytes, bit))
            return false;
    return true;
}

static bool list_has(const struct proxy_list *list, const struct ip_address *address)
{
    for (size_t i = 0; i < list->count; i++)
        if (block_has(&list->block[i], address))
            return true;
    return false;
}

bool proxy_is_trusted(const struct proxy_list *list, const char *address)
{
    struct ip_address read;
    return address_read(&read, address) && list_has(list, &read);
}

/* The list a proxy sends */

/* "192.0.2.7", "192.0.2.7:1234", "2001:db8::7", "[2001:db8::7]:1234", with blanks around. */
static bool entry_read(struct ip_address *out, const char *at, size_t len)
{
    char text[64];
    while (len > 0 && strchr(" \t", *at))
        at++, len--;
    while (len > 0 && strchr(" \t", at[len - 1]))
        len--;
    if (len == 0 || len >= sizeof text)
        return false;
    (void)snprintf(text, sizeof text, "%.*s", (int)len, at);
    char *colon = strchr(text, ':'), *end = strchr(text, ']');
    if (text[0] == '[' && end && (end[1] == '\0' || end[1] == ':')) {
        *end = '\0';
        return address_read(out, text + 1);
    }
    if (colon && strchr(text, '.') && strchr(text, '.') < colon)
        *colon = '\0';
    return address_read(out, text);
}

void proxy_client(char out[PROXY_ADDRESS_SIZE], const struct proxy_list *list, const char *peer,
                  const char *forwarded)
{
    struct ip_address client, before;
    if (list->count == 0 || !address_read(&client, peer)) {
        (void)snprintf(out, PROXY_ADDRESS_SIZE, "%s", peer);
        return;
    }
    size_t end = forwarded ? strlen(forwarded) : 0;
    while (end > 0 && list_has(list, &client)) {
        size_t from = end;
        while (from > 0 && forwarded[from - 1] != ',')
            from--;
        if (!entry_read(&before, forwarded + from, end - from))
            break;
        client = before;
        end = from > 0 ? from - 1 : 0;
    }
    address_write(out, client.bytes);
}

const char *proxy_scheme(const char *forwarded)
{
    if (forwarded && strcasecmp(forwarded, "https") == 0)
        return "https";
    return forwarded && strcasecmp(forwarded, "http") == 0 ? "http" : NULL;
}

void proxy_limited_as(char out[PROXY_ADDRESS_SIZE], const char *address)
{
    struct ip_address read;
    if (!address_read(&read, address)) {
        (void)snprintf(out, PROXY_ADDRESS_SIZE, "%s", address);
        return;
    }
    if (!is_v4(read.bytes))
        memset(read.bytes + NETWORK_BYTES, 0, sizeof read.bytes - NETWORK_BYTES);
    address_write(out, read.bytes);
}
