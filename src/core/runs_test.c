#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "core/runs.h"

/* Boards of every kernel whose edges fall on all positions in a word. */
static const char *const boards[] = {
    "7x6",     "5x5x5", "5x4",     "7x6c5",    "8x7",    "8x7c3",   "12x4c3",
    "4x12c8",  "8x8",   "12x12c8", "9x7c5",    "4x4x4",  "3x3x3c3", "5x5x5c3",
    "5x5x5c5", "8x8x4", "7x5x7",   "12x1x4c3", "1x12x2", "6x6x7",
};

struct cell_at {
    int x, y, z;
};

static struct cell_at cell_place(const ff_rules *rules, int cell)
{
    int column = ff_cell_column(rules, cell), width = rules->board.width;
    return (struct cell_at){column % width, ff_cell_row(rules, cell), column / width};
}

static struct cell_at cell_minus(struct cell_at a, struct cell_at b)
{
    return (struct cell_at){a.x - b.x, a.y - b.y, a.z - b.z};
}

static bool is_unit(int n)
{
    return n >= -1 && n <= 1;
}

/* Whether these cells form a line, each next to the one before. */
static bool cells_are_a_line(const ff_rules *rules, const int *cells, int count)
{
    struct cell_at step = cell_minus(cell_place(rules, cells[1]), cell_place(rules, cells[0]));
    bool is_line = is_unit(step.x) && is_unit(step.y) && is_unit(step.z);
    for (int i = 2; i < count; i++) {
        struct cell_at next =
            cell_minus(cell_place(rules, cells[i]), cell_place(rules, cells[i - 1]));
        is_line = is_line && next.x == step.x && next.y == step.y && next.z == step.z;
    }
    return is_line;
}

/* The finder's answer for these discs. It must be the same for each of them as the last one. */
static bool finder_sees(const ff_rules *rules, const int *cells, int count)
{
    ff_position p = ff_position_start(rules);
    int seen = 0;
    for (int i = 0; i < count; i++) {
        struct cell_at at = cell_place(rules, cells[i]);
        disc_put(&p, at.x, at.y, at.z, FF_RED);
    }
    for (int i = 0; i < count; i++)
        seen += runs_any(rules, p.discs[FF_RED], ff_cell_column(rules, cells[i]),
                         ff_cell_row(rules, cells[i]));
    assert_true(seen == 0 || seen == count);
    return seen > 0;
}

/* The cell of a bit, or -1. */
static int cell_of_bit(const ff_rules *rules, int bit)
{
    for (int column = 0; column < rules->columns; column++)
        if (bit >= rules->base[column] && bit < rules->base[column] + rules->board.height)
            return column * rules->board.height + bit - rules->base[column];
    return -1;
}

/* The cells `stride` bits apart, from a bit on. False if one of the bits is not a cell. */
static bool cells_by_stride(const ff_rules *rules, int bit, int stride, int *cells)
{
    bool are_cells = true;
    for (int i = 0; i < rules->board.connect; i++) {
        cells[i] = cell_of_bit(rules, bit + i * stride);
        are_cells = are_cells && cells[i] >= 0;
    }
    return are_cells;
}

static void assert_lines_and_gaps(const ff_rules *rules, const int *cells, const char *board)
{
    int connect = rules->board.connect;
    assert_number(finder_sees(rules, cells, connect), 1, board);
    for (int gap = 0; gap < connect; gap++) {
        int others[FF_CONNECT_MAX], count = 0;
        for (int i = 0; i < connect; i++)
            if (i != gap)
                others[count++] = cells[i];
        assert_number(finder_sees(rules, others, count), 0, board);
    }
}

/* Every line of the board is found from each of its discs, and not found if a disc is missing. */
static void every_line_is_found_and_none_with_a_gap(void **state)
{
    (void)state;
    for (size_t b = 0; b < COUNT_OF(boards); b++) {
        ff_rules rules = rules_of(boards[b]);
        int lines = 0, cells[FF_CONNECT_MAX] = {0};
        for (int i = 0; i < rules.directions; i++) {
            for (int bit = 0; bit < FF_CELLS_MAX; bit++) {
                if (cells_by_stride(&rules, bit, rules.direction[i].shift[0], cells) &&
                    cells_are_a_line(&rules, cells, rules.board.connect)) {
                    assert_lines_and_gaps(&rules, cells, boards[b]);
                    lines++;
                }
            }
        }
        assert_number(lines, ff_rules_lines(&rules), boards[b]);
    }
}

