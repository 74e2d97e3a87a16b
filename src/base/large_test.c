#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <unistd.h>

#include "base/large.h"

enum { PAGE = 2 << 20 };

static void every_byte_can_be_written(void **state)
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

static void large_memory_begins_on_a_huge_page(void **state)
{
    (void)state;
    for (size_t size = PAGE; size < (size_t)8 * PAGE; size += PAGE / 2) {
        void *memory = large_alloc(size);
        assert_int_equal((uintptr_t)memory % PAGE, 0);
        free(memory);
    }
}

/* The kernel's flags of the mapping that contains this address ("hg": huge pages); "" if
 * unknown. */
static void flags_of(const void *memory, char *flags, size_t size)
{
    char line[1024], *end;
    bool is_here = false;
    FILE *maps = fopen("/proc/self/smaps", "r");
    flags[0] = '\0';
    while (maps && fgets(line, sizeof line, maps)) {
        uintptr_t from = strtoull(line, &end, 16);
        if (end > line && *end == '-')
            is_here = from <= (uintptr_t)memory && (uintptr_t)memory < strtoull(end + 1, NULL, 16);
        if (is_here && strncmp(line, "VmFlags:", 8) == 0)
            (void)snprintf(flags, size, "%s", line);
    }
    if (maps)
        (void)fclose(maps);
}

static void the_system_is_asked_for_huge_pages(void **state)
{
    (void)state;
    char flags[1024];
    unsigned char *memory = large_alloc((size_t)4 * PAGE);
    assert_non_null(memory);
    memory[0] = 1;
    flags_of(memory, flags, sizeof flags);
    free(memory);
    if (!flags[0] || access("/sys/kernel/mm/transparent_hugepage", F_OK) != 0)
        skip();
    assert_non_null(strstr(flags, " hg"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_can_be_written),
        cmocka_unit_test(large_memory_begins_on_a_huge_page),
        cmocka_unit_test(the_system_is_asked_for_huge_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
