#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <time.h>

#include "cli/estimated.h"

static uint64_t memory[FF_BOT_MIN / 8];

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void a_limit_is_never_shorter_than_it_says(void **state)
{
    const struct exact exact = {.seconds = 1};
    (void)state;
    for (int64_t end = now_ms() + 50; now_ms() < end;) {
        int64_t before = now_ms();
        assert_true(estimated_deadline(&exact) >= before + 1000);
    }
    int64_t past = now_ms(), future = past + 3600000;
    assert_true(estimated_is_late(&past));
    assert_false(estimated_is_late(&future));
}

static void an_analysis_that_its_limit_ends_is_unfinished(void **state)
{
    static struct exact exact = {.seconds = 0};
    (void)state;
    assert_int_equal(ff_notation_read(&exact.game, &exact.rules, "5x5x5:mg", 8, NULL), FF_OK);
    assert_int_equal(
        ff_bot_open(&exact.bot, &exact.rules, FF_HARD, FF_BALANCED, memory, sizeof memory), FF_OK);
    assert_int_equal(estimated_analyse(&exact), CLI_UNFINISHED);
    exact.seconds = 3600;
    assert_int_equal(estimated_analyse(&exact), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_is_never_shorter_than_it_says),
        cmocka_unit_test(an_analysis_that_its_limit_ends_is_unfinished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
