/* Which moves might parry a win by continuous fours.
 *
 * Suppose that it were the opponent's turn, and that it wins by a sequence of fours a1, d1, a2, d2,
 * ... where each d is the only answer to the a before it. Now the side to move plays a cell c
 * instead. The same sequence still wins unless
 * - c is one of its cells, the last winning cells included; or
 * - c makes a threat, sooner or later, that the opponent has to answer: a line through c, without a
 *   disc of the opponent, that lacks one cell besides c when own discs and answers d are counted; or
 * - c is below a cell that then completes a line of own discs, answers and c.
 * A cell's support is on the board or in the sequence, so gravity changes nothing else. */
#include "engine/prove.h"

struct zone {
    const struct vcf_board *board;
    uint64_t used[FF_WORDS];    /* cells of the sequence */
    uint64_t answers[FF_WORDS]; /* those of them that are answers */
};

static void cell_add(uint64_t *words, int cell)
{
    words[cell / 64] |= UINT64_C(1) << cell % 64;
}

static bool has_cell(const uint64_t *words, int cell)
{
    return words[cell / 64] >> cell % 64 & 1;
}

/* The cells where the side that has just moved could complete a line now; at most two of them. */
static int threats_now(const struct vcf_board *b, const struct vcf_state *s, int out[2])
{
    int count = 0, me = !(s->ply % 2);
    for (int column = 0; column < b->rules->columns && count < 2; column++) {
        int cell = vcf_landing(b, s, column);
        if (cell >= 0 && has_cell(s->wins[me], cell))
            out[count++] = cell;
    }
    return count;
}

/* Plays a four and its answer, if that can be one. False once the sequence has won. */
static bool zone_follow(struct zone *z, struct vcf_state *s, int cell)
{
    int threat[2];
    cell_add(z->used, cell);
    if (has_cell(s->wins[s->ply % 2], cell))
        return false;
    vcf_play(z->board, s, cell);
    int count = threats_now(z->board, s, threat);
    for (int i = 0; i < count; i++)
        cell_add(z->used, threat[i]);
    if (count != 1)
        return false;
    cell_add(z->answers, threat[0]);
    vcf_play(z->board, s, threat[0]);
    return true;
}

static int zone_search(const struct zone *z, const struct vcf_state *s, int nodes, int *cell)
{
    struct vcf_budget budget = {nodes, false};
    return vcf_search(z->board, s, VCF_DEPTH_MAX, &budget, cell);
}

/* The cells of the sequence. Each step is searched anew: a win below the first four is found with
 * fewer nodes than the whole. */
static bool zone_trace(struct zone *z, const struct vcf_state *state, int nodes)
{
    struct vcf_state s = *state;
    int cell = -1;
    s.ply ^= 1;
    while (zone_search(z, &s, nodes, &cell) > 0)
        if (!zone_follow(z, &s, cell))
            return true;
    return false;
}

/* How many cells of a line belong to a set. */
static int cells_common(int words, const uint64_t *line, const uint64_t *set)
{
    int count = 0;
    for (int i = 0; i < words; i++)
        count += __builtin_popcountll(line[i] & set[i]);
    return count;
}

/* Whether some line through a cell has at least `least` of its other cells in a set, and none in
 * another (null: any). */
static bool has_line_with(const struct vcf_board *b, int cell, const uint64_t *set, int least,
                          const uint64_t *without)
{
    for (int i = b->first[cell]; i < b->first[cell + 1]; i++) {
        const uint64_t *line = b->through + b->words * i;
        if (cells_common(b->words, line, set) >= least &&
            (!without || !cells_common(b->words, line, without)))
            return true;
    }
    return false;
}

static bool zone_may_parry(const struct zone *z, const uint64_t *mine, const uint64_t *theirs,
                           int cell)
{
    int connect = z->board->rules->board.connect, height = z->board->rules->board.height;
    if (has_cell(z->used, cell) || has_line_with(z->board, cell, mine, connect - 2, theirs))
        return true;
    if (cell % height + 1 == height)
        return false;
    uint64_t with[FF_WORDS];
    for (int i = 0; i < FF_WORDS; i++)
        with[i] = mine[i];
    cell_add(with, cell);
    return has_line_with(z->board, cell + 1, with, connect - 1, NULL);
}

bool prove_zone(const struct vcf_board *board, const struct vcf_state *s, int nodes,
                uint64_t *columns)
{
    struct zone z = {.board = board};
    uint64_t mine[FF_WORDS];
    int me = s->ply % 2;
    if (!zone_trace(&z, s, nodes))
        return false;
    for (int i = 0; i < FF_WORDS; i++)
        mine[i] = s->discs[me][i] | z.answers[i];
    *columns = 0;
    for (int column = 0; column < board->rules->columns; column++) {
        int cell = vcf_landing(board, s, column);
        if (cell >= 0 && zone_may_parry(&z, mine, s->discs[!me], cell))
            *columns |= UINT64_C(1) << column;
    }
    return true;
}
