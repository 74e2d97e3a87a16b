#include "engine/variant_level.h"

#include "engine/variant_search.h"

enum { DEEP = VARIANT_PLIES, K = 1000 };

/* clang-format off */
static const struct variant_level levels[FF_LEVEL_COUNT] = {
    /*             random  depth  sure  margin   nodes */
    [FF_EASY]    = {   70,     1,    1,      0,   1 * K},
    [FF_MEDIUM]  = {    0,     3,    3,      1,  20 * K},
    [FF_HARD]    = {    0,  DEEP,    3,      1,  60 * K},
    [FF_PERFECT] = {    0,  DEEP,    3,      1, 600 * K},
    [FF_RANDOM]  = {    0,     0,    0,      0,       0},
    [FF_GREEDY]  = {    0,     2,    2,      0,  10 * K},
};
/* clang-format on */

const struct variant_level *variant_level_of(ff_level level)
{
    return &levels[level];
}
