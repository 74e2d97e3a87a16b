/* Part of the search template (see search_body.h): move ordering.
 *
 * A rank is linear in features of the position after the move. The weights were tuned by hill
 * climbing on positions outside the first lines of the standard sets (docs/solver.md). Only
 * differences between moves matter, so existing threats are ignored, and new ones are counted as
 * none, one or more. */
#ifndef ENGINE_SEARCH_RANK_H
#define ENGINE_SEARCH_RANK_H

#include "engine/search_children.h"

enum {
    W_THREAT = 18,        /* a new cell that would complete my line */
    W_GOOD_THREAT = 8,    /* a new threat on a row that I get at the end */
    W_DIRECT = 22,        /* it must be answered at once */
    W_STACKED = 18,       /* two threats above each other */
    W_UNDER_OWN = -46,    /* lets the opponent block my threat above */
    W_DENIED = 22,        /* a playable cell that the opponent must avoid */
    W_ABOVE_THEIRS = -13, /* directly above an opposing threat, which comes first */
    W_OWN_LINES = 4,      /* lines through the cell still open to me */
    W_THEIR_LINES = 2,    /* ... and to the opponent, now closed */
    W_HISTORY = 12,       /* a move that always cut as an answer to the last disc */
    RANK_LANES = 16,      /* a rank is a multiple of this plus the lane, counted from the last */
};

/* Features that all moves of a node share. */
struct outlook {
    uint64_t mine, theirs; /* the cells open to each player */
    uint64_t good_rows;    /* the rows that I get at the end */
    uint64_t late;         /* cells directly above the opponent's winning cells */
    const int8_t *worth;
    const int32_t *history; /* null after history_until */
};

static inline struct outlook outlook_of(const struct search *s, const struct node *node)
{
    geometry_ref geo = &s->geo;
    int side = node->ply % 2;
    return (struct outlook){
        .mine = geo_board(geo) & ~node->opponent,
        .theirs = geo_board(geo) & ~node->me,
        .good_rows = side ? geo_even(geo) : geo_odd(geo),
        .late = node->their_wins << 1 & ~node->their_wins,
        .worth = s->cells.worth[side],
        .history = node->ply <= geo->history_until ? s->history[side][node->last] : NULL,
    };
}

static inline int lines_through(const struct search *s, uint64_t open, int slot)
{
    if (SEARCH_HEIGHT)
        return near_lines(&s->cells, open, slot);
    const uint64_t *through = s->geo.through[slot];
    int p = geo_pitch(&s->geo);
    return bits(lines_dir(open, 1) & through[0]) + bits(lines_dir(open, p - 1) & through[1]) +
           bits(lines_dir(open, p) & through[2]) + bits(lines_dir(open, p + 1) & through[3]);
}

static inline int up_to_two(uint64_t set)
{
    return (set != 0) + ((set & (set - 1)) != 0);
}

/* Threats that a move adds to those I have. */
static inline int rank_fresh(geometry_ref geo, const struct outlook *o, const struct node *node,
                             uint64_t move, uint64_t wins)
{
    uint64_t old = node->my_wins, fresh = wins & ~old, all = node->me | node->opponent | move;
    uint64_t playable = (all + geo_bottom(geo)) & geo_board(geo);
    uint64_t stacked = wins & wins >> 1 & ~(old & old >> 1);
    bool is_direct = fresh & playable && !(move & old >> 1);
    return W_THREAT * up_to_two(fresh) + W_GOOD_THREAT * up_to_two(fresh & o->good_rows) +
           W_STACKED * up_to_two(stacked) + W_DENIED * up_to_two(playable & fresh >> 1) +
           W_ABOVE_THEIRS * up_to_two(fresh & o->late) + (is_direct ? W_DIRECT : 0);
}

static inline int rank_move(const struct search *s, const struct outlook *o,
                            const struct node *node, uint64_t move, uint64_t wins)
{
    int slot = __builtin_ctzll(move);
    uint64_t under = node->my_wins >> 1, above = move << 1 & geo_board(&s->geo);
    int rank = W_OWN_LINES * lines_through(s, o->mine, slot) +
               W_THEIR_LINES * lines_through(s, o->theirs, slot) + o->worth[slot];
    if (wins & ~node->my_wins)
        rank += rank_fresh(&s->geo, o, node, move, wins);
    if (move & under)
        rank += W_UNDER_OWN + W_DIRECT - W_DENIED;
    if (above & under)
        rank += W_DENIED;
    return o->history ? rank + (o->history[slot] * W_HISTORY >> HISTORY_BITS) : rank;
}

static inline void rank_children(const struct search *s, struct children *c,
                                 const struct node *node)
{
    struct outlook o = outlook_of(s, node);
    for (int lane = 0; lane < geo_width(&s->geo); lane++)
        c->rank[lane] = RANK_NEVER;
    for (unsigned rest = c->legal; rest; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        int rank = rank_move(s, &o, node, c->move[lane], c->wins[lane]);
        c->rank[lane] = rank * RANK_LANES + RANK_LANES - 1 - (int)lane;
    }
}

/* Removes and returns the lane with the largest rank; of equals the most central one. */
static inline unsigned take_best(geometry_ref geo, struct children *c)
{
    int best = c->rank[0];
    for (int lane = 1; lane < geo_width(geo); lane++)
        best = c->rank[lane] > best ? c->rank[lane] : best;
    unsigned lane = RANK_LANES - 1 - ((unsigned)best & (RANK_LANES - 1));
    c->rank[lane] = RANK_NEVER;
    return lane;
}

/* A smaller step orders moves worse. A larger one makes the node count depend more on chance. */
static inline void history_move(int32_t *value, int32_t towards)
{
    *value += (towards - *value) / 16;
}

/* A move that cut after others had failed rises, and those others sink. */
static inline void history_learn(struct search *s, const struct children *c,
                                 const struct node *node, unsigned cut, unsigned failed)
{
    if (node->ply > s->geo.history_until || !failed)
        return;
    int32_t *history = s->history[node->ply % 2][node->last];
    history_move(&history[__builtin_ctzll(c->move[cut])], 1 << HISTORY_BITS);
    for (unsigned rest = failed; rest; rest &= rest - 1)
        history_move(&history[__builtin_ctzll(c->move[lane_first(rest)])], -(1 << HISTORY_BITS));
}

#endif
