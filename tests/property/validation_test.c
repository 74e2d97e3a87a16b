/* Refused moves and their texts: properties 5 to 8. */
#include "generators.h"
#include "oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Whether the move is refused with this text and cannot be applied. */
static verdict move_is_refused(struct source *source, const ff_state *state, const char *player_id,
                               int column, const char *error)
{
    ff_validation answer = ff_connect_four.validate(state, player_id, (ff_move){column});
    ff_state after;
    source_note(source, "player %s column %d answer '%s' ", player_id, column, answer.error);
    HOLD(source, !answer.valid);
    HOLD(source, strcmp(answer.error, error) == 0);
    HOLD(source, ff_connect_four.apply(&after, state, player_id, (ff_move){column},
                                       state->updated_ms + 1) == FF_E_MOVE);
    return CASE_HOLDS;
}

// Feature: connect-four, Property 5: Wrong turn moves are rejected
PROPERTY(a_move_out_of_turn_is_refused)
{
    struct match match;
    GIVEN(generate_match(source, &match));
    const ff_state *state = &match.state;
    const char *other = state->players[1 - oracle_turn(state)].id;
    int column = generate_column_number(source, &match.rules);
    return move_is_refused(source, state, other, column, "It is not your turn");
}

// Feature: connect-four, Property 6: Full column moves are rejected
PROPERTY(a_full_column_refuses_a_drop)
{
    struct match match;
    ff_game game;
    GIVEN(generate_match_start(source, &match));
    int column = source_between(source, 0, match.rules.columns - 1);
    GIVEN(generate_full_column(source, &game, &match.rules, column));
    GIVEN(match_replay(source, &match, &game));
    const ff_state *state = &match.state;
    char error[ORACLE_ERROR_MAX];
    (void)snprintf(error, sizeof error, "Column %d is full", column);
    const char *mover = state->players[oracle_turn(state)].id;
    return move_is_refused(source, state, mover, column, error);
}

/* A player of the game, or a stranger. */
static const char *generate_player_id(struct source *source, const ff_state *state)
{
    static const char *const strangers[] = {
        "nobody",
        "",
        "1-an",
        "sixty-four bytes: 0123456789 0123456789 0123456789 0123456789 01",
    };
    uint32_t which = source_choose(source, 6);
    return which < FF_PLAYERS ? state->players[which].id : strangers[which - FF_PLAYERS];
}

// Feature: connect-four, Property 7: Invalid moves return descriptive errors
PROPERTY(every_refusal_says_why)
{
    struct match match;
    if (source_chance(source, 2))
        GIVEN(generate_match(source, &match));
    else
        GIVEN(generate_match_over(source, &match));
    const char *player_id = generate_player_id(source, &match.state);
    int column = generate_column_number(source, &match.rules);
    char error[ORACLE_ERROR_MAX];
    oracle_error(error, &match.state, player_id, column);
    if (!*error)
        return CASE_SKIPPED;
    return move_is_refused(source, &match.state, player_id, column, error);
}

// Feature: connect-four, Property 8: Valid moves pass validation
PROPERTY(every_valid_move_passes_validation)
{
    struct match match;
    GIVEN(generate_match_playing(source, &match));
    const ff_state *state = &match.state;
    const char *mover = state->players[oracle_turn(state)].id;
    for (int column = 0; column < match.rules.columns; column++) {
        if (oracle_landing_cell(&state->game.position, column) < 0)
            continue;
        ff_move move = {column};
        ff_validation answer = ff_connect_four.validate(state, mover, move);
        ff_state after;
        HOLD(source, answer.valid && answer.error[0] == 0);
        HOLD(source, ff_connect_four.apply(&after, state, mover, move, state->updated_ms) == FF_OK);
    }
    return CASE_HOLDS;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_out_of_turn_is_refused),
        cmocka_unit_test(a_full_column_refuses_a_drop),
        cmocka_unit_test(every_refusal_says_why),
        cmocka_unit_test(every_valid_move_passes_validation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
