/* Games of variants between two players: rules of the move contract, and their JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"

enum { START_MS = 1000, JSON_MAX = FF_STATE_JSON_MAX };

static const ff_player ann = {"ann", "Ann"}, bob = {"bob", "Bob"};
static ff_variant_rules rules;

/* Ann and Bob after the moves of a text. */
static ff_variant_state state_of(const char *text)
{
    ff_variant_state s;
    ff_variant_game game;
    assert_err(ff_variant_game_read(&game, &rules, text, strlen(text), NULL), FF_OK, text);
    assert_int_equal(ff_variant_state_open(&s, "g1", &rules, START_MS), FF_OK);
    assert_int_equal(ff_state_join(&s.seats, &ann, START_MS), FF_OK);
    assert_int_equal(ff_state_join(&s.seats, &bob, START_MS), FF_OK);
    s.game = game;
    return s;
}

static void a_game_opens_waits_and_begins(void **state)
{
    ff_variant_state s, untouched;
    (void)state;
    assert_int_equal(ff_variant_rules_init(&rules, FF_POPOUT, ff_classic, false), FF_OK);
    memset(&s, 0xA5, sizeof s);
    memcpy(&untouched, &s, sizeof s);
    assert_int_equal(ff_variant_state_open(&s, "", &rules, START_MS), FF_E_ID);
    assert_int_equal(ff_variant_state_open(&s, "g", &rules, -1), FF_E_TIME);
    assert_memory_equal(&s, &untouched, sizeof s);
    assert_int_equal(ff_variant_state_open(&s, "g", &rules, START_MS), FF_OK);
    assert_int_equal(ff_variant_state_phase(&s), FF_WAITING);
    assert_string_equal(ff_variant_state_validate(&s, "ann", 3).error,
                        "Player ann is not in this game");
    assert_int_equal(ff_state_join(&s.seats, &ann, START_MS), FF_OK);
    assert_string_equal(ff_variant_state_validate(&s, "ann", 3).error,
                        "Game is waiting for players");
    assert_int_equal(ff_state_join(&s.seats, &bob, START_MS), FF_OK);
    assert_int_equal(ff_variant_state_phase(&s), FF_IN_PROGRESS);
    assert_true(ff_variant_state_validate(&s, "ann", 3).valid);
    assert_string_equal(ff_variant_state_validate(&s, "ann", 3).error, "");
}

