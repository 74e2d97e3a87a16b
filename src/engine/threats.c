#include "engine/threats.h"

#include "core/runs.h"

/* The line finders look at the disc dropped last, so it is placed on a copy. */
bool threats_has(const ff_position *p, ff_color color, int column, int row)
{
    uint64_t own[FF_WORDS];
    int slot = p->rules->base[column] + row;
    for (int i = 0; i < FF_WORDS; i++)
        own[i] = p->discs[color][i];
    own[slot / 64] |= UINT64_C(1) << slot % 64;
    return runs_any(p->rules, own, column, row);
}

uint64_t threats_at_once(const ff_position *p, ff_color color)
{
    uint64_t columns = 0;
    for (int column = 0; column < p->rules->columns; column++)
        if (!ff_position_can_drop(p, column) && threats_has(p, color, column, p->height[column]))
            columns |= UINT64_C(1) << column;
    return columns;
}

static void threats_gather(ff_threats *threats, const ff_position *p, ff_color color)
{
    int height = p->rules->board.height;
    for (int column = 0; column < p->rules->columns; column++) {
        for (int row = p->height[column]; row < height; row++) {
            if (!threats_has(p, color, column, row))
                continue;
            threats->threat[threats->count++] =
                (ff_threat){.cell = (uint8_t)(row + height * column),
                            .color = (uint8_t)color,
                            .is_odd = row % 2 == 0,
                            .is_playable = row == p->height[column]};
        }
    }
}

ff_threats ff_position_threats(const ff_position *p)
{
    ff_threats threats = {.count = 0};
    if (p->status != FF_PLAYING)
        return threats;
    threats_gather(&threats, p, FF_RED);
    threats_gather(&threats, p, FF_YELLOW);
    return threats;
}
