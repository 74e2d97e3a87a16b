/* The properties that hold in every variant, by their numbers. Where a variant has other rules, the property
 * says what is left of it: a turn may have two moves, a turned board other columns. */
#include "generators.h"
#include "oracle.h"
#include "peek.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOVES_MAX = 60 };

static const ff_player seated[FF_PLAYERS] = {{"ann", "Ann"}, {"bob", "Bob"}};

/* It must not be moved: the state points to the rules. */
struct variant_match {
    ff_variant_rules rules;
    ff_variant_state state;
};

/* The variant's own board, or in the second family any other that it is played on. */
static void generate_rules(struct source *source, ff_variant_rules *out)
{
    ff_variant variant = (ff_variant)source_choose(source, FF_VARIANT_COUNT);
    bool has_pie = source_chance(source, 3);
    ff_board board = ff_variant_board(variant);
    if (source->family == FAMILY_ANY)
        board = generate_board(source);
    if (ff_variant_rules_init(out, variant, board, has_pie))
        (void)ff_variant_rules_init(out, variant, ff_variant_board(variant), has_pie);
    source_note(source, "%s%s ", ff_variant_name(variant), has_pie ? "-pie" : "");
}

static verdict generate_variant_start(struct source *source, struct variant_match *out)
{
    generate_rules(source, &out->rules);
    ff_variant_state *state = &out->state;
    HOLD(source, ff_variant_state_open(state, "game", &out->rules, 1000) == FF_OK);
    for (int seat = 0; seat < FF_PLAYERS; seat++)
        HOLD(source, ff_state_join(&state->seats, &seated[seat], 1000) == FF_OK);
    return CASE_HOLDS;
}

static int generate_variant_move(struct source *source, const ff_variant_position *p)
{
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(p, moves);
    return count ? moves[source_choose(source, (uint32_t)count)] : -1;
}

static const char *mover_id(const ff_variant_state *state)
{
    return seated[ff_variant_state_current_player(state)].id;
}

/* Plays up to `count` moves through the state. */
static verdict match_plays(struct source *source, struct variant_match *match, int count)
{
    ff_variant_state *state = &match->state;
    char text[8];
    for (int i = 0; i < count && ff_variant_state_phase(state) == FF_IN_PROGRESS; i++) {
        int move = generate_variant_move(source, &state->game.position);
        ff_text out = ff_text_on(text, sizeof text);
        HOLD(source, ff_variant_move_write(&out, &state->game.position, move) == FF_OK);
        source_note(source, "%s", text);
        HOLD(source, ff_variant_state_apply(state, state, mover_id(state), move, 1000) == FF_OK);
    }
    return CASE_HOLDS;
}

static verdict generate_variant_match(struct source *source, struct variant_match *out)
{
    GIVEN(generate_variant_start(source, out));
    return match_plays(source, out, source_between(source, 0, MOVES_MAX));
}

static verdict generate_variant_playing(struct source *source, struct variant_match *out)
{
    GIVEN(generate_variant_match(source, out));
    return ff_variant_state_phase(&out->state) == FF_IN_PROGRESS ? CASE_HOLDS : CASE_SKIPPED;
}

static verdict generate_variant_over(struct source *source, struct variant_match *out)
{
    GIVEN(generate_variant_start(source, out));
    GIVEN(match_plays(source, out, FF_PLIES_MAX));
    return ff_variant_state_phase(&out->state) == FF_COMPLETED ? CASE_HOLDS : CASE_SKIPPED;
}

/* Equal texts: everything a state has is in its JSON. */
static bool is_same_variant_state(const ff_variant_state *a, const ff_variant_state *b)
{
    static char first[FF_STATE_JSON_MAX], second[FF_STATE_JSON_MAX];
    ff_text one = ff_text_on(first, sizeof first), two = ff_text_on(second, sizeof second);
    return ff_variant_state_write_json(&one, a) == FF_OK &&
           ff_variant_state_write_json(&two, b) == FF_OK && strcmp(first, second) == 0;
}