static void a_refusal_has_its_text(void **state)
{
    static const struct {
        const char *game, *player;
        int action, column;
        const char *says;
    } cases[] = {
        {"popout:", "bob", FF_DROP, 0, "It is not your turn"},
        {"popout:", "eve", FF_DROP, 0, "Player eve is not in this game"},
        {"popout:", "ann", FF_DROP, 7, "Column must be between 0 and 6"},
        {"turn:>", "bob", FF_DROP, 6, "Column must be between 0 and 5"},
        {"popout:444444", "ann", FF_DROP, 3, "Column 3 is full"},
        {"popout:1212121", "ann", FF_DROP, 3, "Game is already completed"},
        {"popout:1212121", "bob", FF_DROP, 3, "It is not your turn"},
        {"popout:", "ann", FF_POP, 2, "Column 2 has no disc of the right colour at its bottom"},
        {"popout:", "ann", FF_SWAP, 0, "This variant has no such move"},
        {"powerup:172737=6", "ann", FF_DROP, 3,
         "The second disc of a wall may not complete a line in column 3"},
        {"4x5-popten:12341234123412341234-1-1-11-2-2-2", "bob", FF_DROP, 1,
         "The disc from column 1 goes back into another column"},
        {"powerup:+4", "ann", FF_ANVIL, 1, "The turn that has begun must be finished first"},
        {"pie:44", "ann", FF_SWAP, 0, "Sides are swapped only in answer to the first turn"},
        {"pie:4~", "bob", FF_DROP, 0, "It is not your turn"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_variant_state s = state_of(cases[i].game);
        int move = ff_move_of((ff_action)cases[i].action, cases[i].column);
        ff_validation v = ff_variant_state_validate(&s, cases[i].player, move);
        assert_false(v.valid);
        assert_string_equal(v.error, cases[i].says);
        ff_variant_state out = s;
        assert_int_equal(ff_variant_state_apply(&out, &s, cases[i].player, move, START_MS),
                         FF_E_MOVE);
        assert_memory_equal(&out, &s, sizeof s);
    }
}

static void a_move_is_applied_and_leaves_the_old_state(void **state)
{
    ff_variant_state s = state_of("popout:44"), out;
    (void)state;
    ff_variant_state before = s;
    int pop = ff_move_of(FF_POP, 3);
    assert_int_equal(ff_variant_state_apply(&out, &s, "ann", pop, START_MS - 1), FF_E_TIME);
    assert_int_equal(ff_variant_state_apply(&out, &s, "ann", pop, -1), FF_E_TIME);
    assert_int_equal(ff_variant_state_apply(&out, &s, "ann", pop, START_MS + 5), FF_OK);
    assert_memory_equal(&s, &before, sizeof s);
    assert_int_equal(out.seats.updated_ms, START_MS + 5);
    assert_int_equal(out.game.position.board.ply, 3);
    assert_int_equal(ff_variant_state_current_player(&out), 1);
    assert_int_equal(ff_variant_state_apply(&s, &s, "ann", pop, START_MS), FF_OK);
    assert_int_equal(s.game.position.board.ply, 3);
}

static void the_winner_is_a_player_whatever_the_side(void **state)
{
    (void)state;
    ff_variant_state s = state_of("popout:1212121");
    assert_int_equal(ff_variant_state_phase(&s), FF_COMPLETED);
    assert_string_equal(ff_variant_state_winner(&s)->id, "ann");
    s = state_of("pie:1~212121");
    assert_string_equal(ff_variant_state_winner(&s)->id, "bob");
    s = state_of("misere:1213141");
    assert_string_equal(ff_variant_state_winner(&s)->id, "bob");
    s = state_of("popout:12-1-212-1-2");
    assert_int_equal(ff_variant_state_phase(&s), FF_COMPLETED);
    assert_null(ff_variant_state_winner(&s));
}

static size_t json_of(char json[JSON_MAX], const ff_variant_state *s)
{
    ff_text text = ff_text_on(json, JSON_MAX), tight = ff_text_on(json, 10);
    assert_int_equal(ff_variant_state_write_json(&tight, s), FF_E_SPACE);
    assert_int_equal(ff_variant_state_write_json(&text, s), FF_OK);
    assert_int_equal(text.len, tight.len);
    return text.len;
}

static void the_last_move_and_the_rules_are_written(void **state)
{
    static const struct {
        const char *game, *part;
    } cases[] = {
        {"popout:", "]],\"size\":\"7x6\",\"moves\":\"\",\"variant\":\"popout\"},"},
        {"popout:4", "\"lastMove\":{\"row\":5,\"column\":3,\"player\":\"ann\"},"},
        {"popout:44-4",
         "\"lastMove\":{\"action\":\"pop\",\"row\":5,\"column\":3,\"player\":\"ann\"},"},
        {"powerup:44_4",
         "\"lastMove\":{\"action\":\"anvil\",\"row\":5,\"column\":3,\"player\":\"ann\"},"},
        {"powerup:4+4",
         "\"lastMove\":{\"action\":\"double\",\"row\":4,\"column\":3,\"player\":\"bob\"},"},
        {"turn:1>",
         "\"lastMove\":{\"action\":\"turn-right\",\"player\":\"bob\"},\"size\":\"7x6\","},
        {"pie:4~", "\"lastMove\":{\"action\":\"swap\",\"player\":\"bob\"},"},
        {"pie:4~", "\"moves\":\"4~\",\"pie\":true},"},
        {"pie:4~", "\"currentPlayerIndex\":0,"},
        {"pie:4~3", "\"lastMove\":{\"row\":5,\"column\":2,\"player\":\"ann\"},"},
        {"powerup-pie:4", "\"variant\":\"powerup\",\"pie\":true},"},
    };
    static char json[JSON_MAX];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_variant_state s = state_of(cases[i].game);
        (void)json_of(json, &s);
        if (!strstr(json, cases[i].part))
            fail_msg("%s: no %s in %s", cases[i].game, cases[i].part, json);
    }
}

