#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"

static void small_boards_count_their_columns(void **state)
{
    ff_rules rules = rules_of("9x1");
    (void)state;
    for (int column = 0; column < 9; column++) {
        assert_int_equal(ff_column_letter(&rules, column), "123456789"[column]);
        assert_int_equal(ff_column_read(&rules, "123456789"[column]), column);
    }
}

static void larger_boards_have_letters(void **state)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char *const boards[] = {"10x1", "12x12", "5x5x5", "9x1x3", "10x1x5", "7x5x7"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        for (int column = 0; column < rules.columns; column++) {
            assert_int_equal(ff_column_letter(&rules, column), letters[column]);
            assert_int_equal(ff_column_read(&rules, letters[column]), column);
        }
        for (int column = rules.columns; column < FF_COLUMNS_MAX; column++)
            assert_int_equal(ff_column_read(&rules, letters[column]), -1);
    }
}

/* Sides of up to twelve make at most 50 columns, but the alphabet covers all 52. */
static void column_52_is_a_capital_z(void **state)
{
    ff_rules rules = rules_of("10x1x5");
    (void)state;
    assert_int_equal(rules.columns, 50);
    assert_int_equal(ff_column_letter(&rules, 25), 'z');
    assert_int_equal(ff_column_letter(&rules, 26), 'A');
    assert_int_equal(ff_column_letter(&rules, FF_COLUMNS_MAX - 1), 'Z');
    assert_int_equal(ff_column_read(&rules, 'X'), 49);
    assert_int_equal(ff_column_read(&rules, 'Y'), -1);
}

static void other_characters_name_no_column(void **state)
{
    ff_rules small = rules_of("7x6"), large = rules_of("5x5x5");
    (void)state;
    for (const char *c = "089aA:/ -+"; *c; c++)
        assert_int_equal(ff_column_read(&small, *c), -1);
    for (const char *c = "19zA`{@[ "; *c; c++)
        assert_int_equal(ff_column_read(&large, *c), -1);
    assert_int_equal(ff_column_read(&small, '\0'), -1);
    assert_int_equal(ff_column_read(&small, (char)0xFF), -1);
}

static void a_text_is_refused_at_its_first_bad_move(void **state)
{
    static const struct {
        const char *text;
        ff_err expected;
        size_t at;
    } cases[] = {
        {"x", FF_E_LETTER, 0},
        {"128", FF_E_LETTER, 2},
        {"12 3", FF_E_LETTER, 2},
        {"7x6:120", FF_E_LETTER, 2},
        {"5x5x5:az", FF_E_LETTER, 1},
        {"5x5x5:1", FF_E_LETTER, 0},
        {"7x6:1:2", FF_E_LETTER, 1},
        {"1111111", FF_E_FULL, 6},
        {"cube:aaaaaa", FF_E_FULL, 5},
        {"12121212", FF_E_OVER, 7},
        {"1212121x", FF_E_LETTER, 7},
        {"1x1:11", FF_E_OVER, 1},
        {":", FF_E_BOARD_TEXT, SIZE_MAX},
        {"x:1", FF_E_BOARD_TEXT, SIZE_MAX},
        {"7x6 :1", FF_E_BOARD_TEXT, SIZE_MAX},
        {"13x6:1", FF_E_WIDTH, SIZE_MAX},
        {"7x13:1", FF_E_HEIGHT, SIZE_MAX},
        {"7x6c9:x", FF_E_CONNECT, SIZE_MAX},
        {"12x1x12:", FF_E_COLUMNS, SIZE_MAX},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_game game, game_before;
        ff_rules rules, rules_before;
        size_t at = 12345;
        memset(&game, 0xA5, sizeof game);
        memset(&rules, 0xA5, sizeof rules);
        memcpy(&game_before, &game, sizeof game);
        memcpy(&rules_before, &rules, sizeof rules);
        const char *text = cases[i].text;
        assert_err(ff_notation_read(&game, &rules, text, strlen(text), &at), cases[i].expected,
                   text);
        assert_true(at == cases[i].at);
        assert_err(ff_notation_read(&game, &rules, text, strlen(text), NULL), cases[i].expected,
                   text);
        assert_memory_equal(&game, &game_before, sizeof game);
        assert_memory_equal(&rules, &rules_before, sizeof rules);
    }
}

static void moves_alone_are_read_on_the_rules_given(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    ff_game game, before;
    size_t at = 12345;
    (void)state;
    assert_int_equal(ff_game_read(&game, &rules, "mmgh", 4, &at), FF_OK);
    assert_int_equal(at, 12345);
    assert_ptr_equal(game.position.rules, &rules);
    assert_int_equal(game.position.ply, 4);
    assert_int_equal(game.moves[3], 7);
    before = game;
    assert_int_equal(ff_game_read(&game, &rules, "mm1", 3, &at), FF_E_LETTER);
    assert_int_equal(at, 2);
    assert_int_equal(ff_game_read(&game, &rules, "mmmmmm", 6, NULL), FF_E_FULL);
    assert_same_game(&game, &before);
    assert_int_equal(ff_game_read(&game, &rules, "", 0, &at), FF_OK);
    assert_int_equal(game.position.ply, 0);
}

