/* The same work for WebAssembly; bench/rules.mjs measures it. */
#include "rules_load.h"

#define EXPORT __attribute__((visibility("default")))

static struct rules_load load;

EXPORT void bench_prepare(int width, int height, int depth, int connect);
EXPORT int bench_play(void);
EXPORT int bench_drop(void);
EXPORT uint64_t bench_perft(int depth);

void bench_prepare(int width, int height, int depth, int connect)
{
    rules_load_prepare(&load, (ff_board){width, height, depth, connect});
}

int bench_play(void)
{
    return rules_load_play(&load);
}

int bench_drop(void)
{
    return rules_load_drop(&load);
}

uint64_t bench_perft(int depth)
{
    ff_position start = ff_position_start(&load.rules);
    return ff_perft(&start, depth);
}
