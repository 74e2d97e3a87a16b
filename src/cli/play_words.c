#include "cli/play_words.h"

#include <stdlib.h>

#include "cli/cli.h"
#include "core/text.h"
#include "core/variant.h"
#include "engine/solver.h"

void play_move_write(ff_text *out, const ff_rules *rules, int move)
{
    static const char *const verbs[FF_ACTION_COUNT] = {
        [FF_DROP] = "plays column ",
        [FF_POP] = "pops column ",
        [FF_ANVIL] = "drops the anvil into column ",
        [FF_BOMB] = "drops the bomb into column ",
        [FF_WALL] = "drops the wall into column ",
        [FF_DOUBLE] = "drops the double into column ",
        [FF_TURN_LEFT] = "turns the board to the left",
        [FF_TURN_RIGHT] = "turns the board to the right",
        [FF_SWAP] = "swaps sides",
    };
    ff_action action = ff_move_action(move);
    text_put(out, verbs[action]);
    if (ff_action_has_column(action))
        text_char(out, ff_column_letter(rules, ff_move_column(move)));
}

/* What the side to move must do, where that is not simply a move. */
static void task_write(ff_text *out, const ff_variant_position *p)
{
    static const char *const tasks[] = {
        [FF_TASK_NONE] = NULL,
        [FF_TASK_SECOND] = ": a second disc",
        [FF_TASK_QUIET] = ": a second disc, without a line",
        [FF_TASK_TARGET] = ": pop a disc of ",
        [FF_TASK_PUT] = ": put the disc back",
    };
    if (p->board.status != FF_PLAYING)
        return;
    if (tasks[p->task])
        text_put(out, tasks[p->task]);
    else if (p->is_filled)
        text_put(out, ": pop a disc");
    if (p->task == FF_TASK_TARGET)
        text_put(out, p->side == FF_RED ? "Yellow" : "Red");
}

/* The core wants the names of the players: a swap changes which player has which colour. An overflow shows in
 * the length of the text, so the results are not needed. */
void play_status_write(ff_text *out, const ff_variant_game *game)
{
    const ff_variant_position *p = &game->position;
    const char *names[FF_PLAYERS];
    names[ff_variant_player(p, FF_RED)] = "Red";
    names[ff_variant_player(p, FF_YELLOW)] = "Yellow";
    (void)ff_variant_status_write(out, p, names);
    task_write(out, p);
}

void play_moves_write(ff_text *out, const ff_variant_game *game)
{
    const ff_variant_rules *rules = game->position.rules;
    bool is_classic = cli_is_plain(rules) && ff_board_equal(rules->upright.board, ff_classic);
    (void)ff_variant_game_write(out, game, !is_classic);
}

static void side_write(ff_text *out, const ff_variant_position *p, int side)
{
    const struct variant *v = variant_of(p);
    text_put(out, side == FF_RED ? " Red " : ", Yellow ");
    for (int action = FF_ANVIL; action <= FF_DOUBLE; action++)
        if (p->powers[side] >> variant_power((ff_action)action) & 1)
            text_char(out, variant_sign((ff_action)action));
    if (v->powers && !p->powers[side])
        text_put(out, "none");
    if (v->turns)
        text_int(out, p->turns[side]);
    if (v->kept_to_win)
        text_int(out, p->kept[side]);
}

bool play_has_extras(const ff_variant_rules *rules)
{
    ff_variant_position start = ff_variant_game_start(rules).position;
    const struct variant *v = variant_of(&start);
    return v->powers || v->turns || v->kept_to_win || rules->has_pie;
}

void play_extras_write(ff_text *out, const ff_variant_position *p)
{
    const struct variant *v = variant_of(p);
    bool has_counts = v->powers || v->turns || v->kept_to_win;
    if (has_counts) {
        text_put(out, v->powers ? "Powers left:" : v->turns ? "Turns left:" : "Discs kept:");
        side_write(out, p, FF_RED);
        side_write(out, p, FF_YELLOW);
    }
    if (p->is_swapped)
        text_put(out, has_counts ? "; sides are swapped"
                                 : "Sides are swapped: the first player has Yellow");
}

const char *play_action_help(const ff_variant_rules *rules, ff_action action)
{
    static const char *const helps[FF_ACTION_COUNT] = {
        [FF_ANVIL] = "anvil: clears the column below it",
        [FF_BOMB] = "bomb: then pop a disc of the opponent",
        [FF_WALL] = "wall: then a second disc, without a line",
        [FF_DOUBLE] = "double: then a second disc",
        [FF_TURN_LEFT] = "turns the board to the left",
        [FF_TURN_RIGHT] = "turns the board to the right",
        [FF_SWAP] = "swaps sides, in answer to the first turn",
    };
    ff_variant_position start = ff_variant_game_start(rules).position;
    if (action == FF_POP)
        return variant_of(&start)->pops_own_discs ? "pops your disc at the bottom of a column"
                                                  : "pops the opponent's disc, after a bomb";
    return helps[action];
}

/* "column 4" for a drop; "pop column 4". */
static void put_advice(ff_text *out, const ff_rules *rules, int move)
{
    static const char *const advice[FF_ACTION_COUNT] = {
        [FF_DROP] = "column ",
        [FF_POP] = "pop column ",
        [FF_ANVIL] = "the anvil in column ",
        [FF_BOMB] = "the bomb in column ",
        [FF_WALL] = "the wall in column ",
        [FF_DOUBLE] = "the double in column ",
        [FF_TURN_LEFT] = "turn the board to the left",
        [FF_TURN_RIGHT] = "turn the board to the right",
        [FF_SWAP] = "swap sides",
    };
    ff_action action = ff_move_action(move);
    text_put(out, advice[action]);
    if (ff_action_has_column(action))
        text_char(out, ff_column_letter(rules, ff_move_column(move)));
}

/* "at once", "with the next move", "in 3 moves", or "within 3 moves" if that is a bound. */
static void put_end(ff_text *out, int plies, bool is_exact)
{
    if (plies <= 2) {
        text_put(out, plies == 1 ? "at once" : "with the next move");
        return;
    }
    text_put(out, is_exact ? "in " : "within ");
    text_int(out, (plies + 1) / 2);
    text_put(out, " moves");
}

void play_hint_write(ff_text *out, const ff_variant_position *position, const ff_thought *hint)
{
    const ff_rules *rules = position->board.rules;
    bool is_red = (ff_variant_side_to_move(position) == FF_RED) == (hint->ends_in > 0);
    text_put(out, "Hint: ");
    put_advice(out, rules, hint->column);
    if (hint->ends_in) {
        text_put(out, is_red ? ", Red wins " : ", Yellow wins ");
        put_end(out, abs(hint->ends_in), cli_is_plain(position->rules) && solver_takes(rules));
    } else if (hint->is_exact) {
        text_put(out, ", a draw");
    }
}

void play_thought_write(ff_text *out, const ff_thought *thought)
{
    text_put(out, "The computer thinks: ");
    text_int(out, thought->depth);
    text_put(out, thought->depth == 1 ? " move ahead, " : " moves ahead, ");
    text_int(out, (int)(thought->nodes / 1000));
    text_put(out, " thousand positions");
}
