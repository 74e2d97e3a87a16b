/* Part of the search template (see search_body.h): all moves of a node and what is known of them
 * before any is searched. One lane a column; search_lanes.h does the same for many lanes at a time.
 */
#ifndef ENGINE_SEARCH_CHILDREN_H
#define ENGINE_SEARCH_CHILDREN_H

#include "engine/search_cells.h"
#include "engine/search_follow.h"
#include "engine/search_table.h"

enum { RANK_NEVER = INT32_MIN };

struct children {
    uint64_t move[SEARCH_LANES], wins[SEARCH_LANES];
    uint64_t any_wins;      /* union of the threats of all moves */
    int rank[SEARCH_LANES]; /* largest first; the low bits are the lane */
    unsigned legal;         /* one bit per lane */
};

/* The lowest lane of a set. */
static inline unsigned lane_first(unsigned set)
{
    return (unsigned)__builtin_ctz(set);
}

/* My winning cells after a move. */
static inline uint64_t wins_after(const struct search *s, const struct node *node, uint64_t move)
{
    uint64_t empty = geo_board(&s->geo) & ~(node->me | node->opponent);
    if (SEARCH_HEIGHT)
        return node->my_wins | (near_wins(&s->cells, node->me, __builtin_ctzll(move)) & empty);
    return winning_cells(&s->geo, node->me | move) & empty & ~move;
}

#if SEARCH_HAS_LANES
#include "engine/search_lanes.h"
#else

/* Finds all sensible moves and their threats. Returns true if one wins with the disc after next:
 * two direct threats, or every reply loses. */
static inline bool expand(const struct search *s, struct children *c, const struct node *node,
                          uint64_t moves)
{
    uint64_t board = geo_board(&s->geo), all = node->me | node->opponent;
    uint64_t ground = (all + geo_bottom(&s->geo)) & board;
    c->legal = 0;
    c->any_wins = 0;
    for (; moves; moves &= moves - 1) {
        uint64_t move = moves & -moves, wins = wins_after(s, node, move);
        uint64_t playable = (ground ^ move) | (move << 1 & board), direct = wins & playable;
        uint64_t replies = (direct ? direct : playable) & ~(wins >> 1);
        if (direct & (direct - 1) || (playable && !replies))
            return true;
        unsigned lane = s->cells.lane[__builtin_ctzll(move)];
        c->move[lane] = move;
        c->wins[lane] = wins;
        c->any_wins |= wins;
        c->legal |= 1u << lane;
    }
    return false;
}

#endif

/* A quick test for all moves together: whether a follow-up bound can hold after one of them. That
 * needs an odd threat if I am first; if I am second, two threats, or that the leader has no line in
 * the cells that no move takes from them. */
static inline bool follow_is_open(geometry_ref geo, const struct children *c,
                                  const struct node *node, uint64_t moves)
{
    uint64_t all = node->me | node->opponent, ground = all + geo_bottom(geo);
    uint64_t pairs = ground & geo_even(geo), threats = c->any_wins & geo_odd(geo) & ~ground;
    if (node->ply % 2 == 0)
        return threats != 0;
    if (threats & (threats - 1))
        return true;
    uint64_t assured = assured_cells(geo, c->any_wins & geo_even(geo));
    uint64_t odd = geo_odd(geo) & ~all & ~(assured << 1);
    return !has_line(geo, node->opponent | ((odd | pairs) & ~moves));
}

/* A score >= beta that following guarantees after one of these moves, or NO_BOUND. */
static inline int follow_children(geometry_ref geo, const struct children *c,
                                  const struct node *node, uint64_t moves, int beta)
{
    if (geo_height(geo) % 2 || !follow_is_open(geo, c, node, moves))
        return NO_BOUND;
    for (unsigned rest = c->legal; rest; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        int score = follow(geo, node->opponent, node->me | c->move[lane], c->wins[lane],
                           node->ply + 1, beta);
        if (score != NO_BOUND)
            return score;
    }
    return NO_BOUND;
}

/* Uses the table entry of a child: a bound that is low enough for the opponent cuts and gives the
 * score; one that is too high drops the child. */
static inline int child_cut(struct children *c, unsigned lane, uint64_t entry, int beta)
{
    if (!entry)
        return NO_BOUND;
    struct bounds known = entry_unpack(entry);
    if (-known.low < beta) {
        c->legal &= ~(1u << lane);
        c->rank[lane] = RANK_NEVER;
    }
    return -known.high >= beta ? -known.high : NO_BOUND;
}

/* Finds the children's places in the shared table and prefetches them all; shared_cut reads them
 * later. */
static inline void shared_places(const struct search *s, const struct children *c,
                                 const struct node *node, struct place places[SEARCH_LANES])
{
    geometry_ref geo = &s->geo;
    uint64_t key = key_of(geo, node->opponent, node->me | node->opponent);
    uint64_t mirrored = mirrored_key(geo, key, node->ply + 1);
    bool is_folded = node->ply < geo->mirror_until;
    for (unsigned rest = c->legal; rest; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        uint64_t move = c->move[lane];
        uint64_t image = is_folded ? mirrored_move(geo, move, geo->lane_column[lane]) : move;
        places[lane] = shared_place(s, key + move, mirrored + image);
        __builtin_prefetch(places[lane].entry);
    }
}

static inline int shared_cut(struct children *c, const struct place places[SEARCH_LANES], int beta)
{
    int cut = NO_BOUND;
    for (unsigned rest = c->legal; rest && cut == NO_BOUND; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        cut = child_cut(c, lane, shared_find(places[lane]), beta);
    }
    return cut;
}

static inline int local_cut(const struct search *s, struct children *c, const struct node *node,
                            int beta)
{
    uint64_t all = node->me | node->opponent;
    int cut = NO_BOUND;
    for (unsigned rest = c->legal; rest && cut == NO_BOUND; rest &= rest - 1) {
        unsigned lane = lane_first(rest);
        struct place place = local_place(s, node->opponent, all | c->move[lane]);
        cut = child_cut(c, lane, local_find(place), beta);
    }
    return cut;
}

#endif
