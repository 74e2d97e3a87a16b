/* What one move can end at once, in any variant. */
#include "core/variant.h"

/* The position as if this side were to begin a turn. */
static ff_variant_position as_side(const ff_variant_position *p, ff_color side)
{
    ff_variant_position view = *p;
    if (side != p->side) {
        view.side = (uint8_t)side;
        view.task = FF_TASK_NONE;
        view.from = 0;
    }
    return view;
}

int ff_variant_endings(const ff_variant_position *p, ff_color side, ff_color winner,
                       uint16_t moves[FF_MOVES_MAX])
{
    uint16_t legal[FF_MOVES_MAX];
    ff_variant_position view = as_side(p, side);
    int count = 0, legals = ff_variant_moves(&view, legal);
    for (int i = 0; i < legals; i++) {
        ff_variant_position next = view;
        variant_play(&next, legal[i]);
        if (next.board.status == FF_WON && next.winner == winner)
            moves[count++] = legal[i];
    }
    return count;
}

/* Whether a disc of this colour on an empty cell would complete a line. */
static bool completes(const ff_variant_position *p, ff_color color, int column, int row)
{
    ff_variant_position next = *p;
    int slot = p->board.rules->base[column] + row;
    next.board.discs[color][slot / 64] |= UINT64_C(1) << slot % 64;
    return variant_line_through(&next, column, row);
}

static void threats_gather(ff_threats *threats, const ff_variant_position *p, ff_color color)
{
    int height = p->board.rules->board.height;
    for (int column = 0; column < p->board.rules->columns; column++)
        for (int row = p->board.height[column]; row < height; row++)
            if (completes(p, color, column, row))
                threats->threat[threats->count++] =
                    (ff_threat){.cell = (uint8_t)(row + height * column),
                                .color = (uint8_t)color,
                                .is_odd = row % 2 == 0,
                                .is_playable = row == p->board.height[column]};
}

ff_threats ff_variant_threats(const ff_variant_position *p)
{
    ff_threats threats = {.count = 0};
    if (p->board.status != FF_PLAYING || variant_of(p)->kept_to_win)
        return threats;
    threats_gather(&threats, p, FF_RED);
    threats_gather(&threats, p, FF_YELLOW);
    return threats;
}
