/* The instruction-set extensions that the search can use, and which of them this processor has. */
#ifndef ENGINE_CPU_H
#define ENGINE_CPU_H

/* Every extension, by the name that compilers give it. */
#define CPU_FEATURES(X) \
    X(AVX2, "avx2")     \
    X(BMI1, "bmi")      \
    X(BMI2, "bmi2")     \
    X(POPCNT, "popcnt")

enum cpu_feature_index {
#define CPU_FEATURE_INDEX(name, text) CPU_INDEX_##name,
    CPU_FEATURES(CPU_FEATURE_INDEX)
#undef CPU_FEATURE_INDEX
        CPU_FEATURE_COUNT
};

/* A set of extensions is the sum of these. */
enum cpu_feature {
#define CPU_FEATURE_BIT(name, text) CPU_##name = 1 << CPU_INDEX_##name,
    CPU_FEATURES(CPU_FEATURE_BIT)
#undef CPU_FEATURE_BIT
        CPU_ALL = (1 << CPU_FEATURE_COUNT) - 1
};

/* What search_classic_avx2.c is compiled for. The solver runs that code only where the processor
 * has CPU_ALL; cpu_test.c checks that the two lists agree. */
#define CPU_AVX2_TARGET "avx2,bmi,bmi2,popcnt"

/* The extensions of this processor that the operating system supports, too; 0 except on x86-64. */
unsigned cpu_features(void);

#endif
