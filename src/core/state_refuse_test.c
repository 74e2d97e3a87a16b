#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/state_fixture_test.h"

#define LONG_64 "0123456789012345678901234567890123456789012345678901234567890123"
#define PLAYER(id, name) "{\"id\":\"" id "\",\"name\":\"" name "\"}"

struct change {
    const char *key, *value;
};

static void assert_changes(const struct change *changes, int count, ff_err expected)
{
    struct state_text s;
    const char *what = "unchanged";
    state_text_start(&s);
    for (int i = 0; i < count; i++) {
        if (!changes[i].key)
            continue;
        what = changes[i].value ? changes[i].value : changes[i].key;
        if (text_equal(changes[i].key, "picture"))
            state_text_board(&s, changes[i].value);
        else
            state_text_set(&s, changes[i].key, changes[i].value);
    }
    assert_state_text(&s, expected, what);
}

static void a_state_needs_two_players_with_ids_and_names(void **state)
{
    static const struct {
        const char *players;
        ff_err expected;
    } cases[] = {
        {"[" PLAYER("ann", "Ann") "," PLAYER("bob", "Ann") "]", FF_OK},
        {"[" PLAYER("ann", "A") "," PLAYER("ann", "B") "]", FF_E_PLAYERS},
        {"[" PLAYER("ann", "A") "," PLAYER("bob", "B") "," PLAYER("c", "C") "]", FF_E_PLAYERS},
        {"[" PLAYER("", "A") "," PLAYER("bob", "B") "]", FF_E_ID},
        {"[" PLAYER("a\\n", "A") "," PLAYER("bob", "B") "]", FF_E_ID},
        {"[" PLAYER(LONG_64 "5", "A") "," PLAYER("bob", "B") "]", FF_E_ID},
        {"[" PLAYER("ann", "A") "," PLAYER("bob", "") "]", FF_E_NAME},
        {"[" PLAYER("ann", "A") "," PLAYER("bob", "\\u0007") "]", FF_E_NAME},
        {"[" PLAYER("ann", LONG_64 "5") "," PLAYER("bob", "B") "]", FF_E_NAME},
        {"[" PLAYER("ann", LONG_64) "," PLAYER("bob", LONG_64) "]", FF_OK},
        {"[{\"id\":1,\"name\":\"A\"}]", FF_E_ID},
        {"[{\"id\":\"ann\",\"name\":null}]", FF_E_NAME},
        {"[{\"id\":\"ann\"}]", FF_E_JSON_MISSING},
        {"[{\"name\":\"Ann\"}]", FF_E_JSON_MISSING},
        {"[{\"id\":\"ann\",\"id\":\"ann\"}]", FF_E_JSON_TWICE},
        {"[{\"id\":\"ann\",\"name\":\"A\",\"age\":7}]", FF_E_JSON_KEY},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct change change = {"players", cases[i].players};
        assert_changes(&change, 1, cases[i].expected);
    }
}

