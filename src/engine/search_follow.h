/* Part of the search template (see search_body.h): the follow-up bounds (claimeven).
 *
 * On boards of even height one player can answer every move directly above it: the follower. Rows
 * are named odd and even as players count them, from 1.
 *
 * Yellow follows (Red to move, so an even number of columns have odd height). S: the playable cells
 * on even rows, an even number. When Red plays in S, Yellow plays another cell of S; otherwise
 * Yellow plays directly above. This is always possible. Then Red owns at most the red discs, the odd
 * empty cells and S; if they hold no line, Red does not win. Yellow owns at least the yellow discs and the
 * even empty cells outside S: a line in them whose highest added cell is on row r (from 0) stands
 * before the cells above that row are needed, and is worth (height + 1 - r) / 2.
 *
 * Red follows (Yellow to move, an odd number of columns of odd height). Red needs a threat t on an
 * odd row that is not playable yet, in any column c, and turns that column: in it Red plays the odd cells.
 * T: the cells S of the other columns, and the playable cell of c if it is odd, an even number
 * again. When Yellow plays in T, Red plays another cell of T; otherwise Red plays directly above. In
 * c Yellow gets the even cells below t, and Red t itself, so the unpaired top cell of c is never
 * needed. If Yellow's discs, the odd empty cells outside c, T, and the even cells of c below t hold
 * no line, Red wins by filling: worth (height - r) / 2 for t on row r.
 *
 * Yellow follows with two such threats in two columns, both turned: T is even again. Red gives way
 * to one of them when nothing else is left, the cells from below the other one up are empty then,
 * and it is worth (height - r) / 2 for both and one more.
 *
 * In all cases, a threat of the follower on a cell that is guaranteed (even, not in S, not in a
 * turned column) stops the leader from ever playing below it, so no cell above it comes to the
 * leader; and such threats add up: with the lowest one of each column, all even cells from there up
 * stay empty or are the follower's, each worth one more. */
#ifndef ENGINE_SEARCH_FOLLOW_H
#define ENGINE_SEARCH_FOLLOW_H

#include "engine/search_geometry.h"

enum { NO_BOUND = -100 };

/* The even cells from a column's lowest assured threat upwards. */
static inline uint64_t assured_cells(geometry_ref geo, uint64_t threats)
{
    for (int step = 2; step < geo_height(geo); step += 2)
        threats |= threats << 2 & geo_even(geo);
    return threats;
}

static inline uint64_t rows_up_to(geometry_ref geo, int row)
{
    return geo_bottom(geo) * ((UINT64_C(2) << row) - 1);
}

/* Few cells are assured: without a popcount instruction a loop over them is faster. */
static inline int assured_worth(uint64_t assured)
{
    int count = 0;
    for (; assured; assured &= assured - 1)
        count++;
    return count;
}

struct follow {
    uint64_t leader, follower, wins; /* the follower's winning cells */
    uint64_t empty, ground;          /* ground: the playable cells */
    uint64_t pairs;                  /* the cells S */
};

/* The follower is second and gets the even cells. */
static inline int follow_even(geometry_ref geo, const struct follow *f, uint64_t assured, int beta)
{
    int height = geo_height(geo), worth = assured_worth(assured);
    if (beta > height / 2 && worth < beta)
        return NO_BOUND;
    if (has_line(geo, f->leader | (f->empty & geo_odd(geo) & ~(assured << 1)) | f->pairs))
        return NO_BOUND;
    if (beta <= 0)
        return 0;
    if (worth >= beta)
        return beta;
    uint64_t mine = f->empty & geo_even(geo) & ~f->pairs;
    bool has_late_line =
        beta <= height / 2 &&
        has_line(geo, f->follower | (mine & rows_up_to(geo, height + 1 - 2 * beta)));
    return has_late_line ? beta : NO_BOUND;
}

/* A column that the follower turns for their lowest threat on an odd row in it. */
struct turned {
    uint64_t cells; /* the column's */
    uint64_t given; /* cells that the leader may get there */
    int worth;
};

