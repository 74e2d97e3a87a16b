#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/large.h"

enum { PAGE = 2 << 20 };

static void every_byte_asked_for_can_be_used(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 4096, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE + 12345};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned char *memory = large_alloc(sizes[i]);
        assert_non_null(memory);
        memory[0] = 1;
        memory[sizes[i] - 1] = 2;
        assert_int_equal(memory[sizes[i] - 1], 2);
        free(memory);
    }
}

static void large_memory_begins_on_a_large_page(void **state)
{
    (void)state;
    for (size_t size = PAGE; size < (size_t)8 * PAGE; size += PAGE / 2) {
        void *memory = large_alloc(size);
        assert_int_equal((uintptr_t)memory % PAGE, 0);
        free(memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_asked_for_can_be_used),
        cmocka_unit_test(large_memory_begins_on_a_large_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
