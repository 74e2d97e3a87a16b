#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "cli/board_view.h"

static char shown[BOARD_VIEW_MAX];

static const board_view plain = {.columns = 80, .chosen = -1};

/* The board after the moves of a text like "5x5x5:mmgh". */
static const char *show(const char *notation, const board_view *view)
{
    static ff_rules rules;
    ff_game game;
    ff_text text = ff_text_on(shown, sizeof shown);
    assert_int_equal(ff_notation_read(&game, &rules, notation, strlen(notation), NULL), FF_OK);
    assert_int_equal(board_view_write(&text, &game.position, view), FF_OK);
    return shown;
}

static void a_flat_board_is_one_grid_with_its_columns_below(void **state)
{
    (void)state;
    assert_string_equal(show("5x4:112", &plain), "+---------------+\n"
                                                 "| .  .  .  .  . |\n"
                                                 "| .  .  .  .  . |\n"
                                                 "| O  .  .  .  . |\n"
                                                 "| X  X  .  .  . |\n"
                                                 "+---------------+\n"
                                                 "  1  2  3  4  5\n");
}

static void utf8_marks_differ_without_colour(void **state)
{
    (void)state;
    board_view view = plain;
    view.is_utf8 = true;
    assert_string_equal(show("3x3c3:12", &view), "┌─────────┐\n"
                                                 "│ ·  ·  · │\n"
                                                 "│ ·  ·  · │\n"
                                                 "│ ●  ○  · │\n"
                                                 "└─────────┘\n"
                                                 "  1  2  3\n");
}

static void layers_are_side_by_side_below_their_titles(void **state)
{
    (void)state;
    assert_string_equal(show("4x2x3:ae", &plain), "+- Layer 1 --+  +- Layer 2 --+  +- Layer 3 --+\n"
                                                  "| .  .  .  . |  | .  .  .  . |  | .  .  .  . |\n"
                                                  "| X  .  .  . |  | O  .  .  . |  | .  .  .  . |\n"
                                                  "+------------+  +------------+  +------------+\n"
                                                  "  a  b  c  d      e  f  g  h      i  j  k  l\n");
}

static void layers_wrap_evenly_in_a_narrow_window(void **state)
{
    (void)state;
    board_view view = plain;
    view.columns = 46; /* three would fit, but two and two look better than three and one */
    assert_string_equal(show("4x1x4:", &view), "+- Layer 1 --+  +- Layer 2 --+\n"
                                               "| .  .  .  . |  | .  .  .  . |\n"
                                               "+------------+  +------------+\n"
                                               "  a  b  c  d      e  f  g  h\n"
                                               "\n"
                                               "+- Layer 3 --+  +- Layer 4 --+\n"
                                               "| .  .  .  . |  | .  .  .  . |\n"
                                               "+------------+  +------------+\n"
                                               "  i  j  k  l      m  n  o  p\n");
}

static void a_narrow_layer_is_as_wide_as_its_title(void **state)
{
    (void)state;
    assert_string_equal(show("1x2x3:1", &plain), "+- Layer 1 -+  +- Layer 2 -+  +- Layer 3 -+\n"
                                                 "|     .     |  |     .     |  |     .     |\n"
                                                 "|     X     |  |     .     |  |     .     |\n"
                                                 "+-----------+  +-----------+  +-----------+\n"
                                                 "      1              2              3\n");
}

static void the_disc_to_drop_is_above_the_board_and_its_landing_is_faint(void **state)
{
    (void)state;
    board_view view = plain;
    view.chosen = 1;
    view.has_preview = true;
    assert_string_equal(show("3x3:2", &view), "     O\n"
                                              "+---------+\n"
                                              "| .  .  . |\n"
                                              "| .  o  . |\n"
                                              "| .  X  . |\n"
                                              "+---------+\n"
                                              "  1  2  3\n");
}

static void a_full_column_shows_no_landing(void **state)
{
    (void)state;
    board_view view = plain;
    view.chosen = 1;
    view.has_preview = true;
    assert_string_equal(show("3x2:22", &view), "     X\n"
                                               "+---------+\n"
                                               "| .  O  . |\n"
                                               "| .  X  . |\n"
                                               "+---------+\n"
                                               "  1  2  3\n");
}

static void the_winning_line_is_in_brackets_and_no_disc_is_above_the_board(void **state)
{
    (void)state;
    board_view view = plain;
    view.chosen = 0;
    view.has_preview = true;
    assert_string_equal(show("4x2:1122334", &view), "\n"
                                                    "+------------+\n"
                                                    "| O  O  O  . |\n"
                                                    "|[X][X][X][X]|\n"
                                                    "+------------+\n"
                                                    "  1  2  3  4\n");
}

static void without_colour_there_is_no_escape_code(void **state)
{
    (void)state;
    board_view view = {.is_utf8 = true, .is_large = true, .has_preview = true, .columns = 80};
    assert_null(strchr(show("5x5x5:mmgh", &view), '\x1b'));
}

