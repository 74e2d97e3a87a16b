/* Who is asking when a proxy stands in between. A proxy adds the address it was asked from to the
 * end of X-Forwarded-For, and anybody may have written the rest of that list. So it is read from its
 * end, and only as far as those go whose word we take. */
#ifndef NET_PROXY_H
#define NET_PROXY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROXY_MAX = 16, PROXY_ADDRESS_SIZE = 48 };

/* IPv4 lives in IPv6 as ::ffff:0:0/96, so there is one kind of address. */
struct proxy_block {
    uint8_t bytes[16];
    int bits;
};

struct proxy_list {
    struct proxy_block block[PROXY_MAX];
    size_t count;
};

/* "192.0.2.7", "10.0.0.0/8", "fd00::/8". False, and *out untouched, for anything else, also for
 * blocks with bits set behind their prefix: those are mistakes. */
bool proxy_block_read(struct proxy_block *out, const char *text);

/* As it would be read again. */
void proxy_block_write(char out[PROXY_ADDRESS_SIZE], const struct proxy_block *block);

bool proxy_is_trusted(const struct proxy_list *list, const char *address);

/* The address of the client: `peer`, unless that is trusted; then the last of `forwarded` (may be
 * null) that is not, or the first if all are. What is no address ends the list. */
void proxy_client(char out[PROXY_ADDRESS_SIZE], const struct proxy_list *list, const char *peer,
                  const char *forwarded);

/* "http" or "https" if a proxy's word for it is exactly that; else null. */
const char *proxy_scheme(const char *forwarded);

/* The text under which an address is limited: IPv6 by its network of 64 bits, for whoever has one
 * address there has all of them. */
void proxy_limited_as(char out[PROXY_ADDRESS_SIZE], const char *address);

#endif