static void a_state_reads_back(void **state)
{
    static const char *const games[] = {
        "popout:44-4",
        "powerup:12@4-2",
        "powerup:12@4",
        "turn:11>",
        "turn:11>6",
        "pie:4~3",
        "powerup-pie:_1~12@4",
        "five:5",
        "4",
        "cube-popout:mm-m",
        "misere:1213141",
        "4x5-popten:12341234123412341234-1-1-11",
        "cylinder:6677112",
        "popout:12-1-212-1-2",
    };
    static char json[JSON_MAX], again[JSON_MAX];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        ff_variant_state s = state_of(games[i]), back;
        ff_variant_rules read;
        size_t at = 77, len = json_of(json, &s);
        assert_err(ff_variant_state_read_json(&back, &read, json, len, &at), FF_OK, games[i]);
        assert_int_equal(at, 77);
        assert_ptr_equal(back.game.position.rules, &read);
        assert_true(back.game.position.board.rules == &read.upright ||
                    back.game.position.board.rules == &read.turned);
        assert_ptr_equal(back.seats.game.position.rules, &read.upright);
        assert_int_equal(json_of(again, &back), len);
        assert_string_equal(again, json);
    }
}

/* The text of a standard game is that of the plain one, and is read as such. */
static void a_standard_game_is_written_as_a_plain_one(void **state)
{
    static char json[JSON_MAX], plain_json[JSON_MAX];
    ff_variant_state s = state_of("4453"), back;
    ff_state plain = s.seats;
    ff_text text = ff_text_on(plain_json, sizeof plain_json);
    ff_variant_rules read;
    (void)state;
    assert_int_equal(ff_game_read(&plain.game, &rules.upright, "4453", 4, NULL), FF_OK);
    assert_int_equal(ff_state_write_json(&text, &plain), FF_OK);
    size_t len = json_of(json, &s);
    assert_string_equal(json, plain_json);
    assert_int_equal(ff_variant_state_read_json(&back, &read, json, len, NULL), FF_OK);
    assert_int_equal(read.variant, FF_STANDARD);
}

/* Replaces the first `from` in a text. */
static void json_change(char json[JSON_MAX], const char *from, const char *to)
{
    static char tail[JSON_MAX];
    char *found = strstr(json, from);
    if (!found)
        fail_msg("no %s in %s", from, json);
    memcpy(tail, found + strlen(from), strlen(found + strlen(from)) + 1);
    memcpy(found, to, strlen(to));
    memcpy(found + strlen(to), tail, strlen(tail) + 1);
}

static ff_err read_untouched(const char *json, size_t len)
{
    static ff_variant_state s, s_before;
    static ff_variant_rules r, r_before;
    size_t at = SIZE_MAX;
    memset(&s, 0xA5, sizeof s);
    memset(&r, 0xA5, sizeof r);
    memcpy(&s_before, &s, sizeof s);
    memcpy(&r_before, &r, sizeof r);
    ff_err err = ff_variant_state_read_json(&s, &r, json, len, &at);
    if (err) {
        assert_memory_equal(&s, &s_before, sizeof s);
        assert_memory_equal(&r, &r_before, sizeof r);
        assert_true(at <= len || err == FF_E_JSON_SIZE);
        assert_int_equal(ff_variant_state_read_json(&s, &r, json, len, NULL), err);
    }
    return err;
}

