#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/counter_test.h"
#include "server/analysts.h"

enum { HOUR_MS = 3600000 };

static struct counter woken;
static int reports; /* collected since open_one */

static struct analysts *open_one(int think_ms)
{
    const struct analysts_setup setup = {
        .think_ms = think_ms, .wake = counter_add, .context = &woken};
    woken = counter_new();
    reports = 0;
    struct analysts *analysts = analysts_open(&setup);
    assert_non_null(analysts);
    return analysts;
}

static struct rest_analysis wanted_by(struct ruleset rules, const char *moves, bool is_review)
{
    struct rest_analysis wanted = {.ack = 7, .address = 1, .rules = rules, .is_review = is_review};
    memcpy(wanted.moves, moves, strlen(moves) + 1);
    return wanted;
}

static struct rest_analysis wanted_of(ff_board board, const char *moves, bool is_review)
{
    return wanted_by((struct ruleset){.board = board}, moves, is_review);
}

/* The report that was wanted, valid until the next. */
static const char *report_to(struct analysts *analysts, const struct rest_analysis *wanted)
{
    const char *report;
    uint64_t ack = 0;
    size_t len = 0;
    assert_true(analysts_ask(analysts, wanted));
    counter_wait(&woken, ++reports);
    assert_true(analysts_collect(analysts, &ack, &report, &len));
    assert_int_equal(ack, 7);
    assert_int_equal(strlen(report), len);
    assert_string_equal(report + len - 2, "}\n");
    return report;
}

static const char *report_of(struct analysts *analysts, ff_board board, const char *moves,
                             bool is_review)
{
    const struct rest_analysis wanted = wanted_of(board, moves, is_review);
    return report_to(analysts, &wanted);
}

static void check_has(const char *report, const char *part)
{
    if (!strstr(report, part))
        fail_msg("no %s in %s", part, report);
}

static const ff_board cube = {5, 5, 5, 4}, small = {5, 4, 1, 4};

static void boards_of_the_solver_get_exact_scores(void **state)
{
    struct analysts *analysts = open_one(HOUR_MS);
    (void)state;
    const char *report = report_of(analysts, small, "31", false);
    check_has(report, "{\"board\":\"5x4\",\"moves\":\"31\",\"turn\":\"red\",\"complete\":true,");
    check_has(report, "\"score\":0,\"result\":\"draw\",");
    check_has(report, "{\"column\":2,\"score\":-1,\"result\":\"loss\",\"moves\":9}");
    check_has(report, "\"best\":[0,1,3,4],");
    report = report_of(analysts, (ff_board){6, 4, 1, 4}, "1122336", true);
    check_has(report, "\"status\":\"playing\",\"complete\":true,");
    check_has(report, "\"verdict\":\"missed win\",");
    check_has(report, "\"accuracy\":{\"red\":75,\"yellow\":50},\"turningPoints\":[2,6,7],");
    analysts_close(analysts);
}

static void other_boards_get_proofs_and_estimates(void **state)
{
    struct analysts *analysts = open_one(HOUR_MS);
    (void)state;
    const char *report = report_of(analysts, cube, "mgmgmg", false); /* m wins */
    check_has(report, "\"exact\":false,\"complete\":true,\"proven\":true,\"result\":\"win\","
                      "\"withinPlies\":1,\"chance\":1000,");
    check_has(report, "\"best\":12,\"line\":\"m\",\"lineProven\":true,");
    report = report_of(analysts, cube, "mgmgmgm", true);
    check_has(report, "\"status\":\"won\",\"exact\":false,\"complete\":true,");
    check_has(report, "\"ply\":6,\"color\":\"yellow\",\"column\":6,\"verdict\":\"missed block\",");
    analysts_close(analysts);
}

static void variants_are_searched_by_their_own_rules(void **state)
{
    const struct ruleset popout = {.board = {4, 4, 1, 3}, .variant = FF_POPOUT, .has_pie = true};
    const struct rest_analysis analysis = wanted_by(popout, "11322114", false),
                               review = wanted_by(popout, "11322114-1", true);
    struct analysts *analysts = open_one(HOUR_MS);
    (void)state;
    const char *report = report_to(analysts, &analysis);
    check_has(report, "{\"board\":\"4x4c3\",\"variant\":\"popout\",\"pie\":true,");
    check_has(report, "\"exact\":false,\"complete\":true,\"proven\":true,\"result\":\"win\",");
    check_has(report, "\"options\":[{\"rank\":1,\"move\":\"-1\",\"action\":\"pop\",\"column\":0,");
    report = report_to(analysts, &review);
    check_has(report, "\"status\":\"won\",\"exact\":false,\"complete\":true,");
    check_has(report, "\"move\":\"-1\",\"action\":\"pop\",\"column\":0,\"verdict\":\"best\",");
    analysts_close(analysts);
}

