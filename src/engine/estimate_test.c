/* Estimates on boards that cannot be solved: what is called proven is true. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/exact_test.h"

static uint8_t memory[FF_BOT_MIN];

static ff_bot *hard_bot(const ff_rules *rules)
{
    ff_bot *bot = NULL;
    assert_int_equal(ff_bot_open(&bot, rules, FF_HARD, FF_BALANCED, memory, sizeof memory), FF_OK);
    return bot;
}

static bool is_true(const ff_position *after, const ff_column_estimate *c)
{
    int left = c->plies - 1;
    switch (c->certainty) {
    case FF_PROVEN_WIN:
        return exact_loses(after, left) && c->chance == 1000;
    case FF_PROVEN_LOSS:
        return exact_wins(after, left) && c->chance == 0;
    case FF_PROVEN_DRAW:
        return !exact_wins(after, 300) && !exact_loses(after, 300) && c->chance == 500;
    default:
        return c->chance >= 0 && c->chance <= 1000;
    }
}

static int check_columns(const ff_position *p, const ff_estimate *e, const char *what, int number)
{
    int proven = 0;
    for (int column = 0; column < p->rules->columns; column++) {
        const ff_column_estimate *c = &e->column[column];
        ff_position after = *p;
        bool is_open = ff_position_drop(&after, column) == FF_OK;
        assert_int_equal(is_open, c->certainty != FF_CLOSED);
        if (is_open && !is_true(&after, c))
            fail_msg("%s, case %d, column %d: certainty %d in %d plies is wrong", what, number,
                     column, c->certainty, c->plies);
        proven += c->certainty > FF_ESTIMATED;
    }
    return proven;
}

/* A proven line is a game that ends as proven, within its bound. */
static void check_line(const ff_position *p, const ff_estimate *e)
{
    ff_position at = *p;
    for (int i = 0; i < e->line_len; i++)
        assert_int_equal(ff_position_drop(&at, e->line[i]), FF_OK);
    assert_int_equal(e->line[0], e->best);
    assert_int_equal(e->line_is_proven, e->certainty != FF_ESTIMATED);
    if (!e->line_is_proven)
        return;
    assert_true(at.ply - p->ply <= e->plies);
    if (e->certainty == FF_PROVEN_DRAW) {
        assert_int_equal(at.status, FF_DRAWN);
        return;
    }
    int winner = e->certainty == FF_PROVEN_WIN ? p->ply % 2 : !(p->ply % 2);
    assert_int_equal(at.status, FF_WON);
    assert_int_equal(ff_position_winner(&at), winner);
}

static void columns_bounds_and_lines_agree_with_brute_force(void **state)
{
    static const struct {
        const char *board;
        int plies, games;
    } cases[] = {{"3x3x3c3", 8, 400},
                 {"4x3x4c3", 30, 400},
                 {"4x4x4", 50, 400},
                 {"5x5x5", 112, 400},
                 {"6x5c5", 20, 200}};
    uint64_t chance = 5;
    int columns = 0, draws = 0, lines = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules = rules_of(cases[i].board);
        ff_bot *bot = hard_bot(&rules);
        for (int n = 0; n < cases[i].games; n++) {
            ff_game game = quiet_game(&rules, cases[i].plies + n % 4, &chance);
            ff_estimate e;
            assert_int_equal(ff_bot_estimate(bot, &game.position, &e), FF_OK);
            columns += check_columns(&game.position, &e, cases[i].board, n);
            check_line(&game.position, &e);
            draws += e.certainty == FF_PROVEN_DRAW;
            lines += e.line_is_proven;
        }
    }
    assert_true(columns > 12000 && lines > 1500 && draws > 20);
}

/* Long proofs: the line of the tree's proof goes to the end of the game. */
static void proven_lines_of_the_cube_go_to_the_end(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    uint64_t chance = 7;
    int proven = 0, longest = 0;
    (void)state;
    ff_bot *bot = hard_bot(&rules);
    for (int n = 0; n < 300; n++) {
        ff_game game = quiet_game(&rules, 6 + n % 30, &chance);
        ff_estimate e;
        assert_int_equal(ff_bot_estimate(bot, &game.position, &e), FF_OK);
        check_line(&game.position, &e);
        proven += e.line_is_proven;
        longest = e.line_is_proven && e.line_len > longest ? e.line_len : longest;
    }
    assert_true(proven > 100 && longest > 9);
}

static bool stop_after(void *host)
{
    int *asks = host;
    return (*asks)-- <= 0;
}

