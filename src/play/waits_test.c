#include "play/fixture_test.h"

#include <string.h>

#include "play/waits.h"

static struct waits waits;
static unsigned char kept[1 << 14];
static struct journal journal;

static int begin(void **state)
{
    (void)state;
    memset(&waits, 0, sizeof waits);
    journal = (struct journal){kept, 0, sizeof kept, false};
    return 0;
}

static struct lobby_key key_of(int64_t minutes)
{
    return (struct lobby_key){.rules = ruleset_classic, .clock = {CLOCK_LIVE, minutes * 60000, 0}};
}

static void add(int64_t minutes, int64_t wait_ms, int64_t now_ms)
{
    struct lobby_key key = key_of(minutes);
    waits_add(&waits, &journal, &key, wait_ms, now_ms);
}

static int64_t typical(int64_t minutes, int64_t now_ms)
{
    struct lobby_key key = key_of(minutes);
    for (int i = 0; i < WAITS_KINDS; i++)
        if (waits.kind[i].count > 0 && lobby_key_equal(&waits.kind[i].key, &key))
            return waits_typical(&waits.kind[i], now_ms);
    return WAITS_UNKNOWN;
}

static void the_typical_wait_is_the_median_of_each_kind(void **state)
{
    static const int64_t waited[] = {90000, 1000, 20000, 3000, 5000};
    (void)state;
    for (int i = 0; i < 5; i++)
        add(5, waited[i], i);
    for (int i = 0; i < 4; i++)
        add(3, 60000 + i, i);
    assert_int_equal(typical(5, 10), 5000);
    assert_int_equal(typical(3, 10), 60002); /* of two in the middle, the longer one */
}

static void a_few_waits_tell_nothing(void **state)
{
    (void)state;
    assert_int_equal(typical(5, 0), WAITS_UNKNOWN);
    for (int i = 1; i < WAITS_LEAST; i++)
        add(5, 1000, 0);
    assert_int_equal(typical(5, 0), WAITS_UNKNOWN);
    add(5, 1000, 0);
    assert_int_equal(typical(5, 0), 1000);
}

static void waits_of_yesterday_do_not_count(void **state)
{
    const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
    (void)state;
    for (int i = 0; i < WAITS_LEAST; i++)
        add(5, 1000, 0);
    assert_int_equal(typical(5, day_ms), 1000);
    assert_int_equal(typical(5, day_ms + 1), WAITS_UNKNOWN);
    for (int i = 0; i < WAITS_LEAST; i++)
        add(5, 7000, day_ms);
    assert_int_equal(typical(5, day_ms + 1), 7000);
}

static void only_the_last_waits_of_a_kind_are_kept(void **state)
{
    (void)state;
    for (int i = 0; i < WAITS_KEPT; i++)
        add(5, 90000, 0);
    for (int i = 0; i < WAITS_KEPT; i++)
        add(5, 2000, 1);
    assert_int_equal(typical(5, 1), 2000);
}

static void the_kind_played_least_lately_gives_up_its_place(void **state)
{
    (void)state;
    for (int kind = 1; kind <= WAITS_KINDS; kind++)
        for (int i = 0; i < WAITS_LEAST; i++)
            add(kind, kind * 1000, kind);
    add(1, 1000, 100); /* used again: the second kind is the oldest now */
    for (int i = 0; i < WAITS_LEAST; i++)
        add(99, 5000, 101);
    assert_int_equal(typical(1, 101), 1000);
    assert_int_equal(typical(2, 101), WAITS_UNKNOWN);
    assert_int_equal(typical(3, 101), 3000);
    assert_int_equal(typical(99, 101), 5000);
}

static void a_failed_commit_takes_a_wait_back(void **state)
{
    static struct waits before;
    (void)state;
    add(5, 1000, 0);
    journal_forget(&journal);
    before = waits;
    add(5, 2000, 1);
    add(3, 2000, 1);
    journal_undo(&journal, 0);
    assert_memory_equal(&waits, &before, sizeof waits);
    assert_false(journal.has_lost);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_typical_wait_is_the_median_of_each_kind, begin),
        cmocka_unit_test_setup(a_few_waits_tell_nothing, begin),
        cmocka_unit_test_setup(waits_of_yesterday_do_not_count, begin),
        cmocka_unit_test_setup(only_the_last_waits_of_a_kind_are_kept, begin),
        cmocka_unit_test_setup(the_kind_played_least_lately_gives_up_its_place, begin),
        cmocka_unit_test_setup(a_failed_commit_takes_a_wait_back, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
