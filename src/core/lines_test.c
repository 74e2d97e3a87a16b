#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"

/* The lines as text: "0 6 12 18, 0 1 2 3". */
static const char *lines_text(const ff_position *p)
{
    static char data[512];
    size_t len = 0;
    ff_lines lines = ff_position_lines(p);
    data[0] = '\0';
    for (int i = 0; i < lines.count; i++)
        for (int k = 0; k < lines.line[i].count; k++)
            len += (size_t)snprintf(data + len, sizeof data - len, "%s%d",
                                    k   ? " "
                                    : i ? ", "
                                        : "",
                                    lines.line[i].cells[k]);
    return data;
}

static void the_winning_lines_are_whole_and_in_order(void **state)
{
    static const struct {
        const char *board, *picture, *lines;
    } cases[] = {
        {"4x4", "R.../RY../RY../RY..", "0 1 2 3"},
        {"4x4", "..../..../YYY./RRRR", "0 4 8 12"},
        {"4x4", "...Y/..YR/.YRY/YRRR", "0 5 10 15"},
        {"4x4", "Y.../RY../YRY./RRRY", "3 6 9 12"},
        /* longer than needed */
        {"7x6", "......./......./......./......./YYY.YYY/RRRRRRR", "0 6 12 18 24 30 36"},
        {"5x3c3", "...../YY.YY/RRRRR", "0 3 6 9 12"},
        /* two at once, in the order of the directions */
        {"7x6", "......./......./......R/.....RY/....RYY/RRRRYYY", "0 6 12 18, 18 25 32 39"},
        {"3x3c3", "RRR/RYY/RYY", "0 1 2, 2 5 8"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules = rules_of(cases[i].board);
        ff_color cells[FF_CELLS_MAX];
        ff_position p;
        cells_of(cells, &rules, cases[i].picture);
        assert_err(ff_position_set(&p, &rules, cells), FF_OK, cases[i].picture);
        assert_string_equal(lines_text(&p), cases[i].lines);
    }
}

static void a_disc_can_complete_thirteen_lines(void **state)
{
    ff_rules rules = rules_of("7x5x7");
    ff_position p = star_position(&rules, 3, 3, 3);
    ff_lines lines = ff_position_lines(&p);
    int centre = ff_cell_at(&rules, 3, 3, 3);
    (void)state;
    assert_int_equal(lines.count, FF_DIRECTIONS_MAX);
    for (int i = 0; i < lines.count; i++) {
        const ff_line *line = &lines.line[i];
        const ff_direction *d = &rules.direction[i];
        int hits = 0;
        assert_int_equal(line->count, d->dy ? 5 : 7);
        for (int k = 0; k < line->count; k++) {
            hits += line->cells[k] == centre;
            assert_int_equal(line->cells[k], line->cells[0] + k * d->shift[0]);
        }
        assert_int_equal(hits, 1);
    }
}

static void an_unfinished_game_has_no_winning_lines(void **state)
{
    static const char *const games[] = {"7x6:", "7x6:121212", "3x3:123123123", "1x1:1",
                                        "7x6:225344533673453576212645522737771141641166"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        ff_rules rules;
        ff_position p = game_of(&rules, games[i]).position;
        assert_int_equal(ff_position_lines(&p).count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_winning_lines_are_whole_and_in_order),
        cmocka_unit_test(a_disc_can_complete_thirteen_lines),
        cmocka_unit_test(an_unfinished_game_has_no_winning_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
