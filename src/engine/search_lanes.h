/* Part of the search template (see search_body.h): the columns of the classic board, four at a time
 * in one AVX2 register. It answers exactly what the plain code in search_children.h answers. */
#ifndef ENGINE_SEARCH_LANES_H
#define ENGINE_SEARCH_LANES_H

enum { LANES_WIDE = 4 }; /* columns in one register */

typedef uint64_t lanes __attribute__((vector_size(LANES_WIDE * 8)));
typedef int64_t lanes_mask __attribute__((vector_size(LANES_WIDE * 8)));
typedef double lanes_real __attribute__((vector_size(LANES_WIDE * 8)));
typedef lanes lanes_in_memory __attribute__((aligned(8), may_alias));

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

/* From the middle outwards. Column 7 does not exist and has no moves. */
static inline lanes lanes_columns(int first)
{
#define LANE(column) UINT64_C(63) << 7 * (column)
    static const uint64_t columns[8] = {LANE(3), LANE(2), LANE(4), LANE(1),
                                        LANE(5), LANE(0), LANE(6), 0};
#undef LANE
    return *(const lanes_in_memory *)(const void *)(columns + first);
}

static inline bool lanes_expand(geometry_ref geo, struct children *c, const struct node *node,
                                uint64_t moves, int first)
{
    int p = geo_pitch(geo);
    lanes move = lanes_columns(first) & moves;
    lanes taken = move | (node->me | node->opponent), own = move | node->me;
    lanes playable = (taken + geo_bottom(geo)) & geo_board(geo);
    lanes wins = (own << 1 & own << 2 & own << 3) | lanes_wins_dir(own, p - 1) |
                 lanes_wins_dir(own, p) | lanes_wins_dir(own, p + 1);
    wins &= geo_board(geo) & ~taken;
    lanes direct = wins & playable;
    lanes replies = (direct | (playable & (lanes)(direct == 0))) & ~(wins >> 1);
    lanes_mask decided = ((direct & (direct - 1)) != 0) | ((replies == 0) & (playable != 0));
    unsigned legal = lanes_bits(move != 0);
    *(lanes_in_memory *)(void *)(c->move + first) = move;
    *(lanes_in_memory *)(void *)(c->wins + first) = wins;
    for (int i = 0; i < LANES_WIDE; i++)
        c->any_wins |= wins[i];
    c->legal |= legal << first;
    return (lanes_bits(decided) & legal) != 0;
}

static inline bool expand(const struct search *s, struct children *c, const struct node *node,
                          uint64_t moves)
{
    c->legal = 0;
    c->any_wins = 0;
    for (int first = 0; first < 8; first += LANES_WIDE)
        if (lanes_expand(&s->geo, c, node, moves, first))
            return true;
    return false;
}

#endif
