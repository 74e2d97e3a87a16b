#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/log.h"

static void assert_line(const char *fields, const char *expected)
{
    struct buffer out = buffer_with_max(4096);
    assert_true(log_write(&out, "now", "info", "start", fields));
    assert_int_equal(buffer_char(&out, '\0'), BUFFER_OK);
    assert_string_equal(out.bytes, expected);
    buffer_free(&out);
}

static void an_event_is_one_line_of_json(void **state)
{
    (void)state;
    assert_line("", "{\"time\":\"now\",\"level\":\"info\",\"event\":\"start\"}\n");
    assert_line("port=80 version=0.1.0",
                "{\"time\":\"now\",\"level\":\"info\",\"event\":\"start\",\"port\":80,"
                "\"version\":\"0.1.0\"}\n");
}

static void the_last_field_may_be_any_text(void **state)
{
    (void)state;
    assert_line("code=E_IO problem=\"a \"b\" c=\nd\"",
                "{\"time\":\"now\",\"level\":\"info\",\"event\":\"start\",\"code\":\"E_IO\","
                "\"problem\":\"a \\\"b\\\" c=\\nd\"}\n");
    assert_line("problem=\"\"", "{\"time\":\"now\",\"level\":\"info\",\"event\":\"start\","
                                "\"problem\":\"\"}\n");
}

static void a_value_that_is_not_utf8_does_not_lose_the_line(void **state)
{
    (void)state;
    assert_line("problem=\"\xff\"", "{\"time\":\"now\",\"level\":\"info\",\"event\":\"start\","
                                    "\"problem\":\"?\"}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_is_one_line_of_json),
        cmocka_unit_test(the_last_field_may_be_any_text),
        cmocka_unit_test(a_value_that_is_not_utf8_does_not_lose_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