static void what_does_not_fit_is_refused(void **state)
{
    static const struct {
        const char *game, *from, *to;
        ff_err expected;
    } cases[] = {
        {"popout:44-4", "\"popout\"", "\"popin\"", FF_E_VARIANT},
        {"popout:44-4", "\"popout\"", "7", FF_E_VARIANT},
        {"popout:44-4", "\"popout\"", "\"misere\"", FF_E_MOVES},
        {"popout:44-4", "\"popout\"", "null", FF_E_MOVES},
        {"popout:44-4", ",\"variant\"", ",\"pie\":true,\"variant\"", FF_OK},
        {"popout:44-4", ",\"variant\"", ",\"pie\":false,\"variant\"", FF_OK},
        {"popout:44-4", ",\"variant\"", ",\"pie\": null,\"variant\"", FF_OK},
        {"popout:44-4", ",\"variant\"", ",\"pie\":1,\"variant\"", FF_E_JSON_TYPE},
        {"popout:44-4", ",\"variant\"", ",\"kind\":1,\"variant\"", FF_E_JSON_KEY},
        {"popout:44-4", "\"7x6\"", "\"7x\"", FF_E_BOARD_TEXT},
        {"popout:44-4", "\"7x6\"", "7", FF_E_BOARD_TEXT},
        {"popout:44-4", "\"size\":\"7x6\",", "", FF_OK},
        {"five:5", "\"size\":\"9x6c5\",", "", FF_OK},
        {"five:5", "9x6c5", "9x6", FF_E_FIVE_BOARD},
        {"popout:44-4", "\"moves\":\"44-4\",", "", FF_E_JSON_MISSING},
        {"popout:44-4", "\"44-4\"", "null", FF_E_JSON_MISSING},
        {"popout:44-4", "\"44-4\"", "\"44-3\"", FF_E_MOVES},
        {"popout:44-4", "\"44-4\"", "4", FF_E_MOVES},
        {"popout:44-4", "\"44-4\"", "\"33-3\"", FF_E_MOVES},
        {"popout:44-4", "\"yellow\"", "\"blue\"", FF_E_CELL},
        {"popout:44-4", "[[null,", "[[", FF_E_BOARD_SHAPE},
        {"popout:44-4", "connect-four", "chess", FF_E_GAME_TYPE},
        {"popout:44-4", "\"name\":\"Bob\"", "\"name\":\"\"", FF_E_NAME},
        {"popout:44-4", "in_progress", "completed", FF_E_STATUS},
        {"popout:44-4", "\"version\":3", "\"version\":4", FF_E_VERSION},
        {"popout:44-4", "\"currentPlayerIndex\":1", "\"currentPlayerIndex\":0", FF_E_TURN},
        {"popout:1212121", "\"winner\":\"ann\"", "\"winner\":\"bob\"", FF_E_WINNER},
        {"popout:1212121", "\"winner\":\"ann\"", "\"winner\":null", FF_E_WINNER},
        {"popout:44-4", "\"action\":\"pop\",", "", FF_E_LAST_MOVE},
        {"popout:44-4", "\"action\":\"pop\"", "\"action\":\"drop\"", FF_E_LAST_MOVE},
        {"popout:44-4", "\"action\":\"pop\"", "\"action\":7", FF_E_LAST_MOVE},
        {"popout:4", "{\"row\"", "{\"action\":\"drop\",\"row\"", FF_OK},
        {"popout:44-4", "\"row\":5", "\"row\":4", FF_E_LAST_MOVE},
        {"popout:44-4", "\"row\":5,", "", FF_E_LAST_MOVE},
        {"popout:44-4", "\"column\":3", "\"column\":2", FF_E_LAST_MOVE},
        {"popout:44-4", "\"column\":3", "\"column\":\"3\"", FF_E_LAST_MOVE},
        {"popout:44-4", "\"player\":\"ann\"", "\"player\":\"bob\"", FF_E_LAST_MOVE},
        {"popout:44-4", "\"player\":\"ann\"", "\"player\":1", FF_E_LAST_MOVE},
        {"popout:44-4", ",\"player\":\"ann\"", "", FF_E_JSON_MISSING},
        {"turn:1>", "\"action\":\"turn-right\",", "\"action\":\"turn-right\",\"row\":1,",
         FF_E_LAST_MOVE},
        {"popout:", "\"moves\":\"\"", "\"moves\":\"\",\"lastMove\":null", FF_OK},
        {"popout:", "\"moves\":\"\"", "\"moves\":\"\",\"lastMove\":{\"player\":\"ann\"}",
         FF_E_LAST_MOVE},
        {"popout:44-4", "1970-01-01T00:00:01.000Z", "1969-01-01T00:00:01.000Z", FF_E_TIME},
    };
    static char json[JSON_MAX];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_variant_state s = state_of(cases[i].game);
        (void)json_of(json, &s);
        json_change(json, cases[i].from, cases[i].to);
        assert_err(read_untouched(json, strlen(json)), cases[i].expected, cases[i].to);
    }
    assert_int_equal(read_untouched(json, FF_STATE_JSON_MAX + 1), FF_E_JSON_SIZE);
    assert_int_equal(read_untouched("[]", 2), FF_E_JSON_TYPE);
}

static void a_waiting_game_has_no_moves(void **state)
{
    static char json[JSON_MAX];
    ff_variant_state s = state_of("popout:");
    (void)state;
    s.seats.player_count = 1;
    size_t len = json_of(json, &s);
    assert_int_equal(read_untouched(json, len), FF_OK);
    s = state_of("popout:4");
    (void)json_of(json, &s);
    json_change(json, ",{\"id\":\"bob\",\"name\":\"Bob\"}", "");
    json_change(json, "in_progress", "waiting");
    assert_int_equal(read_untouched(json, strlen(json)), FF_E_STATUS);
}

