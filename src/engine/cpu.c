#include "engine/cpu.h"

unsigned cpu_features(void)
{
    unsigned set = 0;
#if defined(__x86_64__)
#define CPU_FEATURE_ASK(name, text) set |= __builtin_cpu_supports(text) ? CPU_##name : 0u;
    CPU_FEATURES(CPU_FEATURE_ASK)
#undef CPU_FEATURE_ASK
#endif
    return set;
}
