/* A proof of identity: whoever shows the token is the player. Only the token's hash is known here;
 * its first eight bytes are the key under which it is found, the whole is compared in a time that
 * tells nothing. */
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "play/rows.h"

struct session {
    uint8_t hash[ROW_HASH_BYTES];
    int32_t player; /* index in the service's table */
    int32_t next;   /* of the same player, -1: none */
    int64_t created_ms, seen_ms;
};

uint64_t session_key(const uint8_t hash[ROW_HASH_BYTES]);
bool session_is(const struct session *session, const uint8_t hash[ROW_HASH_BYTES]);

/* Is it worth writing down that the session was used? Once a day is enough. */
bool session_is_stale(const struct session *session, int64_t wall_ms);

#endif
