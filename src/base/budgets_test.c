#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/backlog.h"

static struct budgets budgets;

static void open_with(int64_t all, int64_t each)
{
    struct budgets_setup setup = {.addresses = 8};
    for (int i = 0; i < BUDGET_COUNT; i++)
        setup.limit[i] = (struct budget_limit){all, each, 0};
    assert_true(budgets_open(&budgets, &setup));
}

static bool take(uint64_t address)
{
    return budgets_take(&budgets, BUDGET_CLIENTS, address, 1);
}

static int take_all(uint64_t address)
{
    int count = 0;
    while (take(address))
        count++;
    return count;
}

static void an_address_has_a_limit_of_its_own(void **state)
{
    (void)state;
    open_with(100, 10);
    assert_int_equal(take_all(1), 10);
    assert_int_equal(take_all(2), 10);
    budgets_give(&budgets, BUDGET_CLIENTS, 1, 1);
    assert_int_equal(take_all(1), 1);
    assert_int_equal(budgets.held[BUDGET_CLIENTS], 20);
    assert_true(budgets_take(&budgets, BUDGET_POLLS, 1, 1)); /* each resource by itself */
    budgets_close(&budgets);
}

static void an_address_leaves_half_of_what_is_free(void **state)
{
    (void)state;
    open_with(100, 1000);
    assert_int_equal(take_all(1), 50);
    assert_int_equal(take_all(2), 25);
    assert_int_equal(take_all(3), 13);
    assert_int_equal(take_all(4), 6);
    assert_true(take(5));
    assert_false(take(1)); /* the first one may not come back for more */
    budgets_close(&budgets);
}

static void a_small_server_may_belong_to_one_address(void **state)
{
    (void)state;
    open_with(10, 1000);
    budgets.setup.limit[BUDGET_CLIENTS].least = 200;
    assert_int_equal(take_all(1), 10);
    budgets_close(&budgets);
}

static void a_limit_holds_for_all_together(void **state)
{
    (void)state;
    open_with(5, 2);
    assert_int_equal(take_all(0), 5); /* 0: an address that is not known yet */
    assert_true(budgets_is_full(&budgets, BUDGET_CLIENTS, 1));
    assert_false(take(1));
    assert_int_equal(budgets.refused[BUDGET_CLIENTS], 2);
    budgets_give(&budgets, BUDGET_CLIENTS, 0, 1);
    assert_true(take(1));
    budgets_close(&budgets);
}

static void an_address_that_holds_nothing_leaves_the_table(void **state)
{
    (void)state;
    open_with(INT64_C(1) << 40, INT64_C(1) << 30);
    for (uint64_t address = 1; address <= 8; address++)
        assert_true(take(address));
    assert_false(take(9)); /* no place is left */
    budgets_give(&budgets, BUDGET_CLIENTS, 4, 1);
    assert_true(take(9));
    for (uint64_t address = 1; address <= 9; address++)
        assert_int_equal(budgets_held_by(&budgets, BUDGET_CLIENTS, address), address != 4);
    for (uint64_t round = 0; round < 10000; round++) {
        budgets_give(&budgets, BUDGET_CLIENTS, round ? round + 99 : 9, 1);
        assert_true(take(round + 100));
    }
    budgets_close(&budgets);
}

static void what_is_held_can_move_to_another_address(void **state)
{
    (void)state;
    open_with(6, 2);
    assert_int_equal(take_all(0), 6); /* connections of a proxy, before their first request */
    for (uint64_t i = 0; i < 3; i++)
        assert_int_equal(budgets_move(&budgets, BUDGET_CLIENTS, 0, 7, 1), i < 1);
    budgets_give(&budgets, BUDGET_CLIENTS, 0, 3);
    assert_true(budgets_move(&budgets, BUDGET_CLIENTS, 0, 7, 1));
    assert_false(budgets_move(&budgets, BUDGET_CLIENTS, 0, 7, 1));
    assert_true(budgets_move(&budgets, BUDGET_CLIENTS, 7, 8, 1));
    assert_int_equal(budgets_held_by(&budgets, BUDGET_CLIENTS, 7), 1);
    assert_int_equal(budgets_held_by(&budgets, BUDGET_CLIENTS, 8), 1);
    assert_int_equal(budgets.held[BUDGET_CLIENTS], 3);
    budgets_close(&budgets);
}

