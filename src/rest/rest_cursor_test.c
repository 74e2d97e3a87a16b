#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rest/rest_cursor.h"

static void a_cursor_reads_back_as_written(void **state)
{
    static const int64_t numbers[] = {0, 1, -1, INT64_MAX, INT64_MIN, 1700000000000};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct store_cursor in = {.is_started = true, .key = numbers[i], .tie = ~numbers[i]}, out;
        char text[REST_CURSOR_SIZE];
        rest_cursor_write(text, &in);
        assert_int_equal(strlen(text), REST_CURSOR_SIZE - 1);
        assert_true(rest_cursor_read(&out, text));
        assert_true(out.is_started && out.key == in.key && out.tie == in.tie);
    }
}

static void other_texts_are_refused_and_leave_the_result_alone(void **state)
{
    static const char *const wrong[] = {"",
                                        "-",
                                        "0",
                                        "0000000000000001-000000000000000",
                                        "0000000000000001-00000000000000020",
                                        "0000000000000001_0000000000000002",
                                        "000000000000000G-0000000000000002",
                                        "000000000000000A-0000000000000002"};
    struct store_cursor out = {.key = 7};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(rest_cursor_read(&out, wrong[i]));
    assert_int_equal(out.key, 7);
    assert_false(out.is_started);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cursor_reads_back_as_written),
        cmocka_unit_test(other_texts_are_refused_and_leave_the_result_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
