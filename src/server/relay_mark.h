/* The header X-Fourfall-Relayed: a node tells another one whose request it passes on.
 *
 * "198.51.100.7 6d1f…": the address of the client, and a keyed hash over the method, the query and that address. Only
 * nodes of the same database have the key, so nobody else can claim an address. A request that was overheard can be repeated,
 * but only as it was; its session id, which is in it too, would allow more. */
#ifndef SERVER_RELAY_MARK_H
#define SERVER_RELAY_MARK_H

#include <stdbool.h>

#include "net/net.h"
#include "net/proxy.h"

enum {
    RELAY_KEY_BYTES = 32,
    RELAY_HASH_BYTES = 16,
    RELAY_MARK_SIZE = PROXY_ADDRESS_SIZE + 2 * RELAY_HASH_BYTES + 1
};

/* The key of all nodes of a database, from a secret of so many bytes that they share. */
void relay_key(uint8_t out[RELAY_KEY_BYTES], const uint8_t secret[RELAY_KEY_BYTES]);

void relay_mark_write(char out[RELAY_MARK_SIZE], const uint8_t key[RELAY_KEY_BYTES],
                      enum net_method method, const char *query, const char *address);

/* The address of the client. False, and *address untouched, if no node wrote this mark for this request. */
bool relay_mark_read(char address[PROXY_ADDRESS_SIZE], const uint8_t key[RELAY_KEY_BYTES],
                     enum net_method method, const char *query, const char *mark);

#endif
