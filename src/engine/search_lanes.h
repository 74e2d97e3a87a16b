/* Part of the search template (see search_body.h): four columns of the classic board at a time,
 * with AVX2. It answers exactly what the plain code in search_children.h answers. */
#ifndef ENGINE_SEARCH_LANES_H
#define ENGINE_SEARCH_LANES_H

typedef uint64_t lanes __attribute__((vector_size(32)));
typedef int64_t lanes_mask __attribute__((vector_size(32)));
typedef double lanes_real __attribute__((vector_size(32)));

/* A bit for each lane whose mask is set. */
static inline unsigned lanes_bits(lanes_mask mask)
{
    return (unsigned)__builtin_ia32_movmskpd256((lanes_real)mask);
}

static inline lanes lanes_wins_dir(lanes x, int d)
{
    lanes l = x << d, r = x >> d, left = l & x << 2 * d, right = r & x >> 2 * d;
    return (left & (x << 3 * d | r)) | (right & (l | x >> 3 * d));
}

static inline lanes lanes_lines_dir(lanes x, int d)
{
    x &= x >> d;
    return x & x >> 2 * d;
}

/* The columns of lanes 0-3 and 4-7 from the middle outwards; there is no column 7, and no move in
 * it. */
static inline lanes lanes_columns(geometry_ref geo, int first)
{
    if (first == 0)
        return (lanes){column_mask(geo, 3), column_mask(geo, 2), column_mask(geo, 4),
                       column_mask(geo, 1)};
    return (lanes){column_mask(geo, 5), column_mask(geo, 0), column_mask(geo, 6), 0};
}

static inline bool lanes_expand(geometry_ref geo, struct children *c, const struct node *node,
                                uint64_t moves, int first)
{
    int p = geo_pitch(geo);
    lanes move = lanes_columns(geo, first) & moves;
    lanes taken = move | (node->me | node->opponent), own = move | node->me;
    lanes playable = (taken + geo_bottom(geo)) & geo_board(geo);
    lanes wins = (own << 1 & own << 2 & own << 3) | lanes_wins_dir(own, p - 1) |
                 lanes_wins_dir(own, p) | lanes_wins_dir(own, p + 1);
    wins &= geo_board(geo) & ~taken;
    lanes direct = wins & playable;
    lanes replies = (direct | (playable & (lanes)(direct == 0))) & ~(wins >> 1);
    lanes_mask decided = ((direct & (direct - 1)) != 0) | ((replies == 0) & (playable != 0));
    unsigned legal = lanes_bits(move != 0);
    for (int i = 0; i < 4; i++) {
        c->move[first + i] = move[i];
        c->wins[first + i] = wins[i];
    }
    c->legal |= legal << first;
    return (lanes_bits(decided) & legal) != 0;
}

static inline bool expand(geometry_ref geo, struct children *c, const struct node *node,
                          uint64_t moves)
{
    c->legal = 0;
    return lanes_expand(geo, c, node, moves, 0) || lanes_expand(geo, c, node, moves, 4);
}

/* The lanes in which following can hold at all: the leader has no line in what he may own (I am
 * second), or I have the odd threat that it takes (I am first). */
static inline unsigned lanes_candidates(geometry_ref geo, const struct children *c,
                                        const struct node *node, int first)
{
    lanes move = {c->move[first], c->move[first + 1], c->move[first + 2], c->move[first + 3]};
    lanes wins = {c->wins[first], c->wins[first + 1], c->wins[first + 2], c->wins[first + 3]};
    lanes taken = move | (node->me | node->opponent), empty = ~taken & geo_board(geo);
    lanes pairs = (taken + geo_bottom(geo)) & geo_even(geo);
    if (node->ply % 2 == 0) {
        lanes feet = (pairs >> 1 | pairs >> 3 | pairs >> 5) & geo_bottom(geo);
        return lanes_bits((wins & geo_odd(geo) & ((feet << 6) - feet)) != 0);
    }
    lanes assured = wins & empty & geo_even(geo) & ~pairs;
    assured |= assured << 2 & geo_even(geo);
    assured |= assured << 2 & geo_even(geo);
    lanes leader = (empty & geo_odd(geo) & ~(assured << 1)) | pairs | node->opponent;
    int p = geo_pitch(geo);
    return lanes_bits((lanes_lines_dir(leader, 1) | lanes_lines_dir(leader, p - 1) |
                       lanes_lines_dir(leader, p) | lanes_lines_dir(leader, p + 1)) == 0);
}

static inline int follow_children(geometry_ref geo, const struct children *c,
                                  const struct node *node, int beta)
{
    for (int first = 0; first < 8; first += 4) {
        unsigned legal = c->legal & 15u << first;
        if (!legal)
            continue;
        for (unsigned rest = legal & lanes_candidates(geo, c, node, first) << first; rest;
             rest &= rest - 1) {
            unsigned lane = lane_first(rest);
            int score = follow_child(geo, c, node, lane, beta);
            if (score != NO_BOUND)
                return score;
        }
    }
    return NO_BOUND;
}

#endif
