#include "play/any_game.h"

#include <string.h>

#include "core/position.h"
#include "core/variant.h"

_Static_assert((int)ROW_PLIES_MAX == (int)FF_PLIES_MAX && (int)ROW_PLIES_MAX >= (int)FF_CELLS_MAX &&
                   (int)ROW_MOVES_SIZE > 2 * (int)FF_PLIES_MAX,
               "a row has space for every game");
_Static_assert((int)ROW_BOARD_SIZE >= (int)FF_VARIANT_TEXT_MAX, "and for all rules");
_Static_assert((int)FF_NONE == (int)ROW_NOBODY && FF_RED == 0 && FF_YELLOW == 1 &&
                   (int)MOVE_NO_SEAT == (int)ROW_NOBODY,
               "a colour is a seat, unless sides were swapped");

static bool rules_are_plain(const ff_variant_rules *rules)
{
    return rules->variant == FF_STANDARD && !rules->has_pie;
}

void any_game_start(struct any_game *out, const ff_variant_rules *rules)
{
    out->is_plain = rules_are_plain(rules);
    if (out->is_plain)
        out->plain = ff_game_start(&rules->upright);
    else
        out->variant = ff_variant_game_start(rules);
}

ff_err any_game_read(struct any_game *out, const ff_variant_rules *rules, const char *moves,
                     size_t len)
{
    bool is_plain = rules_are_plain(rules);
    ff_err err = is_plain ? ff_game_read(&out->plain, &rules->upright, moves, len, NULL)
                          : ff_variant_moves_read(&out->variant, rules, moves, len, NULL);
    out->is_plain = is_plain;
    return err ? FF_E_MOVES : FF_OK;
}

void any_game_write(char out[ROW_MOVES_SIZE], const struct any_game *game)
{
    ff_text text = ff_text_on(out, ROW_MOVES_SIZE);
    if (game->is_plain)
        (void)ff_game_write(&text, &game->plain, false);
    else
        (void)ff_variant_game_write(&text, &game->variant, false);
}

size_t any_game_size(const struct any_game *game)
{
    return game->is_plain ? offsetof(struct any_game, plain) + sizeof game->plain : sizeof *game;
}

struct ruleset any_game_rules(const struct any_game *game)
{
    if (!game->is_plain)
        return ruleset_of(game->variant.position.rules);
    return (struct ruleset){.board = game->plain.position.rules->board};
}

/* The seat behind a colour. */
static int seat_of(const struct any_game *game, int color)
{
    return ff_variant_player(&game->variant.position, (ff_color)color);
}

int any_game_current(const struct any_game *game)
{
    return game->is_plain ? move_side(&game->plain.position)
                          : seat_of(game, game->variant.position.side);
}

int any_game_winner(const struct any_game *game)
{
    if (game->is_plain)
        return (int)ff_position_winner(&game->plain.position); /* FF_NONE is ROW_NOBODY */
    int color = game->variant.position.winner;
    bool is_won = game->variant.position.board.status == FF_WON;
    return is_won ? seat_of(game, color) : ROW_NOBODY;
}

bool any_game_is_swapped(const struct any_game *game)
{
    return !game->is_plain && game->variant.position.is_swapped;
}

int any_game_move(const struct any_game *game, int ply)
{
    return game->is_plain ? game->plain.moves[ply] : game->variant.moves[ply];
}

/* A column beyond the board must not become another action. */
bool any_game_is_move(const struct any_game *game, int ply, struct move_order order)
{
    int move = any_game_move(game, ply);
    ff_action action = ff_move_action(move);
    return action == (ff_action)order.action &&
           (!ff_action_has_column(action) || ff_move_column(move) == order.column);
}

int any_game_last_cell(const struct any_game *game)
{
    const ff_position *p = any_game_discs(game);
    int move = p->ply ? any_game_move(game, p->ply - 1) : ff_move_of(FF_SWAP, 0);
    if (!ff_action_has_column(ff_move_action(move)))
        return -1;
    int column = ff_move_column(move);
    int row = ff_move_action(move) == FF_POP ? 0 : p->height[column] - 1;
    return row + p->rules->board.height * column;
}

ff_task any_game_task(const struct any_game *game)
{
    return game->is_plain ? FF_TASK_NONE : (ff_task)game->variant.position.task;
}

/* ---- what only a second play tells ---- */

struct replay {
    ff_variant_position position;
    int ply, turns, mover;
};

static struct replay replay_begin(const struct any_game *game)
{
    return (struct replay){.position = variant_start(game->variant.position.rules),
                           .mover = ROW_NOBODY};
}

static void replay_step(struct replay *replay, const struct any_game *game)
{
    int mover = ff_variant_player(&replay->position, (ff_color)replay->position.side);
    replay->turns += mover != replay->mover;
    replay->mover = mover;
    variant_play(&replay->position, game->variant.moves[replay->ply++]);
}

