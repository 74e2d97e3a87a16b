/* Helpers for the tests of analysis, threats, sentences and review. Include cmocka.h, stdlib.h and
 * string.h first. */
#ifndef ENGINE_SOLVER_FIXTURE_TEST_H
#define ENGINE_SOLVER_FIXTURE_TEST_H

#include "core/fixture_test.h"

/* A board with a solver of its own. */
struct table {
    ff_rules rules;
    ff_solver *solver;
    void *memory;
    uint64_t dice;
};

static inline struct table *table_open(const char *board)
{
    struct table *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->rules = rules_of(board);
    t->memory = malloc(FF_SOLVER_MIN);
    assert_non_null(t->memory);
    assert_err(ff_solver_open(&t->solver, &t->rules, t->memory, FF_SOLVER_MIN), FF_OK, board);
    t->dice = 88172645463325252u;
    return t;
}

static inline void table_close(struct table *t)
{
    free(t->memory);
    free(t);
}

/* 0..below-1, always the same sequence (xorshift64). */
static inline unsigned table_roll(struct table *t, unsigned below)
{
    t->dice ^= t->dice << 13;
    t->dice ^= t->dice >> 7;
    t->dice ^= t->dice << 17;
    return (unsigned)((t->dice >> 32) % below);
}

/* A game of random moves: `plies` long, or shorter if it ends. */
static inline ff_game table_game(struct table *t, int plies)
{
    ff_game game = ff_game_start(&t->rules);
    while (game.position.ply < plies && game.position.status == FF_PLAYING)
        (void)ff_game_drop(&game, (int)table_roll(t, t->rules.columns));
    return game;
}

/* One random move that does not end the game; false if none was found. */
static inline bool table_drift(struct table *t, ff_position *p)
{
    enum { TRIES = 40 };
    for (int i = 0; i < TRIES; i++) {
        ff_position after = *p;
        if (ff_position_drop(&after, (int)table_roll(t, t->rules.columns)) ||
            after.status != FF_PLAYING)
            continue;
        *p = after;
        return true;
    }
    return false;
}

/* A position after that many random moves that is not over. */
static inline ff_position table_position(struct table *t, int plies)
{
    ff_position p = ff_position_start(&t->rules);
    while (p.ply < plies)
        if (!table_drift(t, &p))
            p = ff_position_start(&t->rules);
    return p;
}

static inline ff_position table_after(struct table *t, const char *moves)
{
    ff_game game;
    assert_err(ff_game_read(&game, &t->rules, moves, strlen(moves), NULL), FF_OK, moves);
    return game.position;
}

/* The exact score of a move by the solver alone; the game must not be over before it. */
static inline int table_score(struct table *t, const ff_position *before, int column)
{
    ff_position after = *before;
    ff_solution solution;
    assert_int_equal(ff_position_drop(&after, column), FF_OK);
    if (after.status == FF_DRAWN)
        return 0;
    if (after.status == FF_WON)
        return (t->rules.cells - before->ply + 1) / 2;
    assert_int_equal(ff_solver_solve(t->solver, &after, &solution), FF_OK);
    assert_int_equal(solution.low, solution.high);
    return -solution.low;
}

/* The columns into which a disc of this colour would win at once, found by dropping it. */
static inline unsigned table_wins(const ff_position *p, ff_color color)
{
    unsigned columns = 0;
    for (int column = 0; column < p->rules->columns; column++) {
        ff_position after = *p;
        after.ply = (uint16_t)color; /* its parity gives the side to move */
        if (!ff_position_drop(&after, column) && after.status == FF_WON)
            columns |= 1u << column;
    }
    return columns;
}

#endif
