/* The state of a game: properties 28 to 30. */
#include "generators.h"
#include "oracle.h"
#include "peek.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// Feature: connect-four, Property 28: Move application is immutable
PROPERTY(applying_a_move_leaves_the_old_state_untouched)
{
    struct match match;
    GIVEN(generate_match_playing(source, &match));
    const ff_state *state = &match.state;
    ff_state before = *state, after;
    ff_move move = {generate_move(source, &state->game.position)};
    const char *mover = state->players[oracle_turn(state)].id;
    int64_t now_ms = state->updated_ms + source_between(source, 0, 100000);
    HOLD(source, ff_connect_four.apply(&after, state, mover, move, now_ms) == FF_OK);
    HOLD(source, oracle_is_same_state(&before, state));
    HOLD(source, after.game.position.ply == before.game.position.ply + 1);
    HOLD(source, ff_state_version(&after) == ff_state_version(&before) + 1);
    HOLD(source, after.updated_ms == now_ms && after.created_ms == before.created_ms);
    return CASE_HOLDS;
}

/* A player and a column that do not fit, taken from moves near the board. */
static verdict generate_refused_move(struct source *source, const ff_state *state, const char **id,
                                     ff_move *move)
{
    char error[ORACLE_ERROR_MAX];
    uint32_t who = source_choose(source, 3);
    *id = who < FF_PLAYERS ? state->players[who].id : "nobody";
    move->column = generate_column_number(source, state->game.position.rules);
    oracle_error(error, state, *id, move->column);
    source_note(source, "player %s column %d ", *id, move->column);
    return *error ? CASE_HOLDS : CASE_SKIPPED;
}

/* A buffer for a result in which every byte is compared. */
union result {
    ff_state state;
    unsigned char bytes[sizeof(ff_state)];
};

// Feature: connect-four, Property 29: Invalid moves don't change state
PROPERTY(an_invalid_move_changes_nothing)
{
    struct match match;
    const char *id;
    ff_move move;
    GIVEN(generate_match(source, &match));
    ff_state *state = &match.state;
    GIVEN(generate_refused_move(source, state, &id, &move));
    ff_state before = *state;
    union result out, untouched;
    memset(&out, 0xA5, sizeof out);
    memset(&untouched, 0xA5, sizeof untouched);
    int64_t now_ms = state->updated_ms + 1;
    HOLD(source, !ff_connect_four.validate(state, id, move).valid);
    HOLD(source, ff_connect_four.apply(&out.state, state, id, move, now_ms) == FF_E_MOVE);
    HOLD(source, memcmp(out.bytes, untouched.bytes, sizeof out.bytes) == 0);
    HOLD(source, ff_connect_four.apply(state, state, id, move, now_ms) == FF_E_MOVE);
    HOLD(source, oracle_is_same_state(&before, state));
    return CASE_HOLDS;
}

static verdict players_are_written(struct source *source, const char *json, const ff_state *state)
{
    const char *players = peek_member(json, "players");
    HOLD(source, peek_count(players) == FF_PLAYERS);
    for (int seat = 0; seat < FF_PLAYERS; seat++) {
        const char *player = peek_element(players, seat);
        HOLD(source, peek_is_string(peek_member(player, "id"), state->players[seat].id));
        HOLD(source, peek_is_string(peek_member(player, "name"), state->players[seat].name));
    }
    return CASE_HOLDS;
}

static verdict board_is_written(struct source *source, const char *rows,
                                const ff_position *position)
{
    static const char *const words[] = {"\"red\"", "\"yellow\"", "null"};
    ff_board board = position->rules->board;
    int count[3] = {0};
    for (int cell = 0; cell < position->rules->cells; cell++) {
        ff_color color = ff_position_cell(position, cell);
        int from_top = ff_cell_from_top(position->rules, cell);
        count[color]++;
        if (board.depth > 1)
            continue;
        const char *row = peek_element(rows, from_top / board.width);
        HOLD(source, peek_is(peek_element(row, from_top % board.width), words[color]));
    }
    for (int color = 0; color < 3; color++)
        HOLD(source, peek_leaves(rows, words[color]) == count[color]);
    return CASE_HOLDS;
}

static verdict outcome_is_written(struct source *source, const char *json, const ff_state *state)
{
    const char *winner = peek_member(json, "winner");
    bool is_winning[FF_CELLS_MAX];
    int turn = oracle_turn(state);
    bool is_won = oracle_winning_cells(&state->game.position, is_winning) > 0;
    bool is_over = is_won || state->game.position.ply == state->game.position.rules->cells;
    HOLD(source, peek_is_number(peek_member(json, "currentPlayerIndex"), turn));
    HOLD(source,
         peek_is_string(peek_member(json, "status"), is_over ? "completed" : "in_progress"));
    HOLD(source,
         is_won ? peek_is_string(winner, state->players[turn].id) : peek_is(winner, "null"));
    return CASE_HOLDS;
}

static verdict keys_are_written(struct source *source, const char *json, const ff_state *state)
{
    HOLD(source, peek_is_string(peek_member(json, "gameId"), state->game_id));
    HOLD(source, peek_is_string(peek_member(json, "gameType"), "connect-four"));
    HOLD(source, peek_is_number(peek_member(json, "version"), state->game.position.ply));
    HOLD(source, peek_member(json, "createdAt") != NULL);
    HOLD(source, peek_member(json, "updatedAt") != NULL);
    const char *last = peek_member(peek_member(json, "metadata"), "lastMove");
    HOLD(source, state->game.position.ply == 0 || (last && *last == '{'));
    return CASE_HOLDS;
}

static verdict state_reads_back(struct source *source, const char *json, size_t len,
                                const ff_state *state)
{
    static char again[FF_STATE_JSON_MAX];
    ff_rules rules;
    ff_state back;
    size_t at = 0;
    HOLD(source, ff_state_read_json(&back, &rules, json, len, &at) == FF_OK);
    HOLD(source, back.game.position.rules == &rules);
    ff_board a = rules.board, b = state->game.position.rules->board;
    HOLD(source, a.width == b.width && a.height == b.height);
    HOLD(source, a.depth == b.depth && a.connect == b.connect);
    HOLD(source, oracle_is_same_state(state, &back));
    ff_text text = ff_text_on(again, sizeof again);
    HOLD(source, ff_state_write_json(&text, &back) == FF_OK);
    HOLD(source, text.len == len && memcmp(json, again, len) == 0);
    return CASE_HOLDS;
}

// Feature: connect-four, Property 30: Game state is complete
PROPERTY(a_game_state_is_complete)
{
    static char json[FF_STATE_JSON_MAX];
    struct match match;
    if (source_chance(source, 4))
        GIVEN(generate_match_over(source, &match));
    else
        GIVEN(generate_match(source, &match));
    const ff_state *state = &match.state;
    ff_text text = ff_text_on(json, sizeof json);
    HOLD(source, ff_state_write_json(&text, state) == FF_OK);
    HOLD(source, text.len <= FF_STATE_JSON_MAX / 2);
    const char *rows = peek_member(peek_member(json, "metadata"), "board");
    GIVEN(keys_are_written(source, json, state));
    GIVEN(players_are_written(source, json, state));
    GIVEN(board_is_written(source, rows, &state->game.position));
    GIVEN(outcome_is_written(source, json, state));
    return state_reads_back(source, json, text.len, state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(applying_a_move_leaves_the_old_state_untouched),
        cmocka_unit_test(an_invalid_move_changes_nothing),
        cmocka_unit_test(a_game_state_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
