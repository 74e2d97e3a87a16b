/* Addresses: keys of rate limits, and which of them are public. */
#ifndef NET_ADDRESS_H
#define NET_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { ADDRESS_KEY_BYTES = 16 };

/* Sets the key of address_hash, so that hashes can be stored and compared with those of other servers. Before the first
 * hash; without it the key is random. */
void address_set_key(const uint8_t key[ADDRESS_KEY_BYTES]);

/* A keyed hash that only holders of the key can work out; never 0. The same for all addresses that are
 * limited together: IPv6 by its network of 64 bits. One thread. */
uint64_t address_hash(const char *address);

enum { ADDRESS_NETWORK_SIZE = 48 };

/* The network of an address, coarse enough to name no person: IPv4 by 24 bits, IPv6 by 48. Empty for a text that is no
 * address. */
void address_network(char out[ADDRESS_NETWORK_SIZE], const char *address);

/* Is it an address of the public Internet? Not if it is loopback, private, link-local, shared, multicast or
 * reserved, as IPv4, as IPv6, or as IPv4 inside IPv6. Any thread. */
bool address_is_public(const struct sockaddr *address);

/* Can the host of a URL be on the public Internet, as far as its text tells? Refuses addresses that are not public,
 * numbers in other notations, and names such as "localhost" without a dot. */
bool address_host_may_be_public(const char *host);

#endif
