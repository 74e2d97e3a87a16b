#include "solver_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RESET_EVERY = RIG_RESET_EVERY };

const int rig_hard_moves[RIG_HARD_PLY] = {1, 3, 0, 5, 5, 0, 4, 4, 4, 1};

void *rig_memory(size_t size)
{
    void *memory = malloc(size);
    assert_non_null(memory);
    return memory;
}

ff_solver *rig_solver(const ff_rules *rules, void *memory, size_t size)
{
    ff_solver *solver = NULL;
    assert_int_equal(ff_solver_open(&solver, rules, memory, size), FF_OK);
    assert_non_null(solver);
    return solver;
}

struct rig *rig_open(int width, int height)
{
    struct rig *b = calloc(1, sizeof *b);
    assert_non_null(b);
    assert_int_equal(ff_rules_init(&b->rules, (ff_board){width, height, 1, 4}), FF_OK);
    b->memory = rig_memory(FF_SOLVER_GOOD);
    b->tiny_memory = rig_memory(FF_SOLVER_MIN);
    b->kept = rig_solver(&b->rules, b->memory, FF_SOLVER_GOOD);
    b->tiny = rig_solver(&b->rules, b->tiny_memory, FF_SOLVER_MIN);
    b->brute = brute_open(width, height);
    assert_non_null(b->brute);
    b->dice = dice_seed() + (uint64_t)(width * 100 + height);
    return b;
}

void rig_close(struct rig *b)
{
    brute_close(b->brute);
    free(b->memory);
    free(b->tiny_memory);
    free(b);
}

ff_position rig_position(const ff_rules *rules, const int *moves, int count)
{
    ff_position position = ff_position_start(rules);
    for (int i = 0; i < count; i++)
        assert_int_equal(ff_position_drop(&position, moves[i]), FF_OK);
    return position;
}

void rig_fail(const ff_position *p, const int *moves, const char *what, int low, int high,
              int wanted)
{
    (void)fprintf(stderr, "%dx%d, columns from 0:", p->rules->board.width, p->rules->board.height);
    for (int i = 0; moves && i < p->ply; i++)
        (void)fprintf(stderr, " %d", moves[i]);
    (void)fprintf(stderr, "\n  %s: %d to %d, not %d\n", what, low, high, wanted);
    fail_msg("%s: %d to %d, not %d", what, low, high, wanted);
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

int rig_solve(ff_solver *solver, const ff_position *position)
{
    ff_solution solution;
    assert_int_equal(ff_solver_solve(solver, position, &solution), FF_OK);
    assert_int_equal(solution.low, solution.high);
    return solution.low;
}

void rig_assert_score(ff_solver *solver, const ff_position *position, const int *moves,
                      const char *what, int wanted)
{
    ff_solution s;
    assert_int_equal(ff_solver_solve(solver, position, &s), FF_OK);
    if (s.low != wanted || s.high != wanted)
        rig_fail(position, moves, what, s.low, s.high, wanted);
}

void rig_assert_outcome(ff_solver *solver, const ff_position *position, const int *moves,
                        const char *what, int wanted)
{
    ff_solution s;
    assert_int_equal(ff_solver_outcome(solver, position, &s), FF_OK);
    if (sign(s.low) != sign(wanted) || sign(s.high) != sign(wanted) || s.low > s.high)
        rig_fail(position, moves, what, s.low, s.high, wanted);
}

void rig_mirror(int *out, const int *moves, int count, int width)
{
    for (int i = 0; i < count; i++)
        out[i] = width - 1 - moves[i];
}

/* Checks all answers of both solvers for one position. */
void rig_assert_all(struct rig *b, const int *moves, int count, int wanted)
{
    int back[FF_CELLS_MAX] = {0};
    ff_position position = rig_position(&b->rules, moves, count);
    rig_mirror(back, moves, count, b->rules.board.width);
    ff_position mirror = rig_position(&b->rules, back, count);
    if (b->asked++ % RESET_EVERY == 0)
        ff_solver_reset(b->tiny);
    rig_assert_outcome(b->tiny, &position, moves, "outcome, little memory", wanted);
    rig_assert_score(b->tiny, &position, moves, "little memory", wanted);
    rig_assert_score(b->kept, &position, moves, "table kept", wanted);
    rig_assert_score(b->kept, &mirror, back, "mirrored", wanted);
    rig_assert_outcome(b->kept, &position, moves, "outcome, table kept", wanted);
}

static bool can_win(struct naive *naive)
{
    bool is_won = false;
    for (int column = 0; column < naive->width && !is_won; column++) {
        if (!naive_can_drop(naive, column))
            continue;
        naive_drop(naive, column);
        is_won = naive->outcome == NAIVE_WON;
        naive_undo(naive);
    }
    return is_won;
}

/* A random move, if possible one that does not let the opponent win: such games stay open for long.
 */
static int careful_move(uint64_t *dice, struct naive *naive)
{
    int column = 0;
    for (int tries = 0; tries < 8; tries++) {
        column = dice_move(dice, naive, true);
        naive_drop(naive, column);
        bool is_good = naive->outcome == NAIVE_PLAYING && !can_win(naive);
        naive_undo(naive);
        if (is_good)
            break;
    }
    return column;
}

/* Plays a random game up to a ply, usually a careful one, otherwise one that only avoids winning.
 * Returns false if every move would win. */
bool rig_play(struct rig *b, int *moves, int ply)
{
    struct naive naive = naive_on(b->rules.board);
    bool is_careful = dice_roll(&b->dice, 4) > 0;
    while (naive.ply < ply) {
        int column =
            is_careful ? careful_move(&b->dice, &naive) : dice_move(&b->dice, &naive, true);
        moves[naive.ply] = column;
        naive_drop(&naive, column);
        if (naive.outcome != NAIVE_PLAYING)
            return false;
    }
    return true;
}

/* The score from one ply deeper: the best move, with each reply scored by the solver. */
int rig_score_by_children(ff_solver *solver, const ff_position *position)
{
    uint8_t columns[FF_COLUMNS_MAX];
    int count = ff_position_moves(position, columns), best = -FF_CELLS_MAX;
    for (int i = 0; i < count; i++) {
        ff_position next = *position;
        assert_int_equal(ff_position_drop(&next, columns[i]), FF_OK);
        int score = next.status == FF_WON     ? (next.rules->cells + 2 - next.ply) / 2
                    : next.status == FF_DRAWN ? 0
                                              : -rig_solve(solver, &next);
        best = score > best ? score : best;
    }
    return best;
}

bool rig_patience_ends(void *host)
{
    struct rig_patience *patience = host;
    return ++patience->asks > patience->limit;
}