static void every_coloured_line_ends_in_the_normal_colour(void **state)
{
    (void)state;
    board_view view = {.colour = BOARD_VIEW_RICH, .is_utf8 = true, .columns = 80};
    const char *line = show("4343434", &view);
    for (const char *end; (end = strchr(line, '\n')); line = end + 1) {
        if (memchr(line, '\x1b', (size_t)(end - line)))
            assert_memory_equal(end - 4, "\x1b[0m", 4);
    }
}

/* What a terminal would make of a text: its widest line and how many there are. */
static board_size size_of(const char *text)
{
    board_size size = {0, 0};
    int width = 0;
    for (; *text; text++) {
        if (*text == '\x1b') {
            text = strchr(text, 'm');
        } else if (*text == '\n') {
            size.width = width > size.width ? width : size.width;
            size.height++;
            width = 0;
        } else {
            width += ((unsigned char)*text & 0xc0) != 0x80;
        }
    }
    return size;
}

static void the_measured_size_is_the_size_of_the_text(void **state)
{
    (void)state;
    static const char *const games[] = {"44", "5x5x5:mmgh", "1x1x12:ab", "12x12:aabb", "3x3x3:5"};
    for (size_t i = 0; i < sizeof games / sizeof *games * 60; i++) {
        board_view view = {.colour = (board_view_colour)(i % 3), .is_utf8 = i % 2 == 0};
        view.is_large = i % 5 == 0;
        view.chosen = i % 4 ? 0 : -1;
        view.columns = (int)(i * 7 % 200);
        const char *game = games[i % (sizeof games / sizeof *games)];
        board_size size = size_of(show(game, &view));
        static ff_rules rules;
        ff_board board;
        size_t at;
        assert_int_equal(ff_notation_board(&board, &at, game, strlen(game)), FF_OK);
        assert_int_equal(ff_rules_init(&rules, board), FF_OK);
        board_size measured = board_view_measure(&rules, &view);
        assert_int_equal(size.width, measured.width);
        assert_int_equal(size.height, measured.height);
    }
}

/* Discs of both colours by turns make the text longest: every cell changes the style. */
static ff_position fill(const ff_rules *rules)
{
    ff_position position = ff_position_start(rules);
    for (int i = 0; i < rules->cells; i++) {
        int column = i % rules->columns;
        if (ff_position_drop(&position, column) == FF_E_OVER)
            break;
    }
    return position;
}

static void every_legal_board_fits_the_largest_text(void **state)
{
    (void)state;
    board_view view = {.colour = BOARD_VIEW_RICH, .is_utf8 = true, .is_large = true};
    for (int cells = 0; cells < 12 * 12 * 12; cells++) {
        ff_board board = {cells % 12 + 1, cells / 12 % 12 + 1, cells / 144 + 1, 8};
        ff_rules rules;
        if (ff_rules_init(&rules, board) != FF_OK)
            continue;
        ff_position position = fill(&rules);
        ff_text text = ff_text_on(shown, sizeof shown);
        assert_int_equal(board_view_write(&text, &position, &view), FF_OK);
        assert_true(text.len < BOARD_VIEW_MAX / 4 * 3);
    }
}

static void a_text_that_does_not_fit_is_counted_and_refused(void **state)
{
    (void)state;
    char small[20];
    ff_rules rules;
    assert_int_equal(ff_rules_init(&rules, ff_classic), FF_OK);
    ff_position position = ff_position_start(&rules);
    ff_text text = ff_text_on(small, sizeof small);
    assert_int_equal(board_view_write(&text, &position, &plain), FF_E_SPACE);
    assert_int_equal(text.len, strlen(show("", &plain)));
    assert_int_equal(strlen(small), sizeof small - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flat_board_is_one_grid_with_its_columns_below),
        cmocka_unit_test(utf8_marks_differ_without_colour),
        cmocka_unit_test(layers_are_side_by_side_below_their_titles),
        cmocka_unit_test(layers_wrap_evenly_in_a_narrow_window),
        cmocka_unit_test(a_narrow_layer_is_as_wide_as_its_title),
        cmocka_unit_test(the_disc_to_drop_is_above_the_board_and_its_landing_is_faint),
        cmocka_unit_test(a_full_column_shows_no_landing),
        cmocka_unit_test(the_winning_line_is_in_brackets_and_no_disc_is_above_the_board),
        cmocka_unit_test(without_colour_there_is_no_escape_code),
        cmocka_unit_test(every_coloured_line_ends_in_the_normal_colour),
        cmocka_unit_test(the_measured_size_is_the_size_of_the_text),
        cmocka_unit_test(every_legal_board_fits_the_largest_text),
        cmocka_unit_test(a_text_that_does_not_fit_is_counted_and_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
