#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/metrics.h"

static void assert_line(const struct buffer *out, const char *line)
{
    const char *at = strstr(out->bytes, line);
    if (!at || (at > out->bytes && at[-1] != '\n') || at[strlen(line)] != '\n')
        fail_msg("no line '%s' in\n%s", line, out->bytes);
}

static void a_commit_counts_in_its_bucket_and_all_above(void **state)
{
    struct metrics metrics = {0};
    static const struct budgets budgets = {.refused = {[BUDGET_POLLS] = 4}};
    struct metrics_now now = {.connections = 3,
                              .budgets = &budgets,
                              .connections_max = 20,
                              .refused_connections = 5,
                              .resident_bytes = 4096,
                              .is_ready = true};
    struct buffer out = buffer_with_max(65536);
    (void)state;
    metrics_commit(&metrics, 100);
    metrics_commit(&metrics, 101);
    metrics_commit(&metrics, 9000000);
    metrics.refusals[REFUSAL_STALE] = 2;
    assert_int_equal(metrics_write(&out, &metrics, &now), BUFFER_OK);
    assert_int_equal(buffer_char(&out, '\0'), BUFFER_OK);
    assert_line(&out, "fourfall_commit_seconds_bucket{le=\"0.0001\"} 1");
    assert_line(&out, "fourfall_commit_seconds_bucket{le=\"0.00025\"} 2");
    assert_line(&out, "fourfall_commit_seconds_bucket{le=\"2.5\"} 2");
    assert_line(&out, "fourfall_commit_seconds_bucket{le=\"+Inf\"} 3");
    assert_line(&out, "fourfall_commit_seconds_sum 9.000201");
    assert_line(&out, "fourfall_commit_seconds_count 3");
    assert_line(&out, "fourfall_refusals_total{code=\"stale\"} 2");
    assert_line(&out, "fourfall_refused_total{resource=\"polls\"} 4");
    assert_line(&out, "fourfall_refused_total{resource=\"guests\"} 0");
    assert_line(&out, "fourfall_connections 3");
    assert_line(&out, "fourfall_connections_max 20");
    assert_line(&out, "fourfall_refused_connections_total 5");
    assert_line(&out, "process_resident_memory_bytes 4096");
    buffer_free(&out);
}

static void a_text_that_does_not_fit_is_an_error(void **state)
{
    struct metrics metrics = {0};
    static const struct budgets budgets = {0};
    struct metrics_now now = {.budgets = &budgets};
    struct buffer out = buffer_with_max(500);
    (void)state;
    assert_int_equal(metrics_write(&out, &metrics, &now), BUFFER_E_FULL);
    buffer_free(&out);
}

static void the_resident_memory_is_measured(void **state)
{
    (void)state;
    assert_true(metrics_resident_bytes() > 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_commit_counts_in_its_bucket_and_all_above),
        cmocka_unit_test(a_text_that_does_not_fit_is_an_error),
        cmocka_unit_test(the_resident_memory_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
