/* The end of a game: properties 11 to 16. */
#include "generators.h"
#include "oracle.h"
#include "peek.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool line_has(const ff_line *line, int cell)
{
    for (int i = 0; i < line->count; i++)
        if (line->cells[i] == cell)
            return true;
    return false;
}

/* Whether one of the library's lines contains the whole target. */
static bool lines_contain(const ff_lines *lines, const struct target *target, int connect)
{
    for (int i = 0; i < lines->count; i++) {
        int found = 0;
        while (found < connect && line_has(&lines->line[i], target->cells[found]))
            found++;
        if (found == connect)
            return true;
    }
    return false;
}

static verdict pattern_wins(struct source *source, pattern wanted)
{
    struct match match;
    struct target target;
    ff_game game;
    GIVEN(generate_match_start(source, &match));
    GIVEN(generate_win(source, &game, &match.rules, wanted, &target));
    GIVEN(match_replay(source, &match, &game));
    const ff_state *state = &match.state;
    const ff_position *position = &state->game.position;
    int connect = match.rules.board.connect;
    for (int i = 0; i < connect; i++)
        HOLD(source, ff_position_cell(position, target.cells[i]) == target.color);
    HOLD(source, position->status == FF_WON);
    HOLD(source, ff_position_winner(position) == target.color);
    HOLD(source, ff_state_phase(state) == FF_COMPLETED);
    HOLD(source, ff_state_winner(state) == &state->players[target.color == FF_RED ? 0 : 1]);
    ff_lines lines = ff_position_lines(position);
    HOLD(source, lines_contain(&lines, &target, connect));
    return CASE_HOLDS;
}

// Feature: connect-four, Property 11: Horizontal wins are detected
PROPERTY(horizontal_wins_are_detected)
{
    return pattern_wins(source, PATTERN_HORIZONTAL);
}

// Feature: connect-four, Property 12: Vertical wins are detected
PROPERTY(vertical_wins_are_detected)
{
    return pattern_wins(source, PATTERN_VERTICAL);
}

// Feature: connect-four, Property 13: Ascending diagonal wins are detected
PROPERTY(ascending_diagonal_wins_are_detected)
{
    return pattern_wins(source, PATTERN_ASCENDING);
}

// Feature: connect-four, Property 14: Descending diagonal wins are detected
PROPERTY(descending_diagonal_wins_are_detected)
{
    return pattern_wins(source, PATTERN_DESCENDING);
}

static verdict ending_is_written(struct source *source, const ff_state *state,
                                 const char *winner_id)
{
    static char json[FF_STATE_JSON_MAX];
    ff_text text = ff_text_on(json, sizeof json);
    HOLD(source, ff_state_write_json(&text, state) == FF_OK);
    HOLD(source, peek_is(peek_member(json, "status"), "\"completed\""));
    const char *winner = peek_member(json, "winner");
    HOLD(source, winner_id ? peek_is_string(winner, winner_id) : peek_is(winner, "null"));
    return CASE_HOLDS;
}

// Feature: connect-four, Property 15: Winning moves complete the game
PROPERTY(a_winning_move_completes_the_game_and_names_the_winner)
{
    struct match match;
    GIVEN(generate_match_over(source, &match));
    ff_state *state = &match.state;
    bool is_winning[FF_CELLS_MAX];
    if (!oracle_winning_cells(&state->game.position, is_winning))
        return CASE_SKIPPED;
    int last = state->game.moves[state->game.position.ply - 1];
    const char *mover = state->players[(state->game.position.ply - 1) % FF_PLAYERS].id;
    int row = oracle_landing_row(&state->game.position, last) - 1;
    ff_board board = match.rules.board;
    HOLD(source, is_winning[ff_cell_at(&match.rules, last % board.width, row, last / board.width)]);
    HOLD(source, ff_state_phase(state) == FF_COMPLETED);
    HOLD(source, ff_connect_four.is_over(state));
    HOLD(source, ff_connect_four.winner(state) != NULL);
    HOLD(source, strcmp(ff_connect_four.winner(state), mover) == 0);
    return ending_is_written(source, state, mover);
}

// Feature: connect-four, Property 16: Full board without winner is a draw
PROPERTY(a_full_board_without_a_line_is_a_draw)
{
    struct match match;
    ff_game game;
    bool is_winning[FF_CELLS_MAX];
    GIVEN(generate_match_start(source, &match));
    GIVEN(generate_draw(source, &game, &match.rules));
    GIVEN(match_replay(source, &match, &game));
    const ff_state *state = &match.state;
    for (int column = 0; column < match.rules.columns; column++)
        HOLD(source, oracle_landing_cell(&state->game.position, column) < 0);
    HOLD(source, oracle_winning_cells(&state->game.position, is_winning) == 0);
    HOLD(source, state->game.position.status == FF_DRAWN);
    HOLD(source, ff_state_phase(state) == FF_COMPLETED);
    HOLD(source, ff_connect_four.is_over(state));
    HOLD(source, ff_connect_four.winner(state) == NULL);
    HOLD(source, ff_position_lines(&state->game.position).count == 0);
    return ending_is_written(source, state, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(horizontal_wins_are_detected),
        cmocka_unit_test(vertical_wins_are_detected),
        cmocka_unit_test(ascending_diagonal_wins_are_detected),
        cmocka_unit_test(descending_diagonal_wins_are_detected),
        cmocka_unit_test(a_winning_move_completes_the_game_and_names_the_winner),
        cmocka_unit_test(a_full_board_without_a_line_is_a_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
