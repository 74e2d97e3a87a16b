#include "api/game_view.h"

#include <stdio.h>
#include <string.h>

#include "play/id.h"

struct game_view game_view_of_snapshot(const struct snapshot *s)
{
    struct game_view view = {.id = s->game_id,
                             .rules = s->rules,
                             .board = s->board,
                             .is_swapped = s->is_swapped,
                             .status = s->status,
                             .winner = s->winner,
                             .reason = s->reason,
                             .current = s->current,
                             .last_column = s->last_column,
                             .last_cell = s->last_cell,
                             .last_action = s->last_action,
                             .last_seat = s->last_seat,
                             .ply = s->ply,
                             .cells = s->cells,
                             .moves = s->moves,
                             .created_ms = s->created_ms,
                             .updated_ms = s->updated_ms,
                             .finished_ms = s->finished_ms,
                             .is_rated = s->flags & GAME_RATED,
                             .clock = s->clock,
                             .left_ms = s->left_ms,
                             .running = s->running,
                             .deadline_ms = s->deadline_ms};
    for (int i = 0; i < ROW_SEATS; i++) {
        view.seat[i] = s->seat[i].who;
        view.name[i] = s->seat[i].name;
    }
    return view;
}

/* A game played again, with its rules. */
struct played {
    ff_variant_rules rules;
    struct any_game game;
};

static ff_err play(struct played *out, const struct ruleset *rules, const char *moves)
{
    ff_err err = ff_variant_rules_init(&out->rules, (ff_variant)rules->variant, rules->board,
                                       rules->has_pie);
    return err ? err : any_game_read(&out->game, &out->rules, moves, strlen(moves));
}

static void take_last(struct game_view *view, const struct any_game *game)
{
    const ff_position *p = any_game_discs(game);
    int cell = any_game_last_cell(game);
    view->last_column = view->last_cell = -1;
    view->last_seat = ROW_NOBODY;
    if (p->ply > 0) {
        view->last_action = (uint8_t)ff_move_action(any_game_move(game, p->ply - 1));
        view->last_seat = (uint8_t)any_game_mover(game, p->ply - 1);
    }
    if (cell >= 0) {
        view->last_column = (int16_t)ff_cell_column(p->rules, cell);
        view->last_cell = (int16_t)ff_cell_from_top(p->rules, cell);
    }
}

static void take_position(struct game_view *view, uint8_t cells[FF_CELLS_MAX],
                          const struct any_game *game)
{
    const ff_position *p = any_game_discs(game);
    for (int cell = 0; cell < p->rules->cells; cell++)
        cells[ff_cell_from_top(p->rules, cell)] = (uint8_t)ff_position_cell(p, cell);
    view->rules = any_game_rules(game);
    view->board = p->rules->board;
    view->is_swapped = any_game_is_swapped(game);
    view->cells = cells;
    view->ply = p->ply;
    view->current = (uint8_t)any_game_current(game);
    take_last(view, game);
}

ff_err game_view_of_row(struct game_view *out, uint8_t cells[FF_CELLS_MAX],
                        const struct game_row *row, const char *const name[ROW_SEATS])
{
    struct game_view view = {.id = row->id,
                             .status = row->status,
                             .winner = row->winner,
                             .reason = row->reason,
                             .moves = row->moves,
                             .created_ms = row->created_ms,
                             .updated_ms = row->updated_ms,
                             .finished_ms = row->finished_ms,
                             .is_rated = row->flags & GAME_RATED,
                             .clock = row->clock,
                             .running = ROW_NOBODY,
                             .deadline_ms = row->status == GAME_PLAYING ? row->deadline_ms : 0};
    struct played played;
    struct ruleset rules;
    ff_err err = ruleset_read(&rules, row->board, strlen(row->board));
    if (!err)
        err = play(&played, &rules, row->moves);
    if (err)
        return err;
    take_position(&view, cells, &played.game);
    for (int i = 0; i < ROW_SEATS; i++) {
        view.seat[i] = row->seat[i];
        view.name[i] = name[i];
    }
    *out = view;
    return FF_OK;
}

const char *game_view_status(const struct game_view *game)
{
    return game->status == GAME_WAITING   ? "waiting"
           : game->status == GAME_PLAYING ? "in_progress"
                                          : "completed";
}

const char *game_reason_name(uint8_t status, uint8_t reason)
{
    static const char *const reasons[] = {NULL,   "line",    "draw",  "resign",
                                          "time", "abandon", "agreed"};
    return status == GAME_CANCELLED ? "cancelled" : reasons[reason];
}

void game_view_player(char out[FF_ID_MAX + 1], const struct seat_row *seat)
{
    char id[ID_TEXT_SIZE] = "";
    if (seat->kind == SEAT_PLAYER)
        id_write(id, seat->player_id);
    (void)snprintf(out, FF_ID_MAX + 1, "%s", seat->kind == SEAT_BOT ? "computer" : id);
}

const char *game_view_name(const struct game_view *game, int seat)
{
    uint8_t kind = game->seat[seat].kind;
    return kind == SEAT_BOT ? "Computer" : kind == SEAT_PLAYER ? game->name[seat] : NULL;
}

void game_view_moves(struct view_move out[ROW_PLIES_MAX], const struct game_view *game)
{
    struct played played;
    uint8_t seats[ROW_PLIES_MAX];
    (void)play(&played, &game->rules, game->moves); /* they were legal when they were made */
    any_game_movers(&played.game, seats);
    for (int ply = 0; ply < game->ply; ply++) {
        int move = any_game_move(&played.game, ply);
        out[ply] = (struct view_move){.action = (uint8_t)ff_move_action(move),
                                      .column = (uint8_t)ff_move_column(move),
                                      .seat = seats[ply]};
    }
}

/* The names go with the players in the order of the seats; an open seat is skipped. */
static ff_err draw(ff_text *out, const struct game_view *game)
{
    const char *names[FF_PLAYERS] = {NULL, NULL};
    struct played played;
    ff_err err = play(&played, &game->rules, game->moves);
    if (err)
        return err;
    for (int i = 0, count = 0; i < ROW_SEATS; i++)
        if (game->seat[i].kind != SEAT_OPEN)
            names[count++] = game_view_name(game, i);
    return played.game.is_plain ? ff_svg_write(out, &played.game.plain.position, names)
                                : ff_variant_svg_write(out, &played.game.variant.position, names);
}

bool game_view_draw(struct buffer *out, const struct game_view *game)
{
    size_t before = out->len;
    char *space = buffer_extend(out, FF_SVG_MAX);
    if (!space)
        return false;
    ff_text text = ff_text_on(space, FF_SVG_MAX);
    bool is_drawn = draw(&text, game) == FF_OK;
    out->len = before + (is_drawn ? text.len : 0);
    return is_drawn;
}

bool game_view_notation(struct buffer *out, const struct game_view *game)
{
    char board[ROW_BOARD_SIZE] = "";
    bool is_classic = ruleset_equal(&game->rules, &ruleset_classic);
    ruleset_write(board, &game->rules);
    return (is_classic ||
            (buffer_text(out, board) == BUFFER_OK && buffer_text(out, ":") == BUFFER_OK)) &&
           buffer_text(out, game->moves) == BUFFER_OK && buffer_text(out, "\n") == BUFFER_OK;
}