// Feature: connect-four, Properties 2 to 4 in variants: first player red and to move, in progress
PROPERTY(a_new_game_is_in_progress_and_red_moves_first)
{
    struct variant_match match;
    GIVEN(generate_variant_start(source, &match));
    const ff_variant_state *state = &match.state;
    HOLD(source, ff_variant_state_phase(state) == FF_IN_PROGRESS);
    HOLD(source, ff_variant_state_current_player(state) == 0);
    HOLD(source, ff_variant_side_to_move(&state->game.position) == FF_RED);
    HOLD(source, ff_variant_player(&state->game.position, FF_RED) == 0);
    HOLD(source, ff_variant_state_winner(state) == NULL);
    return CASE_HOLDS;
}

// Feature: connect-four, Properties 5 and 19 in variants: a move out of turn is refused
PROPERTY(only_the_current_player_may_move)
{
    struct variant_match match;
    GIVEN(generate_variant_playing(source, &match));
    const ff_variant_state *state = &match.state;
    int turn = ff_variant_state_current_player(state);
    int move = generate_variant_move(source, &state->game.position);
    ff_validation answer = ff_variant_state_validate(state, seated[!turn].id, move);
    HOLD(source, !answer.valid && strcmp(answer.error, "It is not your turn") == 0);
    HOLD(source, ff_variant_state_validate(state, seated[turn].id, move).valid);
    return CASE_HOLDS;
}

// Feature: connect-four, Property 6 in variants: a full column is refused
PROPERTY(a_full_column_takes_no_disc)
{
    struct variant_match match;
    GIVEN(generate_variant_playing(source, &match));
    const ff_position *board = &match.state.game.position.board;
    for (int column = 0; column < board->rules->columns; column++) {
        if (oracle_landing_cell(board, column) >= 0)
            continue;
        for (int action = FF_DROP; action <= FF_DOUBLE; action++) {
            int move = ff_move_of((ff_action)action, column);
            bool is_valid =
                ff_variant_state_validate(&match.state, mover_id(&match.state), move).valid;
            HOLD(source, action == FF_POP || !is_valid);
        }
    }
    return CASE_HOLDS;
}

// Feature: connect-four, Properties 7 and 8 in variants: legal moves pass, all others have a text
PROPERTY(legal_moves_pass_and_all_others_have_a_text)
{
    struct variant_match match;
    GIVEN(generate_variant_match(source, &match));
    const ff_variant_state *state = &match.state;
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(&state->game.position, moves), at = 0;
    for (int move = -1; move <= FF_ACTION_COUNT * FF_ACTION_STEP; move++) {
        ff_validation answer = ff_variant_state_validate(state, mover_id(state), move);
        bool is_legal = at < count && moves[at] == move;
        HOLD(source, answer.valid == is_legal);
        HOLD(source, is_legal == !*answer.error);
        HOLD(source, strlen(answer.error) < sizeof answer.error - 1);
        at += is_legal;
    }
    HOLD(source, at == count);
    return CASE_HOLDS;
}

// Feature: connect-four, Properties 9 and 10 in variants: a disc lands lowest, and nothing else changes
PROPERTY(a_drop_changes_the_lowest_free_cell_alone)
{
    struct variant_match match;
    GIVEN(generate_variant_playing(source, &match));
    const ff_variant_position *p = &match.state.game.position;
    int move = generate_variant_move(source, p);
    if (ff_move_action(move) != FF_DROP)
        return CASE_SKIPPED;
    int landing = oracle_landing_cell(&p->board, ff_move_column(move));
    ff_variant_state after;
    HOLD(source,
         ff_variant_state_apply(&after, &match.state, mover_id(&match.state), move, 1000) == FF_OK);
    for (int cell = 0; cell < p->board.rules->cells; cell++) {
        ff_color now = ff_position_cell(&after.game.position.board, cell);
        HOLD(source, now == (cell == landing ? ff_variant_side_to_move(p)
                                             : ff_position_cell(&p->board, cell)));
    }
    return CASE_HOLDS;
}

