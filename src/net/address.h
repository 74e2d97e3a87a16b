/* Addresses as keys of rate limits. */
#ifndef NET_ADDRESS_H
#define NET_ADDRESS_H

#include <stdint.h>

/* A keyed hash that nobody outside this process can work out; never 0. The same for all addresses that are
 * limited together: IPv6 by its network of 64 bits. One thread. */
uint64_t address_hash(const char *address);

#endif
