#include "play/fixture_test.h"

#include <math.h>

#include "base/random.h"
#include "play/rating.h"

static void assert_near(double got, double expected, double error)
{
    if (fabs(got - expected) > error)
        fail_msg("%.6f instead of %.6f", got, expected);
}

static void the_example_of_the_paper_is_reproduced(void **state)
{
    const struct rating player = {1500, 200, 0.06};
    const struct rated_game games[] = {
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    struct rating after = rating_after(&player, games, 3, 1);
    (void)state;
    assert_near(after.rating, 1464.06, 0.01);
    assert_near(after.deviation, 151.52, 0.01);
    assert_near(after.volatility, 0.059996, 0.000001); /* the paper prints 0.05999 */
}

static void without_games_only_the_deviation_grows(void **state)
{
    const struct rating player = {1700, 60, 0.06};
    struct rating after = rating_after(&player, NULL, 0, 4);
    (void)state;
    assert_near(after.rating, 1700, 0);
    assert_near(after.deviation, sqrt(60 * 60 + 4 * pow(173.7178 * 0.06, 2)), 1e-9);
    assert_near(rating_after(&player, NULL, 0, 1e9).deviation, 350, 0);
}

static void a_result_changes_both_ratings(void **state)
{
    uint64_t random = 3;
    (void)state;
    for (int i = 0; i < 2000; i++) {
        struct rating_row rows[2] = {{.player_id = 1}, {.player_id = 2}};
        int winner = (int)random_below(&random, 3);
        for (int side = 0; side < 2; side++) {
            rows[side].rating = 600 + random_below(&random, 2000);
            rows[side].deviation = 45 + random_below(&random, 300);
            rows[side].volatility = 0.03 + random_below(&random, 100) / 1000.0;
        }
        struct rating_row was[2] = {rows[0], rows[1]};
        rating_settle(rows, winner, 1000);
        for (int side = 0; side < 2; side++) {
            if (winner != ROW_NOBODY)
                assert_true((rows[side].rating > was[side].rating) == (winner == side));
            assert_in_range((int)rows[side].deviation, 45, (int)was[side].deviation + 1);
            assert_true(isfinite(rows[side].rating) && rows[side].volatility > 0);
            assert_int_equal(rows[side].games, 1);
            assert_int_equal(rows[side].wins + rows[side].draws + rows[side].losses, 1);
        }
    }
}

static void a_new_rating_is_provisional_until_enough_games(void **state)
{
    struct rating_row rows[2] = {{.player_id = 1}, {.player_id = 2}};
    struct rating rating = rating_from_row(&rows[0]);
    (void)state;
    assert_near(rating.rating, 1500, 0);
    assert_true(rating_is_provisional(&rating));
    for (int i = 0; i < 60; i++)
        rating_settle(rows, i % 3, 1000 + i);
    rating = rating_from_row(&rows[0]);
    assert_false(rating_is_provisional(&rating));
    assert_near(rating.rating, 1500, 60);
    assert_int_equal(rows[1].games, 60);
    assert_int_equal(rows[1].wins, 20);
    assert_int_equal(rows[1].draws, 20);
}

static void standard_games_are_rated_by_board_and_variants_by_family(void **state)
{
    static const struct {
        const char *rules;
        enum rating_class class;
    } all[] = {{"7x6", RATING_CLASSIC},
               {"7x6-pie", RATING_CLASSIC},
               {"5x5x5", RATING_CUBE},
               {"9x7c5", RATING_OTHER},
               {"9x7-pie", RATING_OTHER},
               {"7x6-popout", RATING_POPS},
               {"5x5x5-popout-pie", RATING_POPS},
               {"8x8-popten", RATING_POPS},
               {"7x6-powerup", RATING_POWERS},
               {"7x6-turn", RATING_POWERS},
               {"9x6c5-five", RATING_LINES},
               {"7x6-misere-pie", RATING_LINES},
               {"7x6-cylinder", RATING_LINES}};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct ruleset rules;
        assert_int_equal(ruleset_read(&rules, all[i].rules, strlen(all[i].rules)), FF_OK);
        assert_int_equal(rating_class_of(&rules), all[i].class);
    }
    assert_near(rating_periods(0, 5), 0, 0);
    assert_near(rating_periods(5, 4), 0, 0);
    assert_near(rating_periods(1000, 1000 + INT64_C(604800000)), 1, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_paper_is_reproduced),
        cmocka_unit_test(without_games_only_the_deviation_grows),
        cmocka_unit_test(a_result_changes_both_ratings),
        cmocka_unit_test(a_new_rating_is_provisional_until_enough_games),
        cmocka_unit_test(standard_games_are_rated_by_board_and_variants_by_family),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
