#include "play/session.h"

#include <string.h>

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;

uint64_t session_key(const uint8_t hash[ROW_HASH_BYTES])
{
    uint64_t key;
    memcpy(&key, hash, sizeof key);
    return key;
}

bool session_is(const struct session *session, const uint8_t hash[ROW_HASH_BYTES])
{
    unsigned difference = 0;
    for (int i = 0; i < ROW_HASH_BYTES; i++)
        difference |= (unsigned)(session->hash[i] ^ hash[i]);
    return difference == 0;
}

bool session_is_stale(const struct session *session, int64_t wall_ms)
{
    return wall_ms - session->seen_ms >= day_ms;
}
