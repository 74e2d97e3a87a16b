#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"

static void assert_set(const char *board, const char *picture, ff_err expected)
{
    ff_rules rules = rules_of(board);
    ff_color cells[FF_CELLS_MAX];
    ff_position p, before;
    cells_of(cells, &rules, picture);
    memset(&p, 0xA5, sizeof p);
    memcpy(&before, &p, sizeof p);
    assert_err(ff_position_set(&p, &rules, cells), expected, picture);
    if (expected)
        assert_memory_equal(&p, &before, sizeof p);
}

static void an_unreachable_board_is_refused(void **state)
{
    static const struct {
        const char *board, *picture;
        ff_err expected;
    } cases[] = {
        {"4x4", "..../..../R.../....", FF_E_FLOATING},
        {"4x4", "R.../..../Y.../R...", FF_E_FLOATING},
        {"4x4", "..../..../..../Y...", FF_E_COUNTS},
        {"4x4", "..../..../..../RR..", FF_E_COUNTS},
        {"4x4", "..../..../..../RRRY", FF_E_COUNTS},
        {"4x4", "..../..../R.../RYY.", FF_OK},
        {"4x4", "..../..../Y.../RYRY", FF_E_COUNTS},
        {"4x4", "RY../RY../RY../RY..", FF_E_TWO_WINNERS},
        {"4x4", "R.../RY../RY../RY..", FF_OK},
        {"4x4", "R.../R.Y./RY../RY..", FF_E_FLOATING},
        {"4x4", "R.../R.../RY../RYY.", FF_OK},
        {"4x4", "R.../R.../RYY./RYY.", FF_E_WINNER_TURN}, /* Yellow moved after the win */
        {"4x4", ".Y../RY../RY../RYR.", FF_OK},
        {"4x4", ".Y../RY../RY../RYRR", FF_E_WINNER_TURN},  /* Red moved after the win */
        {"5x4", "R.R../RYRY./RYRY./RYRYY", FF_E_LATE_WIN}, /* two lines that share no disc */
        {"5x4", "...../...../YYYR./RRRRY", FF_E_LATE_WIN}, /* a line buried by later moves */
        {"5x4", "...../YY.../YYRY./RRRRR", FF_E_LATE_WIN}, /* a line of five, four of them first */
        {"5x4", "...../Y..../YY.Y./RRRRR", FF_OK},         /* a line of five by one disc */
        {"5x4", "...../...../YYYR./RRRR.", FF_E_COUNTS},   /* counts are checked before lines */
        {"3x2x2c3", "Y../RYR Y../YRR", FF_OK},
        {"2x3x2c3", "RY/RY/RY ../Y./RR", FF_E_TWO_WINNERS},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_set(cases[i].board, cases[i].picture, cases[i].expected);
}

static void a_cell_with_an_invalid_colour_is_refused(void **state)
{
    static const int strange[] = {FF_NONE + 1, -1, INT32_MAX, INT32_MIN};
    ff_rules rules = rules_of("7x6");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(strange); i++) {
        ff_color cells[FF_CELLS_MAX];
        ff_position p = ff_position_start(&rules), before = p;
        cells_of(cells, &rules, "......./......./......./......./......./.......");
        cells[41] = (ff_color)strange[i];
        assert_int_equal(ff_position_set(&p, &rules, cells), FF_E_CELL);
        assert_same_position(&p, &before);
    }
}

static void a_board_that_is_set_up_equals_the_played_position(void **state)
{
    static const char *const games[] = {
        "7x6:",
        "7x6:44444421",
        "7x6:1212121",
        "7x6:225344533673453576212645522737771141641166",
        "5x5x5:mmghxyaabb",
        "5x5x5:abababa",
        "9x9:123456789987654321",
        "4x4x4:pomkihga",
        "2x2x2c3:12341234",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        ff_rules rules;
        ff_position p, played = game_of(&rules, games[i]).position;
        ff_color cells[FF_CELLS_MAX];
        for (int cell = 0; cell < rules.cells; cell++)
            cells[cell] = ff_position_cell(&played, cell);
        assert_err(ff_position_set(&p, &rules, cells), FF_OK, games[i]);
        assert_same_position(&p, &played);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unreachable_board_is_refused),
        cmocka_unit_test(a_cell_with_an_invalid_colour_is_refused),
        cmocka_unit_test(a_board_that_is_set_up_equals_the_played_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
