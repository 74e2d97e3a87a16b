/* A network with random weights, as a file. */
#ifndef ENGINE_NETWORK_FIXTURE_TEST_H
#define ENGINE_NETWORK_FIXTURE_TEST_H

#include "engine/chance.h"
#include "engine/network.h"

enum { NETWORK_FILE_MAX = 1 << 20 };

/* Numbers of so many bytes, at most `most` either way. */
static inline uint8_t *numbers_put(uint8_t *at, int count, int bytes, int most, uint64_t *chance)
{
    for (int i = 0; i < count; i++) {
        uint32_t number = (uint32_t)(chance_below(chance, 2 * most + 1) - most);
        for (int k = 0; k < bytes; k++)
            *at++ = (uint8_t)(number >> 8 * k);
    }
    return at;
}

static inline void network_file_seal(uint8_t *out, size_t len)
{
    uint32_t sum = network_checksum(out, len);
    for (int i = 0; i < 4; i++)
        out[16 + i] = (uint8_t)(sum >> 8 * i);
}

/* Returns its length. The weights are small enough that units are rarely cut off. */
static inline size_t network_file(uint8_t *out, const ff_rules *rules, int wide, int value_units,
                                  int policy_units, uint64_t seed)
{
    ff_board b = rules->board;
    const uint8_t head[] = {'F',
                            'F',
                            'L',
                            'I',
                            'N',
                            'E',
                            'S',
                            '1',
                            (uint8_t)b.width,
                            (uint8_t)b.height,
                            (uint8_t)b.depth,
                            (uint8_t)b.connect,
                            (uint8_t)wide,
                            (uint8_t)(wide >> 8),
                            (uint8_t)value_units,
                            (uint8_t)policy_units};
    int inputs = 2 * (b.connect - 1) * ff_rules_lines(rules) + 3 * rules->cells;
    uint8_t *at = out;
    for (size_t i = 0; i < sizeof head; i++)
        *at++ = head[i];
    at += 4;
    at = numbers_put(at, inputs * wide, 1, 8, &seed);
    at = numbers_put(at, wide, 2, 32, &seed);
    at = numbers_put(at, value_units * 2 * wide, 1, 16, &seed);
    at = numbers_put(at, value_units, 1, 16, &seed);
    at = numbers_put(at, value_units, 4, 2048, &seed);
    at = numbers_put(at, value_units, 2, 512, &seed);
    at = numbers_put(at, policy_units * 2 * wide, 1, 16, &seed);
    at = numbers_put(at, policy_units, 4, 2048, &seed);
    at = numbers_put(at, rules->columns * policy_units, 2, 512, &seed);
    at = numbers_put(at, rules->columns, 4, 30000, &seed);
    at = numbers_put(at, 1, 4, 30000, &seed);
    network_file_seal(out, (size_t)(at - out));
    return (size_t)(at - out);
}

#endif
