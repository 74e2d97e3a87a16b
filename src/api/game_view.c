#include "api/game_view.h"

#include <stdio.h>
#include <string.h>

#include "core/move.h"
#include "play/id.h"

struct game_view game_view_of_snapshot(const struct snapshot *s)
{
    struct game_view view = {.id = s->game_id,
                             .board = s->board,
                             .status = s->status,
                             .winner = s->winner,
                             .reason = s->reason,
                             .current = s->current,
                             .last_column = s->last_column,
                             .last_cell = s->last_cell,
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

static ff_err read_game(ff_game *out, ff_rules *rules, const char *board, const char *moves)
{
    ff_board size;
    ff_err err = ff_board_read(&size, board, strlen(board));
    if (!err)
        err = ff_rules_init(rules, size);
    return err ? err : ff_game_read(out, rules, moves, strlen(moves), NULL);
}

static void take_position(struct game_view *view, uint8_t cells[FF_CELLS_MAX], const ff_game *game)
{
    const ff_position *p = &game->position;
    const ff_rules *rules = p->rules;
    for (int cell = 0; cell < rules->cells; cell++)
        cells[ff_cell_from_top(rules, cell)] = (uint8_t)ff_position_cell(p, cell);
    view->board = rules->board;
    view->cells = cells;
    view->ply = p->ply;
    view->current = (uint8_t)move_side(p);
    view->last_column = view->last_cell = -1;
    if (p->ply == 0)
        return;
    int column = game->moves[p->ply - 1], row = p->height[column] - 1;
    view->last_column = (int16_t)column;
    view->last_cell = (int16_t)ff_cell_from_top(rules, row + rules->board.height * column);
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
    ff_rules rules;
    ff_game game;
    ff_err err = read_game(&game, &rules, row->board, row->moves);
    if (err)
        return err;
    take_position(&view, cells, &game);
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

void game_view_columns(uint8_t out[FF_CELLS_MAX], const struct game_view *game)
{
    ff_rules rules;
    (void)ff_rules_init(&rules, game->board); /* the board was legal when the game began */
    for (int i = 0; i < game->ply; i++)
        out[i] = (uint8_t)ff_column_read(&rules, game->moves[i]);
}

/* The names go with the colours in the order of the seats; an open seat is skipped. */
static ff_err draw(ff_text *out, const struct game_view *game)
{
    const char *names[FF_PLAYERS] = {NULL, NULL};
    ff_rules rules;
    ff_game played;
    ff_err err = ff_rules_init(&rules, game->board);
    if (!err)
        err = ff_game_read(&played, &rules, game->moves, game->ply, NULL);
    if (err)
        return err;
    for (int i = 0, count = 0; i < ROW_SEATS; i++)
        if (game->seat[i].kind != SEAT_OPEN)
            names[count++] = game_view_name(game, i);
    return ff_svg_write(out, &played.position, names);
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
    ff_text text = ff_text_on(board, sizeof board);
    (void)ff_board_write(&text, game->board); /* ROW_BOARD_SIZE holds every legal board */
    bool is_classic = ff_board_equal(game->board, ff_classic);
    return (is_classic ||
            (buffer_text(out, board) == BUFFER_OK && buffer_text(out, ":") == BUFFER_OK)) &&
           buffer_text(out, game->moves) == BUFFER_OK && buffer_text(out, "\n") == BUFFER_OK;
}
