/* Stopped searches: the bounds are right, the tables stay valid, and the work is kept. */
#include "solver_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NODES_BETWEEN_ASKS = 8192 };

static void assert_stopped(const ff_solution *s, ff_err err, long limit)
{
    assert_int_equal(err, FF_E_STOPPED);
    assert_true(s->low <= RIG_HARD_SCORE && RIG_HARD_SCORE <= s->high && s->low < s->high);
    assert_true(s->low >= -16 && s->high <= 16);
    assert_true(s->nodes <= (uint64_t)(limit + 1) * NODES_BETWEEN_ASKS);
}

static void a_stopped_solver_gives_bounds_and_can_continue(void **state)
{
    (void)state;
    static const long limits[] = {0, 1, 2, 7, 20};
    struct rig *b = rig_open(7, 6);
    ff_position position = rig_position(&b->rules, rig_hard_moves, RIG_HARD_PLY);
    ff_solution whole, part, rest;
    assert_int_equal(ff_solver_solve(b->kept, &position, &whole), FF_OK);
    assert_int_equal(whole.low, RIG_HARD_SCORE);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct rig_patience patience = {0, limits[i]};
        ff_solver_reset(b->tiny);
        ff_solver_watch(b->tiny, rig_patience_ends, &patience);
        ff_err err = ff_solver_solve(b->tiny, &position, &part);
        assert_stopped(&part, err, limits[i]);
        assert_int_equal(patience.asks, limits[i] + 1);
        ff_solver_watch(b->tiny, NULL, NULL);
        assert_int_equal(ff_solver_solve(b->tiny, &position, &rest), FF_OK);
        assert_true(rest.low == RIG_HARD_SCORE && rest.high == RIG_HARD_SCORE);
    }
    rig_close(b);
}

/* Work before a stop is not repeated. */
static void a_solver_that_is_stopped_often_still_finishes(void **state)
{
    (void)state;
    struct rig *b = rig_open(7, 6);
    ff_position position = rig_position(&b->rules, rig_hard_moves, RIG_HARD_PLY);
    ff_solution whole, part;
    ff_err err = FF_E_STOPPED;
    assert_int_equal(ff_solver_solve(b->kept, &position, &whole), FF_OK);
    long limit = (long)(whole.nodes / NODES_BETWEEN_ASKS), rounds = 0;
    assert_true(limit >= 4);
    ff_solver_reset(b->kept);
    while (err == FF_E_STOPPED) {
        struct rig_patience patience = {0, limit};
        ff_solver_watch(b->kept, rig_patience_ends, &patience);
        err = ff_solver_solve(b->kept, &position, &part);
        if (err)
            assert_stopped(&part, err, limit);
        assert_true(++rounds < 100);
    }
    assert_int_equal(err, FF_OK);
    assert_true(rounds > 1);
    assert_true(part.low == RIG_HARD_SCORE && part.high == RIG_HARD_SCORE);
    assert_true(part.nodes < whole.nodes);
    ff_solver_watch(b->kept, NULL, NULL);
    assert_int_equal(ff_solver_solve(b->kept, &position, &part), FF_OK);
    assert_true(part.low == RIG_HARD_SCORE && part.nodes < whole.nodes / 8);
    rig_close(b);
}

static void a_stop_leaves_the_tables_valid(void **state)
{
    (void)state;
    struct rig *b = rig_open(7, 6);
    int rounds = is_short_run() ? 10 : 1000;
    for (int i = 0; i < rounds;) {
        int moves[FF_CELLS_MAX] = {0}, ply = 16 + dice_roll(&b->dice, 12);
        if (!rig_play(b, moves, ply))
            continue;
        struct rig_patience patience = {0, dice_roll(&b->dice, 4)};
        ff_position position = rig_position(&b->rules, moves, ply);
        ff_solution part;
        ff_solver_watch(b->kept, rig_patience_ends, &patience);
        (void)ff_solver_solve(b->kept, &position, &part);
        ff_solver_watch(b->kept, NULL, NULL);
        ff_solver_reset(b->tiny);
        int score = rig_solve(b->tiny, &position);
        assert_true(part.low <= score && score <= part.high);
        rig_assert_score(b->kept, &position, moves, "after a stop", score);
        assert_int_equal(rig_score_by_children(b->kept, &position), score);
        i++;
    }
    rig_close(b);
}

/* Bounds of a position after at most this many stop checks, whether the score is found or not. */
static ff_solution bounds_of(ff_solver *solver, const ff_position *position, long asks)
{
    struct rig_patience patience = {0, asks};
    ff_solution bounds;
    ff_solver_watch(solver, rig_patience_ends, &patience);
    ff_err err = ff_solver_solve(solver, position, &bounds);
    ff_solver_watch(solver, NULL, NULL);
    assert_true(err == FF_OK || err == FF_E_STOPPED);
    assert_true(err == FF_OK ? bounds.low == bounds.high : bounds.low < bounds.high);
    return bounds;
}

/* The bounds of a position and of its moves must allow a common score. */
static void check_bounds(struct rig *b, const int *moves, int ply)
{
    enum { ASKS = 5 };
    ff_position position = rig_position(&b->rules, moves, ply);
    ff_solution own = bounds_of(b->kept, &position, ASKS);
    uint8_t columns[FF_COLUMNS_MAX];
    int count = ff_position_moves(&position, columns), low = -FF_CELLS_MAX, high = -FF_CELLS_MAX;
    for (int i = 0; i < count; i++) {
        ff_position next = position;
        assert_int_equal(ff_position_drop(&next, columns[i]), FF_OK);
        int won = (next.rules->cells + 2 - next.ply) / 2;
        ff_solution s =
            next.status == FF_WON ? (ff_solution){-won, -won, 0} : bounds_of(b->kept, &next, ASKS);
        low = -s.high > low ? -s.high : low;
        high = -s.low > high ? -s.low : high;
    }
    if (own.low > high || own.high < low)
        rig_fail(&position, moves, "bounds", own.low, own.high, low);
}

/* Too early for brute force and too large to solve here, but all bounds must be consistent. */
static void bounds_of_large_boards_are_consistent(void **state)
{
    (void)state;
    static const int sides[][2] = {{8, 7}, {9, 6}, {7, 8}, {12, 4}, {10, 5}, {5, 11}, {6, 9}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct rig *b = rig_open(sides[i][0], sides[i][1]);
        int count = is_short_run() ? 2 : 6;
        while (count > 0) {
            int moves[FF_CELLS_MAX] = {0}, ply = 4 + dice_roll(&b->dice, 16);
            if (!rig_play(b, moves, ply))
                continue;
            check_bounds(b, moves, ply);
            count--;
        }
        rig_close(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stopped_solver_gives_bounds_and_can_continue),
        cmocka_unit_test(a_solver_that_is_stopped_often_still_finishes),
        cmocka_unit_test(a_stop_leaves_the_tables_valid),
        cmocka_unit_test(bounds_of_large_boards_are_consistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