int any_game_mover(const struct any_game *game, int ply)
{
    const ff_variant_position *p = &game->variant.position;
    if (game->is_plain)
        return ply % ROW_SEATS;
    if (ply == p->board.ply - 1 && game->variant.moves[ply] != ff_move_of(FF_SWAP, 0))
        return seat_of(game, p->mover); /* what clients are told after each move needs no replay */
    struct replay replay = replay_begin(game);
    while (replay.ply <= ply)
        replay_step(&replay, game);
    return replay.mover;
}

void any_game_movers(const struct any_game *game, uint8_t out[ROW_PLIES_MAX])
{
    int plies = any_game_ply(game);
    if (game->is_plain) {
        for (int ply = 0; ply < plies; ply++)
            out[ply] = (uint8_t)(ply % ROW_SEATS);
        return;
    }
    struct replay replay = replay_begin(game);
    while (replay.ply < plies) {
        replay_step(&replay, game);
        out[replay.ply - 1] = (uint8_t)replay.mover;
    }
}

int any_game_turns(const struct any_game *game)
{
    int plies = any_game_ply(game);
    if (game->is_plain)
        return plies;
    struct replay replay = replay_begin(game);
    while (replay.ply < plies)
        replay_step(&replay, game);
    return replay.turns;
}

/* ---- moves ---- */

/* The column must be on the board, or another action would come out. */
static int move_of(struct move_order order)
{
    ff_action action = (ff_action)order.action;
    return ff_move_of(action, ff_action_has_column(action) ? order.column : 0);
}

ff_err any_game_fault(const struct any_game *game, struct move_order order)
{
    if (order.action >= FF_ACTION_COUNT || (game->is_plain && order.action != FF_DROP))
        return FF_E_NO_ACTION;
    if (game->is_plain)
        return ff_position_can_drop(&game->plain.position, order.column);
    return ff_variant_can_play(&game->variant.position, move_of(order));
}

static bool is_off_board(const struct any_game *game, struct move_order order)
{
    return ff_action_has_column((ff_action)order.action) &&
           (order.column < 0 || order.column >= any_game_discs(game)->rules->columns);
}

/* In the order of the move contract (core/move.h); what only a variant refuses comes last. */
static enum refusal variant_check(const struct any_game *game, ff_phase phase, int seat,
                                  struct move_order order)
{
    if (seat != ROW_NOBODY && seat != any_game_current(game))
        return REFUSAL_NOT_YOUR_TURN;
    if (is_off_board(game, order))
        return REFUSAL_COLUMN_RANGE;
    ff_err fault = any_game_fault(game, order);
    if (fault == FF_E_FULL)
        return REFUSAL_COLUMN_FULL;
    if (phase == FF_COMPLETED || fault == FF_E_OVER)
        return REFUSAL_GAME_OVER;
    if (seat == ROW_NOBODY)
        return REFUSAL_NOT_IN_GAME;
    if (phase == FF_WAITING)
        return REFUSAL_GAME_WAITING;
    return fault ? REFUSAL_ILLEGAL_MOVE : REFUSAL_OK;
}

enum refusal any_game_check(const struct any_game *game, ff_phase phase, int seat,
                            struct move_order order)
{
    if (game->is_plain && order.action == FF_DROP)
        return refusal_of_move(move_check(&game->plain.position, phase, seat, order.column));
    return variant_check(game, phase, seat, order);
}

void any_game_play(struct any_game *game, struct move_order order)
{
    if (game->is_plain)
        game_play(&game->plain, order.column);
    else
        (void)ff_variant_game_play(&game->variant, move_of(order)); /* it is legal */
}

/* A turn of the board changes the letters, but has none itself. */
void any_game_write_last(char out[ROW_MOVE_SIZE], const struct any_game *game)
{
    int move = any_game_move(game, any_game_ply(game) - 1);
    ff_text text = ff_text_on(out, ROW_MOVE_SIZE);
    if (game->is_plain) {
        out[0] = ff_column_letter(game->plain.position.rules, move);
        out[1] = '\0';
    } else {
        (void)ff_variant_move_write(&text, &game->variant.position, move);
    }
}

/* ---- lines ---- */

static void mark(bool is_in_line[FF_CELLS_MAX], const ff_line *line)
{
    for (int i = 0; i < line->count; i++)
        is_in_line[line->cells[i]] = true;
}

int any_game_line(const struct any_game *game, bool is_in_line[FF_CELLS_MAX])
{
    int cursor = 0, count = 0, cells = any_game_discs(game)->rules->cells;
    ff_line line;
    memset(is_in_line, 0, FF_CELLS_MAX * sizeof *is_in_line);
    if (game->is_plain) {
        ff_lines lines = ff_position_lines(&game->plain.position);
        for (int i = 0; i < lines.count; i++)
            mark(is_in_line, &lines.line[i]);
    } else {
        while (ff_variant_line(&game->variant.position, &cursor, &line))
            mark(is_in_line, &line);
    }
    for (int i = 0; i < cells; i++)
        count += is_in_line[i];
    return count;
}
