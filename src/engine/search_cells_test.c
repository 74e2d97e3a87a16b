/* The cell tables, compared with lines listed from coordinates on random sets of discs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/search_cells.h"

enum { WIDTH = 7, HEIGHT = 6, PITCH = 7, ROUNDS = 20000 };

static uint64_t dice = 0x7A6;

static uint64_t dice_word(void)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return dice ^ dice >> 29;
}

static struct search search;

static int setup(void **state)
{
    (void)state;
    geometry_init(&search.geo, WIDTH, HEIGHT);
    cells_init(&search.cells, &search.geo);
    return 0;
}

/* The line of four from a cell in a direction, or 0 if it leaves the board. */
static uint64_t line_from(int x, int y, int dx, int dy)
{
    uint64_t line = 0;
    for (int i = 0; i < 4; i++, x += dx, y += dy) {
        if (x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT)
            return 0;
        line |= UINT64_C(1) << (x * PITCH + y);
    }
    return line;
}

static int lines_listed(uint64_t open, uint64_t cell)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int count = 0;
    for (int slot = 0; slot < WIDTH * PITCH; slot++)
        for (int d = 0; d < 4; d++) {
            uint64_t line = line_from(slot / PITCH, slot % PITCH, steps[d][0], steps[d][1]);
            count += line & cell && (line & open) == line;
        }
    return count;
}

static void a_disc_adds_the_winning_cells_of_its_lines(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t discs = dice_word() & search.geo.board;
        discs &= dice_word();
        for (uint64_t rest = search.geo.board & ~discs; rest; rest &= rest - 1) {
            uint64_t cell = rest & -rest,
                     made = near_wins(&search.cells, discs, __builtin_ctzll(cell));
            uint64_t upwards = search.geo.board & ~(cell - 1); /* no disc lies above a move */
            uint64_t column = UINT64_C(63) << __builtin_ctzll(cell) / PITCH * PITCH;
            if (discs & column & upwards)
                continue;
            uint64_t empty = search.geo.board & ~(discs | cell);
            assert_int_equal((made | search_wins(&search.geo, discs)) & empty,
                             search_wins(&search.geo, discs | cell) & empty);
        }
    }
}

static void lines_through_a_cell_are_counted(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t cells = dice_word() | (round % 2 ? dice_word() : 0);
        int column = (int)(dice_word() % WIDTH), row = (int)(dice_word() % HEIGHT);
        int slot = column * PITCH + row;
        uint64_t upwards = (UINT64_C(63) << column * PITCH) & ~((UINT64_C(1) << slot) - 1);
        uint64_t open = (cells | upwards) & search.geo.board;
        assert_int_equal(near_lines(&search.cells, open, slot),
                         lines_listed(open, UINT64_C(1) << slot));
    }
}

/* The factors were found by trial: each of the 64 combinations of six cells needs its own index. */
static void six_neighbours_have_64_indices(void **state)
{
    (void)state;
    for (int direction = 0; direction < 3; direction++) {
        uint64_t seen = 0;
        for (unsigned set = 0; set < 64; set++) {
            uint64_t turned = 0;
            for (int i = 0; i < 6; i++)
                if (set >> i & 1)
                    turned |= UINT64_C(1) << ((6 + direction) * (i < 3 ? i - 3 : i - 2) & 63);
            seen |= UINT64_C(1) << near_index(direction, turned);
        }
        assert_true(seen == UINT64_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_adds_the_winning_cells_of_its_lines),
        cmocka_unit_test(lines_through_a_cell_are_counted),
        cmocka_unit_test(six_neighbours_have_64_indices),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
