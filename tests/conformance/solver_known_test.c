/* The solver, compared with itself one ply deeper and with published values. */
#include "solver_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Alternates between empty tables, kept tables, and solving the children before their parent. */
static void check_family(struct rig *b, const int *moves, int ply, int turn)
{
    ff_position position = rig_position(&b->rules, moves, ply);
    if (turn % 4 == 0)
        ff_solver_reset(b->tiny);
    if (turn % 2 == 0) {
        int score = rig_score_by_children(b->tiny, &position);
        rig_assert_all(b, moves, ply, score);
        return;
    }
    int score = rig_solve(b->kept, &position);
    assert_int_equal(rig_score_by_children(b->kept, &position), score);
    rig_assert_outcome(b->tiny, &position, moves, "outcome, little memory", score);
}

static void a_score_is_the_best_of_the_moves(void **state)
{
    (void)state;
    struct rig *b = rig_open(7, 6);
    int turns = is_short_run() ? 6 : 400;
    for (int turn = 0; turn < turns;) {
        int moves[FF_CELLS_MAX] = {0}, ply = (is_short_run() ? 20 : 11) + dice_roll(&b->dice, 16);
        if (!rig_play(b, moves, ply))
            continue;
        check_family(b, moves, ply, turn);
        turn++;
    }
    rig_close(b);
}

/* Each column is followed by its mirror image, whose score is still in the table. */
static void the_first_moves_of_7x6_score_minus_2_minus_1_0_1(void **state)
{
    (void)state;
    static const int expected[] = {-2, -1, 0, 1}; /* and back, because the board is symmetric */
    if (is_short_run())
        return;
    struct rig *b = rig_open(7, 6);
    ff_position start = ff_position_start(&b->rules);
    for (int column = 0; column < 4; column++) {
        int mirrored = 6 - column;
        ff_position left = rig_position(&b->rules, &column, 1);
        ff_position right = rig_position(&b->rules, &mirrored, 1);
        rig_assert_score(b->kept, &left, &column, "first move", -expected[column]);
        rig_assert_score(b->kept, &right, &mirrored, "first move", -expected[column]);
    }
    rig_assert_score(b->kept, &start, NULL, "empty board", 1);
    rig_close(b);
}

static void empty_boards_have_their_published_outcome(void **state)
{
    (void)state;
    static const struct {
        int width, height, outcome;
        bool is_quick;
    } cases[] = {
        {4, 4, 0, true}, {5, 4, 0, true},   {6, 4, -1, true}, {7, 4, 0, false}, {8, 4, -1, false},
        {4, 5, 0, true}, {5, 5, 0, true},   {6, 5, 0, false}, {7, 5, 0, false}, {4, 6, 0, true},
        {5, 6, 0, true}, {6, 6, -1, false}, {4, 7, 0, true},  {5, 7, 0, false}, {4, 8, 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (is_short_run() && !cases[i].is_quick)
            continue;
        struct rig *b = rig_open(cases[i].width, cases[i].height);
        ff_position start = ff_position_start(&b->rules);
        rig_assert_outcome(b->kept, &start, NULL, "empty board", cases[i].outcome);
        rig_close(b);
    }
}

/* Boards so narrow or low that only vertical or only horizontal lines fit. */
static void boards_with_lines_in_one_direction_only_are_drawn(void **state)
{
    (void)state;
    static const int sides[][2] = {{1, 12}, {2, 12}, {3, 12}, {3, 11}, {4, 3}, {12, 1}, {3, 3}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct rig *b = rig_open(sides[i][0], sides[i][1]);
        rig_assert_all(b, NULL, 0, 0);
        rig_close(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_score_is_the_best_of_the_moves),
        cmocka_unit_test(the_first_moves_of_7x6_score_minus_2_minus_1_0_1),
        cmocka_unit_test(empty_boards_have_their_published_outcome),
        cmocka_unit_test(boards_with_lines_in_one_direction_only_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
