#include "play/misses.h"

enum { STEPS = 7 };

static const int64_t hour_ms = INT64_C(60) * 60 * 1000;
static const int64_t wait_ms[STEPS] = {0, 0, 30000, 60000, 120000, 300000, 600000};

static int count_at(struct misses misses, int64_t wall_ms)
{
    int64_t hours = wall_ms > misses.last_ms ? (wall_ms - misses.last_ms) / hour_ms : 0;
    return hours < misses.count ? (int)(misses.count - hours) : 0;
}

struct misses misses_after(struct misses misses, int64_t wall_ms)
{
    int count = count_at(misses, wall_ms) + 1;
    return (struct misses){(uint8_t)(count < STEPS ? count : STEPS - 1), wall_ms};
}

/* A calendar that was set back must not make the wait longer than its step. */
int64_t misses_wait_ms(struct misses misses, int64_t wall_ms)
{
    int64_t step_ms = wait_ms[misses.count < STEPS ? misses.count : STEPS - 1];
    int64_t left_ms = misses.last_ms + step_ms - wall_ms;
    if (left_ms <= 0)
        return 0;
    return left_ms < step_ms ? left_ms : step_ms;
}
