/* The side to move: properties 17 to 19. */
#include "generators.h"
#include "oracle.h"
#include "peek.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static verdict turn_is_written(struct source *source, const ff_state *state, int turn)
{
    static char json[FF_STATE_JSON_MAX];
    ff_text text = ff_text_on(json, sizeof json);
    HOLD(source, ff_state_write_json(&text, state) == FF_OK);
    HOLD(source, peek_is_number(peek_member(json, "currentPlayerIndex"), turn));
    return CASE_HOLDS;
}

// Feature: connect-four, Property 17: Valid moves alternate turns
PROPERTY(valid_moves_alternate_turns)
{
    struct match match;
    GIVEN(generate_match_playing(source, &match));
    ff_state *state = &match.state;
    int before = ff_state_current_player(state);
    int column = generate_move(source, &state->game.position);
    source_note(source, "column %d ", column);
    HOLD(source, match_drop(&match, column) == FF_OK);
    if (ff_connect_four.is_over(state))
        return CASE_SKIPPED;
    HOLD(source, before == 0 || before == 1);
    HOLD(source, ff_state_current_player(state) == 1 - before);
    HOLD(source, ff_position_side_to_move(&state->game.position) == (before ? FF_RED : FF_YELLOW));
    return turn_is_written(source, state, 1 - before);
}

// Feature: connect-four, Property 18: Completed games don't change turns
PROPERTY(a_completed_game_keeps_its_turn_and_refuses_moves)
{
    struct match match;
    GIVEN(generate_match_over(source, &match));
    ff_state *state = &match.state, before = match.state;
    int last_mover = (state->game.position.ply - 1) % FF_PLAYERS;
    HOLD(source, ff_connect_four.is_over(state));
    HOLD(source, ff_state_current_player(state) == last_mover);
    for (int seat = 0; seat < FF_PLAYERS; seat++) {
        for (int column = 0; column < match.rules.columns; column++) {
            const char *id = state->players[seat].id;
            HOLD(source, !ff_connect_four.validate(state, id, (ff_move){column}).valid);
            HOLD(source, ff_connect_four.apply(state, state, id, (ff_move){column},
                                               state->updated_ms + 1) == FF_E_MOVE);
        }
    }
    HOLD(source, oracle_is_same_state(&before, state));
    return turn_is_written(source, state, last_mover);
}

static bool is_told_to_wait(const ff_state *state, int seat)
{
    ff_validation answer = ff_connect_four.validate(state, state->players[seat].id, (ff_move){0});
    return strcmp(answer.error, "It is not your turn") == 0;
}

// Feature: connect-four, Property 19: Game state indicates current turn
PROPERTY(the_state_names_the_current_player)
{
    struct match match;
    if (source_chance(source, 4))
        GIVEN(generate_match_over(source, &match));
    else
        GIVEN(generate_match(source, &match));
    const ff_state *state = &match.state;
    int turn = oracle_turn(state);
    HOLD(source, ff_state_current_player(state) == turn);
    HOLD(source, !is_told_to_wait(state, turn));
    HOLD(source, is_told_to_wait(state, 1 - turn));
    ff_color color = turn == 0 ? FF_RED : FF_YELLOW;
    if (ff_connect_four.is_over(state))
        color = FF_NONE;
    HOLD(source, ff_position_side_to_move(&state->game.position) == color);
    return turn_is_written(source, state, turn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_moves_alternate_turns),
        cmocka_unit_test(a_completed_game_keeps_its_turn_and_refuses_moves),
        cmocka_unit_test(the_state_names_the_current_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
