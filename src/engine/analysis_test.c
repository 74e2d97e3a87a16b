#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/analysis.h"
#include "engine/solver.h"
#include "engine/solver_fixture_test.h"

/* Boards, number of discs, and number of positions to test. */
static const struct {
    const char *board;
    int plies, count;
} samples[] = {
    {"7x6", 18, 30}, {"7x6", 24, 60},  {"7x6", 33, 60}, {"7x6", 41, 20},  {"5x4", 2, 20},
    {"6x5", 14, 20}, {"4x5", 4, 20},   {"8x7", 40, 20}, {"12x4", 34, 20}, {"3x6", 5, 20},
    {"9x6", 40, 20}, {"4x4", 0, 1},    {"5x3", 0, 1},   {"2x2", 1, 2},    {"7x1", 2, 10},
    {"1x6", 3, 1},   {"10x5", 38, 20},
};

typedef void check(struct table *t, const ff_position *p, const ff_analysis *a);

static void check_samples(check *is_right)
{
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        struct table *t = table_open(samples[i].board);
        for (int k = 0; k < samples[i].count; k++) {
            ff_position p = table_position(t, samples[i].plies);
            ff_analysis a;
            assert_err(ff_analyse(t->solver, &p, &a), FF_OK, samples[i].board);
            is_right(t, &p, &a);
        }
        table_close(t);
    }
}

static void check_scores(struct table *t, const ff_position *p, const ff_analysis *a)
{
    int best = FF_COLUMN_CLOSED;
    for (int column = 0; column < FF_SOLVER_COLUMNS; column++) {
        bool is_open = ff_position_can_drop(p, column) == FF_OK;
        int score = is_open ? table_score(t, p, column) : FF_COLUMN_CLOSED;
        assert_int_equal(a->score[column], score);
        best = score > best ? score : best;
    }
    assert_int_equal(a->best, best);
    for (int column = 0; column < 16; column++)
        assert_int_equal(a->best_columns >> column & 1,
                         column < FF_SOLVER_COLUMNS && a->score[column] == best);
}

static void every_open_column_has_its_exact_score(void **state)
{
    (void)state;
    check_samples(check_scores);
}

static void check_scores_alone(struct table *t, const ff_position *p, const ff_analysis *a)
{
    ff_analysis alone;
    assert_int_equal(ff_score_columns(t->solver, p, &alone), FF_OK);
    assert_int_equal(alone.line_len, 0);
    assert_int_equal(alone.best, a->best);
    assert_int_equal(alone.best_columns, a->best_columns);
    assert_int_equal(alone.outlook.plies, a->outlook.plies);
    assert_memory_equal(alone.score, a->score, sizeof a->score);
}

static void columns_can_be_scored_without_the_line(void **state)
{
    (void)state;
    check_samples(check_scores_alone);
}

static void check_line(struct table *t, const ff_position *p, const ff_analysis *a)
{
    ff_position at = *p;
    int score = a->best;
    for (int i = 0; i < a->line_len; i++) {
        assert_int_equal(table_score(t, &at, a->line[i]), score);
        assert_int_equal(ff_position_drop(&at, a->line[i]), FF_OK);
        score = -score;
    }
    assert_int_not_equal(at.status, FF_PLAYING);
    assert_int_equal(a->line_len, a->outlook.plies);
    assert_int_equal(ff_position_winner(&at), a->outlook.winner);
}

static void the_line_goes_to_the_end_without_a_mistake(void **state)
{
    (void)state;
    check_samples(check_line);
}

static void check_outlook(struct table *t, const ff_position *p, const ff_analysis *a)
{
    ff_position at = *p;
    int own = 0;
    for (int i = 0; i < a->line_len; i++) {
        own += ff_position_side_to_move(&at) == a->outlook.winner;
        assert_int_equal(ff_position_drop(&at, a->line[i]), FF_OK);
    }
    assert_int_equal(a->outlook.moves, a->outlook.winner == FF_NONE ? 0 : own);
    (void)t;
}

static void the_outlook_counts_the_winners_discs(void **state)
{
    static const struct {
        int ply, score;
        ff_outlook outlook;
    } cases[] = {
        {0, 1, {FF_RED, 21, 41}},   {0, 18, {FF_RED, 4, 7}},     {1, -1, {FF_RED, 20, 40}},
        {1, 18, {FF_YELLOW, 4, 7}}, {6, 18, {FF_RED, 1, 1}},     {7, -17, {FF_RED, 1, 2}},
        {41, 1, {FF_YELLOW, 1, 1}}, {40, -1, {FF_YELLOW, 1, 2}}, {40, 0, {FF_NONE, 0, 2}},
        {0, 0, {FF_NONE, 0, 42}},
    };
    ff_rules rules = rules_of("7x6");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_outlook got = ff_score_outlook(&rules, cases[i].ply, cases[i].score);
        assert_int_equal(got.winner, cases[i].outlook.winner);
        assert_int_equal(got.moves, cases[i].outlook.moves);
        assert_int_equal(got.plies, cases[i].outlook.plies);
    }
    check_samples(check_outlook);
}

static void a_mirrored_position_has_mirrored_scores(void **state)
{
    struct table *t = table_open("7x6");
    (void)state;
    for (int i = 0; i < 40; i++) {
        ff_game game = table_game(t, 22);
        ff_position mirrored = ff_position_start(&t->rules);
        ff_analysis a, b;
        if (game.position.status != FF_PLAYING)
            continue;
        for (int ply = 0; ply < game.end; ply++)
            assert_int_equal(ff_position_drop(&mirrored, 6 - game.moves[ply]), FF_OK);
        assert_int_equal(ff_analyse(t->solver, &game.position, &a), FF_OK);
        assert_int_equal(ff_analyse(t->solver, &mirrored, &b), FF_OK);
        for (int column = 0; column < 7; column++)
            assert_int_equal(a.score[column], b.score[6 - column]);
    }
    table_close(t);
}

