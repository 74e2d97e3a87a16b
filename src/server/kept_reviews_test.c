#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server/kept_reviews.h"

static struct kept_reviews kept;

static int setup(void **state)
{
    (void)state;
    memset(&kept, 0, sizeof kept);
    return 0;
}

static struct rest_analysis asked_by(uint64_t address, int game)
{
    struct rest_analysis wanted = {.address = address, .rules = ruleset_classic};
    (void)snprintf(wanted.moves, sizeof wanted.moves, "%d", game);
    return wanted;
}

/* Marks the review, so that a test recognises it. */
static void add(uint64_t address, int game)
{
    const struct rest_analysis wanted = asked_by(address, game);
    kept_reviews_add(&kept, &wanted)->exact.count = game;
}

/* Looking changes the order, so an address of its own asks. */
static bool has(int game)
{
    struct kept_reviews copy = kept;
    const struct rest_analysis wanted = asked_by(99, game);
    const union any_review *review = kept_reviews_find(&copy, &wanted);
    assert_true(!review || review->exact.count == game);
    return review != NULL;
}

static void a_review_is_found_by_its_rules_and_moves(void **state)
{
    struct rest_analysis wanted = asked_by(1, 44);
    (void)state;
    assert_null(kept_reviews_find(&kept, &wanted));
    add(1, 44);
    add(1, 4);
    assert_true(has(44) && has(4) && !has(444));
    wanted.rules.has_pie = true;
    assert_null(kept_reviews_find(&kept, &wanted));
    wanted.rules = (struct ruleset){.board = ff_classic, .variant = FF_POPOUT};
    assert_null(kept_reviews_find(&kept, &wanted));
    wanted.rules = (struct ruleset){.board = {8, 7, 1, 4}};
    assert_null(kept_reviews_find(&kept, &wanted));
}

static void a_review_that_is_dropped_is_gone_and_others_stay(void **state)
{
    const struct rest_analysis wanted = asked_by(2, 44);
    (void)state;
    add(1, 44);
    add(1, 4);
    kept_reviews_drop(&kept, &wanted);
    kept_reviews_drop(&kept, &wanted);
    assert_true(!has(44) && has(4));
}

static void an_address_with_many_replaces_its_oldest(void **state)
{
    (void)state;
    add(2, 1000);
    for (int game = 1; game <= KEPT_REVIEWS_OF_ADDRESS; game++)
        add(1, game);
    assert_true(has(1));
    const struct rest_analysis again = asked_by(1, 1);
    assert_non_null(kept_reviews_find(&kept, &again)); /* now the second is the oldest */
    add(1, 500);
    assert_true(has(1000) && has(1) && !has(2) && has(3) && has(500));
}

static void when_all_places_are_taken_the_oldest_goes(void **state)
{
    (void)state;
    for (int game = 1; game <= KEPT_REVIEWS_MAX; game++)
        add((uint64_t)game, game);
    assert_true(has(1) && has(2) && has(KEPT_REVIEWS_MAX));
    add(1000, 1000);
    assert_true(!has(1) && has(2) && has(1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_review_is_found_by_its_rules_and_moves, setup),
        cmocka_unit_test_setup(a_review_that_is_dropped_is_gone_and_others_stay, setup),
        cmocka_unit_test_setup(an_address_with_many_replaces_its_oldest, setup),
        cmocka_unit_test_setup(when_all_places_are_taken_the_oldest_goes, setup),
    };
    return cmocka_run_group_tests_name("kept_reviews", tests, NULL, NULL);
}
