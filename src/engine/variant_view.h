/* How a position of a variant stands where it is not decided: open lines, threats, and what the variant has
 * besides.
 *
 * Moves may drop, take, or move many discs at once, so a view does not follow moves but positions: it compares
 * the discs that it has counted with those of the next position, and adds and removes what differs. That
 * also takes moves back. A board that turns has a tally for either orientation. */
#ifndef ENGINE_VARIANT_VIEW_H
#define ENGINE_VARIANT_VIEW_H

#include "core/variant.h"
#include "engine/tally.h"
#include "engine/variant_weights.h"

struct variant_lines {
    struct tally tally; /* its ply and heights are not used */
    int central;        /* the worth of a disc for each step from the edge */
    uint64_t counted[2][FF_WORDS];
    uint8_t cell_of[FF_WORDS * 64]; /* the cell of a bit of the bitboards */
};

struct variant_view {
    const ff_variant_rules *rules;
    const struct variant_weights *weights;
    struct variant_lines lines[2]; /* upright and turned */
    const struct variant_lines *now;
};

void variant_view_init(struct variant_view *view, const ff_variant_rules *rules);

/* Brings the view to this position. */
void variant_view_follow(struct variant_view *view, const ff_variant_position *p);

/* For the side to move of the position that the view follows; `own` and `theirs` are the weights of its lines
 * and of the opponent's in percent. */
int variant_view_judge(const struct variant_view *view, const ff_variant_position *p, int own,
                       int theirs);

/* Whether a disc of this side on top of this column, which has room, completes a line. */
static inline bool variant_view_completes(const struct variant_view *view,
                                          const ff_variant_position *p, int side, int column)
{
    int cell = column * p->board.rules->board.height + p->board.height[column];
    return view->now->tally.threats[side][cell] > 0;
}

#endif
