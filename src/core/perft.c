#include "core/position.h"

/* Boards of one word with a free bit on top of each column. Adding each column's lowest bit carries
 * up through its discs into the first empty cell: one addition gives all moves. */
struct perft_word {
    const ff_rules *rules;
    uint64_t bottoms, cells;
};

static inline bool perft_is_won(const struct perft_word *w, uint64_t own)
{
    if (w->rules->kernel == RUNS_CLASSIC)
        return runs_in_classic(own);
    return runs_elsewhere(w->rules, (const uint64_t[FF_WORDS]){own}, 0, 0);
}

static uint64_t perft_word_count(const struct perft_word *w, uint64_t own, uint64_t all, int depth)
{
    uint64_t moves = (all + w->bottoms) & w->cells, sum = 0;
    if (depth == 1)
        return (uint64_t)__builtin_popcountll(moves);
    for (; moves; moves &= moves - 1) {
        uint64_t disc = moves & -moves;
        if (!perft_is_won(w, own | disc))
            sum += perft_word_count(w, all ^ own, all | disc, depth - 1);
    }
    return sum;
}

static uint64_t perft_in_word(const ff_position *p, int depth)
{
    const ff_rules *rules = p->rules;
    struct perft_word w = {.rules = rules};
    for (int column = 0; column < rules->columns; column++) {
        w.bottoms |= UINT64_C(1) << rules->base[column];
        w.cells |= ((UINT64_C(1) << rules->board.height) - 1) << rules->base[column];
    }
    return perft_word_count(&w, p->discs[p->ply % 2][0], p->discs[0][0] | p->discs[1][0], depth);
}

static uint64_t perft_anywhere(ff_position *p, int depth)
{
    uint8_t columns[FF_COLUMNS_MAX];
    int count = ff_position_moves(p, columns);
    if (depth == 1)
        return (uint64_t)count;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        (void)position_play(p, columns[i]);
        sum += perft_anywhere(p, depth - 1);
        position_unplay(p, columns[i]);
    }
    return sum;
}

uint64_t ff_perft(const ff_position *position, int depth)
{
    if (depth <= 0)
        return 1;
    if (position->status != FF_PLAYING)
        return 0;
    if (position->rules->kernel == RUNS_CLASSIC || position->rules->kernel == RUNS_WORD)
        return perft_in_word(position, depth);
    ff_position p = *position;
    return perft_anywhere(&p, depth);
}
