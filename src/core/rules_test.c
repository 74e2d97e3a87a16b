#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "core/runs.h"

static void every_board_gets_its_layout(void **state)
{
    static const struct {
        const char *board;
        enum runs_kernel expected;
    } cases[] = {
        {"7x6", RUNS_CLASSIC},  {"7x6c5", RUNS_WORD},   {"6x7", RUNS_WORD},
        {"8x7", RUNS_WORD},     {"8x8", RUNS_WIDE},     {"12x4", RUNS_WORD},
        {"12x5", RUNS_WIDE},    {"1x12", RUNS_WORD},    {"5x5x5", RUNS_CUBE},
        {"5x5x5c3", RUNS_WIDE}, {"5x5x5c5", RUNS_WIDE}, {"5x5x4", RUNS_WIDE},
        {"5x4x5", RUNS_WIDE},   {"4x5x5", RUNS_WIDE},   {"2x2x2c3", RUNS_WIDE},
        {"7x6x2", RUNS_WIDE},   {"8x8x4c3", RUNS_WIDE}, {"5x5", RUNS_WORD},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules = rules_of(cases[i].board);
        assert_number(rules.kernel, cases[i].expected, cases[i].board);
    }
}

static void columns_begin_where_their_layout_says(void **state)
{
    static const struct {
        const char *board;
        int pitch, layer_pitch;
    } cases[] = {
        {"7x6", 7, 0},    {"8x7", 8, 0},    {"12x4c3", 5, 0}, /* a free bit on top of each column */
        {"8x8", 8, 0},    {"12x12", 12, 0},                   /* cell c is bit c */
        {"4x4x4", 4, 16}, {"8x8x4", 8, 64},                   /* cell c is bit c */
        {"5x5x5", 5, 32},                                     /* a layer has half a word */
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules = rules_of(cases[i].board);
        int width = rules.board.width;
        for (int column = 0; column < rules.columns; column++)
            assert_number(rules.base[column],
                          cases[i].pitch * (column % width) +
                              cases[i].layer_pitch * (column / width),
                          cases[i].board);
    }
}

static void assert_cells_have_bits_of_their_own(const ff_rules *rules)
{
    bool has_guards = rules->kernel == RUNS_CLASSIC || rules->kernel == RUNS_WORD;
    uint64_t used[FF_WORDS] = {0};
    for (int column = 0; column < rules->columns; column++) {
        for (int row = 0; row < rules->board.height + has_guards; row++) {
            int slot = rules->base[column] + row;
            assert_true(slot < (has_guards ? 64 : FF_CELLS_MAX));
            assert_false(used[slot / 64] >> slot % 64 & 1);
            used[slot / 64] |= UINT64_C(1) << slot % 64;
        }
    }
}

/* Every legal board with this connect length. */
static int each_board(int connect, void (*check)(const ff_rules *))
{
    int count = 0;
    for (int size = 0; size < FF_SIDE_MAX * FF_SIDE_MAX * FF_SIDE_MAX; size++) {
        ff_board board = {1 + size % FF_SIDE_MAX, 1 + size / FF_SIDE_MAX % FF_SIDE_MAX,
                          1 + size / (FF_SIDE_MAX * FF_SIDE_MAX), connect};
        ff_rules rules;
        if (!ff_rules_init(&rules, board)) {
            check(&rules);
            count++;
        }
    }
    return count;
}

static void every_cell_has_a_bit_of_its_own(void **state)
{
    (void)state;
    assert_true(each_board(4, assert_cells_have_bits_of_their_own) > 500);
}

/* The bit of the cell this many steps along a direction. The cell must be on the board. */
static int bit_at(const ff_rules *rules, const ff_direction *d, int cell, int steps)
{
    ff_board b = rules->board;
    int column = ff_cell_column(rules, cell);
    int x = column % b.width + steps * d->dx, z = column / b.width + steps * d->dz;
    int y = ff_cell_row(rules, cell) + steps * d->dy;
    assert_true(x >= 0 && x < b.width && y >= 0 && y < b.height && z >= 0 && z < b.depth);
    return rules->base[x + b.width * z] + y;
}

