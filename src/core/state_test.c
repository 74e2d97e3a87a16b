#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "core/state.h"

#define LONG_64 "0123456789012345678901234567890123456789012345678901234567890123"

enum { NOW = 1000 };

static const ff_player seats[FF_PLAYERS] = {{"ann", "Ann"}, {"bob", "Bob"}};

/* A state of Ann and Bob after the moves of a text like "5x5x5:mm". */
static ff_state state_of(ff_rules *rules, const char *notation)
{
    ff_game game = game_of(rules, notation);
    ff_setup setup = {"g1", seats, FF_PLAYERS, rules, NOW};
    ff_state state;
    assert_int_equal(ff_connect_four.initialise(&state, &setup), FF_OK);
    for (int ply = 0; ply < game.end; ply++) {
        ff_move move = {game.moves[ply]};
        assert_int_equal(ff_connect_four.apply(&state, &state, seats[ply % 2].id, move, NOW + ply),
                         FF_OK);
    }
    return state;
}

static void the_plugin_has_its_type_name_and_description(void **state)
{
    (void)state;
    assert_string_equal(ff_connect_four.type, "connect-four");
    assert_string_equal(ff_connect_four.name, "Connect Four");
    assert_string_equal(ff_connect_four.description, "Drop discs to connect four in a row");
    assert_int_equal(ff_connect_four.players_min, 2);
    assert_int_equal(ff_connect_four.players_max, 2);
}

static void a_new_state_is_in_progress_with_the_first_player_to_move(void **state)
{
    ff_rules rules;
    ff_state s = state_of(&rules, "7x6:");
    (void)state;
    assert_string_equal(s.game_id, "g1");
    assert_int_equal(s.player_count, 2);
    assert_string_equal(s.players[1].name, "Bob");
    assert_int_equal(ff_state_phase(&s), FF_IN_PROGRESS);
    assert_int_equal(ff_state_current_player(&s), 0);
    assert_int_equal(ff_state_version(&s), 0);
    assert_null(ff_state_winner(&s));
    assert_true(s.created_ms == NOW && s.updated_ms == NOW);
    assert_false(ff_connect_four.is_over(&s));
    assert_null(ff_connect_four.winner(&s));
}

static void an_invalid_setup_is_refused(void **state)
{
    static const ff_player same[] = {{"ann", "Ann"}, {"ann", "Bob"}};
    static const ff_player no_id[] = {{"", "Ann"}, {"bob", "Bob"}};
    static const ff_player no_name[] = {{"ann", "Ann"}, {"bob", "B\n"}};
    static const struct {
        const char *id;
        const ff_player *players;
        int64_t now;
        int count;
        ff_err expected;
    } cases[] = {
        {"g", seats, NOW, 0, FF_E_PLAYERS},    {"g", seats, NOW, 1, FF_E_PLAYERS},
        {"g", seats, NOW, 3, FF_E_PLAYERS},    {"", seats, NOW, 2, FF_E_ID},
        {"g\t", seats, NOW, 2, FF_E_ID},       {LONG_64 "4", seats, NOW, 2, FF_E_ID},
        {"g", same, NOW, 2, FF_E_PLAYERS},     {"g", no_id, NOW, 2, FF_E_ID},
        {"g", no_name, NOW, 2, FF_E_NAME},     {"g", seats, -1, 2, FF_E_TIME},
        {"g", seats, INT64_MAX, 2, FF_E_TIME}, {LONG_64, seats, 0, 2, FF_OK},
    };
    ff_rules rules = rules_of("7x6");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_setup setup = {cases[i].id, cases[i].players, cases[i].count, &rules, cases[i].now};
        ff_state s, before;
        memset(&s, 0xA5, sizeof s);
        memcpy(&before, &s, sizeof s);
        assert_err(ff_connect_four.initialise(&s, &setup), cases[i].expected, cases[i].id);
        if (cases[i].expected)
            assert_memory_equal(&s, &before, sizeof s);
    }
}

static void a_state_opens_without_players(void **state)
{
    static const struct {
        const char *id;
        int64_t now;
        ff_err expected;
    } cases[] = {
        {"g1", 0, FF_OK},      {LONG_64, NOW, FF_OK},        {"", NOW, FF_E_ID},
        {"g\n", NOW, FF_E_ID}, {LONG_64 "4", NOW, FF_E_ID},  {"g1", -1, FF_E_TIME},
        {"", -1, FF_E_ID},     {"g1", INT64_MAX, FF_E_TIME},
    };
    ff_rules rules = rules_of("5x5x5");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_state s, before;
        memset(&s, 0xA5, sizeof s);
        memcpy(&before, &s, sizeof s);
        ff_err err = ff_state_open(&s, cases[i].id, &rules, cases[i].now);
        assert_err(err, cases[i].expected, cases[i].id);
        if (err) {
            assert_memory_equal(&s, &before, sizeof s);
            continue;
        }
        assert_string_equal(s.game_id, cases[i].id);
        assert_int_equal(s.player_count, 0);
        assert_int_equal(ff_state_phase(&s), FF_WAITING);
        assert_true(s.created_ms == cases[i].now && s.updated_ms == cases[i].now);
        assert_ptr_equal(s.game.position.rules, &rules);
    }
}