/* Whether the lines of this variant are those that the oracle reads, and win. */
static bool has_plain_lines(const ff_variant_rules *rules)
{
    return rules->variant != FF_POPTEN && rules->variant != FF_MISERE &&
           rules->variant != FF_CYLINDER;
}

// Feature: connect-four, Properties 11 to 16 in variants: lines win, and what is over says who won
PROPERTY(a_finished_game_names_its_winner)
{
    struct variant_match match;
    bool is_winning[FF_CELLS_MAX] = {false};
    GIVEN(generate_variant_over(source, &match));
    const ff_variant_state *state = &match.state;
    const ff_variant_position *p = &state->game.position;
    bool is_won = p->board.status == FF_WON;
    HOLD(source, (ff_variant_state_winner(state) != NULL) == is_won);
    if (!has_plain_lines(&match.rules))
        return CASE_HOLDS;
    HOLD(source, (oracle_winning_cells(&p->board, is_winning) > 0) == is_won);
    bool has_own_line = false;
    for (int cell = 0; cell < p->board.rules->cells; cell++)
        has_own_line |= is_winning[cell] && (int)ff_position_cell(&p->board, cell) == p->winner;
    HOLD(source, has_own_line == is_won);
    return CASE_HOLDS;
}

// Feature: connect-four, Property 17 in variants: turns alternate, but a turn may have two moves
PROPERTY(the_turn_passes_on_when_it_is_finished)
{
    struct variant_match match;
    GIVEN(generate_variant_playing(source, &match));
    ff_variant_state *state = &match.state;
    int before = ff_variant_state_current_player(state);
    GIVEN(match_plays(source, &match, 1));
    const ff_variant_position *p = &state->game.position;
    if (ff_variant_state_phase(state) == FF_COMPLETED)
        return CASE_SKIPPED;
    int after = ff_variant_state_current_player(state);
    HOLD(source, p->task == FF_TASK_NONE || after == before);
    HOLD(source, p->task != FF_TASK_NONE || p->is_filled || after == !before);
    return CASE_HOLDS;
}

// Feature: connect-four, Property 18 in variants: a completed game keeps its turn and refuses moves
PROPERTY(a_completed_game_refuses_every_move)
{
    struct variant_match match;
    GIVEN(generate_variant_over(source, &match));
    ff_variant_state *state = &match.state, before = match.state;
    for (int move = 0; move < FF_ACTION_COUNT * FF_ACTION_STEP; move++) {
        const char *id = seated[move % FF_PLAYERS].id;
        HOLD(source, !ff_variant_state_validate(state, id, move).valid);
        HOLD(source, ff_variant_state_apply(state, state, id, move, 1000) == FF_E_MOVE);
    }
    HOLD(source, is_same_variant_state(&before, state));
    return CASE_HOLDS;
}

/* The circles of a layer of the picture, by class. */
static int count_circles(const char *svg, const char *layer, const char *class)
{
    const char *end, *cursor = peek_layer(svg, layer, &end);
    peek_circle circle;
    int count = 0;
    while (cursor && peek_next_circle(&cursor, end, &circle))
        count += strcmp(circle.class, class) == 0;
    return count;
}