static void a_win_or_a_block_at_once_begins_the_line(void **state)
{
    static const struct {
        const char *moves;
        int column;
    } cases[] = {{"112233", 3}, {"11223", 3}, {"121314", 0}, {"717273", 6}, {"213141", 4}};
    struct table *t = table_open("7x6");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int column = -1;
        uint64_t nodes = 0;
        ff_position p = table_after(t, cases[i].moves);
        assert_int_equal(analysis_best_column(t->solver, &p, 0, &column, &nodes), FF_OK);
        assert_number(column, cases[i].column, cases[i].moves);
        assert_int_equal(nodes, 0);
    }
    table_close(t);
}

/* All moves lose at once there, so the middle would be as good. */
static void a_line_begins_with_the_block_even_where_it_does_not_help(void **state)
{
    static const struct {
        const char *moves;
        int first, second;
    } cases[] = {{"23442264272736665266", 4, 4}, {"14234462776651545", 2, 4}};
    struct table *t = table_open("7x6");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_position p = table_after(t, cases[i].moves);
        ff_analysis a;
        assert_int_equal(ff_analyse(t->solver, &p, &a), FF_OK);
        assert_true(a.best_columns >> 3 & 1);
        assert_number(a.line_len, 2, cases[i].moves);
        assert_number(a.line[0], cases[i].first, cases[i].moves);
        assert_number(a.line[1], cases[i].second, cases[i].moves);
    }
    table_close(t);
}

/* An analysis filled with a pattern, to see what is written. */
static ff_analysis marked(void)
{
    ff_analysis a;
    memset(&a, 0x5A, sizeof a);
    return a;
}

static void assert_refused(struct table *t, const char *notation, ff_err expected)
{
    ff_rules rules;
    ff_position p = game_of(&rules, notation).position;
    ff_analysis a = marked(), before = marked();
    assert_err(ff_analyse(t->solver, &p, &a), expected, notation);
    assert_memory_equal(&a, &before, sizeof a);
}

static void a_finished_game_or_another_board_is_refused(void **state)
{
    struct table *t = table_open("7x6");
    (void)state;
    assert_refused(t, "7x6:1212121", FF_E_OVER);
    assert_refused(t, "7x6:225344533673453576212645522737771141641166", FF_E_OVER);
    assert_refused(t, "5x5x5:mm", FF_E_SOLVER_BOARD);
    assert_refused(t, "12x12:aa", FF_E_SOLVER_BOARD);
    assert_refused(t, "7x6c5:44", FF_E_SOLVER_BOARD);
    assert_refused(t, "6x7:44", FF_E_SOLVER_BOARD);
    assert_refused(t, "7x5:44", FF_E_SOLVER_BOARD);
    table_close(t);
}

struct patience {
    int left;
};

static bool runs_out(void *host)
{
    struct patience *p = host;
    return p->left-- <= 0;
}

static void a_stopped_analysis_writes_nothing_and_can_be_repeated(void **state)
{
    struct table *t = table_open("7x6"), *undisturbed = table_open("7x6");
    ff_position p = table_after(t, "4444443255");
    ff_analysis a = marked(), before = marked(), expected;
    struct patience patience = {0};
    int stops = 0;
    (void)state;
    assert_int_equal(ff_analyse(undisturbed->solver, &p, &expected), FF_OK);
    ff_solver_watch(t->solver, runs_out, &patience);
    for (;; stops++) {
        patience.left = 4 * stops;
        ff_err err = ff_analyse(t->solver, &p, &a);
        if (!err)
            break;
        assert_int_equal(err, FF_E_STOPPED);
        assert_memory_equal(&a, &before, sizeof a);
    }
    assert_true(stops > 2);
    assert_memory_equal(a.score, expected.score, sizeof a.score);
    assert_int_equal(a.best_columns, expected.best_columns);
    table_close(t);
    table_close(undisturbed);
}

static void a_score_can_be_asked_for_within_bounds(void **state)
{
    struct table *t = table_open("7x6");
    (void)state;
    for (int i = 0; i < 60; i++) {
        ff_position p = table_position(t, 22);
        ff_solution exact, cut;
        assert_int_equal(ff_solver_solve(t->solver, &p, &exact), FF_OK);
        for (int low = -11; low < 11; low += 3) {
            int high = low + 1 + (int)table_roll(t, 5);
            int expected = exact.low < low ? low : exact.low > high ? high : exact.low;
            assert_int_equal(solver_solve_within(t->solver, &p, low, high, &cut), FF_OK);
            assert_int_equal(cut.low, expected);
            assert_int_equal(cut.high, expected);
        }
    }
    table_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_open_column_has_its_exact_score),
        cmocka_unit_test(columns_can_be_scored_without_the_line),
        cmocka_unit_test(the_line_goes_to_the_end_without_a_mistake),
        cmocka_unit_test(the_outlook_counts_the_winners_discs),
        cmocka_unit_test(a_mirrored_position_has_mirrored_scores),
        cmocka_unit_test(a_win_or_a_block_at_once_begins_the_line),
        cmocka_unit_test(a_line_begins_with_the_block_even_where_it_does_not_help),
        cmocka_unit_test(a_finished_game_or_another_board_is_refused),
        cmocka_unit_test(a_stopped_analysis_writes_nothing_and_can_be_repeated),
        cmocka_unit_test(a_score_can_be_asked_for_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
