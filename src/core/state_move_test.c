#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"

static void a_move_is_written_and_read_back(void **state)
{
    static const struct {
        int column;
        const char *text;
    } cases[] = {
        {0, "{\"action\":\"drop\",\"parameters\":{\"column\":0}}"},
        {3, "{\"action\":\"drop\",\"parameters\":{\"column\":3}}"},
        {49, "{\"action\":\"drop\",\"parameters\":{\"column\":49}}"},
        {-1, "{\"action\":\"drop\",\"parameters\":{\"column\":-1}}"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[FF_MOVE_JSON_MAX];
        ff_text text = ff_text_on(data, sizeof data);
        ff_move move = {77};
        size_t at = 12345;
        assert_int_equal(ff_move_write_json(&text, (ff_move){cases[i].column}), FF_OK);
        assert_string_equal(data, cases[i].text);
        assert_int_equal(ff_move_read_json(&move, data, text.len, &at), FF_OK);
        assert_int_equal(move.column, cases[i].column);
        assert_int_equal(at, 12345);
    }
}

static void any_column_can_be_written(void **state)
{
    char data[FF_MOVE_JSON_MAX];
    ff_text text = ff_text_on(data, sizeof data), tight = ff_text_on(data, 43);
    (void)state;
    assert_int_equal(ff_move_write_json(&tight, (ff_move){7}), FF_E_SPACE);
    assert_int_equal(tight.len, 43);
    assert_int_equal(ff_move_write_json(&text, (ff_move){INT32_MIN}), FF_OK);
    assert_non_null(strstr(data, "-2147483648"));
}

static void keys_come_in_any_order_and_with_white_space(void **state)
{
    static const char text[] =
        " { \"parameters\" : { \"column\" : 5 } ,\n\"action\" : \"drop\" }\r\n";
    ff_move move;
    (void)state;
    assert_int_equal(ff_move_read_json(&move, text, strlen(text), NULL), FF_OK);
    assert_int_equal(move.column, 5);
}

static void a_malformed_move_is_refused_where_it_was_noticed(void **state)
{
    static const struct {
        const char *text;
        ff_err expected;
        size_t at;
    } cases[] = {
        {"", FF_E_JSON_TYPE, 0},
        {"3", FF_E_JSON_TYPE, 0},
        {"{\"action\":\"drop\"", FF_E_JSON_SYNTAX, 16},
        {"{\"action\":\"drop\"}", FF_E_JSON_MISSING, 17},
        {"{\"parameters\":{\"column\":3}}", FF_E_JSON_MISSING, 27},
        {"{\"action\":\"drop\",\"parameters\":{\"column\":3}} x", FF_E_JSON_END, 44},
        {"{\"action\":\"drop\",\"parameters\":{\"column\":3},\"x\":1}", FF_E_JSON_KEY, 43},
        {"{\"action\":\"drop\",\"action\":\"drop\"}", FF_E_JSON_TWICE, 17},
        {"{\"action\":\"lift\",\"parameters\":{\"column\":3}}", FF_E_ACTION, 16},
        {"{\"action\":null,\"parameters\":{\"column\":3}}", FF_E_ACTION, 10},
        {"{\"action\":\"drop\",\"parameters\":[3]}", FF_E_JSON_TYPE, 30},
        {"{\"action\":\"drop\",\"parameters\":{}}", FF_E_JSON_MISSING, 32},
        {"{\"action\":\"drop\",\"parameters\":{\"row\":3}}", FF_E_JSON_KEY, 31},
        {"{\"action\":\"drop\",\"parameters\":{\"column\":\"3\"}}", FF_E_JSON_TYPE, 40},
        {"{\"action\":\"drop\",\"parameters\":{\"column\":3.5}}", FF_E_JSON_TYPE, 41},
        {"{\"action\":\"drop\",\"parameters\":{\"column\":1000000000}}", FF_E_JSON_TYPE, 50},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *text = cases[i].text;
        ff_move move = {77};
        size_t at = 12345;
        assert_err(ff_move_read_json(&move, text, strlen(text), &at), cases[i].expected, text);
        assert_number((long)at, (long)cases[i].at, text);
        assert_err(ff_move_read_json(&move, text, strlen(text), NULL), cases[i].expected, text);
        assert_int_equal(move.column, 77);
    }
}

static void a_move_has_a_largest_size(void **state)
{
    char text[FF_MOVE_JSON_MAX + 1];
    ff_text out = ff_text_on(text, sizeof text);
    ff_move move = {77};
    size_t at = 12345;
    (void)state;
    assert_int_equal(ff_move_write_json(&out, (ff_move){3}), FF_OK);
    memset(text + out.len, ' ', sizeof text - out.len);
    assert_int_equal(ff_move_read_json(&move, text, FF_MOVE_JSON_MAX + 1, &at), FF_E_JSON_SIZE);
    assert_int_equal(at, 0);
    assert_int_equal(move.column, 77);
    assert_int_equal(ff_move_read_json(&move, text, FF_MOVE_JSON_MAX, &at), FF_OK);
    assert_int_equal(move.column, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_written_and_read_back),
        cmocka_unit_test(any_column_can_be_written),
        cmocka_unit_test(keys_come_in_any_order_and_with_white_space),
        cmocka_unit_test(a_malformed_move_is_refused_where_it_was_noticed),
        cmocka_unit_test(a_move_has_a_largest_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