static void budgets_that_are_off_only_count(void **state)
{
    (void)state;
    open_with(1, 1);
    budgets.setup.is_off = true;
    for (int i = 0; i < 100; i++)
        assert_true(take(7));
    assert_int_equal(budgets.held[BUDGET_CLIENTS], 100);
    budgets_close(&budgets);
}

/* ---- memory of slow clients ---- */

enum { HOLDERS = 6 };

static struct backlog backlog;
static struct backlog_holder holders[HOLDERS];
static bool is_playing[HOLDERS], is_dropped[HOLDERS];

static bool plays(const struct backlog_holder *holder)
{
    return is_playing[holder - holders];
}

static void drop(struct backlog_holder *holder)
{
    is_dropped[holder - holders] = true;
}

/* Holders 0 to 3 are of address 1, the others of address 2. */
static void open_backlog(int64_t all, int64_t each)
{
    static const struct backlog_owner owner = {plays, drop};
    open_with(all, each);
    backlog_open(&backlog, &budgets);
    for (int i = 0; i < HOLDERS; i++) {
        is_playing[i] = is_dropped[i] = false;
        backlog_join(&holders[i], &owner, i < 4 ? 1 : 2);
    }
}

static void assert_dropped(const char *expected)
{
    for (int i = 0; i < HOLDERS; i++)
        assert_int_equal(is_dropped[i], expected[i] == 'x');
}

static void the_slowest_client_without_a_game_goes_first(void **state)
{
    (void)state;
    open_backlog(100, 100);
    is_playing[0] = true;
    for (int i = 0; i < 3; i++)
        backlog_set(&backlog, &holders[i], 10);
    backlog_set(&backlog, &holders[4], 20);
    backlog_set(&backlog, &holders[5], 5);
    assert_dropped("......");
    backlog_set(&backlog, &holders[3],
                20); /* with the others of its address more than half of what is free */
    assert_dropped(".xx...");
    assert_int_equal(budgets.held[BUDGET_QUEUED], 10 + 20 + 20 + 5);
    budgets_close(&budgets);
}

static void players_in_games_go_last(void **state)
{
    (void)state;
    open_backlog(1000, 30);
    is_playing[0] = is_playing[1] = true;
    backlog_set(&backlog, &holders[0], 10);
    backlog_set(&backlog, &holders[1], 10);
    backlog_set(&backlog, &holders[2], 15);
    assert_dropped("..x...");
    is_playing[3] = true;
    backlog_set(&backlog, &holders[3], 15);
    assert_dropped("x.x...");
    assert_int_equal(budgets.held[BUDGET_QUEUED], 25);
    budgets_close(&budgets);
}

static void bytes_that_were_read_are_given_back(void **state)
{
    (void)state;
    open_backlog(100, 50);
    backlog_set(&backlog, &holders[0], 50);
    backlog_set(&backlog, &holders[0], 20);
    backlog_set(&backlog, &holders[1], 30);
    backlog_set(&backlog, &holders[0], 0);
    backlog_set(&backlog, &holders[1], 0);
    assert_dropped("......");
    assert_true(list_is_empty(&backlog.ring));
    assert_int_equal(budgets.held[BUDGET_QUEUED], 0);
    budgets_close(&budgets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_has_a_limit_of_its_own),
        cmocka_unit_test(an_address_leaves_half_of_what_is_free),
        cmocka_unit_test(a_small_server_may_belong_to_one_address),
        cmocka_unit_test(a_limit_holds_for_all_together),
        cmocka_unit_test(an_address_that_holds_nothing_leaves_the_table),
        cmocka_unit_test(what_is_held_can_move_to_another_address),
        cmocka_unit_test(budgets_that_are_off_only_count),
        cmocka_unit_test(the_slowest_client_without_a_game_goes_first),
        cmocka_unit_test(players_in_games_go_last),
        cmocka_unit_test(bytes_that_were_read_are_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
