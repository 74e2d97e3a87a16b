/* The last moves of a game, played through to the end.
 *
 * The tree proves wins and losses, but no draws. Once few cells are left, win, draw or loss of
 * every column can be found by the rules alone. */
#include "engine/endgame.h"

enum { CELLS_LEFT = 16, NODES_MAX = 100000, EVEN = 500 };

/* 1, 0 or -1: win, draw or loss for the side to move, within these bounds. Meaningless once the
 * nodes have run out. */
static int outcome_within(const ff_position *p, int low, int high, int *nodes)
{
    if (p->status != FF_PLAYING)
        return p->status == FF_WON ? -1 : 0;
    for (int column = 0; column < p->rules->columns && low < high && --*nodes > 0; column++) {
        ff_position next = *p;
        if (ff_position_drop(&next, column) != FF_OK)
            continue;
        int value = -outcome_within(&next, -high, -low, nodes);
        low = value > low ? value : low;
    }
    return low;
}

static int outcome_of(const ff_column_estimate *c)
{
    return c->certainty == FF_PROVEN_WIN ? 1 : c->certainty == FF_PROVEN_DRAW ? 0 : -1;
}

static void column_prove(ff_column_estimate *c, int outcome, int left)
{
    static const uint8_t certainty[] = {FF_PROVEN_LOSS, FF_PROVEN_DRAW, FF_PROVEN_WIN};
    c->certainty = certainty[outcome + 1];
    c->chance = (int16_t)(EVEN * (outcome + 1));
    c->plies = (uint16_t)left;
}

/* Proves the open columns; false if the nodes ran out. */
static bool columns_prove(const ff_position *p, ff_estimate *out, int *nodes)
{
    for (int column = 0; column < p->rules->columns; column++) {
        ff_position next = *p;
        if (out->column[column].certainty != FF_ESTIMATED)
            continue;
        (void)ff_position_drop(&next, column); /* cannot fail: the column is open */
        int outcome = -outcome_within(&next, -1, 1, nodes);
        if (*nodes <= 0)
            return false;
        column_prove(&out->column[column], outcome, p->rules->cells - p->ply);
    }
    return true;
}

/* The first column that keeps this outcome; -1 if the nodes ran out. */
static int column_keeping(const ff_position *p, int outcome, int *nodes)
{
    for (int column = 0; column < p->rules->columns; column++) {
        ff_position next = *p;
        if (ff_position_drop(&next, column) == FF_OK &&
            -outcome_within(&next, -1, 1, nodes) == outcome)
            return *nodes > 0 ? column : -1;
    }
    return -1;
}

/* The best column, if it is another one now, and the line from there to the end. */
static void line_prove(const ff_position *p, ff_estimate *out, int *nodes)
{
    ff_position at = *p;
    for (int column = 0; column < p->rules->columns; column++)
        if (out->column[column].certainty != FF_CLOSED &&
            outcome_of(&out->column[column]) > outcome_of(&out->column[out->best]))
            out->best = (int8_t)column;
    int outcome = outcome_of(&out->column[out->best]), column = out->best;
    out->line_len = 0;
    for (; column >= 0; outcome = -outcome) {
        out->line[out->line_len++] = (uint8_t)column;
        (void)ff_position_drop(&at, column); /* cannot fail: the column is open */
        column = at.status == FF_PLAYING ? column_keeping(&at, -outcome, nodes) : -1;
    }
    out->line_is_proven = at.status != FF_PLAYING;
}

void endgame_prove(const ff_position *p, ff_estimate *out)
{
    ff_estimate proven = *out;
    int nodes = NODES_MAX;
    if (p->rules->cells - p->ply > CELLS_LEFT || !columns_prove(p, &proven, &nodes))
        return;
    if (!proven.line_is_proven)
        line_prove(p, &proven, &nodes);
    *out = proven;
}
