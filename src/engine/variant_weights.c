#include "engine/variant_weights.h"

#define LINES \
    .lacks = {0, 24, 8, 2, 1}, .right = 48, .wrong = 12, .central = 1, .decides_by_drop = true

static const struct variant_weights weights[FF_VARIANT_COUNT] = {
    [FF_STANDARD] = {LINES},
    [FF_POPOUT] = {.lacks = {0, 24, 8, 2, 1},
                   .right = 12,
                   .wrong = 12,
                   .central = 1,
                   .bottom = 10,
                   .decides_by_drop = true},
    [FF_POWERUP] = {.lacks = {0, 24, 8, 2, 1},
                    .right = 24,
                    .wrong = 24,
                    .central = 1,
                    .power = {20, 20, 30, 40},
                    .decides_by_drop = true},
    [FF_FIVE] = {LINES},
    [FF_POPTEN] = {.lacks = {12, 4, 1, 0, 0}, .keepable = 80, .kept = 120},
    [FF_MISERE] = {.lacks = {0, -24, -8, -2, -1}, .right = -60, .spare = 40, .central = -1},
    [FF_CYLINDER] = {LINES},
    [FF_TURN] = {.lacks = {0, 24, 8, 2, 1},
                 .right = 24,
                 .wrong = 12,
                 .central = 1,
                 .turn = 15,
                 .decides_by_drop = true},
};

const struct variant_weights *variant_weights_of(ff_variant variant)
{
    return &weights[variant];
}
