#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "core/state_json.h"

static ff_state state_of(ff_rules *rules, const char *notation)
{
    return (ff_state){
        .game_id = "g1",
        .players = {{"ann", "Ann \"A\""}, {"b\\b", "Bob"}},
        .player_count = 2,
        .game = game_of(rules, notation),
        .created_ms = 0,
        .updated_ms = INT64_C(951782400000),
    };
}

static void a_state_is_written_in_this_form(void **state)
{
    static const struct {
        const char *game, *text;
    } cases[] = {
        {"2x2c3:",
         "{\"gameId\":\"g1\",\"gameType\":\"connect-four\",\"players\":["
         "{\"id\":\"ann\",\"name\":\"Ann \\\"A\\\"\"},{\"id\":\"b\\\\b\",\"name\":\"Bob\"}],"
         "\"currentPlayerIndex\":0,\"status\":\"in_progress\",\"winner\":null,"
         "\"metadata\":{\"board\":[[null,null],[null,null]],\"size\":\"2x2c3\","
         "\"moves\":\"\"},\"version\":0,\"createdAt\":\"1970-01-01T00:00:00.000Z\","
         "\"updatedAt\":\"2000-02-29T00:00:00.000Z\"}"},
        {"2x3c3:21212",
         "{\"gameId\":\"g1\",\"gameType\":\"connect-four\",\"players\":["
         "{\"id\":\"ann\",\"name\":\"Ann \\\"A\\\"\"},{\"id\":\"b\\\\b\",\"name\":\"Bob\"}],"
         "\"currentPlayerIndex\":0,\"status\":\"completed\",\"winner\":\"ann\","
         "\"metadata\":{\"board\":[[null,\"red\"],[\"yellow\",\"red\"],"
         "[\"yellow\",\"red\"]],\"lastMove\":{\"row\":0,\"column\":1,\"player\":"
         "\"ann\"},\"size\":\"2x3c3\",\"moves\":\"21212\"},\"version\":5,\"createdAt\":"
         "\"1970-01-01T00:00:00.000Z\",\"updatedAt\":\"2000-02-29T00:00:00.000Z\"}"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char data[1024];
        ff_text text = ff_text_on(data, sizeof data);
        ff_rules rules;
        ff_state s = state_of(&rules, cases[i].game);
        assert_int_equal(ff_state_write_json(&text, &s), FF_OK);
        assert_string_equal(data, cases[i].text);
    }
}

static void layers_are_arrays_of_their_own(void **state)
{
    char data[1024];
    ff_text text = ff_text_on(data, sizeof data);
    ff_rules rules;
    ff_state s = state_of(&rules, "2x2x3c3:145");
    (void)state;
    assert_int_equal(ff_state_write_json(&text, &s), FF_OK);
    assert_non_null(strstr(data, "\"board\":[[[null,null],[\"red\",null]],"
                                 "[[null,null],[null,\"yellow\"]],"
                                 "[[null,null],[\"red\",null]]],\"lastMove\""));
}

static void cells_are_shown_from_the_top_left(void **state)
{
    static const char *const boards[] = {"7x6", "5x5x5", "2x3x4c3", "12x1", "1x12"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        for (int cell = 0; cell < rules.cells; cell++)
            assert_int_equal(state_cell_shown_at(&rules, ff_cell_from_top(&rules, cell)), cell);
    }
}

static void what_is_written_reads_back(void **state)
{
    static const char *const games[] = {"7x6:",          "7x6:4453",        "7x6:1212121",
                                        "5x5x5:mmghxya", "3x3:123123123",   "10x1x5:aXbWQ",
                                        "9x7c5:9182",    "2x2x2c3:12341234"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        char data[4096], again[4096];
        ff_text text = ff_text_on(data, sizeof data), copy = ff_text_on(again, sizeof again);
        ff_rules rules, rules_back;
        ff_state s = state_of(&rules, games[i]), back;
        assert_int_equal(ff_state_write_json(&text, &s), FF_OK);
        assert_err(ff_state_read_json(&back, &rules_back, data, text.len, NULL), FF_OK, games[i]);
        assert_int_equal(ff_state_write_json(&copy, &back), FF_OK);
        assert_string_equal(again, data);
        assert_ptr_equal(back.game.position.rules, &rules_back);
        back.game.position.rules = &rules;
        assert_same_game(&back.game, &s.game);
    }
}

static void unknown_moves_are_not_written(void **state)
{
    char data[1024];
    ff_text text = ff_text_on(data, sizeof data);
    ff_rules rules;
    ff_state s = state_of(&rules, "7x6:44");
    struct state_last_move last;
    (void)state;
    s.game = ff_game_from(&s.game.position);
    assert_false(state_last_move(&last, &s));
    assert_int_equal(ff_state_write_json(&text, &s), FF_OK);
    assert_null(strstr(data, "lastMove"));
    assert_null(strstr(data, "moves"));
    assert_int_equal(ff_game_drop(&s.game, 0), FF_OK);
    text = ff_text_on(data, sizeof data);
    assert_int_equal(ff_state_write_json(&text, &s), FF_OK);
    assert_non_null(strstr(data, "\"lastMove\":{\"row\":5,\"column\":0,\"player\":\"ann\"}"));
    assert_null(strstr(data, "moves"));
}

static void players_may_still_be_missing(void **state)
{
    char data[1024];
    ff_rules rules;
    ff_state s = state_of(&rules, "7x6:");
    (void)state;
    for (s.player_count = 0; s.player_count < 2; s.player_count++) {
        ff_text text = ff_text_on(data, sizeof data);
        assert_int_equal(ff_state_write_json(&text, &s), FF_OK);
        assert_non_null(strstr(data, "\"status\":\"waiting\""));
        assert_non_null(strstr(data, s.player_count ? "[{\"id\":\"ann\"" : "\"players\":[],"));
    }
}

static void a_state_that_does_not_fit_its_buffer_is_an_error(void **state)
{
    static char data[1024];
    ff_rules rules;
    ff_state s = state_of(&rules, "7x6:44");
    ff_text asked = ff_text_on(NULL, 0);
    (void)state;
    assert_int_equal(ff_state_write_json(&asked, &s), FF_E_SPACE);
    ff_text tight = ff_text_on(data, asked.len), exact = ff_text_on(data, asked.len + 1);
    assert_int_equal(ff_state_write_json(&tight, &s), FF_E_SPACE);
    assert_int_equal(ff_state_write_json(&exact, &s), FF_OK);
}

/* The longest state: 256 yellow discs, and every byte of its texts needs a backslash. */
static void the_longest_state_has_half_the_size_that_is_read(void **state)
{
    ff_rules rules = rules_of("8x8x4c8");
    ff_position p = star_position(&rules, 0, 7, 0);
    ff_state s = {.game = ff_game_from(&p), .player_count = 2};
    ff_text text = ff_text_on(NULL, 0);
    (void)state;
    memset(s.game_id, '"', FF_ID_MAX);
    for (int i = 0; i < FF_PLAYERS; i++) {
        memset(s.players[i].id, '"', FF_ID_MAX);
        memset(s.players[i].name, '\\', FF_NAME_MAX);
    }
    memset(p.discs[FF_RED], 0, sizeof p.discs[FF_RED]);
    memset(p.discs[FF_YELLOW], 0xFF, sizeof p.discs[FF_YELLOW]);
    s.game.position = p;
    s.game.first = 0;
    (void)ff_state_write_json(&text, &s);
    assert_true(text.len > 3000 && text.len < FF_STATE_JSON_MAX / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_is_written_in_this_form),
        cmocka_unit_test(layers_are_arrays_of_their_own),
        cmocka_unit_test(cells_are_shown_from_the_top_left),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(unknown_moves_are_not_written),
        cmocka_unit_test(players_may_still_be_missing),
        cmocka_unit_test(a_state_that_does_not_fit_its_buffer_is_an_error),
        cmocka_unit_test(the_longest_state_has_half_the_size_that_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
