#include "engine/cpu.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <stdbool.h>

/* clang 14 does not know "lzcnt" in __builtin_cpu_supports. */
static bool has_lzcnt(void)
{
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) && ecx & bit_LZCNT;
}

unsigned cpu_features(void)
{
    unsigned set = 0;
    set |= __builtin_cpu_supports("avx2") ? CPU_AVX2 : 0;
    set |= __builtin_cpu_supports("bmi") ? CPU_BMI1 : 0;
    set |= __builtin_cpu_supports("bmi2") ? CPU_BMI2 : 0;
    set |= __builtin_cpu_supports("popcnt") ? CPU_POPCNT : 0;
    set |= has_lzcnt() ? CPU_LZCNT : 0;
    return set;
}

#else

unsigned cpu_features(void)
{
    return 0;
}

#endif
