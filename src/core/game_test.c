#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"

static void a_game_remembers_its_moves(void **state)
{
    ff_rules rules = rules_of("7x6");
    ff_game game = ff_game_start(&rules);
    (void)state;
    assert_int_equal(game.first, 0);
    assert_int_equal(game.end, 0);
    assert_int_equal(ff_game_drop(&game, 3), FF_OK);
    assert_int_equal(ff_game_drop(&game, 5), FF_OK);
    assert_int_equal(game.end, 2);
    assert_int_equal(game.moves[0], 3);
    assert_int_equal(game.moves[1], 5);
    assert_int_equal(game.position.ply, 2);
}

static void a_refused_drop_does_not_change_the_game(void **state)
{
    static const struct {
        const char *game;
        int column;
        ff_err expected;
    } cases[] = {
        {"7x6:11", 7, FF_E_COLUMN}, {"7x6:111111", 0, FF_E_FULL}, {"7x6:1212121", 0, FF_E_OVER}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules;
        ff_game game = game_of(&rules, cases[i].game), before = game;

        assert_err(ff_game_drop(&game, cases[i].column), cases[i].expected, cases[i].game);
        assert_same_game(&game, &before);
    }
}

static void a_refused_drop_keeps_the_undone_moves(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "7x6:1111112"), before;
    (void)state;
    assert_int_equal(ff_game_undo(&game), FF_OK);
    before = game;
    assert_int_equal(ff_game_drop(&game, 0), FF_E_FULL);
    assert_same_game(&game, &before);
    assert_int_equal(ff_game_redo(&game), FF_OK);
}

static void undo_and_redo_walk_the_history(void **state)
{
    static const char *const games[] = {"7x6:12345676543", "7x6:1212121", "3x3:123123123",
                                        "5x5x5:abababa", "9x9:1919191"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        ff_rules rules;
        ff_game game = game_of(&rules, games[i]), full = game;
        ff_position start = ff_position_start(&rules);
        assert_int_equal(ff_game_redo(&game), FF_E_NO_REDO);
        assert_same_game(&game, &full);
        for (int ply = full.end; ply-- > 0;) {
            assert_int_equal(ff_game_undo(&game), FF_OK);
            assert_int_equal(game.position.ply, ply);
            assert_int_equal(game.position.status, FF_PLAYING);
        }
        assert_same_position(&game.position, &start);
        assert_int_equal(ff_game_undo(&game), FF_E_NO_UNDO);
        assert_same_position(&game.position, &start);
        for (int ply = 0; ply < full.end; ply++)
            assert_int_equal(ff_game_redo(&game), FF_OK);
        assert_same_game(&game, &full);
    }
}

static void a_new_move_discards_the_undone_moves(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "7x6:12345");
    (void)state;
    assert_int_equal(ff_game_seek(&game, 2), FF_OK);
    assert_int_equal(ff_game_drop(&game, 2), FF_OK); /* also when it is the same move */
    assert_int_equal(game.end, 3);
    assert_int_equal(ff_game_redo(&game), FF_E_NO_REDO);
    assert_int_equal(ff_game_seek(&game, 4), FF_E_PLY);
}

static void seeking_goes_both_ways(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "7x6:1234567"), full = game;
    static const int plies[] = {3, 0, 7, 7, 6, 1, 1, 5};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(plies); i++) {
        ff_game part = ff_game_start(&rules);
        assert_int_equal(ff_game_seek(&game, plies[i]), FF_OK);
        for (int ply = 0; ply < plies[i]; ply++)
            assert_int_equal(ff_game_drop(&part, full.moves[ply]), FF_OK);
        assert_same_position(&game.position, &part.position);
        assert_int_equal(game.end, 7);
    }
}

static void seeking_outside_the_game_changes_nothing(void **state)
{
    static const int plies[] = {-1, 4, INT32_MAX, INT32_MIN};
    ff_rules rules;
    ff_game game = game_of(&rules, "7x6:123"), before;
    (void)state;
    assert_int_equal(ff_game_undo(&game), FF_OK);
    before = game;
    for (size_t i = 0; i < COUNT_OF(plies); i++) {
        assert_int_equal(ff_game_seek(&game, plies[i]), FF_E_PLY);
        assert_same_game(&game, &before);
    }
}

static void a_game_from_a_position_begins_there(void **state)
{
    ff_rules rules;
    ff_position p = game_of(&rules, "7x6:444").position;
    ff_game game = ff_game_from(&p);
    (void)state;
    assert_same_position(&game.position, &p);
    assert_int_equal(ff_game_undo(&game), FF_E_NO_UNDO);
    assert_int_equal(ff_game_redo(&game), FF_E_NO_REDO);
    assert_int_equal(ff_game_seek(&game, 2), FF_E_PLY);
    assert_int_equal(ff_game_drop(&game, 0), FF_OK);
    assert_int_equal(game.first, 3);
    assert_int_equal(game.end, 4);
    assert_int_equal(game.moves[3], 0);
    assert_int_equal(ff_game_seek(&game, 3), FF_OK);
    assert_same_position(&game.position, &p);
    assert_int_equal(ff_game_undo(&game), FF_E_NO_UNDO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_remembers_its_moves),
        cmocka_unit_test(a_refused_drop_does_not_change_the_game),
        cmocka_unit_test(a_refused_drop_keeps_the_undone_moves),
        cmocka_unit_test(undo_and_redo_walk_the_history),
        cmocka_unit_test(a_new_move_discards_the_undone_moves),
        cmocka_unit_test(seeking_goes_both_ways),
        cmocka_unit_test(seeking_outside_the_game_changes_nothing),
        cmocka_unit_test(a_game_from_a_position_begins_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