static void a_value_that_does_not_fit_the_game_is_refused(void **state)
{
    static const struct {
        struct change change;
        ff_err expected;
    } cases[] = {
        {{"gameId", "\"\""}, FF_E_ID},
        {{"gameId", "\"a\\tb\""}, FF_E_ID},
        {{"gameId", "\"" LONG_64 "\""}, FF_OK},
        {{"gameId", "\"" LONG_64 "4\""}, FF_E_ID},
        {{"status", "\"waiting\""}, FF_E_STATUS},
        {{"status", "\"completed\""}, FF_E_STATUS},
        {{"status", "\"playing\""}, FF_E_STATUS},
        {{"winner", "\"ann\""}, FF_E_WINNER},
        {{"currentPlayerIndex", "1"}, FF_E_TURN},
        {{"currentPlayerIndex", "2"}, FF_E_TURN},
        {{"currentPlayerIndex", "-1"}, FF_E_TURN},
        {{"version", "1"}, FF_E_VERSION},
        {{"version", "3"}, FF_E_VERSION},
        {{"createdAt", "\"2026-11-15T18:31:00.001Z\""}, FF_E_TIME}, /* later than updatedAt */
        {{"createdAt", "\"2026-11-15T18:31:00.000Z\""}, FF_OK},
        {{"createdAt", "\"2026-11-31T18:30:00.000Z\""}, FF_E_TIME},
        {{"updatedAt", "\"2026-11-15\""}, FF_E_TIME},
        {{"updatedAt", "\"2026-11-15T18:31:00.000Z \""}, FF_E_TIME},
        {{"size", "\"classic\""}, FF_OK},
        {{"size", "\"\""}, FF_E_BOARD_TEXT},
        {{"size", "\"7 x 6\""}, FF_E_BOARD_TEXT},
        {{"size", "\"7x6 and much more\""}, FF_E_BOARD_TEXT},
        {{"size", "\"7x13\""}, FF_E_HEIGHT},
        {{"size", "\"6x7\""}, FF_E_BOARD_SHAPE},
        {{"size", "\"7x7\""}, FF_E_BOARD_SHAPE},
        {{"size", "\"7x5\""}, FF_E_BOARD_SHAPE},
        {{"size", "\"8x6\""}, FF_E_BOARD_SHAPE},
        {{"size", "\"7x6x2\""}, FF_E_BOARD_SHAPE},
        {{"moves", "\"\""}, FF_E_MOVES},
        {{"moves", "\"4\""}, FF_E_MOVES},
        {{"moves", "\"45\""}, FF_E_MOVES},
        {{"moves", "\"48\""}, FF_E_MOVES},
        {{"moves", "\"444\""}, FF_E_MOVES},
        {{"moves", "\"4444444\""}, FF_E_MOVES},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_changes(&cases[i].change, 1, cases[i].expected);
}

static void a_last_move_that_does_not_fit_is_refused(void **state)
{
    static const struct {
        const char *last;
        ff_err expected;
    } cases[] = {
        {"{\"player\":\"bob\",\"row\":4,\"column\":3}", FF_OK},
        {"{\"row\":3,\"column\":3,\"player\":\"bob\"}", FF_E_LAST_MOVE},
        {"{\"row\":5,\"column\":3,\"player\":\"bob\"}", FF_E_LAST_MOVE},
        {"{\"row\":4,\"column\":2,\"player\":\"bob\"}", FF_E_LAST_MOVE},
        {"{\"row\":4,\"column\":-1,\"player\":\"bob\"}", FF_E_LAST_MOVE},
        {"{\"row\":4,\"column\":7,\"player\":\"bob\"}", FF_E_LAST_MOVE},
        {"{\"row\":4,\"column\":3,\"player\":\"ann\"}", FF_E_LAST_MOVE},
        {"{\"row\":4,\"column\":3,\"player\":\"Bob\"}", FF_E_LAST_MOVE},
        {"{\"row\":\"4\",\"column\":3,\"player\":\"bob\"}", FF_E_JSON_TYPE},
        {"{\"row\":4,\"column\":null,\"player\":\"bob\"}", FF_E_JSON_TYPE},
        {"{\"row\":4,\"column\":3,\"player\":1}", FF_E_JSON_TYPE},
        {"{\"row\":4,\"column\":3}", FF_E_JSON_MISSING},
        {"{\"row\":4,\"player\":\"bob\"}", FF_E_JSON_MISSING},
        {"{\"column\":3,\"player\":\"bob\"}", FF_E_JSON_MISSING},
        {"{\"row\":4,\"row\":4,\"column\":3,\"player\":\"bob\"}", FF_E_JSON_TWICE},
        {"{\"row\":4,\"column\":3,\"player\":\"bob\",\"x\":1}", FF_E_JSON_KEY},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        /* with the moves and without them */
        struct change changes[] = {{"lastMove", cases[i].last}, {"moves", "\"44\""}};
        assert_changes(changes, 2, cases[i].expected);
        changes[1].value = NULL;
        assert_changes(changes, 2, cases[i].expected);
    }
}

/* Boards without moves and last move: only the discs can be wrong. */
static void an_impossible_board_is_refused(void **state)
{
    static const struct {
        const char *picture;
        ff_err expected;
    } cases[] = {
        {"......./......./......./......./...Y.../R......", FF_E_FLOATING},
        {"......./......./......./......./......./...Y...", FF_E_COUNTS},
        {"......./......./......./......./...R.../...R...", FF_E_COUNTS},
        {"......./......./RY...../RY...../RY...../RY.....", FF_E_TWO_WINNERS},
        {"......./......./R....../R.Y..../R.Y..../R.YY...", FF_E_WINNER_TURN},
        {"......./......./R.R..../RYRY.../RYRY.../RYRYY..", FF_E_LATE_WIN},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct change changes[] = {
            {"picture", cases[i].picture}, {"moves", NULL}, {"lastMove", NULL}};
        assert_changes(changes, 3, cases[i].expected);
    }
}

static void a_board_of_another_shape_is_refused(void **state)
{
    static const struct {
        const char *size, *board;
        ff_err expected;
    } cases[] = {
        {"\"2x1\"", "[[null,null]]", FF_E_VERSION}, /* valid, but the board has two discs */
        {"\"2x1\"", "[[null]]", FF_E_BOARD_SHAPE},
        {"\"2x1\"", "[[null,null,null]]", FF_E_BOARD_SHAPE},
        {"\"2x1\"", "[[null,null],[]]", FF_E_BOARD_SHAPE},
        {"\"2x1\"", "[null,null]", FF_E_BOARD_SHAPE},
        {"\"2x1\"", "[[null,0]]", FF_E_CELL},
        {"\"2x1\"", "[[\"blue\",null]]", FF_E_CELL},
        {"\"2x1\"", "[[\"RED\",null]]", FF_E_CELL},
        {"\"2x1x2\"", "[[[null,null]],[[null,null]]]", FF_E_VERSION},
        {"\"2x1x2\"", "[[[null,null]]]", FF_E_BOARD_SHAPE},
        {"\"2x1x2\"", "[[[null,null]],[[null,null]],[]]", FF_E_BOARD_SHAPE},
        {"\"2x1x2\"", "[[[null,null]],[[null,7]]]", FF_E_CELL},
        {"\"2x1x2\"", "7", FF_E_BOARD_SHAPE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct change changes[] = {{"size", cases[i].size},
                                   {"board", cases[i].board},
                                   {"moves", NULL},
                                   {"lastMove", NULL}};
        assert_changes(changes, 4, cases[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_needs_two_players_with_ids_and_names),
        cmocka_unit_test(a_value_that_does_not_fit_the_game_is_refused),
        cmocka_unit_test(a_last_move_that_does_not_fit_is_refused),
        cmocka_unit_test(an_impossible_board_is_refused),
        cmocka_unit_test(a_board_of_another_shape_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