static void a_stopped_estimate_is_the_result_so_far(void **state)
{
    ff_rules rules = rules_of("5x5x5"), flat = rules_of("7x6");
    ff_position start = ff_position_start(&rules), other = ff_position_start(&flat);
    ff_estimate e;
    int asks = 3;
    (void)state;
    ff_bot *bot = hard_bot(&rules);
    ff_bot_watch(bot, stop_after, &asks);
    assert_int_equal(ff_bot_estimate(bot, &start, &e), FF_OK);
    assert_true(e.was_stopped && e.nodes <= 96 && e.certainty == FF_ESTIMATED);
    assert_int_equal(ff_bot_estimate(bot, &other, &e), FF_E_BOT_BOARD);
    assert_int_equal(ff_bot_estimate(hard_bot(&flat), &other, &e), FF_E_ESTIMATE);
}

/* Both players blunder, then Red overlooks a win at once. */
static void a_review_tells_proven_turning_points_from_estimates(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    ff_game game = game_of(&rules, "5x5x5:mghlia");
    ff_estimate_review review = ff_estimate_review_begin(&game);
    (void)state;
    ff_bot *bot = hard_bot(&rules);
    int steps = 0;
    while (review.known <= review.count && steps++ < 100)
        assert_int_equal(ff_estimate_review_step(bot, &game, &review), FF_OK);
    assert_int_equal(steps, 7);
    assert_int_equal(review.count, 6);
    assert_int_equal(review.point[6].certainty, FF_PROVEN_WIN);
    assert_int_equal(review.move[5].verdict, FF_BLUNDER);
    assert_int_equal(review.move[5].turning, FF_PROVEN_TURN);
    assert_int_equal(review.move[0].turning, FF_NO_TURN);
    assert_true(review.accuracy[0] >= 0 && review.accuracy[0] <= 100);
    assert_int_equal(ff_game_undo(&game), FF_OK);
    assert_int_equal(ff_estimate_review_step(bot, &game, &review), FF_E_PLY);
}

static void a_reason_says_what_is_true(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "5x5x5:mghlia");
    ff_estimate e;
    char words[FF_EXPLAIN_MAX];
    ff_text text = ff_text_on(words, sizeof words);
    (void)state;
    ff_bot *bot = hard_bot(&rules);
    assert_int_equal(ff_bot_estimate(bot, &game.position, &e), FF_OK);
    ff_reason reason = ff_explain_estimate(&game.position, &e);
    assert_int_equal(reason.code, FF_REASON_WIN_NEXT);
    assert_int_equal(reason.moves, 2);
    assert_true(reason.is_forcing);
    assert_int_equal(ff_explain_estimate_write(&text, &game.position, &e, NULL), FF_OK);
    assert_non_null(strstr(words, "Red wins within 2"));
}

/* A list of nearly all columns tells nobody anything. */
static void columns_that_may_hold_are_named_only_if_they_are_fewer_than_the_lost_ones(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    ff_game game = game_of(&rules, "5x5x5:m");
    ff_estimate e = {.columns = 25, .certainty = FF_ESTIMATED, .threat = -1};
    (void)state;
    for (int lost = 1; lost < 25; lost++) {
        for (int column = 0; column < 25; column++)
            e.column[column].certainty = column < 25 - lost ? FF_ESTIMATED : FF_PROVEN_LOSS;
        ff_reason reason = ff_explain_estimate(&game.position, &e);
        bool is_named = lost > 12;
        assert_int_equal(reason.code, is_named ? FF_REASON_ONLY : FF_REASON_ESTIMATE);
        assert_int_equal(reason.columns, is_named ? (1U << (25 - lost)) - 1 : 1);
        e.threat = 3;
        reason = ff_explain_estimate(&game.position, &e);
        assert_int_equal(reason.code, FF_REASON_THREAT);
        assert_int_equal(reason.columns, is_named ? (1U << (25 - lost)) - 1 : 1);
        e.threat = -1;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_bounds_and_lines_agree_with_brute_force),
        cmocka_unit_test(proven_lines_of_the_cube_go_to_the_end),
        cmocka_unit_test(a_stopped_estimate_is_the_result_so_far),
        cmocka_unit_test(a_review_tells_proven_turning_points_from_estimates),
        cmocka_unit_test(a_reason_says_what_is_true),
        cmocka_unit_test(columns_that_may_hold_are_named_only_if_they_are_fewer_than_the_lost_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
