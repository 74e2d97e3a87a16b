/* Tests of the kit itself: a false rule is refuted by its smallest case, and always by the same
 * one. */
#include "generators.h"
#include "oracle.h"
#include "peek.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 20240607 };

static struct finding first, second;

static verdict no_number_reaches_500(struct source *source)
{
    int count = source_between(source, 0, 40);
    for (int i = 0; i < count; i++) {
        int number = source_between(source, 0, 999);
        source_note(source, "%d ", number);
        HOLD(source, number < 500);
    }
    return CASE_HOLDS;
}

static void a_false_rule_is_shrunk_to_its_smallest_case(void **state)
{
    (void)state;
    property_search(&first, no_number_reaches_500, FAMILY_CLASSIC, SEED, CASES);
    assert_int_equal(first.verdict, CASE_FAILS);
    assert_string_equal(first.smallest.note, "500 ");
    assert_int_equal(first.smallest.tape.length, 2);
    assert_int_equal(first.smallest.tape.entry[0], 1);
    assert_int_equal(first.smallest.tape.entry[1], 500);
    assert_non_null(strstr(first.smallest.reason, "number < 500"));
}

static verdict numbers_add_up_to_less_than_1000(struct source *source)
{
    int count = source_between(source, 0, 40), sum = 0;
    for (int i = 0; i < count; i++)
        sum += source_between(source, 0, 600);
    HOLD(source, sum < 1000);
    return CASE_HOLDS;
}

static void entries_that_depend_on_each_other_are_shrunk_too(void **state)
{
    (void)state;
    property_search(&first, numbers_add_up_to_less_than_1000, FAMILY_CLASSIC, SEED, CASES);
    assert_int_equal(first.verdict, CASE_FAILS);
    assert_int_equal(first.smallest.tape.length, 3);
    assert_int_equal(first.smallest.tape.entry[0], 2);
    assert_int_equal(first.smallest.tape.entry[1], 400);
    assert_int_equal(first.smallest.tape.entry[2], 600);
}

static verdict no_column_holds_three_discs(struct source *source)
{
    ff_rules rules;
    ff_game game;
    HOLD(source, ff_rules_init(&rules, generate_board(source)) == FF_OK);
    GIVEN(generate_game(source, &game, &rules));
    for (int column = 0; column < rules.columns; column++)
        HOLD(source, oracle_landing_row(&game.position, column) < 3);
    return CASE_HOLDS;
}

static void a_false_rule_about_games_is_shown_as_a_short_game(void **state)
{
    (void)state;
    property_search(&first, no_column_holds_three_discs, FAMILY_CLASSIC, SEED, CASES);
    assert_int_equal(first.verdict, CASE_FAILS);
    assert_string_equal(first.smallest.note, "game 7x6:111 ");
    assert_true(first.length_found > first.smallest.tape.length);
}

static void a_failure_comes_back_from_its_seed(void **state)
{
    (void)state;
    property_search(&first, no_column_holds_three_discs, FAMILY_ANY, SEED, CASES);
    property_search(&second, no_column_holds_three_discs, FAMILY_ANY, first.seed, 1);
    assert_int_equal(first.verdict, CASE_FAILS);
    assert_int_equal(second.verdict, CASE_FAILS);
    assert_int_equal(second.cases, 0);
    assert_int_equal(second.length_found, first.length_found);
    assert_int_equal(second.smallest.tape.length, first.smallest.tape.length);
    assert_memory_equal(second.smallest.tape.entry, first.smallest.tape.entry,
                        first.smallest.tape.length * sizeof(uint32_t));
    assert_string_equal(second.smallest.note, first.smallest.note);
}

static verdict rare_number_is_missed(struct source *source)
{
    HOLD(source, source_choose(source, 300) != 217);
    return CASE_HOLDS;
}

static void a_thousand_cases_find_what_one_in_300_breaks(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        property_search(&first, rare_number_is_missed, FAMILY_CLASSIC, seed, 10 * CASES);
        assert_int_equal(first.verdict, CASE_FAILS);
        assert_int_equal(first.smallest.tape.entry[0], 217);
    }
}

static int calls;

static verdict every_second_case_is_skipped(struct source *source)
{
    (void)source;
    return calls++ % 2 ? CASE_HOLDS : CASE_SKIPPED;
}

static void a_rule_gets_its_number_of_cases_without_the_skipped_ones(void **state)
{
    (void)state;
    calls = 0;
    property_search(&first, every_second_case_is_skipped, FAMILY_CLASSIC, SEED, CASES);
    assert_int_equal(first.verdict, CASE_HOLDS);
    assert_int_equal(first.cases, CASES);
    assert_int_equal(calls, 2 * CASES);
}

static verdict every_case_is_skipped(struct source *source)
{
    (void)source;
    return CASE_SKIPPED;
}

static void a_rule_without_cases_does_not_count_as_true(void **state)
{
    (void)state;
    property_search(&first, every_case_is_skipped, FAMILY_CLASSIC, SEED, CASES);
    assert_int_equal(first.verdict, CASE_SKIPPED);
}

static void the_environment_sets_the_number_of_cases(void **state)
{
    (void)state;
    const char *text = getenv("FF_CASES");
    char *kept = text ? strdup(text) : NULL;
    assert_int_equal(setenv("FF_CASES", "17", 1), 0);
    assert_int_equal(property_cases(CASES), 17);
    assert_int_equal(setenv("FF_CASES", "none", 1), 0);
    assert_int_equal(property_cases(CASES), CASES);
    assert_int_equal(kept ? setenv("FF_CASES", kept, 1) : unsetenv("FF_CASES"), 0);
    free(kept);
}

static void the_readers_tell_good_text_from_bad(void **state)
{
    (void)state;
    const char *json = "{\"a\": [1, [null, \"x\\\"y\"]], \"b\":{}}";
    assert_ptr_equal(peek_skip(json), json + strlen(json));
    assert_int_equal(peek_count(peek_member(json, "a")), 2);
    assert_int_equal(peek_leaves(peek_member(json, "a"), "null"), 1);
    assert_true(peek_is_string(peek_element(peek_element(peek_member(json, "a"), 1), 1), "x\"y"));
    assert_null(peek_member(json, "c"));
    assert_null(peek_skip("{\"a\": [1, 2}"));
    assert_null(peek_skip("{\"a\" 1}"));
    assert_true(peek_is_well_formed("<svg a=\"1\"><g><circle r=\"2\"/></g></svg>\n"));
    assert_false(peek_is_well_formed("<svg><g><circle r=\"2\"></g></svg>"));
    assert_false(peek_is_well_formed("<svg></svg><svg></svg>"));
    assert_false(peek_is_well_formed("<svg><title>A & B</title></svg>"));
    assert_false(peek_is_well_formed("<svg><g></g>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_false_rule_is_shrunk_to_its_smallest_case),
        cmocka_unit_test(entries_that_depend_on_each_other_are_shrunk_too),
        cmocka_unit_test(a_false_rule_about_games_is_shown_as_a_short_game),
        cmocka_unit_test(a_failure_comes_back_from_its_seed),
        cmocka_unit_test(a_thousand_cases_find_what_one_in_300_breaks),
        cmocka_unit_test(a_rule_gets_its_number_of_cases_without_the_skipped_ones),
        cmocka_unit_test(a_rule_without_cases_does_not_count_as_true),
        cmocka_unit_test(the_environment_sets_the_number_of_cases),
        cmocka_unit_test(the_readers_tell_good_text_from_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
