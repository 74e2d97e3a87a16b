/* Boards, positions and memory that the solver refuses, and that it stays within its memory. */
#include "solver_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/solver.h"

static ff_err open_error(ff_board board, void *memory, size_t size)
{
    ff_rules rules;
    ff_solver *const before = (ff_solver *)(void *)&rules;
    ff_solver *solver = before;
    assert_int_equal(ff_rules_init(&rules, board), FF_OK);
    ff_err err = ff_solver_open(&solver, &rules, memory, size);
    assert_true(err ? solver == before : solver != before && solver != NULL);
    return err;
}

static void only_boards_of_one_word_with_connect_4_are_accepted(void **state)
{
    (void)state;
    void *memory = rig_memory(FF_SOLVER_MIN);
    for (int width = 1; width <= 12; width++)
        for (int height = 1; height <= 12; height++) {
            ff_err wanted = width * (height + 1) <= 64 ? FF_OK : FF_E_SOLVER_BOARD;
            ff_board board = {width, height, 1, 4};
            assert_int_equal(open_error(board, memory, FF_SOLVER_MIN), wanted);
        }
    static const ff_board others[] = {{5, 5, 5, 4}, {7, 6, 1, 3}, {7, 6, 1, 5}, {4, 4, 2, 4},
                                      {1, 6, 7, 4}, {4, 4, 4, 4}, {4, 4, 1, 8}, {1, 1, 2, 4}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(open_error(others[i], memory, FF_SOLVER_MIN), FF_E_SOLVER_BOARD);
    free(memory);
}

static void whole_games_are_solved_on_boards_no_larger_than_7x6(void **state)
{
    (void)state;
    static const struct {
        ff_board board;
        bool expected;
    } cases[] = {{{7, 6, 1, 4}, true},   {{6, 7, 1, 4}, true},  {{1, 1, 1, 4}, true},
                 {{4, 11, 1, 4}, false}, {{8, 6, 1, 4}, false}, {{8, 7, 1, 4}, false},
                 {{7, 6, 1, 5}, false},  {{3, 3, 3, 4}, false}, {{5, 5, 5, 4}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ff_rules rules;
        assert_int_equal(ff_rules_init(&rules, cases[i].board), FF_OK);
        assert_int_equal(solver_finishes(&rules), cases[i].expected);
    }
}

static void too_little_memory_is_refused(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 63, 4096, 1 << 19, 600000, 1 << 20, FF_SOLVER_MIN - 1};
    void *memory = rig_memory(FF_SOLVER_MIN);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_int_equal(open_error(ff_classic, memory, sizes[i]), FF_E_SOLVER_MEMORY);
    assert_int_equal(open_error(ff_classic, memory, FF_SOLVER_MIN), FF_OK);
    free(memory);
}

static void memory_may_have_any_alignment_and_nothing_outside_is_written(void **state)
{
    (void)state;
    enum { MARGIN = 64, MARK = 0x5A };
    ff_rules rules;
    unsigned char *memory = rig_memory(FF_SOLVER_MIN + 2 * MARGIN), margin[MARGIN];
    assert_int_equal(ff_rules_init(&rules, (ff_board){8, 7, 1, 4}), FF_OK);
    memset(margin, MARK, sizeof margin);
    for (int offset = 1; offset < MARGIN; offset += 6) {
        unsigned char *begin = memory + offset, *end = begin + FF_SOLVER_MIN;
        ff_position start = ff_position_start(&rules);
        struct rig_patience patience = {0, 1};
        ff_solution part;
        memset(memory, MARK, FF_SOLVER_MIN + 2 * MARGIN);
        ff_solver *solver = rig_solver(&rules, begin, FF_SOLVER_MIN);
        ff_solver_watch(solver, rig_patience_ends, &patience);
        assert_int_equal(ff_solver_solve(solver, &start, &part), FF_E_STOPPED);
        assert_memory_equal(memory, margin, (size_t)offset);
        assert_memory_equal(end, margin, MARGIN);
    }
    free(memory);
}

static void refuses(ff_solver *solver, const ff_position *position, ff_err wanted)
{
    const ff_solution before = {77, -77, 777};
    ff_solution solution = before;
    assert_int_equal(ff_solver_solve(solver, position, &solution), wanted);
    assert_int_equal(ff_solver_outcome(solver, position, &solution), wanted);
    assert_memory_equal(&solution, &before, sizeof before);
}

static void a_finished_game_is_refused(void **state)
{
    (void)state;
    static const char *const games[] = {"1212121", "121212212121343434434343565656656565777777"};
    struct rig *b = rig_open(7, 6);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ff_game game;
        assert_int_equal(ff_game_read(&game, &b->rules, games[i], strlen(games[i]), NULL), FF_OK);
        refuses(b->kept, &game.position, FF_E_OVER);
    }
    rig_close(b);
}

static void a_position_of_another_board_is_refused(void **state)
{
    (void)state;
    static const ff_board others[] = {{6, 7, 1, 4}, {7, 5, 1, 4}, {8, 6, 1, 4}, {7, 6, 1, 5},
                                      {7, 6, 1, 3}, {7, 6, 2, 4}, {5, 5, 5, 4}, {12, 12, 1, 4}};
    struct rig *b = rig_open(7, 6);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ff_rules rules;
        assert_int_equal(ff_rules_init(&rules, others[i]), FF_OK);
        ff_position start = ff_position_start(&rules);
        refuses(b->tiny, &start, FF_E_SOLVER_BOARD);
    }
    rig_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_boards_of_one_word_with_connect_4_are_accepted),
        cmocka_unit_test(whole_games_are_solved_on_boards_no_larger_than_7x6),
        cmocka_unit_test(too_little_memory_is_refused),
        cmocka_unit_test(memory_may_have_any_alignment_and_nothing_outside_is_written),
        cmocka_unit_test(a_finished_game_is_refused),
        cmocka_unit_test(a_position_of_another_board_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
