/* Pseudorandom numbers (splitmix64): the same seed gives the same numbers on every machine. Not
 * for secrets. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* A number in 0..below-1; below > 0. The bias is at most below / 2^32. */
static inline uint32_t random_below(uint64_t *state, uint32_t below)
{
    return (uint32_t)((random_next(state) >> 32) * below >> 32);
}

#endif
