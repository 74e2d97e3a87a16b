/* Analysis, its sentences, and reviews of variants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/variant_fixture_test.h"

static ff_variant_analysis analysis;
static ff_variant_review review;

static bool stop_always(void *host)
{
    (void)host;
    return true;
}

static const struct {
    const char *game, *sentence;
} sentences[] = {
    {"popout:172737", "Red wins at once with 4."},
    {"cylinder:667711", "Red wins at once with 2."},
    {"3x3c3-popout:", "Red wins within 10 plies with 1."},
    {"3x3c3:", NULL},
    {"pie:4", NULL},
};

static void a_sentence_says_what_is_proven(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(sentences); i++) {
        ff_variant_rules rules;
        char text[FF_EXPLAIN_MAX];
        ff_text out = ff_text_on(text, sizeof text);
        ff_variant_game game = variant_game(&rules, sentences[i].game);
        ff_variant_bot *bot = variant_bot(&rules, FF_MEDIUM);
        assert_int_equal(ff_variant_bot_analyse(bot, &game, &analysis), FF_OK);
        assert_int_equal(ff_variant_explain_write(&out, &game.position, &analysis, NULL), FF_OK);
        if (!sentences[i].sentence)
            assert_non_null(
                strstr(text, analysis.certainty == FF_ESTIMATED ? "estimated at" : "draws"));
        else if (strcmp(text, sentences[i].sentence) != 0)
            fail_msg("%s: %s", sentences[i].game, text);
    }
}

static void names_are_those_of_the_players(void **state)
{
    static const char *const names[FF_PLAYERS] = {"Ada", "Bob"};
    ff_variant_rules rules;
    char text[FF_EXPLAIN_MAX];
    ff_text out = ff_text_on(text, sizeof text);
    ff_variant_game game = variant_game(&rules, "popout-pie:1~72737");
    (void)state;
    assert_int_equal(ff_variant_bot_analyse(variant_bot(&rules, FF_MEDIUM), &game, &analysis),
                     FF_OK);
    assert_int_equal(ff_variant_explain_write(&out, &game.position, &analysis, names), FF_OK);
    assert_string_equal(text, "Bob wins at once with 4.");
}

static void an_analysis_refuses_what_it_cannot_do(void **state)
{
    ff_variant_rules rules, others;
    ff_variant_game over = variant_game(&rules, "misere:1213141");
    ff_variant_game other = variant_game(&others, "misere-pie:1");
    (void)state;
    assert_int_equal(ff_variant_bot_analyse(variant_bot(&rules, FF_MEDIUM), &over, &analysis),
                     FF_E_OVER);
    assert_int_equal(ff_variant_bot_analyse(variant_bot(&rules, FF_MEDIUM), &other, &analysis),
                     FF_E_BOT_BOARD);
    assert_int_equal(ff_variant_bot_analyse(variant_bot(&others, FF_EASY), &other, &analysis),
                     FF_E_ESTIMATE);
}

static ff_err review_all(ff_variant_bot *bot, const ff_variant_game *game)
{
    ff_err err = FF_OK;
    review = ff_variant_review_begin(game);
    while (!err && review.known < review.count + 1)
        err = ff_variant_review_step(bot, game, &review);
    return err;
}

/* Red misses the win of ply 6 with a disc in column 5; Yellow misses its own; then Red takes it. */
static void a_review_finds_missed_wins(void **state)
{
    ff_variant_rules rules;
    ff_variant_game game = variant_game(&rules, "popout:172737514");
    (void)state;
    assert_int_equal(game.position.board.status, FF_WON);
    assert_int_equal(review_all(variant_bot(&rules, FF_MEDIUM), &game), FF_OK);
    assert_int_equal(review.move[6].verdict, FF_MISSED_WIN);
    assert_int_equal(review.move[6].better, 3);
    assert_int_equal(review.move[7].verdict, FF_MISSED_WIN);
    assert_int_equal(review.move[8].verdict, FF_BEST);
    assert_int_equal(review.point[9].chance, 1000);
    for (int i = 0; i < review.count; i++)
        assert_int_equal(review.move[i].player, i % 2);
    assert_in_range(review.accuracy[0], 1, 99);
}

/* After a swap the moves of Yellow are those of the first player. */
static void a_review_knows_who_played_after_a_swap(void **state)
{
    ff_variant_rules rules;
    ff_variant_game game = variant_game(&rules, "4x4c3-popout-pie:2~31");
    (void)state;
    assert_int_equal(review_all(variant_bot(&rules, FF_MEDIUM), &game), FF_OK);
    assert_int_equal(review.move[0].player, 0);
    assert_int_equal(review.move[1].player, 1);
    assert_int_equal(review.move[2].player, 0);
    assert_int_equal(review.move[3].player, 1);
}

static void a_stopped_step_can_be_repeated_and_another_ply_is_refused(void **state)
{
    ff_variant_rules rules;
    ff_variant_game game = variant_game(&rules, "popout:44-4");
    ff_variant_bot *bot = variant_bot(&rules, FF_MEDIUM);
    (void)state;
    review = ff_variant_review_begin(&game);
    ff_variant_bot_watch(bot, stop_always, NULL);
    assert_int_equal(ff_variant_review_step(bot, &game, &review), FF_E_STOPPED);
    assert_int_equal(review.known, 0);
    ff_variant_bot_watch(bot, NULL, NULL);
    assert_int_equal(ff_variant_review_step(bot, &game, &review), FF_OK);
    assert_int_equal(review.known, 1);
    assert_int_equal(ff_variant_game_undo(&game), FF_OK);
    assert_int_equal(ff_variant_review_step(bot, &game, &review), FF_E_PLY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_says_what_is_proven),
        cmocka_unit_test(names_are_those_of_the_players),
        cmocka_unit_test(an_analysis_refuses_what_it_cannot_do),
        cmocka_unit_test(a_review_finds_missed_wins),
        cmocka_unit_test(a_review_knows_who_played_after_a_swap),
        cmocka_unit_test(a_stopped_step_can_be_repeated_and_another_ply_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
