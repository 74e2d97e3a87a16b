/* A token bucket in one number: the time at which it will be full again. A zeroed bucket is full. Time
 * is monotonic and an argument. */
#ifndef BASE_BUCKET_H
#define BASE_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

struct bucket {
    int64_t full_at_ms;
};

/* One token comes back every token_ms, up to `burst`. */
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
