/* 7x6 with AVX2. The solver checks the processor before it calls this. */
#if defined(__x86_64__)
#include "engine/cpu.h"

/* _Pragma needs the list of extensions already expanded. */
#define PRAGMA_TEXT(pragma) _Pragma(#pragma)
#define PRAGMA(pragma) PRAGMA_TEXT(pragma)
#if defined(__clang__)
PRAGMA(clang attribute push(__attribute__((target(CPU_AVX2_TARGET))), apply_to = function))
#else
PRAGMA(GCC target(CPU_AVX2_TARGET))
#endif
#define SEARCH_WIDTH 7
#define SEARCH_HEIGHT 6
#define SEARCH_BOTTOM UINT64_C(0x0040810204081)
#define SEARCH_HAS_LANES 1
#define SEARCH_PROBE search_classic_avx2
#include "engine/search_body.h"
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
