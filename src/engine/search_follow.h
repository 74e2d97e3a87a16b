/* Part of the search template (see search_body.h): what a follower can be sure of.
 *
 * On boards of even height one player can answer every move directly above it: the follower. Rows
 * are named odd and even as players count them, from 1.
 *
 * Yellow follows (Red to move, so an even number of columns have odd height). S: the playable cells
 * on even rows, an even number. When Red plays in S, Yellow plays another cell of S; otherwise
 * Yellow plays directly above. This is always possible. Then Red owns at most his discs, the odd
 * empty cells and S; if they hold no line, Red does not win. Yellow owns at least his discs and the
 * even empty cells outside S: a line in them whose highest added cell is on row r (from 0) stands
 * before the cells above that row are needed, and is worth (height + 1 - r) / 2.
 *
 * Red follows (Yellow to move, an odd number of columns of odd height). He needs a threat t on an
 * odd row in such a column c; the S cells of the other odd columns are paired with each other, and
 * everywhere else he plays directly above. In c Yellow gets the even cells below t, and Red t
 * itself, so the unpaired top cell of c is never needed. If Yellow's discs, the odd empty cells and
 * S outside c, and the even cells of c below t hold no line, Red wins by filling: worth
 * (height - r) / 2 for t on row r.
 *
 * In both cases, a threat of the follower on a cell he is sure to get (even, not in S, not in c)
 * stops the leader from ever playing below it, so no cell above it comes to the leader; and such
 * threats add up: with the lowest one of each column, all even cells from there up stay empty or
 * are his, each worth one more. */
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

/* Few cells are assured: a loop over them is shorter than a count of 64 bits without the
 * instruction for it. */
static inline int assured_worth(uint64_t assured)
{
    int count = 0;
    for (; assured; assured &= assured - 1)
        count++;
    return count;
}

struct follow {
    uint64_t leader, follower, wins; /* the follower's winning cells */
    uint64_t empty, pairs;           /* pairs: the cells S */
};

static inline int follow_as_second(geometry_ref geo, const struct follow *f, int beta)
{
    enum { BETA_MAX = 9 };
    if (beta > BETA_MAX)
        return NO_BOUND;
    uint64_t mine = f->empty & geo_even(geo) & ~f->pairs;
    uint64_t assured = assured_cells(geo, f->wins & mine);
    int height = geo_height(geo), worth = assured_worth(assured);
    if (beta > height / 2 && worth < beta)
        return NO_BOUND;
    if (has_line(geo, f->leader | (f->empty & geo_odd(geo) & ~(assured << 1)) | f->pairs))
        return NO_BOUND;
    if (beta <= 0)
        return 0;
    if (worth >= beta)
        return beta;
    bool has_late_line =
        beta <= height / 2 &&
        has_line(geo, f->follower | (mine & rows_up_to(geo, height + 1 - 2 * beta)));
    return has_late_line ? beta : NO_BOUND;
}

/* All cells of the columns in which these cells lie, which are on even rows. */
static inline uint64_t columns_of_even(geometry_ref geo, uint64_t cells)
{
    uint64_t feet = 0;
    for (int row = 1; row < geo_height(geo); row += 2)
        feet |= cells >> row & geo_bottom(geo);
    return (feet << geo_height(geo)) - feet;
}

static inline int follow_as_first(geometry_ref geo, const struct follow *f, int beta)
{
    enum { BETA_MAX = 8 };
    if (beta > BETA_MAX)
        return NO_BOUND;
    uint64_t threats = f->wins & geo_odd(geo) & columns_of_even(geo, f->pairs);
    uint64_t even_threats = f->wins & geo_even(geo) & f->empty & ~f->pairs;
    while (threats) {
        uint64_t threat = threats & -threats;
        int slot = __builtin_ctzll(threat), row = slot % geo_pitch(geo);
        uint64_t column = geo_column(geo) << (slot - row);
        uint64_t assured = assured_cells(geo, even_threats & ~column);
        int worth = (geo_height(geo) - row) / 2 + assured_worth(assured);
        threats &= ~column;
        if (worth < beta)
            continue;
        uint64_t others = (f->empty & geo_odd(geo) & ~(assured << 1)) | f->pairs;
        uint64_t below = (threat - 1) & column & f->empty & geo_even(geo);
        if (!has_line(geo, f->leader | (others & ~column) | below))
            return worth;
    }
    return NO_BOUND;
}

/* A score >= beta that the player not to move can be sure of, or NO_BOUND. `ply` discs lie on the
 * board, `wins` are the follower's winning cells. */
static inline int follow(geometry_ref geo, uint64_t leader, uint64_t follower, uint64_t wins,
                         int ply, int beta)
{
    if (geo_height(geo) % 2)
        return NO_BOUND; /* the top cell of a column has no cell above it to answer with */
    uint64_t all = leader | follower;
    struct follow f = {leader, follower, wins, geo_board(geo) & ~all,
                       (all + geo_bottom(geo)) & geo_even(geo)};
    return ply % 2 ? follow_as_first(geo, &f, beta) : follow_as_second(geo, &f, beta);
}

#endif
