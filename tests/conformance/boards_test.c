/* Every board: whether it is legal, the numbers of its cells, and how many lines it has. */
#include "agree.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool is_within(int value, int low, int high)
{
    return value >= low && value <= high;
}

static bool sides_are_legal(ff_board board)
{
    return is_within(board.width, 1, 12) && is_within(board.height, 1, 12) &&
           is_within(board.depth, 1, 12);
}

/* Whether this reason to refuse a board is true. If several are true, any of them is right. */
static bool reason_is_true(ff_board board, ff_err reason)
{
    switch (reason) {
    case FF_E_WIDTH:
        return !is_within(board.width, 1, 12);
    case FF_E_HEIGHT:
        return !is_within(board.height, 1, 12);
    case FF_E_DEPTH:
        return !is_within(board.depth, 1, 12);
    case FF_E_CONNECT:
        return !is_within(board.connect, 3, 8);
    case FF_E_COLUMNS:
        return sides_are_legal(board) && board.width * board.depth > 52;
    case FF_E_CELLS:
        return sides_are_legal(board) && board.width * board.height * board.depth > 256;
    default:
        return false;
    }
}

static bool board_is_legal(ff_board board)
{
    return sides_are_legal(board) && is_within(board.connect, 3, 8) &&
           board.width * board.depth <= 52 && board.width * board.height * board.depth <= 256;
}

static bool check_is_right(ff_board board)
{
    ff_err err = ff_board_check(board);
    if (board_is_legal(board) ? err == FF_OK : reason_is_true(board, err))
        return true;
    (void)fprintf(stderr, "board %dx%dx%dc%d: %s\n", board.width, board.height, board.depth,
                  board.connect, ff_err_name(err));
    return false;
}

/* A refused board must not change the rules. */
static void init_follows_check(ff_board board)
{
    ff_rules rules, before;
    memset(&rules, 0x5A, sizeof rules);
    memcpy(&before, &rules, sizeof rules);
    ff_err err = ff_board_check(board);
    assert_int_equal(ff_rules_init(&rules, board), err);
    if (err)
        assert_memory_equal(&rules, &before, sizeof rules);
}

static void every_shape_is_accepted_or_refused_correctly(void **state)
{
    (void)state;
    int legal = 0;
    for (int width = 0; width <= 13; width++)
        for (int height = 0; height <= 13; height++)
            for (int depth = 0; depth <= 13; depth++)
                for (int connect = 2; connect <= 9; connect++) {
                    ff_board board = {width, height, depth, connect};
                    assert_true(check_is_right(board));
                    init_follows_check(board);
                    legal += board_is_legal(board);
                }
    assert_true(legal > 1000);
}

static void absurd_numbers_are_refused(void **state)
{
    (void)state;
    static const int numbers[] = {INT_MIN, -1, 0, 7, 13, 256, 65536, 1 << 30, INT_MAX};
    enum { COUNT = sizeof numbers / sizeof *numbers };
    for (int i = 0; i < COUNT * COUNT * COUNT * COUNT; i++) {
        ff_board board = {numbers[i % COUNT], numbers[i / COUNT % COUNT],
                          numbers[i / COUNT / COUNT % COUNT], numbers[i / COUNT / COUNT / COUNT]};
        assert_true(check_is_right(board));
        init_follows_check(board);
    }
}

/* Calls a function for every legal board. */
static void boards_visit(void (*visit)(ff_board board))
{
    for (int width = 1; width <= 12; width++)
        for (int height = 1; height <= 12; height++)
            for (int depth = 1; depth <= 12; depth++)
                for (int connect = 3; connect <= 8; connect++)
                    if (board_is_legal((ff_board){width, height, depth, connect}))
                        visit((ff_board){width, height, depth, connect});
}

static void lines_are_counted(ff_board board)
{
    ff_rules rules;
    struct naive naive = naive_on(board);
    assert_int_equal(ff_rules_init(&rules, board), FF_OK);
    assert_int_equal(rules.columns, board.width * board.depth);
    assert_int_equal(rules.cells, board.width * board.depth * board.height);
    assert_int_equal(ff_rules_lines(&rules), naive_count_places(&naive));
}

static void every_board_has_the_right_number_of_lines(void **state)
{
    (void)state;
    boards_visit(lines_are_counted);
}

static void cells_are_numbered(ff_board board)
{
    ff_rules rules;
    int expected = 0;
    bool is_seen[FF_CELLS_MAX] = {false};
    assert_int_equal(ff_rules_init(&rules, board), FF_OK);
    for (int z = 0; z < board.depth; z++)
        for (int x = 0; x < board.width; x++)
            for (int y = 0; y < board.height; y++) {
                int cell = ff_cell_at(&rules, x, y, z);
                int from_top = ff_cell_from_top(&rules, cell);
                assert_int_equal(cell, expected++);
                assert_int_equal(ff_cell_column(&rules, cell), x + board.width * z);
                assert_int_equal(ff_cell_row(&rules, cell), y);
                assert_true(is_within(from_top, 0, rules.cells - 1) && !is_seen[from_top]);
                is_seen[from_top] = true;
                if (board.depth == 1)
                    assert_int_equal(from_top, (board.height - 1 - y) * board.width + x);
            }
}

static void cell_numbers_convert_to_coordinates_and_back(void **state)
{
    (void)state;
    boards_visit(cells_are_numbered);
}

static void text_reads_back(ff_board board)
{
    char data[FF_BOARD_TEXT_MAX];
    ff_text text = ff_text_on(data, sizeof data);
    ff_board back;
    assert_int_equal(ff_board_write(&text, board), FF_OK);
    assert_int_equal(ff_board_read(&back, data, text.len), FF_OK);
    assert_memory_equal(&board, &back, sizeof board);
    assert_int_equal(strchr(data, 'c') != NULL, board.connect != 4);
    const char *first = strchr(data, 'x');
    assert_int_equal(first && strchr(first + 1, 'x') != NULL, board.depth != 1);
}

static void every_board_is_written_and_read_back(void **state)
{
    (void)state;
    boards_visit(text_reads_back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_is_accepted_or_refused_correctly),
        cmocka_unit_test(absurd_numbers_are_refused),
        cmocka_unit_test(every_board_has_the_right_number_of_lines),
        cmocka_unit_test(cell_numbers_convert_to_coordinates_and_back),
        cmocka_unit_test(every_board_is_written_and_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
