#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "core/position.h"

#define DRAWN_GAME "7x6:225344533673453576212645522737771141641166"

static void a_game_starts_empty_with_red_to_move(void **state)
{
    ff_rules rules = rules_of("7x6");
    ff_position p = ff_position_start(&rules);
    (void)state;
    assert_ptr_equal(p.rules, &rules);
    assert_int_equal(p.ply, 0);
    assert_int_equal(p.status, FF_PLAYING);
    assert_int_equal(ff_position_side_to_move(&p), FF_RED);
    assert_int_equal(ff_position_winner(&p), FF_NONE);
    for (int cell = 0; cell < rules.cells; cell++)
        assert_int_equal(ff_position_cell(&p, cell), FF_NONE);
}

static void discs_stack_up_and_colours_alternate(void **state)
{
    static const char *const boards[] = {"7x6", "5x5x5", "6x6", "9x9", "4x4x4"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        ff_position p = ff_position_start(&rules);
        int column = rules.columns - 1;
        for (int row = 0; row < rules.board.height; row++) {
            assert_int_equal(ff_position_side_to_move(&p), row % 2);
            assert_int_equal(ff_position_drop(&p, column), FF_OK);
            assert_int_equal(p.height[column], row + 1);
            assert_int_equal(ff_position_cell(&p, column * rules.board.height + row), row % 2);
        }
        assert_int_equal(ff_position_drop(&p, column), FF_E_FULL);
    }
}

static void a_refused_drop_says_why_and_changes_nothing(void **state)
{
    static const struct {
        const char *game;
        int column;
        ff_err expected;
    } cases[] = {
        {"7x6:", -1, FF_E_COLUMN},           {"7x6:", 7, FF_E_COLUMN},
        {"7x6:", INT32_MAX, FF_E_COLUMN},    {"7x6:", INT32_MIN, FF_E_COLUMN},
        {"5x5x5:", 25, FF_E_COLUMN},         {"7x6:111111", 0, FF_E_FULL},
        {"5x5x5:aaaaa", 0, FF_E_FULL},       {"7x6:1212121", 2, FF_E_OVER}, /* won */
        {"7x6:1212121", 7, FF_E_COLUMN},     /* an invalid column is reported first */
        {"7x6:3333331212121", 2, FF_E_OVER}, /* "over" is reported before "full" */
        {DRAWN_GAME, 0, FF_E_OVER},          {"1x1:1", 0, FF_E_OVER},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules;
        ff_position p = game_of(&rules, cases[i].game).position, before = p;
        assert_err(ff_position_can_drop(&p, cases[i].column), cases[i].expected, cases[i].game);
        assert_same_position(&p, &before);
        assert_err(ff_position_drop(&p, cases[i].column), cases[i].expected, cases[i].game);
        assert_same_position(&p, &before);
    }
}