static void a_search_that_takes_too_long_says_so(void **state)
{
    const struct ruleset popten = {.board = ff_classic, .variant = FF_POPTEN};
    const struct rest_analysis analysis = wanted_by(popten, "", false),
                               review = wanted_by(popten, "12345", true);
    struct analysts *analysts = open_one(1);
    (void)state;
    check_has(report_of(analysts, (ff_board){8, 7, 1, 4}, "", false),
              "\"complete\":false,\"low\":-28,\"high\":28,\"columns\":[{\"column\":0,\"low\":-28,"
              "\"high\":28},");
    check_has(report_of(analysts, cube, "mgh", false), "\"complete\":false,\"proven\":false,");
    check_has(report_of(analysts, cube, "mghrqinlh", true), "\"complete\":false,\"judgements\":[");
    check_has(report_to(analysts, &analysis), "\"complete\":false,\"proven\":false,");
    check_has(report_to(analysts, &review), "\"complete\":false,\"judgements\":[");
    analysts_close(analysts);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

/* With a millisecond each time, every report judges at least one move more than the last. The review of another game
 * in between changes nothing, nor does it matter who asks. */
static void check_goes_on(const struct rest_analysis *wanted, const struct rest_analysis *other,
                          int moves)
{
    static char whole[32768];
    struct analysts *patient = open_one(HOUR_MS);
    (void)snprintf(whole, sizeof whole, "%s", report_to(patient, wanted));
    check_has(whole, "\"complete\":true,");
    assert_int_equal(count_of(whole, "\"ply\":"), moves);
    analysts_close(patient);
    struct analysts *hasty = open_one(1);
    struct rest_analysis asked = *wanted;
    const char *report = report_to(hasty, &asked);
    int judged = count_of(report, "\"ply\":"), last = judged;
    for (; strstr(report, "\"complete\":false,"); last = judged) {
        check_has(report_to(hasty, other), "\"complete\":false,");
        asked.address++;
        report = report_to(hasty, &asked);
        judged = count_of(report, "\"ply\":");
        assert_true(judged > last);
    }
    assert_string_equal(report, whole);
    analysts_close(hasty);
}

static void a_review_asked_again_goes_on_where_time_ended_it(void **state)
{
    const struct ruleset popten = {.board = ff_classic, .variant = FF_POPTEN};
    const struct rest_analysis variant = wanted_by(popten, "123", true),
                               estimated = wanted_of(cube, "mghrqin", true),
                               other = wanted_by(popten, "76543211234567", true);
    (void)state;
    check_goes_on(&variant, &other, 3);
    check_goes_on(&estimated, &other, 7);
}

static void only_so_many_may_wait(void **state)
{
    struct analysts *analysts = open_one(HOUR_MS);
    const struct rest_analysis quick = wanted_of(small, "3112233445", false),
                               endless = wanted_of((ff_board){8, 7, 1, 4}, "", false);
    const char *report;
    uint64_t ack;
    size_t len;
    (void)state;
    assert_true(analysts_ask(analysts, &quick));
    counter_wait(&woken, 1); /* done, but not collected */
    for (int i = 1; i < ANALYSTS_ASKED_MAX; i++)
        assert_true(analysts_ask(analysts, &endless));
    assert_false(analysts_ask(analysts, &quick));
    assert_true(analysts_collect(analysts, &ack, &report, &len));
    assert_true(analysts_ask(analysts, &quick));
    assert_false(analysts_collect(analysts, &ack, &report, &len));
    analysts_close(analysts); /* does not wait for the searches */
    analysts_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_of_the_solver_get_exact_scores),
        cmocka_unit_test(other_boards_get_proofs_and_estimates),
        cmocka_unit_test(variants_are_searched_by_their_own_rules),
        cmocka_unit_test(a_search_that_takes_too_long_says_so),
        cmocka_unit_test(a_review_asked_again_goes_on_where_time_ended_it),
        cmocka_unit_test(only_so_many_may_wait),
    };
    return cmocka_run_group_tests_name("analysts", tests, NULL, NULL);
}
