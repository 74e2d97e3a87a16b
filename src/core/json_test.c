#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "core/json.h"

static struct json cursor(const char *text)
{
    return (struct json){text, strlen(text), 0};
}

/* A document: one value and nothing after it. */
static ff_err skip_document(const char *text)
{
    struct json j = cursor(text);
    ff_err err = json_skip(&j, JSON_DEPTH);
    return err ? err : json_end(&j);
}

static void every_valid_json_value_is_accepted(void **state)
{
    static const char *const texts[] = {
        "null",
        "true",
        "false",
        "0",
        "-0",
        "7",
        "-12",
        "1234567890123456789012",
        "0.5",
        "-0.25",
        "1e5",
        "1E5",
        "1e+5",
        "1e-5",
        "12.5e10",
        "0e0",
        "\"\"",
        "\"a\"",
        "\"\\\"\\\\\\/\"",
        "\"\\b\\f\\n\\r\\t\"",
        "\"\\u0041\\u00e9\\uABCD\"",
        "\"\\uD83D\\uDD34\"",
        "\"\\udbff\\udfff\"",
        "\"\xE2\x82\xAC\"",
        "\"{}[],:\"",
        "[]",
        "[ ]",
        "[1]",
        "[1,2]",
        " [ 1 , [ ] , { } ] ",
        "{}",
        "{ }",
        "{\"a\":1}",
        "{\"a\":1,\"a\":2}",
        "\t{ \"a\" :\n[true,\rfalse] , \"b\":null }\r\n",
        "{\"a key much longer than any that is known here\":[]}",
        "[[[[[[[0]]]]]]]",
        "[[[[[[[[]]]]]]]]",
        "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":0}}}}}}}",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        assert_err(skip_document(texts[i]), FF_OK, texts[i]);
}

static void malformed_json_is_refused(void **state)
{
    static const char *const texts[] = {
        "",
        " ",
        "nul",
        "nulL",
        "True",
        "fals",
        "undefined",
        "NaN",
        "-",
        "+1",
        ".5",
        "1.",
        "1.e5",
        "1e",
        "1e+",
        "1E-",
        "--1",
        "- 1",
        "-a",
        "'a'",
        "\"",
        "\"a",
        "\"\\",
        "\"\\\"",
        "\"\\x\"",
        "\"\\U0041\"",
        "\"\\u\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\u123",
        "\"\\u0000\"",
        "\"\\uD800\"",
        "\"\\uD800\\u0041\"",
        "\"\\uD800\\n\"",
        "\"\\uD800\\uD800\"",
        "\"\\uD800\\uE000\"",
        "\"\\uD800\\u\"",
        "\"\\uDC00\"",
        "\"\\uDC00\\uD800\"",
        "\"\n\"",
        "\"\t\"",
        "\"\x01\"",
        "\"\x7F\"",
        "\"\xC3\"",
        "\"\xC0\x80\"",
        "\"\xED\xA0\x80\"",
        "\"\xFF\"",
        "\"\xF8\x90\x80\x80\"",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1}",
        "]",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{\"a\":}",
        "{a:1}",
        "{1:2}",
        "{null:1}",
        "{\"a\":1]",
        "{,}",
        "{\"a\\x\":1}",
        "}",
        "[[[[[[[[0]]]]]]]]",
        "[[[[[[[[[]]]]]]]]]",
        "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":0}}}}}}}}",
        "/* */ 1",
        ",",
        ":",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        assert_err(skip_document(texts[i]), FF_E_JSON_SYNTAX, texts[i]);
}

static void nothing_may_follow_the_value(void **state)
{
    static const struct {
        const char *text;
        size_t at;
    } cases[] = {{"1 2", 2},    {"1.2.", 3},  {"1.2.3", 3}, {"1.2.-3", 3}, {"1.5e2.5", 5},
                 {"null,", 4},  {"{}}", 2},   {"01", 1},    {"-01", 2},    {"truefalse", 4},
                 {"\"a\"b", 3}, {"[] //", 3}, {"0x10", 1}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json j = cursor(cases[i].text);
        assert_err(json_skip(&j, JSON_DEPTH), FF_OK, cases[i].text);
        assert_err(json_end(&j), FF_E_JSON_END, cases[i].text);
        assert_int_equal(j.at, cases[i].at);
    }
}

static void a_text_ends_where_its_length_says(void **state)
{
    (void)state;
    for (size_t len = 0; len < 13; len++) {
        struct json j = {"{\"a\":\"\\u0041\"}", len, 0};
        assert_int_equal(json_skip(&j, JSON_DEPTH), FF_E_JSON_SYNTAX);
        assert_true(j.at <= len);
    }
}

