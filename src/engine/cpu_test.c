#include "engine/cpu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/solver.h"

static const char *const names[CPU_FEATURE_COUNT] = {
#define CPU_FEATURE_NAME(name, text) [CPU_INDEX_##name] = text,
    CPU_FEATURES(CPU_FEATURE_NAME)
#undef CPU_FEATURE_NAME
};

/* The set that a list like "avx2,bmi" names. Every name must be known. */
static unsigned features_read(const char *list)
{
    unsigned set = 0;
    while (*list) {
        size_t len = strcspn(list, ",");
        int i = 0;
        while (i < CPU_FEATURE_COUNT && (strlen(names[i]) != len || memcmp(names[i], list, len)))
            i++;
        assert_true(i < CPU_FEATURE_COUNT);
        set |= 1u << i;
        list += len + (list[len] == ',');
    }
    return set;
}

static void the_avx2_path_asks_for_every_extension_it_is_compiled_for(void **state)
{
    (void)state;
    assert_int_equal(features_read(CPU_AVX2_TARGET), CPU_ALL);
}

static void a_processor_that_lacks_one_extension_gets_the_plain_path(void **state)
{
    (void)state;
    assert_int_equal(solver_fastest_path(0), SOLVER_PLAIN);
    for (int i = 0; i < CPU_FEATURE_COUNT; i++)
        assert_int_equal(solver_fastest_path((unsigned)CPU_ALL & ~(1u << i)), SOLVER_PLAIN);
}

static void a_processor_with_every_extension_gets_the_avx2_path(void **state)
{
    (void)state;
#if defined(__x86_64__)
    assert_int_equal(solver_fastest_path(CPU_ALL), SOLVER_AVX2);
#else
    assert_int_equal(solver_fastest_path(CPU_ALL), SOLVER_PLAIN);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_avx2_path_asks_for_every_extension_it_is_compiled_for),
        cmocka_unit_test(a_processor_that_lacks_one_extension_gets_the_plain_path),
        cmocka_unit_test(a_processor_with_every_extension_gets_the_avx2_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
