#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/state_fixture_test.h"

/* The unchanged text, and the text with one key changed. */
static void assert_with(const char *key, const char *value, ff_err expected)
{
    struct state_text s;
    state_text_start(&s);
    state_text_set(&s, key, value);
    assert_state_text(&s, expected, key);
}

static void the_unchanged_text_is_read(void **state)
{
    struct state_text s;
    char text[STATE_TEXT_MAX];
    ff_state got;
    ff_rules rules;
    (void)state;
    state_text_start(&s);
    state_text_write(&s, text);
    assert_int_equal(ff_state_read_json(&got, &rules, text, strlen(text), NULL), FF_OK);
    assert_string_equal(got.game_id, "g1");
    assert_int_equal(got.player_count, 2);
    assert_string_equal(got.players[0].id, "ann");
    assert_string_equal(got.players[1].name, "Bob");
    assert_ptr_equal(got.game.position.rules, &rules);
    assert_int_equal(got.game.first, 0);
    assert_int_equal(got.game.end, 2);
    assert_int_equal(got.game.moves[1], 3);
    assert_int_equal(ff_position_cell(&got.game.position, ff_cell_at(&rules, 3, 1, 0)), FF_YELLOW);
    assert_true(got.created_ms == INT64_C(1794767400000));
    assert_true(got.updated_ms == INT64_C(1794767460000));
}

