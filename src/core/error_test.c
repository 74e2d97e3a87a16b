#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"

static void every_error_has_a_name_and_a_text_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < FF_ERR_COUNT; i++) {
        const char *name = ff_err_name((ff_err)i), *text = ff_err_text((ff_err)i);
        assert_true(i == FF_OK || strncmp(name, "E_", 2) == 0);
        assert_true(strlen(text) > 1);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(ff_err_name((ff_err)k), name);
            assert_string_not_equal(ff_err_text((ff_err)k), text);
        }
    }
}

static void names_and_texts_belong_together(void **state)
{
    (void)state;
    assert_int_equal(FF_OK, 0);
    assert_string_equal(ff_err_name(FF_OK), "OK");
    assert_string_equal(ff_err_text(FF_OK), "Ok");
    assert_string_equal(ff_err_name(FF_E_FULL), "E_FULL");
    assert_string_equal(ff_err_text(FF_E_FULL), "The column is full");
    assert_string_equal(ff_err_name(FF_E_WINNER), "E_WINNER");
    assert_string_equal(ff_err_text(FF_E_WINNER), "The winner does not fit the board");
}

static void the_limits_in_the_texts_are_the_limits(void **state)
{
    static const struct {
        ff_err err;
        int limit;
    } cases[] = {
        {FF_E_WIDTH, FF_SIDE_MAX},      {FF_E_HEIGHT, FF_SIDE_MAX},
        {FF_E_DEPTH, FF_SIDE_MAX},      {FF_E_CONNECT, FF_CONNECT_MIN},
        {FF_E_CONNECT, FF_CONNECT_MAX}, {FF_E_COLUMNS, FF_COLUMNS_MAX},
        {FF_E_CELLS, FF_CELLS_MAX},     {FF_E_ID, FF_ID_MAX},
        {FF_E_NAME, FF_NAME_MAX},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char number[8];
        (void)snprintf(number, sizeof number, "%d", cases[i].limit);
        assert_non_null(strstr(ff_err_text(cases[i].err), number));
    }
}

static void an_unknown_error_code_reads_as_a_question_mark(void **state)
{
    static const int codes[] = {-1, FF_ERR_COUNT, FF_ERR_COUNT + 1, INT32_MAX, INT32_MIN};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(codes); i++) {
        assert_string_equal(ff_err_name((ff_err)codes[i]), "?");
        assert_string_equal(ff_err_text((ff_err)codes[i]), "?");
    }
}

static void the_library_knows_its_version(void **state)
{
    (void)state;
    assert_string_equal(ff_version(), FF_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_library_knows_its_version),
        cmocka_unit_test(every_error_has_a_name_and_a_text_of_its_own),
        cmocka_unit_test(names_and_texts_belong_together),
        cmocka_unit_test(the_limits_in_the_texts_are_the_limits),
        cmocka_unit_test(an_unknown_error_code_reads_as_a_question_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
