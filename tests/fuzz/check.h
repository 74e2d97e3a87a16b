/* What every fuzz program has: its entry, a check that ends it, and a pattern by which it is seen that a
 * result is untouched after a refusal. */
#ifndef FUZZ_CHECK_H
#define FUZZ_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { PATTERN = 0xA5 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void check(bool holds)
{
    if (!holds)
        abort();
}

static inline bool is_pattern(const void *memory, size_t size)
{
    const uint8_t *bytes = memory;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != PATTERN)
            return false;
    return true;
}

#endif