// Feature: connect-four, Properties 20 to 24 in variants: the picture has every cell, disc and line
PROPERTY(the_picture_shows_every_disc_and_the_winning_lines)
{
    static char svg[FF_SVG_MAX];
    struct variant_match match;
    static const char *const names[] = {"Ann", "Bob"};
    bool is_winning[FF_CELLS_MAX] = {false};
    int count[3] = {0}, winning = 0, cursor = 0;
    ff_line line;
    GIVEN(source_chance(source, 2) ? generate_variant_over(source, &match)
                                   : generate_variant_match(source, &match));
    const ff_variant_position *p = &match.state.game.position;
    ff_text out = ff_text_on(svg, sizeof svg);
    HOLD(source, ff_variant_svg_write(&out, p, names) == FF_OK);
    HOLD(source, peek_is_well_formed(svg));
    for (int cell = 0; cell < p->board.rules->cells; cell++)
        count[ff_position_cell(&p->board, cell)]++;
    HOLD(source, count_circles(svg, "discs", "disc red") == count[FF_RED]);
    HOLD(source, count_circles(svg, "discs", "disc yellow") == count[FF_YELLOW]);
    HOLD(source, count_circles(svg, "discs", "disc empty") == count[FF_NONE]);
    while (ff_variant_line(p, &cursor, &line))
        for (int i = 0; i < line.count; i++)
            is_winning[line.cells[i]] = true;
    for (int cell = 0; cell < FF_CELLS_MAX; cell++)
        winning += is_winning[cell];
    HOLD(source, count_circles(svg, "highlight", "win") == winning);
    return CASE_HOLDS;
}

// Feature: connect-four, Properties 28 and 29 in variants: moves leave the old state, refusals everything
PROPERTY(the_old_state_stays_as_it_was)
{
    struct variant_match match;
    GIVEN(generate_variant_match(source, &match));
    ff_variant_state *state = &match.state, before = match.state, after = match.state;
    int move = source_between(source, -2, FF_ACTION_COUNT * FF_ACTION_STEP + 1);
    source_note(source, "move %d ", move);
    ff_err err = ff_variant_state_apply(&after, state, mover_id(state), move, 2000);
    HOLD(source, is_same_variant_state(&before, state));
    HOLD(source, !err || is_same_variant_state(&before, &after));
    HOLD(source, err || after.game.position.board.ply == before.game.position.board.ply + 1);
    HOLD(source, !err || ff_variant_state_apply(state, state, mover_id(state), move, 2000) == err);
    HOLD(source, !err || is_same_variant_state(&before, state));
    return CASE_HOLDS;
}

// Feature: connect-four, Property 30 in variants: the state is complete
PROPERTY(a_state_is_complete_and_reads_back)
{
    static char json[FF_STATE_JSON_MAX];
    struct variant_match match;
    ff_variant_state back;
    ff_variant_rules rules;
    GIVEN(generate_variant_match(source, &match));
    const ff_variant_state *state = &match.state;
    const ff_player *winner = ff_variant_state_winner(state);
    ff_text out = ff_text_on(json, sizeof json);
    HOLD(source, ff_variant_state_write_json(&out, state) == FF_OK);
    HOLD(source, out.len <= FF_STATE_JSON_MAX / 2);
    HOLD(source, peek_count(peek_member(json, "players")) == FF_PLAYERS);
    HOLD(source, peek_is_number(peek_member(json, "currentPlayerIndex"),
                                ff_variant_state_current_player(state)));
    HOLD(source, winner ? peek_is_string(peek_member(json, "winner"), winner->id)
                        : peek_is(peek_member(json, "winner"), "null"));
    HOLD(source, ff_variant_state_read_json(&back, &rules, json, out.len, NULL) == FF_OK);
    HOLD(source, is_same_variant_state(state, &back));
    HOLD(source, ff_variant_game_undo(&back.game) ==
                     (state->game.position.board.ply ? FF_OK : FF_E_NO_UNDO));
    return CASE_HOLDS;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_game_is_in_progress_and_red_moves_first),
        cmocka_unit_test(only_the_current_player_may_move),
        cmocka_unit_test(a_full_column_takes_no_disc),
        cmocka_unit_test(legal_moves_pass_and_all_others_have_a_text),
        cmocka_unit_test(a_drop_changes_the_lowest_free_cell_alone),
        cmocka_unit_test(a_finished_game_names_its_winner),
        cmocka_unit_test(the_turn_passes_on_when_it_is_finished),
        cmocka_unit_test(a_completed_game_refuses_every_move),
        cmocka_unit_test(the_picture_shows_every_disc_and_the_winning_lines),
        cmocka_unit_test(the_old_state_stays_as_it_was),
        cmocka_unit_test(a_state_is_complete_and_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
