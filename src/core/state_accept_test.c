#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/state_fixture_test.h"

/* Ann has won with the bottom row by a disc in column 3. She also has a disc in column 5. */
#define ANN_WON "......./......./......./......./YYY..R./RRRR.Y."

static void state_text_won(struct state_text *s)
{
    state_text_start(s);
    state_text_board(s, ANN_WON);
    state_text_set(s, "moves", NULL);
    state_text_set(s, "lastMove", NULL);
    state_text_set(s, "status", "\"completed\"");
    state_text_set(s, "winner", "\"ann\"");
    state_text_set(s, "version", "9");
}

static ff_state read_text(const struct state_text *s, ff_rules *rules)
{
    char text[STATE_TEXT_MAX];
    ff_state got;
    state_text_write(s, text);
    assert_err(ff_state_read_json(&got, rules, text, strlen(text), NULL), FF_OK, text);
    return got;
}

static void a_state_without_moves_cannot_be_undone(void **state)
{
    struct state_text s;
    ff_rules rules;
    (void)state;
    state_text_start(&s);
    state_text_set(&s, "moves", NULL);
    state_text_set(&s, "lastMove", NULL);
    ff_state got = read_text(&s, &rules);
    assert_int_equal(got.game.first, 2);
    assert_int_equal(got.game.end, 2);
    assert_int_equal(ff_game_undo(&got.game), FF_E_NO_UNDO);
    assert_int_equal(ff_state_version(&got), 2);
}

static void a_last_move_without_the_others_can_be_taken_back(void **state)
{
    struct state_text s;
    ff_rules rules;
    (void)state;
    state_text_start(&s);
    state_text_set(&s, "moves", NULL);
    ff_state got = read_text(&s, &rules);
    assert_int_equal(got.game.first, 1);
    assert_int_equal(got.game.end, 2);
    assert_int_equal(got.game.moves[1], 3);
    assert_int_equal(ff_game_undo(&got.game), FF_OK);
    assert_int_equal(ff_game_undo(&got.game), FF_E_NO_UNDO);
}

static void an_empty_board_has_no_last_move(void **state)
{
    struct state_text s;
    (void)state;
    state_text_start(&s);
    state_text_board(&s, "......./......./......./......./......./.......");
    state_text_set(&s, "moves", "\"\"");
    state_text_set(&s, "version", "0");
    assert_state_text(&s, FF_E_LAST_MOVE, "empty board");
    state_text_set(&s, "lastMove", NULL);
    assert_state_text(&s, FF_OK, "empty board");
    state_text_set(&s, "moves", NULL);
    assert_state_text(&s, FF_OK, "empty board");
}

static void a_won_state_names_its_winner(void **state)
{
    static const struct {
        const char *key, *value;
        ff_err expected;
    } cases[] = {
        {"winner", "\"ann\"", FF_OK},
        {"winner", "\"bob\"", FF_E_WINNER},
        {"winner", "null", FF_E_WINNER},
        {"winner", "\"a\\u0001\"", FF_E_WINNER},
        {"status", "\"in_progress\"", FF_E_STATUS},
        {"currentPlayerIndex", "1", FF_E_TURN}, /* the winner stays the current player */
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state_text s;
        state_text_won(&s);
        state_text_set(&s, cases[i].key, cases[i].value);
        assert_state_text(&s, cases[i].expected, cases[i].value);
    }
}

static void only_the_move_that_won_can_be_the_last(void **state)
{
    static const struct {
        const char *last;
        ff_err expected;
    } cases[] = {
        {"{\"row\":5,\"column\":3,\"player\":\"ann\"}", FF_OK},
        {"{\"row\":4,\"column\":5,\"player\":\"ann\"}", FF_E_LAST_MOVE},
        {"{\"row\":4,\"column\":0,\"player\":\"bob\"}", FF_E_LAST_MOVE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state_text s;
        state_text_won(&s);
        state_text_set(&s, "lastMove", cases[i].last);
        assert_state_text(&s, cases[i].expected, cases[i].last);
    }
}

static void a_drawn_state_has_no_winner(void **state)
{
    struct state_text s;
    ff_rules rules;
    (void)state;
    state_text_start(&s);
    state_text_set(&s, "size", "\"2x1\"");
    state_text_set(&s, "board", "[[\"red\",\"yellow\"]]");
    state_text_set(&s, "moves", "\"12\"");
    state_text_set(&s, "lastMove", "{\"row\":0,\"column\":1,\"player\":\"bob\"}");
    state_text_set(&s, "status", "\"completed\"");
    assert_state_text(&s, FF_E_TURN, "the turn stays with the last player");
    state_text_set(&s, "currentPlayerIndex", "1");
    ff_state got = read_text(&s, &rules);
    assert_int_equal(ff_state_phase(&got), FF_COMPLETED);
    assert_null(ff_state_winner(&got));
    state_text_set(&s, "winner", "\"bob\"");
    assert_state_text(&s, FF_E_WINNER, "nobody won");
    state_text_set(&s, "winner", "null");
    state_text_set(&s, "moves", NULL);
    got = read_text(&s, &rules);
    assert_int_equal(got.game.position.status, FF_DRAWN);
    assert_int_equal(got.game.first, 1);
}

static void a_waiting_state_has_no_discs(void **state)
{
    static const char *const players[] = {"[]", "[ ]", "[{\"id\":\"ann\",\"name\":\"Ann\"}]"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct state_text s;
        ff_rules rules;
        state_text_start(&s);
        state_text_set(&s, "players", players[i]);
        assert_state_text(&s, FF_E_STATUS, "in progress without players");
        state_text_set(&s, "status", "\"waiting\"");
        assert_state_text(&s, FF_E_STATUS, "discs without players");
        state_text_board(&s, "......./......./......./......./......./.......");
        state_text_set(&s, "moves", NULL);
        state_text_set(&s, "lastMove", NULL);
        state_text_set(&s, "version", "0");
        ff_state got = read_text(&s, &rules);
        assert_int_equal(ff_state_phase(&got), FF_WAITING);
        assert_int_equal(got.player_count, i / 2);
    }
}

static void a_cube_is_read_layer_by_layer(void **state)
{
    struct state_text s;
    ff_rules rules;
    (void)state;
    state_text_start(&s);
    state_text_set(&s, "size", "\"3x2x2c3\"");
    state_text_set(&s, "board",
                   "[[[null,null,null],[null,\"red\",null]],"
                   "[[null,null,null],[null,null,\"yellow\"]]]");
    state_text_set(&s, "moves", "\"26\"");
    state_text_set(&s, "lastMove", "{\"row\":1,\"column\":5,\"player\":\"bob\"}");
    ff_state got = read_text(&s, &rules);
    assert_int_equal(rules.board.depth, 2);
    assert_int_equal(ff_position_cell(&got.game.position, ff_cell_at(&rules, 1, 0, 0)), FF_RED);
    assert_int_equal(ff_position_cell(&got.game.position, ff_cell_at(&rules, 2, 0, 1)), FF_YELLOW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_without_moves_cannot_be_undone),
        cmocka_unit_test(a_last_move_without_the_others_can_be_taken_back),
        cmocka_unit_test(an_empty_board_has_no_last_move),
        cmocka_unit_test(a_won_state_names_its_winner),
        cmocka_unit_test(only_the_move_that_won_can_be_the_last),
        cmocka_unit_test(a_drawn_state_has_no_winner),
        cmocka_unit_test(a_waiting_state_has_no_discs),
        cmocka_unit_test(a_cube_is_read_layer_by_layer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
