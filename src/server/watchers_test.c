#include "server/watchers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static int table_open(void **state)
{
    *state = calloc(1, sizeof(struct watchers));
    return *state == NULL;
}

static int table_close(void **state)
{
    free(*state);
    return 0;
}

/* The number that is news of this game, which is told; -1: there is no news at all. */
static int32_t take(struct watchers *watchers, int64_t game_id)
{
    int64_t found;
    int32_t count;
    if (!watchers_next(watchers, &found, &count))
        return -1;
    assert_int_equal(found, game_id);
    watchers_told(watchers, found);
    return count;
}

static void the_numbers_of_all_nodes_are_added_up(void **state)
{
    struct watchers *watchers = *state;
    assert_int_equal(take(watchers, 5), -1);
    watchers_hear(watchers, 5, 1, 2);
    watchers_hear(watchers, 5, 1, 3);
    watchers_hear(watchers, 5 + WATCHERS_SETS, 1, 100); /* another game, in the same set */
    watchers_told(watchers, 5 + WATCHERS_SETS);
    watchers_hear(watchers, 5, 2, 4);
    assert_int_equal(take(watchers, 5), 7);
    assert_int_equal(take(watchers, 5), -1);
    watchers_hear(watchers, 5, 1, 1);
    assert_int_equal(take(watchers, 5), 5);
    watchers_hear(watchers, 5, 2, 0);
    assert_int_equal(take(watchers, 5), 1);
}

/* A game that has come into memory meanwhile needs it. */
static void a_number_that_is_repeated_is_told_again(void **state)
{
    struct watchers *watchers = *state;
    watchers_hear(watchers, 5, 1, 3);
    assert_int_equal(take(watchers, 5), 3);
    watchers_hear(watchers, 5, 1, 3);
    assert_int_equal(take(watchers, 5), 3);
}

static void a_number_that_is_not_repeated_for_ten_seconds_is_forgotten(void **state)
{
    struct watchers *watchers = *state;
    watchers_hear(watchers, 5, 1, 3);
    watchers_hear(watchers, 5, 2, 4);
    assert_int_equal(take(watchers, 5), 7);
    for (int i = 1; i < WATCHERS_SECONDS; i++)
        watchers_second(watchers);
    assert_int_equal(take(watchers, 5), -1);
    watchers_hear(watchers, 5, 2, 4);
    assert_int_equal(take(watchers, 5), 7);
    watchers_second(watchers);
    assert_int_equal(take(watchers, 5), 4);
    for (int i = 1; i < WATCHERS_SECONDS; i++)
        watchers_second(watchers);
    assert_int_equal(take(watchers, 5), 0);
    for (int i = 0; i < 2 * WATCHERS_SECONDS; i++)
        watchers_second(watchers);
    assert_int_equal(take(watchers, 5), -1);
}

/* Places are free again once the game has no spectators, and that was told. */
static void a_full_set_counts_no_more_nodes_until_a_place_is_free(void **state)
{
    struct watchers *watchers = *state;
    for (int32_t node = 1; node <= WATCHERS_PLACES + 1; node++)
        watchers_hear(watchers, 5, node, 1);
    assert_int_equal(take(watchers, 5), WATCHERS_PLACES);
    assert_int_equal(watchers->used, WATCHERS_PLACES);
    watchers_hear(watchers, 5, 1, 0);
    watchers_hear(watchers, 5, WATCHERS_PLACES + 1, 1);
    assert_int_equal(take(watchers, 5), WATCHERS_PLACES - 1);
    watchers_hear(watchers, 5, WATCHERS_PLACES + 1, 1);
    assert_int_equal(take(watchers, 5), WATCHERS_PLACES);
    watchers_hear(watchers, 6, 1, 0); /* takes no place */
    for (int32_t node = 1; node <= WATCHERS_PLACES + 1; node++)
        watchers_hear(watchers, 5, node, 0);
    assert_int_equal(take(watchers, 5), 0);
    assert_int_equal(watchers->used, 0);
}

#define WITH_TABLE(test) cmocka_unit_test_setup_teardown(test, table_open, table_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_TABLE(the_numbers_of_all_nodes_are_added_up),
        WITH_TABLE(a_number_that_is_repeated_is_told_again),
        WITH_TABLE(a_number_that_is_not_repeated_for_ten_seconds_is_forgotten),
        WITH_TABLE(a_full_set_counts_no_more_nodes_until_a_place_is_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