static void assert_shifts_follow_the_lines(const ff_rules *rules)
{
    for (int i = 0; i < rules->directions; i++) {
        const ff_direction *d = &rules->direction[i];
        int length = 1 + (d->shift[0] + d->shift[1] + d->shift[2]) / d->shift[0];
        assert_int_equal(length, rules->board.connect);
        for (int cell = 0; cell < rules->cells; cell++)
            if (d->starts[cell / 64] >> cell % 64 & 1)
                for (int step = 1; step < rules->board.connect; step++)
                    assert_int_equal(bit_at(rules, d, cell, step),
                                     bit_at(rules, d, cell, 0) + step * d->shift[0]);
    }
}

static void a_shift_is_the_distance_between_neighbours_of_a_line(void **state)
{
    (void)state;
    for (int connect = FF_CONNECT_MIN; connect <= FF_CONNECT_MAX; connect++)
        assert_true(each_board(connect, assert_shifts_follow_the_lines) > 500);
}

static void shifts_double_and_then_add_what_is_missing(void **state)
{
    static const int steps[][3] = {{1, 1, 0}, {1, 2, 0}, {1, 2, 1},
                                   {1, 2, 2}, {1, 2, 3}, {1, 2, 4}};
    (void)state;
    for (int connect = FF_CONNECT_MIN; connect <= FF_CONNECT_MAX; connect++) {
        ff_rules rules;
        assert_int_equal(ff_rules_init(&rules, (ff_board){12, 12, 1, connect}), FF_OK);
        for (int i = 0; i < rules.directions; i++)
            for (int k = 0; k < 3; k++)
                assert_int_equal(rules.direction[i].shift[k],
                                 steps[connect - 3][k] * rules.direction[i].shift[0]);
    }
}

static void a_direction_without_lines_is_left_out(void **state)
{
    static const struct {
        const char *board;
        int directions, lines;
    } cases[] = {{"7x6", 4, 69},     {"5x5x5", 13, 302}, {"1x12", 1, 9},     {"12x1", 1, 9},
                 {"3x3", 0, 0},      {"3x3x3", 0, 0},    {"4x3", 1, 3},      {"3x3x3c3", 13, 49},
                 {"1x1x12c8", 1, 5}, {"4x4x4", 13, 76},  {"12x12c8", 4, 170}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules = rules_of(cases[i].board);
        assert_number(rules.directions, cases[i].directions, cases[i].board);
        assert_number(ff_rules_lines(&rules), cases[i].lines, cases[i].board);
    }
}

static void cells_are_counted_up_each_column(void **state)
{
    ff_rules flat = rules_of("7x6"), deep = rules_of("4x3x2");
    (void)state;
    assert_int_equal(flat.columns, 7);
    assert_int_equal(flat.cells, 42);
    assert_int_equal(ff_cell_at(&flat, 2, 5, 0), 17);
    assert_int_equal(ff_cell_column(&flat, 17), 2);
    assert_int_equal(ff_cell_row(&flat, 17), 5);
    assert_int_equal(ff_cell_from_top(&flat, 17), 2);
    assert_int_equal(ff_cell_from_top(&flat, 0), 35);
    assert_int_equal(deep.columns, 8);
    assert_int_equal(deep.cells, 24);
    assert_int_equal(ff_cell_at(&deep, 3, 1, 1), 22);
    assert_int_equal(ff_cell_column(&deep, 22), 7);
    assert_int_equal(ff_cell_row(&deep, 22), 1);
    assert_int_equal(ff_cell_from_top(&deep, 22), 19);
}

static void an_illegal_board_does_not_change_the_rules(void **state)
{
    ff_rules rules, before;
    (void)state;
    memset(&rules, 0xA5, sizeof rules);
    memcpy(&before, &rules, sizeof rules);
    assert_int_equal(ff_rules_init(&rules, (ff_board){7, 6, 1, 2}), FF_E_CONNECT);
    assert_int_equal(ff_rules_init(&rules, (ff_board){12, 12, 12, 4}), FF_E_COLUMNS);
    assert_memory_equal(&rules, &before, sizeof rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_board_gets_its_layout),
        cmocka_unit_test(columns_begin_where_their_layout_says),
        cmocka_unit_test(every_cell_has_a_bit_of_its_own),
        cmocka_unit_test(a_shift_is_the_distance_between_neighbours_of_a_line),
        cmocka_unit_test(shifts_double_and_then_add_what_is_missing),
        cmocka_unit_test(a_direction_without_lines_is_left_out),
        cmocka_unit_test(cells_are_counted_up_each_column),
        cmocka_unit_test(an_illegal_board_does_not_change_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