static void a_game_ends_won_or_drawn(void **state)
{
    static const struct {
        const char *game;
        ff_status status;
        ff_color winner;
    } cases[] = {
        {"7x6:121212", FF_PLAYING, FF_NONE},  {"7x6:1212121", FF_WON, FF_RED},
        {"7x6:71212121", FF_WON, FF_YELLOW},  {DRAWN_GAME, FF_DRAWN, FF_NONE},
        {"3x3:123123123", FF_DRAWN, FF_NONE}, {"1x1:1", FF_DRAWN, FF_NONE},
        {"5x5x5:abababa", FF_WON, FF_RED},    {"9x9:91212121", FF_WON, FF_YELLOW},
        {"3x1c3:1", FF_PLAYING, FF_NONE},     {"2x2x2c3:12341234", FF_DRAWN, FF_NONE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules;
        ff_position p = game_of(&rules, cases[i].game).position;
        assert_number(p.status, cases[i].status, cases[i].game);
        assert_number(ff_position_winner(&p), cases[i].winner, cases[i].game);
        assert_number(ff_position_side_to_move(&p),
                      cases[i].status == FF_PLAYING ? p.ply % 2 : FF_NONE, cases[i].game);
    }
}

static void the_last_cell_can_still_win(void **state)
{
    ff_rules rules = rules_of("7x6");
    ff_position p = game_of(&rules, DRAWN_GAME).position;
    (void)state;
    assert_int_equal(ff_position_lift(&p, 5), FF_OK);
    assert_int_equal(p.ply, 41);
    disc_put(&p, 6, 5, 0, FF_YELLOW); /* completes the line with the last disc */
    disc_put(&p, 4, 5, 0, FF_YELLOW);
    disc_put(&p, 3, 5, 0, FF_YELLOW);
    assert_int_equal(ff_position_drop(&p, 5), FF_OK);
    assert_int_equal(p.status, FF_WON);
    assert_int_equal(ff_position_winner(&p), FF_YELLOW);
}

static void the_moves_are_the_open_columns_ascending(void **state)
{
    static const struct {
        const char *game, *moves;
    } cases[] = {
        {"7x6:", "1234567"},        {"7x6:333333", "124567"}, {"7x6:1212121", ""},
        {"3x2:1122", "3"},          {"3x2:112233", ""},       {DRAWN_GAME, ""},
        {"4x1x3:ack", "bdefghijl"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules;
        ff_position p = game_of(&rules, cases[i].game).position;
        uint8_t columns[FF_COLUMNS_MAX];
        int count = ff_position_moves(&p, columns);
        assert_number(count, (long)strlen(cases[i].moves), cases[i].game);
        for (int k = 0; k < count; k++)
            assert_int_equal(ff_column_letter(&rules, columns[k]), cases[i].moves[k]);
    }
}

static void lifting_takes_a_drop_back(void **state)
{
    static const char *const games[] = {DRAWN_GAME,    "7x6:1212121", "5x5x5:abababa",
                                        "8x7:1212121", "9x9:1212121", "3x3:123123123"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        ff_rules rules;
        ff_game game = game_of(&rules, games[i]);
        ff_position p = ff_position_start(&rules), history[FF_CELLS_MAX + 1];
        for (int ply = 0; ply < game.end; ply++) {
            history[ply] = p;
            assert_int_equal(ff_position_drop(&p, game.moves[ply]), FF_OK);
        }
        assert_same_position(&p, &game.position);
        for (int ply = game.end; ply-- > 0;) {
            assert_int_equal(ff_position_lift(&p, game.moves[ply]), FF_OK);
            assert_same_position(&p, &history[ply]);
        }
    }
}

static void only_the_last_players_discs_can_be_lifted(void **state)
{
    static const struct {
        const char *game;
        int column;
        ff_err expected;
    } cases[] = {
        {"7x6:", 0, FF_E_NO_UNDO},         {"7x6:1", 1, FF_E_NO_UNDO}, {"7x6:12", 0, FF_E_NO_UNDO},
        {"7x6:121", 1, FF_E_NO_UNDO},      {"7x6:1", -1, FF_E_COLUMN}, {"7x6:1", 7, FF_E_COLUMN},
        {"7x6:1", INT32_MIN, FF_E_COLUMN},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules;
        ff_position p = game_of(&rules, cases[i].game).position, before = p;
        assert_err(ff_position_lift(&p, cases[i].column), cases[i].expected, cases[i].game);
        assert_same_position(&p, &before);
    }
}

static void a_line_is_seen_wherever_it_lies(void **state)
{
    static const char *const boards[] = {"7x6", "5x5x5", "6x6", "9x9", "4x4x4"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        ff_position p = ff_position_start(&rules);
        disc_put(&p, 3, 0, 0, FF_RED); /* a disc outside the line */
        for (int y = 0; y < 3; y++)
            disc_put(&p, 0, y, rules.board.depth - 1, FF_RED);
        assert_false(position_has_line(&p, FF_RED));
        disc_put(&p, 0, 3, rules.board.depth - 1, FF_RED);
        assert_true(position_has_line(&p, FF_RED));
        assert_false(position_has_line(&p, FF_YELLOW));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_starts_empty_with_red_to_move),
        cmocka_unit_test(discs_stack_up_and_colours_alternate),
        cmocka_unit_test(a_refused_drop_says_why_and_changes_nothing),
        cmocka_unit_test(a_game_ends_won_or_drawn),
        cmocka_unit_test(the_last_cell_can_still_win),
        cmocka_unit_test(the_moves_are_the_open_columns_ascending),
        cmocka_unit_test(lifting_takes_a_drop_back),
        cmocka_unit_test(only_the_last_players_discs_can_be_lifted),
        cmocka_unit_test(a_line_is_seen_wherever_it_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