/* Removes the lowest threat and all others of its column from the list. */
static inline struct turned turned_take(geometry_ref geo, const struct follow *f, uint64_t *threats)
{
    uint64_t threat = *threats & -*threats;
    int slot = __builtin_ctzll(threat), row = slot % geo_pitch(geo);
    uint64_t cells = geo_column(geo) << (slot - row);
    *threats &= ~cells;
    uint64_t even_below = (threat - 1) & f->empty & geo_even(geo);
    return (struct turned){cells, (even_below | f->ground) & cells, (geo_height(geo) - row) / 2};
}

/* Whether these columns can be turned: the leader has no line in the remaining cells. */
static inline bool turned_holds(geometry_ref geo, const struct follow *f, uint64_t assured,
                                uint64_t columns, uint64_t given)
{
    uint64_t others = (f->empty & geo_odd(geo) & ~(assured << 1)) | f->pairs;
    return !has_line(geo, f->leader | (others & ~columns) | given);
}

static inline uint64_t turning_threats(geometry_ref geo, const struct follow *f)
{
    return f->wins & geo_odd(geo) & ~f->ground;
}

/* Not inline: it is rarely reached and would take registers from the hot code. */
static __attribute__((noinline)) int follow_turning_two(geometry_ref geo, const struct follow *f,
                                                        uint64_t assured, int beta)
{
    uint64_t threats = turning_threats(geo, f);
    while (threats) {
        struct turned one = turned_take(geo, f, &threats);
        for (uint64_t rest = threats; rest;) {
            struct turned two = turned_take(geo, f, &rest);
            uint64_t columns = one.cells | two.cells, sure = assured & ~columns;
            int worth = one.worth + two.worth + 1 + assured_worth(sure);
            if (worth >= beta && turned_holds(geo, f, sure, columns, one.given | two.given))
                return worth;
        }
    }
    return NO_BOUND;
}

static inline int follow_as_second(geometry_ref geo, const struct follow *f, int beta)
{
    enum { BETA_MAX = 9 };
    if (beta > BETA_MAX)
        return NO_BOUND;
    uint64_t assured = assured_cells(geo, f->wins & f->empty & geo_even(geo) & ~f->pairs);
    int sure = follow_even(geo, f, assured, beta);
    uint64_t threats = turning_threats(geo, f);
    if (sure != NO_BOUND || !(threats & (threats - 1)))
        return sure;
    return follow_turning_two(geo, f, assured, beta);
}

static inline int follow_as_first(geometry_ref geo, const struct follow *f, int beta)
{
    enum { BETA_MAX = 8 };
    if (beta > BETA_MAX)
        return NO_BOUND;
    uint64_t threats = turning_threats(geo, f);
    uint64_t even_threats = f->wins & geo_even(geo) & f->empty & ~f->pairs;
    while (threats) {
        struct turned one = turned_take(geo, f, &threats);
        uint64_t assured = assured_cells(geo, even_threats & ~one.cells);
        int worth = one.worth + assured_worth(assured);
        if (worth >= beta && turned_holds(geo, f, assured, one.cells, one.given))
            return worth;
    }
    return NO_BOUND;
}

/* A score >= beta that the player not to move is guaranteed, or NO_BOUND. The board has `ply`
 * discs; `wins` are the follower's winning cells. */
static inline int follow(geometry_ref geo, uint64_t leader, uint64_t follower, uint64_t wins,
                         int ply, int beta)
{
    if (geo_height(geo) % 2)
        return NO_BOUND; /* the top cell of a column has no cell above it for the answer */
    uint64_t all = leader | follower, ground = (all + geo_bottom(geo)) & geo_board(geo);
    struct follow f = {
        leader, follower, wins, geo_board(geo) & ~all, ground, ground & geo_even(geo)};
    return ply % 2 ? follow_as_first(geo, &f, beta) : follow_as_second(geo, &f, beta);
}

#endif