static void a_waiting_state_takes_two_players(void **state)
{
    static const ff_player bad_id = {"", "Ann"}, bad_name = {"cid", ""}, ann_again = {"ann", "X"};
    ff_rules rules = rules_of("7x6");
    ff_state s;
    (void)state;
    assert_int_equal(ff_state_open(&s, "g1", &rules, NOW), FF_OK);
    assert_int_equal(ff_state_join(&s, &seats[0], NOW), FF_OK);
    assert_int_equal(ff_state_phase(&s), FF_WAITING);
    assert_int_equal(ff_state_join(&s, &bad_id, NOW), FF_E_ID);
    assert_int_equal(ff_state_join(&s, &bad_name, NOW), FF_E_NAME);
    assert_int_equal(ff_state_join(&s, &ann_again, NOW), FF_E_PLAYERS);
    assert_int_equal(ff_state_join(&s, &seats[1], NOW - 1), FF_E_TIME);
    assert_int_equal(ff_state_join(&s, &seats[1], INT64_MAX), FF_E_TIME);
    assert_int_equal(s.player_count, 1);
    assert_true(s.updated_ms == NOW);
    assert_int_equal(ff_state_join(&s, &seats[1], NOW + 5), FF_OK);
    assert_true(s.updated_ms == NOW + 5 && s.created_ms == NOW);
    assert_int_equal(ff_state_phase(&s), FF_IN_PROGRESS);
    assert_int_equal(ff_state_join(&s, &ann_again, NOW + 9), FF_E_SEATED);
    assert_true(state_has_id(&s, "bob"));
    assert_false(state_has_id(&s, "cid"));
}

