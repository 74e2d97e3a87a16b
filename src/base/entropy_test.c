#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/entropy.h"

static void every_byte_is_filled_and_nothing_beyond(void **state)
{
    uint8_t bytes[66], ever[66] = {0}, first[64];
    (void)state;
    memset(bytes, 0, sizeof bytes);
    entropy_fill(bytes + 1, 64);
    memcpy(first, bytes + 1, 64);
    for (int round = 0; round < 32; round++) {
        entropy_fill(bytes + 1, 64);
        for (size_t i = 0; i < sizeof bytes; i++)
            ever[i] |= bytes[i];
    }
    assert_memory_not_equal(first, bytes + 1, 64);
    assert_int_equal(ever[0], 0);
    assert_int_equal(ever[65], 0);
    for (size_t i = 1; i < 65; i++)
        assert_int_not_equal(ever[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_is_filled_and_nothing_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
