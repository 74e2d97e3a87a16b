/* A random generator that gives the same numbers for a seed on every machine (splitmix64). src/base
 * has the same one, but the engine may not use src/base. */
#ifndef ENGINE_CHANCE_H
#define ENGINE_CHANCE_H

#include <stdint.h>

static inline uint64_t chance_next(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* A number in 0..below-1; below > 0. */
static inline int chance_below(uint64_t *state, int below)
{
    return (int)((chance_next(state) >> 32) * (uint32_t)below >> 32);
}

#endif