static void the_first_failed_check_gives_the_text(void **state)
{
    static const struct {
        const char *game, *player;
        int column;
        const char *error;
    } cases[] = {
        {"7x6:", "ann", 3, ""},
        {"7x6:4", "bob", 6, ""},
        {"7x6:", "bob", 3, "It is not your turn"},
        {"7x6:", "bob", 99, "It is not your turn"}, /* checked before the column */
        {"7x6:", "ann", -1, "Column must be between 0 and 6"},
        {"7x6:", "ann", 7, "Column must be between 0 and 6"},
        {"5x5x5:", "ann", 25, "Column must be between 0 and 24"},
        {"7x6:", "eve", 7, "Column must be between 0 and 6"}, /* checked before the player */
        {"7x6:444444", "ann", 3, "Column 3 is full"},
        {"7x6:444444", "eve", 3, "Column 3 is full"},
        {"7x6:4444441212121", "ann", 3,
         "Column 3 is full"}, /* checked before the end of the game */
        {"7x6:1212121", "ann", 3, "Game is already completed"},
        {"7x6:1212121", "bob", 3, "It is not your turn"},
        {"7x6:1212121", "eve", 3, "Game is already completed"},
        {"1x1:1", "ann", 0, "Column 0 is full"},
        {"7x6:", "eve", 3, "Player eve is not in this game"},
        {"7x6:", "", 3, "Player  is not in this game"},
        {"7x6:", LONG_64, 3, "Player " LONG_64 " is not in this game"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules;
        ff_state s = state_of(&rules, cases[i].game);
        ff_move move = {cases[i].column};
        ff_validation got = ff_connect_four.validate(&s, cases[i].player, move);
        assert_string_equal(got.error, cases[i].error);
        assert_int_equal(got.valid, cases[i].error[0] == '\0');
    }
}

static void a_strangers_endless_id_is_cut_off(void **state)
{
    ff_rules rules;
    ff_state s = state_of(&rules, "7x6:");
    ff_validation got = ff_connect_four.validate(&s, LONG_64 LONG_64 LONG_64 LONG_64, (ff_move){0});
    (void)state;
    assert_false(got.valid);
    assert_int_equal(strlen(got.error), sizeof got.error - 1);
}

static void a_waiting_game_takes_no_moves(void **state)
{
    ff_rules rules = rules_of("7x6");
    ff_state s = {.game = ff_game_start(&rules), .players = {{"ann", "Ann"}}, .player_count = 1};
    (void)state;
    ff_validation got = ff_connect_four.validate(&s, "ann", (ff_move){3});
    assert_false(got.valid);
    assert_string_equal(got.error, "Game is waiting for players");
    assert_int_equal(ff_connect_four.apply(&s, &s, "ann", (ff_move){3}, NOW), FF_E_MOVE);
    assert_string_equal(ff_connect_four.validate(&s, "bob", (ff_move){3}).error,
                        "Player bob is not in this game");
}

static void a_move_makes_a_new_state(void **state)
{
    ff_rules rules;
    ff_state s = state_of(&rules, "7x6:44"), next;
    (void)state;
    assert_int_equal(ff_connect_four.apply(&next, &s, "ann", (ff_move){0}, NOW + 7), FF_OK);
    assert_int_equal(ff_state_version(&s), 2);
    assert_int_equal(ff_state_version(&next), 3);
    assert_int_equal(ff_state_current_player(&next), 1);
    assert_true(next.created_ms == NOW && next.updated_ms == NOW + 7);
    assert_int_equal(next.game.moves[2], 0);
    assert_int_equal(ff_connect_four.apply(&next, &next, "bob", (ff_move){0}, NOW + 7), FF_OK);
    assert_int_equal(ff_state_version(&next), 4); /* in place, at the same time */
}

static void time_does_not_run_backwards(void **state)
{
    static const int64_t times[] = {NOW, -1, INT64_MAX, INT64_C(253402300800000)};
    ff_rules rules;
    ff_state s = state_of(&rules, "7x6:44"), next, before;
    (void)state;
    memset(&next, 0xA5, sizeof next);
    memcpy(&before, &next, sizeof next);
    for (size_t i = 0; i < COUNT_OF(times); i++)
        assert_int_equal(ff_connect_four.apply(&next, &s, "ann", (ff_move){0}, times[i]),
                         FF_E_TIME);
    assert_int_equal(ff_connect_four.apply(&next, &s, "ann", (ff_move){9}, NOW), FF_E_MOVE);
    assert_memory_equal(&next, &before, sizeof next);
}

static void a_finished_game_has_a_winner_or_none(void **state)
{
    static const struct {
        const char *game, *winner;
        int turn;
    } cases[] = {{"7x6:1212121", "ann", 0},
                 {"7x6:71212121", "bob", 1},
                 {"3x3:123123123", NULL, 0},
                 {"2x1:12", NULL, 1}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules;
        ff_state s = state_of(&rules, cases[i].game);
        const char *winner = ff_connect_four.winner(&s);
        assert_true(ff_connect_four.is_over(&s));
        assert_int_equal(ff_state_phase(&s), FF_COMPLETED);
        assert_int_equal(ff_state_current_player(&s), cases[i].turn);
        assert_string_equal(winner ? winner : "-", cases[i].winner ? cases[i].winner : "-");
    }
}

static void a_picture_shows_the_known_names(void **state)
{
    static char data[FF_SVG_MAX];
    ff_rules rules;
    ff_state s = state_of(&rules, "7x6:4");
    ff_text text = ff_text_on(data, sizeof data);
    (void)state;
    assert_int_equal(ff_connect_four.render(&text, &s), FF_OK);
    assert_non_null(strstr(data, "Ann (red) against Bob (yellow) on 7x6: Bob's Turn"));
    s.player_count = 1;
    text = ff_text_on(data, sizeof data);
    assert_int_equal(ff_connect_four.render(&text, &s), FF_OK);
    assert_non_null(strstr(data, "Ann (red) against Player 2 (yellow)"));
    text = ff_text_on(data, 100);
    assert_int_equal(ff_connect_four.render(&text, &s), FF_E_SPACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plugin_has_its_type_name_and_description),
        cmocka_unit_test(a_new_state_is_in_progress_with_the_first_player_to_move),
        cmocka_unit_test(an_invalid_setup_is_refused),
        cmocka_unit_test(a_state_opens_without_players),
        cmocka_unit_test(a_waiting_state_takes_two_players),
        cmocka_unit_test(the_first_failed_check_gives_the_text),
        cmocka_unit_test(a_strangers_endless_id_is_cut_off),
        cmocka_unit_test(a_waiting_game_takes_no_moves),
        cmocka_unit_test(a_move_makes_a_new_state),
        cmocka_unit_test(time_does_not_run_backwards),
        cmocka_unit_test(a_finished_game_has_a_winner_or_none),
        cmocka_unit_test(a_picture_shows_the_known_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
