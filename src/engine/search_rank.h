/* Part of the search template (see search_body.h): the order of moves.
 *
 * Linear in features of the position after the move; the weights were climbed on positions that
 * the standard sets do not contain in their first lines (docs/solver.md). */
#ifndef ENGINE_SEARCH_RANK_H
#define ENGINE_SEARCH_RANK_H

#include "engine/search_children.h"

enum {
    W_THREAT = 18,        /* a cell that would complete my line */
    W_GOOD_THREAT = 8,    /* one on the rows that fall to me at the end */
    W_DIRECT = 22,        /* it must be answered at once */
    W_STACKED = 18,       /* two threats above each other */
    W_UNDER_OWN = -46,    /* wastes my threat above by letting it be blocked */
    W_OWN_LINES = 4,      /* lines through the cell still open to me */
    W_THEIR_LINES = 2,    /* … and to the opponent, now closed */
    W_REPLY = -12,        /* a reply that does not lose at once */
    W_DENIED = 10,        /* a playable cell the opponent may not use */
    W_ABOVE_THEIRS = -13, /* my threat directly above one of theirs, which comes first */
    W_GOOD_ROW = 3,
    W_CENTRE = 3,
    HISTORY_SHIFT = 7,
};

struct open_lines {
    uint64_t begin[4];
};

static inline struct open_lines open_lines(geometry_ref geo, uint64_t cells)
{
    int p = geo_pitch(geo);
    return (struct open_lines){{lines_dir(cells, 1), lines_dir(cells, p - 1), lines_dir(cells, p),
                                lines_dir(cells, p + 1)}};
}

static inline int lines_through(geometry_ref geo, const struct open_lines *lines, int slot)
{
    int count = 0;
    for (int d = 0; d < 4; d++)
        count += bits(lines->begin[d] & geo->through[slot][d]);
    return count;
}

static inline void rank_children(const struct search *s, struct children *c,
                                 const struct node *node)
{
    geometry_ref geo = &s->geo;
    uint64_t all = node->me | node->opponent, empty = geo_board(geo) & ~all;
    uint64_t good_rows = node->ply % 2 ? geo_even(geo) : geo_odd(geo);
    uint64_t late = node->their_wins << 1 & ~node->their_wins;
    struct open_lines mine = open_lines(geo, node->me | empty);
    struct open_lines theirs = open_lines(geo, node->opponent | empty);
    for (unsigned rest = c->legal; rest; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        uint64_t move = c->move[lane], wins = c->wins[lane], below = wins >> 1;
        uint64_t playable = ((all | move) + geo_bottom(geo)) & geo_board(geo);
        int slot = __builtin_ctzll(move);
        int rank = W_THREAT * bits(wins) + W_GOOD_THREAT * bits(wins & good_rows) +
                   W_STACKED * bits(wins & below) + W_REPLY * bits(playable & ~below) +
                   W_DENIED * bits(playable & below) + W_ABOVE_THEIRS * bits(wins & late) +
                   W_OWN_LINES * lines_through(geo, &mine, slot) +
                   W_THEIR_LINES * lines_through(geo, &theirs, slot) +
                   W_CENTRE * geo->lane_centre[lane];
        rank += wins & playable ? W_DIRECT : 0;
        rank += move & node->my_wins >> 1 ? W_UNDER_OWN : 0;
        rank += move & good_rows ? W_GOOD_ROW : 0;
        if (node->ply <= geo->history_until)
            rank += s->history[node->ply % 2][slot] >> HISTORY_SHIFT;
        c->rank[lane] = rank;
    }
}

/* The lane with the largest rank, the most central one of equals. */
static inline unsigned best_lane(const struct children *c, unsigned open)
{
    unsigned best = (unsigned)__builtin_ctz(open);
    for (unsigned rest = open & (open - 1); rest; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        if (c->rank[lane] > c->rank[best])
            best = lane;
    }
    return best;
}

static inline void history_move(int32_t *value, int towards)
{
    enum { STEP = 32, CAP = 1024 };
    *value += towards * STEP - *value * STEP / CAP;
}

/* A move that cut after others had failed rises, those others sink. */
static inline void history_learn(struct search *s, const struct children *c, int ply, unsigned cut,
                                 unsigned failed)
{
    if (ply > s->geo.history_until || !failed)
        return;
    history_move(&s->history[ply % 2][__builtin_ctzll(c->move[cut])], 1);
    for (unsigned rest = failed; rest; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        history_move(&s->history[ply % 2][__builtin_ctzll(c->move[lane])], -1);
    }
}

#endif
