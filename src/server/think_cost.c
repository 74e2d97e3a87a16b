#include "server/think_cost.h"

/* Measured on the start and the middle of games on eight boards. Only the solver, on flat boards,
 * makes a difference between boards that matters here. */
static const struct {
    int32_t cost_us;
    enum think_lane lane;
} levels[FF_LEVEL_COUNT] = {
    [FF_EASY] = {100, THINK_QUICK},   [FF_MEDIUM] = {1000, THINK_QUICK},
    [FF_HARD] = {10000, THINK_QUICK}, [FF_PERFECT] = {200000, THINK_LONG},
    [FF_RANDOM] = {100, THINK_QUICK}, [FF_GREEDY] = {100, THINK_QUICK},
};

enum think_lane think_lane_of(ff_level level)
{
    return levels[level].lane;
}

int32_t think_cost_us(const struct ruleset *rules, ff_level level)
{
    bool is_solved = level == FF_PERFECT && rules->board.depth == 1;
    return is_solved ? 2 * levels[level].cost_us : levels[level].cost_us;
}
