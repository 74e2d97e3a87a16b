/* The start of a game: properties 1 to 4. */
#include "generators.h"
#include "peek.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static char json[FF_STATE_JSON_MAX];

static verdict match_write(struct source *source, const struct match *match)
{
    ff_text text = ff_text_on(json, sizeof json);
    HOLD(source, ff_state_write_json(&text, &match->state) == FF_OK);
    HOLD(source, peek_skip(json) == json + text.len);
    return CASE_HOLDS;
}

/* Flat boards are an array of rows from the top. For deep ones only the number of cells is checked.
 */
static verdict rows_are_empty(struct source *source, ff_board board)
{
    const char *rows = peek_member(peek_member(json, "metadata"), "board");
    HOLD(source, peek_leaves(rows, "null") == board.width * board.height * board.depth);
    if (board.depth > 1)
        return CASE_HOLDS;
    HOLD(source, peek_count(rows) == board.height);
    for (int row = 0; row < board.height; row++) {
        HOLD(source, peek_count(peek_element(rows, row)) == board.width);
        HOLD(source, peek_leaves(peek_element(rows, row), "null") == board.width);
    }
    return CASE_HOLDS;
}

// Feature: connect-four, Property 1: Board initialization creates correct structure
PROPERTY(a_new_board_has_its_rows_and_columns_and_is_empty)
{
    struct match match;
    GIVEN(generate_match_start(source, &match));
    const ff_position *position = &match.state.game.position;
    ff_board board = position->rules->board;
    if (source->family == FAMILY_CLASSIC)
        HOLD(source, board.height == 6 && board.width == 7 && board.depth == 1);
    HOLD(source, position->rules->cells == board.width * board.height * board.depth);
    for (int cell = 0; cell < position->rules->cells; cell++)
        HOLD(source, ff_position_cell(position, cell) == FF_NONE);
    HOLD(source, position->ply == 0);
    GIVEN(match_write(source, &match));
    return rows_are_empty(source, board);
}

/* The colour of a player's disc at the bottom of an empty column. */
static verdict drop_colors(struct source *source, struct match *match, int seat, int column,
                           ff_color color)
{
    ff_state *state = &match->state;
    HOLD(source, ff_connect_four.apply(state, state, state->players[seat].id, (ff_move){column},
                                       state->updated_ms) == FF_OK);
    ff_board board = match->rules.board;
    int cell = ff_cell_at(&match->rules, column % board.width, seat, column / board.width);
    HOLD(source, ff_position_cell(&state->game.position, cell) == color);
    GIVEN(match_write(source, match));
    const char *rows = peek_member(peek_member(json, "metadata"), "board");
    HOLD(source, peek_leaves(rows, "\"red\"") == 1);
    HOLD(source, peek_leaves(rows, "\"yellow\"") == (color == FF_YELLOW));
    return CASE_HOLDS;
}

// Feature: connect-four, Property 2: Player color assignment is deterministic
PROPERTY(the_first_player_is_red_and_the_second_yellow)
{
    struct match match;
    GIVEN(generate_match_start(source, &match));
    if (match.rules.board.height < 2)
        return CASE_SKIPPED;
    int column = source_between(source, 0, match.rules.columns - 1);
    source_note(source, "column %d ", column);
    GIVEN(drop_colors(source, &match, 0, column, FF_RED));
    return drop_colors(source, &match, 1, column, FF_YELLOW);
}

// Feature: connect-four, Property 3: First player starts
PROPERTY(the_first_player_moves_first)
{
    struct match match;
    GIVEN(generate_match_start(source, &match));
    const ff_state *state = &match.state;
    ff_move move = {source_between(source, 0, match.rules.columns - 1)};
    HOLD(source, ff_state_current_player(state) == 0);
    HOLD(source, ff_position_side_to_move(&state->game.position) == FF_RED);
    HOLD(source, ff_connect_four.validate(state, state->players[0].id, move).valid);
    HOLD(source, !ff_connect_four.validate(state, state->players[1].id, move).valid);
    GIVEN(match_write(source, &match));
    HOLD(source, peek_is_number(peek_member(json, "currentPlayerIndex"), 0));
    return CASE_HOLDS;
}

// Feature: connect-four, Property 4: Games start in progress
PROPERTY(a_new_game_is_in_progress)
{
    struct match match;
    GIVEN(generate_match_start(source, &match));
    HOLD(source, ff_state_phase(&match.state) == FF_IN_PROGRESS);
    HOLD(source, match.state.game.position.status == FF_PLAYING);
    HOLD(source, !ff_connect_four.is_over(&match.state));
    HOLD(source, ff_connect_four.winner(&match.state) == NULL);
    GIVEN(match_write(source, &match));
    HOLD(source, peek_is(peek_member(json, "status"), "\"in_progress\""));
    HOLD(source, peek_is(peek_member(json, "winner"), "null"));
    return CASE_HOLDS;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_board_has_its_rows_and_columns_and_is_empty),
        cmocka_unit_test(the_first_player_is_red_and_the_second_yellow),
        cmocka_unit_test(the_first_player_moves_first),
        cmocka_unit_test(a_new_game_is_in_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
