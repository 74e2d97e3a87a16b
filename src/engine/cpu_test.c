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

static void a_processor_with_avx2_but_without_lzcnt_gets_the_plain_path(void **state)
{
    (void)state;
    unsigned set = CPU_AVX2 | CPU_BMI1 | CPU_BMI2 | CPU_POPCNT;
    assert_int_equal(solver_fastest_path(set), SOLVER_PLAIN);
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

/* Extensions that are asked for in two ways must agree where the compiler knows both. */
static void this_processor_is_read_as_the_compiler_reads_it(void **state)
{
    (void)state;
    unsigned set = cpu_features();
#if defined(__x86_64__)
    assert_int_equal((set & CPU_AVX2) != 0, __builtin_cpu_supports("avx2") != 0);
    assert_int_equal((set & CPU_BMI2) != 0, __builtin_cpu_supports("bmi2") != 0);
#if !defined(__clang__)
    assert_int_equal((set & CPU_LZCNT) != 0, __builtin_cpu_supports("lzcnt") != 0);
#endif
#else
    assert_int_equal(set, 0);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_avx2_path_asks_for_every_extension_it_is_compiled_for),
        cmocka_unit_test(a_processor_that_lacks_one_extension_gets_the_plain_path),
        cmocka_unit_test(a_processor_with_avx2_but_without_lzcnt_gets_the_plain_path),
        cmocka_unit_test(a_processor_with_every_extension_gets_the_avx2_path),
        cmocka_unit_test(this_processor_is_read_as_the_compiler_reads_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