static void a_missing_required_key_is_refused(void **state)
{
    static const struct {
        const char *key;
        ff_err expected;
    } cases[] = {
        {"gameId", FF_E_JSON_MISSING},
        {"gameType", FF_E_JSON_MISSING},
        {"players", FF_E_JSON_MISSING},
        {"currentPlayerIndex", FF_E_JSON_MISSING},
        {"status", FF_E_JSON_MISSING},
        {"winner", FF_E_JSON_MISSING},
        {"version", FF_E_JSON_MISSING},
        {"createdAt", FF_E_JSON_MISSING},
        {"updatedAt", FF_E_JSON_MISSING},
        {"metadata", FF_E_JSON_MISSING},
        {"board", FF_E_JSON_MISSING},
        {"lastMove", FF_OK},
        {"size", FF_OK},
        {"moves", FF_OK},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_with(cases[i].key, NULL, cases[i].expected);
}

static void a_key_that_is_unknown_or_comes_twice_is_refused_where_it_stands(void **state)
{
    (void)state;
    for (int i = 0; i < ROOT_KEYS + META_KEYS; i++) {
        for (int is_twice = 0; is_twice < 2; is_twice++) {
            struct state_text s;
            char text[STATE_TEXT_MAX];
            size_t at = SIZE_MAX;
            state_text_start(&s);
            struct state_key *keys = i < ROOT_KEYS ? s.root : s.meta;
            int k = i < ROOT_KEYS ? i : i - ROOT_KEYS;
            int other = k == 0 ? 1 : 0; /* replaces another key, or adds an unknown one */
            keys[k].key = is_twice ? keys[other].key : "strange";
            keys[k].value = "1";
            state_text_write(&s, text);
            assert_err(read_untouched(text, strlen(text), &at),
                       is_twice ? FF_E_JSON_TWICE : FF_E_JSON_KEY, text);
            assert_int_equal(text[at], '"');
        }
    }
}

static void a_value_of_the_wrong_type_is_refused(void **state)
{
    static const struct {
        const char *key, *value;
        ff_err expected;
    } cases[] = {
        {"gameId", "7", FF_E_ID},
        {"gameId", "null", FF_E_ID},
        {"gameType", "4", FF_E_GAME_TYPE},
        {"gameType", "\"connect-five\"", FF_E_GAME_TYPE},
        {"gameType", "\"connect-four-and-much-more-than-any-word-has\"", FF_E_GAME_TYPE},
        {"players", "{}", FF_E_JSON_TYPE},
        {"players", "null", FF_E_JSON_TYPE},
        {"players", "[1,2]", FF_E_JSON_TYPE},
        {"currentPlayerIndex", "\"0\"", FF_E_TURN},
        {"currentPlayerIndex", "0.0", FF_E_TURN},
        {"status", "1", FF_E_STATUS},
        {"status", "null", FF_E_STATUS},
        {"winner", "0", FF_E_WINNER},
        {"metadata", "[]", FF_E_JSON_TYPE},
        {"metadata", "null", FF_E_JSON_TYPE},
        {"version", "\"2\"", FF_E_VERSION},
        {"version", "2e0", FF_E_VERSION},
        {"createdAt", "0", FF_E_TIME},
        {"updatedAt", "null", FF_E_TIME},
        {"board", "null", FF_E_BOARD_SHAPE},
        {"board", "[1]", FF_E_BOARD_SHAPE},
        {"lastMove", "[]", FF_E_JSON_TYPE},
        {"lastMove", "3", FF_E_JSON_TYPE},
        {"size", "7", FF_E_BOARD_TEXT},
        {"moves", "44", FF_E_MOVES},
        {"moves", "[3,3]", FF_E_MOVES},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_with(cases[i].key, cases[i].value, cases[i].expected);
}

static void optional_keys_may_be_null(void **state)
{
    (void)state;
    assert_with("lastMove", "null", FF_OK);
    assert_with("size", "null", FF_OK);
    assert_with("moves", "null", FF_OK);
}

static void a_text_that_is_not_json_is_refused(void **state)
{
    static const struct {
        const char *text;
        ff_err expected;
        size_t at;
    } cases[] = {
        {"", FF_E_JSON_TYPE, 0},
        {"x", FF_E_JSON_TYPE, 0},
        {"[]", FF_E_JSON_TYPE, 0},
        {"{", FF_E_JSON_SYNTAX, 1},
        {"{}", FF_E_JSON_MISSING, 2},
        {"{\"gameId\":}", FF_E_JSON_SYNTAX, 10},
        {"{\"gameId\":\"a\\q\"}", FF_E_JSON_SYNTAX, 13},
        {"{\"version\":1.2.3}", FF_E_JSON_SYNTAX, 14},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t at = SIZE_MAX;
        assert_err(read_untouched(cases[i].text, strlen(cases[i].text), &at), cases[i].expected,
                   cases[i].text);
        assert_number((long)at, (long)cases[i].at, cases[i].text);
    }
}

static void nothing_but_white_space_may_follow(void **state)
{
    struct state_text s;
    char text[STATE_TEXT_MAX];
    size_t at;
    (void)state;
    state_text_start(&s);
    state_text_write(&s, text);
    size_t len = strlen(text);
    memcpy(text + len, " \n{", 4);
    assert_int_equal(read_untouched(text, len + 2, &at), FF_OK);
    assert_int_equal(read_untouched(text, len + 3, &at), FF_E_JSON_END);
    assert_int_equal(at, len + 2);
    for (size_t cut = 0; cut < len; cut++)
        assert_int_not_equal(read_untouched(text, cut, NULL), FF_OK);
}

static void a_text_has_a_largest_size(void **state)
{
    static char text[FF_STATE_JSON_MAX + 1];
    struct state_text s;
    size_t at = SIZE_MAX;
    (void)state;
    memset(text, ' ', sizeof text);
    state_text_start(&s);
    state_text_write(&s, text);
    text[strlen(text)] = ' ';
    assert_int_equal(read_untouched(text, FF_STATE_JSON_MAX, &at), FF_OK);
    assert_int_equal(read_untouched(text, FF_STATE_JSON_MAX + 1, &at), FF_E_JSON_SIZE);
    assert_int_equal(at, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_unchanged_text_is_read),
        cmocka_unit_test(a_missing_required_key_is_refused),
        cmocka_unit_test(a_key_that_is_unknown_or_comes_twice_is_refused_where_it_stands),
        cmocka_unit_test(a_value_of_the_wrong_type_is_refused),
        cmocka_unit_test(optional_keys_may_be_null),
        cmocka_unit_test(a_text_that_is_not_json_is_refused),
        cmocka_unit_test(nothing_but_white_space_may_follow),
        cmocka_unit_test(a_text_has_a_largest_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
