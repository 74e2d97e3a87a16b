#include "play/clock.h"

enum {
    LIVE_MIN_MS = 1000,
    LIVE_MAX_MS = 3 * 60 * 60 * 1000,
    INCREMENT_MAX_MS = 3 * 60 * 1000,
    MOVE_MIN_MS = 60 * 1000
};
static const int64_t move_max_ms = INT64_C(30) * 24 * 60 * 60 * 1000;

bool clock_setup_is_legal(const struct clock_row *setup)
{
    switch (setup->kind) {
    case CLOCK_NONE:
        return setup->initial_ms == 0 && setup->increment_ms == 0;
    case CLOCK_LIVE:
        return setup->initial_ms >= LIVE_MIN_MS && setup->initial_ms <= LIVE_MAX_MS &&
               setup->increment_ms >= 0 && setup->increment_ms <= INCREMENT_MAX_MS;
    case CLOCK_DAYS:
        return setup->initial_ms >= MOVE_MIN_MS && setup->initial_ms <= move_max_ms &&
               setup->increment_ms == 0;
    default:
        return false;
    }
}

bool clock_setup_equal(const struct clock_row *a, const struct clock_row *b)
{
    return a->kind == b->kind && a->initial_ms == b->initial_ms &&
           a->increment_ms == b->increment_ms;
}

struct clock clock_of(const struct clock_row *setup)
{
    struct clock clock = {
        .setup = *setup, .left_ms = {setup->initial_ms, setup->initial_ms}, .running = ROW_NOBODY};
    return clock;
}

void clock_start(struct clock *clock, int side, int64_t now_ms, int64_t spent_ms)
{
    clock->running = (uint8_t)side;
    clock->started_ms = now_ms - spent_ms;
}

int64_t clock_left_ms(const struct clock *clock, int side, int64_t now_ms)
{
    int64_t left = clock->left_ms[side];
    if (clock->running == side && now_ms > clock->started_ms)
        left -= now_ms - clock->started_ms;
    return left > 0 ? left : 0;
}

bool clock_has_fallen(const struct clock *clock, int64_t now_ms)
{
    return now_ms >= clock_deadline_ms(clock);
}

int64_t clock_deadline_ms(const struct clock *clock)
{
    if (clock->setup.kind == CLOCK_NONE || clock->running == ROW_NOBODY)
        return INT64_MAX;
    return clock->started_ms + clock->left_ms[clock->running];
}

bool clock_press(struct clock *clock, int64_t now_ms)
{
    int side = clock->running;
    if (side == ROW_NOBODY || clock_has_fallen(clock, now_ms))
        return false;
    if (clock->setup.kind == CLOCK_DAYS)
        clock->left_ms[side] = clock->setup.initial_ms;
    else
        clock->left_ms[side] = clock_left_ms(clock, side, now_ms) + clock->setup.increment_ms;
    clock_start(clock, 1 - side, now_ms, 0);
    return true;
}

void clock_run_on(struct clock *clock, int64_t now_ms)
{
    int side = clock->running;
    if (side == ROW_NOBODY)
        return;
    clock->left_ms[side] = clock_left_ms(clock, side, now_ms);
    clock_start(clock, side, now_ms, 0);
}

void clock_stop(struct clock *clock, int64_t now_ms)
{
    if (clock->running == ROW_NOBODY)
        return;
    clock->left_ms[clock->running] = clock_left_ms(clock, clock->running, now_ms);
    clock->running = ROW_NOBODY;
}