/* Bits at a line's distance that are not a line, because it would cross an edge of the board. */
static void no_run_goes_over_an_edge(void **state)
{
    (void)state;
    for (size_t b = 0; b < COUNT_OF(boards); b++) {
        ff_rules rules = rules_of(boards[b]);
        int cells[FF_CONNECT_MAX] = {0};
        for (int i = 0; i < rules.directions; i++)
            for (int bit = 0; bit < FF_CELLS_MAX; bit++)
                if (cells_by_stride(&rules, bit, rules.direction[i].shift[0], cells))
                    assert_number(finder_sees(&rules, cells, rules.board.connect),
                                  cells_are_a_line(&rules, cells, rules.board.connect), boards[b]);
    }
}

/* Discs as triples of digits x, y, z. */
static int cells_of_digits(const ff_rules *rules, const char *digits, int *cells)
{
    int count = 0;
    for (; *digits; digits += digits[3] ? 4 : 3)
        cells[count++] = ff_cell_at(rules, digits[0] - '0', digits[1] - '0', digits[2] - '0');
    return count;
}

static void hand_made_lines_are_found(void **state)
{
    static const struct {
        const char *board, *discs;
        bool is_line;
    } cases[] = {
        {"7x6", "020 030 040 050", true},  /* up, at the top of the first column */
        {"7x6", "030 040 050 100", false}, /* up and over into the next column */
        {"7x6", "350 400 410 420", false},
        {"7x6", "300 400 500 600", true}, /* right, at the edge */
        {"7x6", "320 430 540 650", true}, /* rising into the corner */
        {"7x6", "330 440 550 600", false},
        {"7x6", "350 440 530 620", true},  /* falling from the top */
        {"7x6", "020 110 200 250", false}, /* falling through the floor */
        {"7x6", "000 100 200 400", false}, /* a gap */
        {"5x5x5", "010 020 030 040", true},
        {"5x5x5", "020 030 040 100", false}, /* no free bit between columns */
        {"5x5x5", "200 300 400 001", false}, /* right and over into the next layer */
        {"5x5x5", "204 304 404 104", true},
        {"5x5x5", "440 441 442 443", true}, /* across layers */
        {"5x5x5", "441 442 443 444", true},
        {"5x5x5", "000 111 222 333", true}, /* the space diagonals */
        {"5x5x5", "444 333 222 111", true},
        {"5x5x5", "404 313 222 131", true},
        {"5x5x5", "040 131 222 313", true},
        {"5x5x5", "440 331 222 113", true},
        {"5x5x5", "200 301 402 003", false}, /* over the right edge as it goes back */
        {"5x5x5", "030 041 102 113", false}, /* over the top as it goes back */
        {"5x5x5", "010 001 042 033", false},
        {"4x4x4", "300 301 302 303", true},
        {"4x4x4", "300 001 102 203", false},
        {"4x4x4", "030 031 032 033", true},
        {"4x4x4", "030 021 012 003", true},
        {"4x4x4", "330 221 112 003", true},
        {"8x8", "470 560 650 740", true},
        {"8x8", "000 770 110 660", false},
        {"8x7", "430 540 650 760", true}, /* the last bits of the word */
        {"8x7", "730 740 750 760", true},
        {"8x7", "460 500 510 520", false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules = rules_of(cases[i].board);
        int cells[FF_CONNECT_MAX];
        int count = cells_of_digits(&rules, cases[i].discs, cells);
        assert_number(finder_sees(&rules, cells, count), cases[i].is_line, cases[i].discs);
    }
}

static void a_run_longer_than_connect_wins(void **state)
{
    static const struct {
        const char *board, *discs;
    } cases[] = {{"7x6", "000 100 200 300 400 500 600"},
                 {"5x5x5", "000 111 222 333 444"},
                 {"8x7c3", "000 110 220 330 440 550"},
                 {"9x9", "800 710 620 530 440 350"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules = rules_of(cases[i].board);
        int cells[FF_CONNECT_MAX];
        int count = cells_of_digits(&rules, cases[i].discs, cells);
        assert_number(finder_sees(&rules, cells, count), true, cases[i].discs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_is_found_and_none_with_a_gap),
        cmocka_unit_test(no_run_goes_over_an_edge),
        cmocka_unit_test(hand_made_lines_are_found),
        cmocka_unit_test(a_run_longer_than_connect_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