static void strings_are_decoded(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"\"\"", ""},
        {"  \"Ann\"", "Ann"},
        {"\"\\\"\\\\\\/\"", "\"\\/"},
        {"\"\\u0041\\u00E9\"", "A\xC3\xA9"},
        {"\"\\u07ff\\u0800\\u20AC\"", "\xDF\xBF\xE0\xA0\x80\xE2\x82\xAC"},
        {"\"\\uD83D\\uDD34\"", "\xF0\x9F\x94\xB4"},
        {"\"\\uDBFF\\uDFFF\"", "\xF4\x8F\xBF\xBF"},
        {"\"\xE2\x82\xAC\"", "\xE2\x82\xAC"},
        {"\"12345678\\u003900\"", "12345678900"},
        {"\"123456789012\"", "123456789012"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json j = cursor(cases[i].text);
        char out[13];
        assert_err(json_pass_string(&j, out, 12), FF_OK, cases[i].text);
        assert_string_equal(out, cases[i].expected);
        assert_int_equal(j.at, j.len);
    }
}

static void strings_for_people_hold_clean_text_of_a_limited_length(void **state)
{
    static const struct {
        const char *text;
        ff_err expected;
    } cases[] = {
        {"\"1234\"", FF_OK},
        {"\"12345\"", FF_E_JSON_TYPE},
        {"\"12\xE2\x82\xAC\"", FF_E_JSON_TYPE},
        {"\"\\n\"", FF_E_JSON_TYPE},
        {"\"\\u0001\"", FF_E_JSON_TYPE},
        {"\"\\u0085\"", FF_E_JSON_TYPE},
        {"\"\\uFFFE\"", FF_E_JSON_TYPE},
        {"\"\\u0000\"", FF_E_JSON_SYNTAX},
        {"\"a", FF_E_JSON_SYNTAX},
        {"null", FF_E_JSON_TYPE},
        {"4", FF_E_JSON_TYPE},
        {"[\"a\"]", FF_E_JSON_TYPE},
        {"", FF_E_JSON_TYPE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json j = cursor(cases[i].text);
        char out[5];
        assert_err(json_pass_string(&j, out, 4), cases[i].expected, cases[i].text);
    }
}

static void whole_numbers_have_at_most_nine_digits(void **state)
{
    static const struct {
        const char *text;
        ff_err expected;
        int value;
    } cases[] = {
        {"0", FF_OK, 0},
        {"-0", FF_OK, 0},
        {" 42", FF_OK, 42},
        {"-7,", FF_OK, -7},
        {"999999999", FF_OK, 999999999},
        {"-999999999", FF_OK, -999999999},
        {"1000000000", FF_E_JSON_TYPE, 77},
        {"-1000000000", FF_E_JSON_TYPE, 77},
        {"1.0", FF_E_JSON_TYPE, 77},
        {"1e1", FF_E_JSON_TYPE, 77},
        {"1E1", FF_E_JSON_TYPE, 77},
        {"-", FF_E_JSON_TYPE, 77},
        {"", FF_E_JSON_TYPE, 77},
        {"null", FF_E_JSON_TYPE, 77},
        {"\"1\"", FF_E_JSON_TYPE, 77},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json j = cursor(cases[i].text);
        int value = 77;
        assert_err(json_int(&j, &value), cases[i].expected, cases[i].text);
        assert_number(value, cases[i].value, cases[i].text);
    }
}

static void null_is_read_whole_or_not_at_all(void **state)
{
    struct json j = cursor(" nullnul");
    (void)state;
    assert_true(json_take_null(&j));
    assert_int_equal(j.at, 5);
    assert_false(json_take_null(&j));
    assert_int_equal(j.at, 5);
}

static void strings_are_written_so_that_they_read_back(void **state)
{
    static const struct {
        const char *plain, *written;
    } cases[] = {{"", "\"\""},
                 {"Ann", "\"Ann\""},
                 {"\"\\/", "\"\\\"\\\\/\""},
                 {"\xE2\x82\xAC <&>", "\"\xE2\x82\xAC <&>\""}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[32], back[32];
        ff_text text = ff_text_on(data, sizeof data);
        json_put_string(&text, cases[i].plain);
        assert_string_equal(data, cases[i].written);
        struct json j = cursor(data);
        assert_int_equal(json_pass_string(&j, back, sizeof back - 1), FF_OK);
        assert_string_equal(back, cases[i].plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_valid_json_value_is_accepted),
        cmocka_unit_test(malformed_json_is_refused),
        cmocka_unit_test(nothing_may_follow_the_value),
        cmocka_unit_test(a_text_ends_where_its_length_says),
        cmocka_unit_test(strings_are_decoded),
        cmocka_unit_test(strings_for_people_hold_clean_text_of_a_limited_length),
        cmocka_unit_test(whole_numbers_have_at_most_nine_digits),
        cmocka_unit_test(null_is_read_whole_or_not_at_all),
        cmocka_unit_test(strings_are_written_so_that_they_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
