#include "play/fixture_test.h"

#include "base/random.h"
#include "play/clock.h"

static const struct clock_row blitz = {CLOCK_LIVE, 60000, 2000};
static const struct clock_row days = {CLOCK_DAYS, 86400000, 0};
static const struct clock_row none = {CLOCK_NONE, 0, 0};

static void a_live_clock_runs_for_one_side_and_adds_the_increment(void **state)
{
    struct clock clock = clock_of(&blitz);
    (void)state;
    assert_int_equal(clock_left_ms(&clock, 0, 99999), 60000);
    clock_start(&clock, 0, 1000, 0);
    assert_int_equal(clock_left_ms(&clock, 0, 6000), 55000);
    assert_int_equal(clock_left_ms(&clock, 1, 6000), 60000);
    assert_true(clock_press(&clock, 6000));
    assert_int_equal(clock_left_ms(&clock, 0, 9000), 57000);
    assert_int_equal(clock_left_ms(&clock, 1, 9000), 57000);
}

static void the_flag_falls_exactly_when_no_time_is_left(void **state)
{
    struct clock clock = clock_of(&blitz), before;
    (void)state;
    clock_start(&clock, 0, 1000, 0);
    before = clock;
    assert_int_equal(clock_deadline_ms(&clock), 61000);
    assert_false(clock_has_fallen(&clock, 60999));
    assert_true(clock_has_fallen(&clock, 61000));
    assert_false(clock_press(&clock, 61000));
    assert_memory_equal(&clock, &before, sizeof clock);
    assert_int_equal(clock_left_ms(&clock, 0, 999999), 0);
    assert_true(clock_press(&clock, 60999));
    assert_int_equal(clock.left_ms[0], 2001);
}

static void a_stopped_clock_continues_with_the_time_that_was_left(void **state)
{
    struct clock clock = clock_of(&blitz);
    (void)state;
    clock_start(&clock, 1, 0, 0);
    clock_stop(&clock, 10000);
    clock_stop(&clock, 20000);
    assert_int_equal(clock_left_ms(&clock, 1, 500000), 50000);
    assert_false(clock_has_fallen(&clock, 500000));
    assert_false(clock_press(&clock, 500000));
    clock_start(&clock, 1, 500000, 3000);
    assert_int_equal(clock_left_ms(&clock, 1, 500000), 47000);
}

static void every_correspondence_move_has_the_whole_time(void **state)
{
    struct clock clock = clock_of(&days);
    (void)state;
    clock_start(&clock, 0, 0, 0);
    assert_true(clock_press(&clock, 86399999));
    assert_int_equal(clock.left_ms[0], 86400000);
    assert_int_equal(clock_deadline_ms(&clock), 86399999 + INT64_C(86400000));
    assert_false(clock_press(&clock, 86399999 + INT64_C(86400000)));
}

static void without_a_clock_no_flag_falls(void **state)
{
    struct clock clock = clock_of(&none);
    (void)state;
    clock_start(&clock, 0, 0, 0);
    assert_false(clock_has_fallen(&clock, INT64_MAX - 1));
    assert_true(clock_press(&clock, INT64_MAX - 1));
    assert_int_equal(clock_left_ms(&clock, 0, INT64_MAX - 1), 0);
}

static void clocks_out_of_range_are_illegal(void **state)
{
    static const struct clock_row bad[] = {{CLOCK_NONE, 1, 0},
                                           {CLOCK_NONE, 0, 1},
                                           {CLOCK_LIVE, 999, 0},
                                           {CLOCK_LIVE, -1, 0},
                                           {CLOCK_LIVE, 60000, -1},
                                           {CLOCK_LIVE, 60000, 180001},
                                           {CLOCK_LIVE, 10800001, 0},
                                           {CLOCK_DAYS, 59999, 0},
                                           {CLOCK_DAYS, 86400000, 1},
                                           {CLOCK_DAYS, INT64_MAX, 0},
                                           {3, 60000, 0}};
    (void)state;
    assert_true(clock_setup_is_legal(&blitz));
    assert_true(clock_setup_is_legal(&days));
    assert_true(clock_setup_is_legal(&none));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(clock_setup_is_legal(&bad[i]));
    assert_true(clock_setup_equal(&blitz, &blitz));
    assert_false(clock_setup_equal(&blitz, &days));
}

/* The time left and the time spent add up to the time given. */
static void no_millisecond_is_lost_or_gained(void **state)
{
    uint64_t random = 1;
    (void)state;
    for (int game = 0; game < 200; game++) {
        struct clock clock = clock_of(&blitz);
        int64_t now = random_below(&random, 1000), begun = now, given = 2 * clock.setup.initial_ms;
        clock_start(&clock, 0, now, 0);
        for (int ply = 0; ply < 42; ply++) {
            now += random_below(&random, 6000);
            if (clock_press(&clock, now))
                given += clock.setup.increment_ms;
            else
                break;
        }
        if (clock_has_fallen(&clock, now))
            continue;
        assert_int_equal(clock_left_ms(&clock, 0, now) + clock_left_ms(&clock, 1, now),
                         given - (now - begun));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_live_clock_runs_for_one_side_and_adds_the_increment),
        cmocka_unit_test(the_flag_falls_exactly_when_no_time_is_left),
        cmocka_unit_test(a_stopped_clock_continues_with_the_time_that_was_left),
        cmocka_unit_test(every_correspondence_move_has_the_whole_time),
        cmocka_unit_test(without_a_clock_no_flag_falls),
        cmocka_unit_test(clocks_out_of_range_are_illegal),
        cmocka_unit_test(no_millisecond_is_lost_or_gained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
