#include "play/misses.h"

#include "play/fixture_test.h"

static const int64_t hour_ms = 3600000, start_ms = INT64_C(1700000000000);

static struct misses missed(int times)
{
    struct misses misses = {0, 0};
    for (int i = 0; i < times; i++)
        misses = misses_after(misses, start_ms);
    return misses;
}

static void each_further_miss_makes_the_wait_longer_up_to_ten_minutes(void **state)
{
    static const int64_t wait_s[] = {0, 0, 30, 60, 120, 300, 600, 600, 600};
    (void)state;
    for (int i = 0; i < 9; i++)
        assert_int_equal(misses_wait_ms(missed(i), start_ms), wait_s[i] * 1000);
}

static void a_wait_runs_down_with_the_calendar(void **state)
{
    (void)state;
    assert_int_equal(misses_wait_ms(missed(3), start_ms + 59999), 1);
    assert_int_equal(misses_wait_ms(missed(3), start_ms + 60000), 0);
    /* A calendar that was set back by a year does not lock the player out for a year. */
    assert_int_equal(misses_wait_ms(missed(3), start_ms - 365 * 24 * hour_ms), 60000);
}

static void an_hour_without_a_miss_takes_one_back(void **state)
{
    (void)state;
    struct misses after = misses_after(missed(4), start_ms + 2 * hour_ms);
    assert_int_equal(after.count, 3);
    assert_int_equal(misses_after(missed(4), start_ms + 9 * hour_ms).count, 1);
    for (int i = 0; i < 1000; i++)
        after = misses_after(after, start_ms);
    assert_int_equal(after.count, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_further_miss_makes_the_wait_longer_up_to_ten_minutes),
        cmocka_unit_test(a_wait_runs_down_with_the_calendar),
        cmocka_unit_test(an_hour_without_a_miss_takes_one_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
