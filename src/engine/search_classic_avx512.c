/* 7x6 for processors with AVX-512. The solver asks the processor before it calls this. */
#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi,bmi2,popcnt"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi,bmi2,popcnt")
#endif
#define SEARCH_WIDTH 7
#define SEARCH_HEIGHT 6
#define SEARCH_BOTTOM UINT64_C(0x0040810204081)
#define SEARCH_WIDE 8
#define SEARCH_HAS_MASKS 1
#define SEARCH_PROBE search_classic_avx512
#include "engine/search_body.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
