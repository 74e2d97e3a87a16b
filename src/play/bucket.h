/* A token bucket in one number: the moment at which it will be full again. A bucket of zeros is
 * full. Time is monotonic and an argument. */
#ifndef PLAY_BUCKET_H
#define PLAY_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

struct bucket {
    int64_t full_at_ms;
};

/* A token comes back every token_ms; burst tokens are the most there can be. */
struct bucket_rate {
    int32_t token_ms, burst;
};

static inline bool bucket_take(struct bucket *bucket, struct bucket_rate rate, int cost,
                               int64_t now_ms)
{
    int64_t full = bucket->full_at_ms > now_ms ? bucket->full_at_ms : now_ms;
    full += (int64_t)cost * rate.token_ms;
    if (full - now_ms > (int64_t)rate.burst * rate.token_ms)
        return false;
    bucket->full_at_ms = full;
    return true;
}

#endif
