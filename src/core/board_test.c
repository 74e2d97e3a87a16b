#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"

static void assert_board(ff_board got, ff_board expected)
{
    assert_int_equal(got.width, expected.width);
    assert_int_equal(got.height, expected.height);
    assert_int_equal(got.depth, expected.depth);
    assert_int_equal(got.connect, expected.connect);
}

static void classic_and_cube_have_their_sizes(void **state)
{
    (void)state;
    assert_board(ff_classic, (ff_board){7, 6, 1, 4});
    assert_board(ff_cube, (ff_board){5, 5, 5, 4});
}

static void boards_are_equal_in_all_four_numbers(void **state)
{
    (void)state;
    assert_true(ff_board_equal(ff_classic, (ff_board){7, 6, 1, 4}));
    assert_false(ff_board_equal(ff_classic, (ff_board){8, 6, 1, 4}));
    assert_false(ff_board_equal(ff_classic, (ff_board){7, 5, 1, 4}));
    assert_false(ff_board_equal(ff_classic, (ff_board){7, 6, 2, 4}));
    assert_false(ff_board_equal(ff_classic, (ff_board){7, 6, 1, 5}));
}

static void the_first_invalid_number_of_a_board_gives_the_error(void **state)
{
    static const struct {
        ff_board board;
        ff_err expected;
    } cases[] = {
        {{1, 1, 1, 3}, FF_OK},
        {{12, 12, 1, 8}, FF_OK},
        {{12, 1, 4, 4}, FF_OK},
        {{4, 4, 12, 4}, FF_OK}, /* 48 columns */
        {{4, 4, 13, 4}, FF_E_DEPTH},
        {{8, 8, 4, 4}, FF_OK}, /* 256 cells */
        {{0, 6, 1, 4}, FF_E_WIDTH},
        {{13, 6, 1, 4}, FF_E_WIDTH},
        {{-1, 0, 0, 0}, FF_E_WIDTH},
        {{7, 0, 1, 4}, FF_E_HEIGHT},
        {{7, 13, 0, 4}, FF_E_HEIGHT},
        {{7, 6, 0, 4}, FF_E_DEPTH},
        {{7, 6, 13, 2}, FF_E_DEPTH},
        {{7, 6, 1, 2}, FF_E_CONNECT},
        {{7, 6, 1, 9}, FF_E_CONNECT},
        {{12, 12, 12, 9}, FF_E_CONNECT},
        {{9, 1, 6, 4}, FF_E_COLUMNS},
        {{12, 12, 12, 8}, FF_E_COLUMNS},
        {{10, 6, 5, 4}, FF_E_CELLS},
        {{4, 7, 10, 4}, FF_E_CELLS},
        {{INT32_MAX, 1, 1, 4}, FF_E_WIDTH},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_err(ff_board_check(cases[i].board), cases[i].expected, "board");
}

static void a_board_is_read_from_its_text(void **state)
{
    static const struct {
        const char *text;
        ff_board expected;
    } cases[] = {
        {"7x6", {7, 6, 1, 4}},     {"classic", {7, 6, 1, 4}}, {"cube", {5, 5, 5, 4}},
        {"5x5x5", {5, 5, 5, 4}},   {"9x7c5", {9, 7, 1, 5}},   {"4x4x4c3", {4, 4, 4, 3}},
        {"12x12", {12, 12, 1, 4}}, {"1x1", {1, 1, 1, 4}},     {"7x6x1c4", {7, 6, 1, 4}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_board board;
        assert_err(ff_board_read(&board, cases[i].text, strlen(cases[i].text)), FF_OK,
                   cases[i].text);
        assert_board(board, cases[i].expected);
    }
}

static void a_bad_text_is_refused_with_its_reason(void **state)
{
    static const struct {
        const char *text;
        ff_err expected;
    } cases[] = {
        {"", FF_E_BOARD_TEXT},        {"x", FF_E_BOARD_TEXT},       {"7", FF_E_BOARD_TEXT},
        {"7x", FF_E_BOARD_TEXT},      {"x6", FF_E_BOARD_TEXT},      {"7x6x", FF_E_BOARD_TEXT},
        {"7x6c", FF_E_BOARD_TEXT},    {"7c4", FF_E_BOARD_TEXT},     {"7x6c4c4", FF_E_BOARD_TEXT},
        {"7x6x1x1", FF_E_BOARD_TEXT}, {"7x6c4x2", FF_E_BOARD_TEXT}, {"7X6", FF_E_BOARD_TEXT},
        {" 7x6", FF_E_BOARD_TEXT},    {"7x6 ", FF_E_BOARD_TEXT},    {"+7x6", FF_E_BOARD_TEXT},
        {"-7x6", FF_E_BOARD_TEXT},    {"07x6", FF_E_BOARD_TEXT},    {"7x06", FF_E_BOARD_TEXT},
        {"7x6x05", FF_E_BOARD_TEXT},  {"7x6c04", FF_E_BOARD_TEXT},  {"00x6", FF_E_BOARD_TEXT},
        {"1000x6", FF_E_BOARD_TEXT},  {"classi", FF_E_BOARD_TEXT},  {"classics", FF_E_BOARD_TEXT},
        {"Classic", FF_E_BOARD_TEXT}, {"cub", FF_E_BOARD_TEXT},     {"cubed", FF_E_BOARD_TEXT},
        {"7/6", FF_E_BOARD_TEXT},     {"7:6", FF_E_BOARD_TEXT},     {"0x6", FF_E_WIDTH},
        {"13x6", FF_E_WIDTH},         {"100x6", FF_E_WIDTH},        {"999x999", FF_E_WIDTH},
        {"7x0", FF_E_HEIGHT},         {"7x13", FF_E_HEIGHT},        {"7x6x0", FF_E_DEPTH},
        {"7x6x13", FF_E_DEPTH},       {"7x6c2", FF_E_CONNECT},      {"7x6c9", FF_E_CONNECT},
        {"9x1x6", FF_E_COLUMNS},      {"10x6x5", FF_E_CELLS},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_board board = {1, 2, 3, 4};
        assert_err(ff_board_read(&board, cases[i].text, strlen(cases[i].text)), cases[i].expected,
                   cases[i].text);
        assert_board(board, (ff_board){1, 2, 3, 4});
    }
}

static void a_text_ends_where_its_length_says(void **state)
{
    ff_board board;
    (void)state;
    assert_int_equal(ff_board_read(&board, "12x12", 4), FF_OK);
    assert_board(board, (ff_board){12, 1, 1, 4});
    assert_int_equal(ff_board_read(&board, "cubes", 4), FF_OK);
    assert_board(board, ff_cube);
    assert_int_equal(ff_board_read(&board, "7x6\0x2", 6), FF_E_BOARD_TEXT);
}

static void a_board_is_written_as_short_as_it_can_be(void **state)
{
    static const char *const texts[] = {"7x6",   "5x5x5",  "9x7c5", "4x4x4c3",
                                        "1x1c8", "12x1x4", "8x8x4", "12x12c3"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        char data[FF_BOARD_TEXT_MAX];
        ff_text text = ff_text_on(data, sizeof data);
        ff_rules rules = rules_of(texts[i]);
        assert_int_equal(ff_board_write(&text, rules.board), FF_OK);
        assert_string_equal(data, texts[i]);
    }
}

static void the_longest_board_fits_its_limit_exactly(void **state)
{
    char data[FF_BOARD_TEXT_MAX];
    ff_text text = ff_text_on(data, sizeof data), small = ff_text_on(data, 3);
    (void)state;
    assert_int_equal(ff_board_write(&small, ff_classic), FF_E_SPACE);
    assert_int_equal(small.len, 3);
    assert_int_equal(ff_board_write(&text, (ff_board){12, 12, 12, 8}), FF_OK);
    assert_string_equal(data, "12x12x12c8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_and_cube_have_their_sizes),
        cmocka_unit_test(boards_are_equal_in_all_four_numbers),
        cmocka_unit_test(the_first_invalid_number_of_a_board_gives_the_error),
        cmocka_unit_test(a_board_is_read_from_its_text),
        cmocka_unit_test(a_bad_text_is_refused_with_its_reason),
        cmocka_unit_test(a_text_ends_where_its_length_says),
        cmocka_unit_test(a_board_is_written_as_short_as_it_can_be),
        cmocka_unit_test(the_longest_board_fits_its_limit_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
