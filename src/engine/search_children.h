/* Part of the search template (see search_body.h): all moves of a node and what is known of them
 * before any is searched. One lane a column; search_lanes.h does the same for four lanes at a time.
 */
#ifndef ENGINE_SEARCH_CHILDREN_H
#define ENGINE_SEARCH_CHILDREN_H

#include "engine/search_follow.h"
#include "engine/search_table.h"

struct children {
    uint64_t move[SEARCH_LANES], wins[SEARCH_LANES];
    int rank[SEARCH_LANES]; /* the larger, the sooner it is tried */
    unsigned legal;         /* a bit a lane */
};

/* Sets of lanes are walked by their lowest bit. */
static inline unsigned lane_first(unsigned set)
{
    return (unsigned)__builtin_ctz(set);
}

static inline int follow_child(geometry_ref geo, const struct children *c, const struct node *node,
                               unsigned lane, int beta)
{
    return follow(geo, node->opponent, node->me | c->move[lane], c->wins[lane], node->ply + 1,
                  beta);
}

#if SEARCH_AVX2
#include "engine/search_lanes.h"
#else

/* All sensible moves and what they threaten. True if one of them wins with the disc after next:
 * two direct threats, or no reply that does not lose. */
static inline bool expand(geometry_ref geo, struct children *c, const struct node *node,
                          uint64_t moves)
{
    uint64_t all = node->me | node->opponent;
    c->legal = 0;
    for (int lane = 0; lane < geo_width(geo); lane++) {
        uint64_t move = moves & column_mask(geo, geo->lane_column[lane]);
        if (!move)
            continue;
        uint64_t taken = all | move, playable = (taken + geo_bottom(geo)) & geo_board(geo);
        uint64_t wins = winning_cells(geo, node->me | move) & geo_board(geo) & ~taken;
        uint64_t direct = wins & playable;
        uint64_t replies = (direct ? direct : playable) & ~(wins >> 1);
        if (direct & (direct - 1) || (playable && !replies))
            return true;
        c->move[lane] = move;
        c->wins[lane] = wins;
        c->legal |= 1u << lane;
    }
    return false;
}

/* A score >= beta that I am sure of after one of these moves, or NO_BOUND. */
static inline int follow_children(geometry_ref geo, const struct children *c,
                                  const struct node *node, int beta)
{
    for (unsigned rest = c->legal; rest; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        int score = follow_child(geo, c, node, lane, beta);
        if (score != NO_BOUND)
            return score;
    }
    return NO_BOUND;
}

#endif

/* A child that the shared table already knows to be bad enough for its player cuts at once. */
static inline int shared_cut(const struct search *s, const struct children *c,
                             const struct node *node, int beta)
{
    struct place places[SEARCH_LANES];
    uint64_t all = node->me | node->opponent;
    for (unsigned rest = c->legal; rest; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        places[lane] = shared_place(s, node->opponent, all | c->move[lane], node->ply + 1);
        __builtin_prefetch(places[lane].entry);
    }
    for (unsigned rest = c->legal; rest; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        uint64_t entry = shared_find(places[lane]);
        if (entry && -entry_unpack(entry).high >= beta)
            return -entry_unpack(entry).high;
    }
    return NO_BOUND;
}

/* The same in the local table; children known to be too good are dropped. */
static inline int local_cut(const struct search *s, struct children *c, const struct node *node,
                            int beta)
{
    uint64_t all = node->me | node->opponent;
    unsigned hopeless = 0;
    for (unsigned rest = c->legal; rest; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        uint64_t entry = local_find(local_place(s, node->opponent, all | c->move[lane]));
        if (!entry)
            continue;
        struct bounds b = entry_unpack(entry);
        if (-b.high >= beta)
            return beta;
        if (-b.low < beta)
            hopeless |= 1u << lane;
    }
    c->legal &= ~hopeless;
    return NO_BOUND;
}

#endif