static void the_longest_state_is_less_than_half_of_the_limit(void **state)
{
    static char json[JSON_MAX];
    static char game[] = "12x12-popout:";
    ff_variant_state s = state_of(game);
    (void)state;
    for (int ply = 0; s.game.position.board.status == FF_PLAYING; ply++) {
        int move = ply % 24 < 12 ? ply % 12 : ff_move_of(FF_POP, ply % 12);
        if (ff_variant_game_play(&s.game, move))
            break;
    }
    memset(s.seats.players[0].name, '"', FF_NAME_MAX);
    memset(s.seats.players[1].name, '\\', FF_NAME_MAX);
    assert_true(json_of(json, &s) < FF_STATE_JSON_MAX / 2);
}

static void a_move_is_written_and_read_back(void **state)
{
    static const struct {
        int action, column;
        const char *text;
    } cases[] = {
        {FF_DROP, 3, "{\"action\":\"drop\",\"parameters\":{\"column\":3}}"},
        {FF_POP, 0, "{\"action\":\"pop\",\"parameters\":{\"column\":0}}"},
        {FF_DOUBLE, 51, "{\"action\":\"double\",\"parameters\":{\"column\":51}}"},
        {FF_TURN_LEFT, 0, "{\"action\":\"turn-left\",\"parameters\":{}}"},
        {FF_SWAP, 0, "{\"action\":\"swap\",\"parameters\":{}}"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[FF_MOVE_JSON_MAX];
        ff_text text = ff_text_on(data, sizeof data);
        int move = ff_move_of((ff_action)cases[i].action, cases[i].column), read = -1;
        assert_int_equal(ff_variant_move_write_json(&text, move), FF_OK);
        assert_string_equal(data, cases[i].text);
        assert_int_equal(ff_variant_move_read_json(&read, data, text.len, NULL), FF_OK);
        assert_int_equal(read, move);
    }
    ff_text nowhere = ff_text_on(NULL, 0);
    assert_int_equal(ff_variant_move_write_json(&nowhere, -1), FF_E_NO_ACTION);
    assert_int_equal(nowhere.len, 0);
}

static void a_malformed_move_is_refused(void **state)
{
    static const struct {
        const char *text;
        ff_err expected;
    } cases[] = {
        {"7", FF_E_JSON_TYPE},
        {"{\"action\":\"pop\"}", FF_E_JSON_MISSING},
        {"{\"action\":\"jump\",\"parameters\":{}}", FF_E_NO_ACTION},
        {"{\"action\":7,\"parameters\":{}}", FF_E_NO_ACTION},
        {"{\"action\":\"pop\",\"parameters\":{}}", FF_E_JSON_MISSING},
        {"{\"action\":\"pop\",\"parameters\":{\"column\":\"3\"}}", FF_E_JSON_TYPE},
        {"{\"action\":\"pop\",\"parameters\":{\"column\":-1}}", FF_E_COLUMN},
        {"{\"action\":\"pop\",\"parameters\":{\"column\":52}}", FF_E_COLUMN},
        {"{\"action\":\"swap\",\"parameters\":{\"column\":3}}", FF_E_JSON_KEY},
        {"{\"action\":\"swap\",\"parameters\":{}}x", FF_E_JSON_END},
    };
    static char long_text[FF_MOVE_JSON_MAX + 2];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int move = -7;
        size_t at = SIZE_MAX, len = strlen(cases[i].text);
        assert_err(ff_variant_move_read_json(&move, cases[i].text, len, &at), cases[i].expected,
                   cases[i].text);
        assert_int_equal(move, -7);
        assert_true(at <= len);
        assert_int_equal(ff_variant_move_read_json(&move, cases[i].text, len, NULL),
                         cases[i].expected);
    }
    memset(long_text, ' ', sizeof long_text);
    int move;
    assert_int_equal(ff_variant_move_read_json(&move, long_text, sizeof long_text - 1, NULL),
                     FF_E_JSON_SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_opens_waits_and_begins),
        cmocka_unit_test(a_refusal_has_its_text),
        cmocka_unit_test(a_move_is_applied_and_leaves_the_old_state),
        cmocka_unit_test(the_winner_is_a_player_whatever_the_side),
        cmocka_unit_test(the_last_move_and_the_rules_are_written),
        cmocka_unit_test(a_state_reads_back),
        cmocka_unit_test(a_standard_game_is_written_as_a_plain_one),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(a_waiting_game_has_no_moves),
        cmocka_unit_test(the_longest_state_is_less_than_half_of_the_limit),
        cmocka_unit_test(a_move_is_written_and_read_back),
        cmocka_unit_test(a_malformed_move_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