static void the_board_stands_before_the_colon(void **state)
{
    static const struct {
        const char *text, *board;
        size_t moves_at;
    } cases[] = {{"", "7x6", 0},        {"4453", "7x6", 0},      {"5x5x5:mm", "5x5x5", 6},
                 {"cube:", "5x5x5", 5}, {"classic:4", "7x6", 8}, {"9x7c5:1:2", "9x7c5", 6}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_board board;
        ff_rules expected = rules_of(cases[i].board);
        size_t at = 12345;
        assert_err(ff_notation_board(&board, &at, cases[i].text, strlen(cases[i].text)), FF_OK,
                   cases[i].text);
        assert_memory_equal(&board, &expected.board, sizeof board);
        assert_int_equal(at, cases[i].moves_at);
    }
}

static void a_bad_board_does_not_change_the_result(void **state)
{
    ff_board board = {1, 2, 3, 4}, before = board;
    size_t at = 12345;
    (void)state;
    assert_int_equal(ff_notation_board(&board, &at, "7y6:1", 5), FF_E_BOARD_TEXT);
    assert_int_equal(ff_notation_board(&board, &at, "7x99:1", 6), FF_E_HEIGHT);
    assert_memory_equal(&board, &before, sizeof board);
    assert_int_equal(at, 12345);
}

static void a_game_is_written_as_it_was_read(void **state)
{
    static const char *const texts[] = {"7x6:",         "7x6:4453",   "7x6:1212121",
                                        "5x5x5:mmghya", "9x7c5:9182", "10x1x5:aXbWQ"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        char data[64];
        ff_text text = ff_text_on(data, sizeof data);
        ff_rules rules;
        ff_game game = game_of(&rules, texts[i]);
        assert_ptr_equal(game.position.rules, &rules);
        assert_int_equal(ff_game_write(&text, &game, true), FF_OK);
        assert_string_equal(data, texts[i]);
        text = ff_text_on(data, sizeof data);
        assert_int_equal(ff_game_write(&text, &game, false), FF_OK);
        assert_string_equal(data, strchr(texts[i], ':') + 1);
    }
}

static void undone_moves_are_not_written(void **state)
{
    char data[16];
    ff_text text = ff_text_on(data, sizeof data);
    ff_rules rules;
    ff_game game = game_of(&rules, "4453");
    (void)state;
    assert_int_equal(ff_game_undo(&game), FF_OK);
    assert_int_equal(ff_game_write(&text, &game, false), FF_OK);
    assert_string_equal(data, "445");
}

static void a_game_without_its_first_moves_is_not_written(void **state)
{
    char data[16];
    ff_text text = ff_text_on(data, sizeof data);
    ff_rules rules;
    ff_position p = game_of(&rules, "44").position;
    ff_game game = ff_game_from(&p);
    (void)state;
    assert_int_equal(ff_game_write(&text, &game, true), FF_E_NO_HISTORY);
    assert_int_equal(text.len, 0);
}

static void a_game_that_does_not_fit_its_buffer_is_an_error(void **state)
{
    char data[8];
    ff_rules rules;
    ff_game game = game_of(&rules, "4453");
    ff_text tight = ff_text_on(data, 4), exact = ff_text_on(data, 5);
    (void)state;
    assert_int_equal(ff_game_write(&tight, &game, false), FF_E_SPACE);
    assert_string_equal(data, "445");
    assert_int_equal(tight.len, 4);
    assert_int_equal(ff_game_write(&exact, &game, false), FF_OK);
    assert_string_equal(data, "4453");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_count_their_columns),
        cmocka_unit_test(larger_boards_have_letters),
        cmocka_unit_test(column_52_is_a_capital_z),
        cmocka_unit_test(other_characters_name_no_column),
        cmocka_unit_test(a_text_is_refused_at_its_first_bad_move),
        cmocka_unit_test(moves_alone_are_read_on_the_rules_given),
        cmocka_unit_test(the_board_stands_before_the_colon),
        cmocka_unit_test(a_bad_board_does_not_change_the_result),
        cmocka_unit_test(a_game_is_written_as_it_was_read),
        cmocka_unit_test(undone_moves_are_not_written),
        cmocka_unit_test(a_game_without_its_first_moves_is_not_written),
        cmocka_unit_test(a_game_that_does_not_fit_its_buffer_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
