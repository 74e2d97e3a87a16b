/* Where a disc lands: properties 9 and 10. */
#include "generators.h"
#include "oracle.h"
#include "peek.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* A match in progress, a legal column, and the match after that drop. */
struct drop {
    struct match match;
    ff_state after;
    int column, mover;
};

static verdict generate_drop(struct source *source, struct drop *out)
{
    GIVEN(generate_match_playing(source, &out->match));
    const ff_state *state = &out->match.state;
    out->column = generate_move(source, &state->game.position);
    HOLD(source, out->column >= 0 && out->column < out->match.rules.columns);
    out->mover = oracle_turn(state);
    source_note(source, "column %d ", out->column);
    HOLD(source, ff_connect_four.apply(&out->after, state, state->players[out->mover].id,
                                       (ff_move){out->column}, state->updated_ms + 1) == FF_OK);
    return CASE_HOLDS;
}

/* JSON counts rows from the top. Deep boards need more than row and column for a cell. */
static verdict last_move_is(struct source *source, const ff_state *state, int row, int column)
{
    static char json[FF_STATE_JSON_MAX];
    ff_text text = ff_text_on(json, sizeof json);
    ff_board board = state->game.position.rules->board;
    HOLD(source, ff_state_write_json(&text, state) == FF_OK);
    const char *metadata = peek_member(json, "metadata");
    const char *last = peek_member(metadata, "lastMove");
    HOLD(source, peek_is_number(peek_member(last, "column"), column));
    HOLD(source, peek_is_number(peek_member(last, "row"), board.height - 1 - row));
    if (board.depth > 1)
        return CASE_HOLDS;
    const char *line = peek_element(peek_member(metadata, "board"), board.height - 1 - row);
    HOLD(source, peek_is(peek_element(line, column), "\"red\"") ||
                     peek_is(peek_element(line, column), "\"yellow\""));
    return CASE_HOLDS;
}

// Feature: connect-four, Property 9: Gravity places discs at lowest position
PROPERTY(a_disc_lands_in_the_lowest_free_row)
{
    struct drop drop;
    GIVEN(generate_drop(source, &drop));
    const ff_position *before = &drop.match.state.game.position;
    const ff_position *after = &drop.after.game.position;
    int cell = oracle_landing_cell(before, drop.column);
    int row = oracle_landing_row(before, drop.column);
    HOLD(source, cell >= 0);
    HOLD(source, ff_cell_row(before->rules, cell) == row);
    HOLD(source, ff_position_cell(before, cell) == FF_NONE);
    HOLD(source, ff_position_cell(after, cell) != FF_NONE);
    HOLD(source, oracle_landing_row(after, drop.column) == row + 1);
    return last_move_is(source, &drop.after, row, drop.column);
}

// Feature: connect-four, Property 10: Disc placement updates board correctly
PROPERTY(a_move_changes_that_one_cell_only)
{
    struct drop drop;
    GIVEN(generate_drop(source, &drop));
    const ff_position *before = &drop.match.state.game.position;
    const ff_position *after = &drop.after.game.position;
    int landing = oracle_landing_cell(before, drop.column);
    ff_color color = drop.mover == 0 ? FF_RED : FF_YELLOW;
    for (int cell = 0; cell < before->rules->cells; cell++) {
        ff_color expected = cell == landing ? color : ff_position_cell(before, cell);
        HOLD(source, ff_position_cell(after, cell) == expected);
    }
    return CASE_HOLDS;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_lands_in_the_lowest_free_row),
        cmocka_unit_test(a_move_changes_that_one_cell_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
