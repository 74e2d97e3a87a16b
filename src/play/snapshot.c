#include "play/snapshot.h"

#include <stddef.h>
#include <string.h>

/* Disc by disc in the order of the moves: a game has fewer discs than the board has cells. */
static void take_plain_cells(struct snapshot *out, const ff_game *game)
{
    const ff_rules *rules = game->position.rules;
    uint8_t height[FF_COLUMNS_MAX] = {0};
    memset(out->cells, ROW_NOBODY, rules->cells);
    for (int ply = 0; ply < game->position.ply; ply++) {
        int column = game->moves[ply], row = height[column]++;
        int cell = row + rules->board.height * column;
        out->cells[ff_cell_from_top(rules, cell)] = (uint8_t)(ply % ROW_SEATS);
    }
}

static void take_cells(struct snapshot *out, const struct any_game *game)
{
    const ff_position *p = any_game_discs(game);
    out->cell_count = p->rules->cells;
    if (game->is_plain) {
        take_plain_cells(out, &game->plain);
        return;
    }
    for (int cell = 0; cell < p->rules->cells; cell++)
        out->cells[ff_cell_from_top(p->rules, cell)] = (uint8_t)ff_position_cell(p, cell);
}

static void take_line(struct snapshot *out, const struct any_game *game)
{
    const ff_rules *rules = any_game_discs(game)->rules;
    bool is_in_line[FF_CELLS_MAX], is_shown[FF_CELLS_MAX] = {false};
    if (any_game_line(game, is_in_line) == 0)
        return;
    for (int cell = 0; cell < rules->cells; cell++)
        is_shown[ff_cell_from_top(rules, cell)] = is_in_line[cell];
    for (int at = 0; at < rules->cells; at++)
        if (is_shown[at])
            out->line[out->line_count++] = (uint8_t)at;
}

static void take_last(struct snapshot *out, const struct any_game *game)
{
    const ff_position *p = any_game_discs(game);
    out->last_column = out->last_cell = -1;
    out->last_seat = ROW_NOBODY;
    if (p->ply == 0)
        return;
    int cell = any_game_last_cell(game);
    out->last_action = (uint8_t)ff_move_action(any_game_move(game, p->ply - 1));
    out->last_seat = (uint8_t)any_game_mover(game, p->ply - 1);
    if (cell < 0)
        return;
    out->last_column = (int16_t)ff_cell_column(p->rules, cell);
    out->last_cell = (int16_t)ff_cell_from_top(p->rules, cell);
}

static void take_clock(struct snapshot *out, const struct room *room, struct instant now)
{
    out->clock = room->clock.setup;
    out->running = room->clock.running;
    out->deadline_ms = room->status == GAME_PLAYING ? room_deadline_ms(room) : 0;
    for (int i = 0; i < ROW_SEATS; i++)
        out->left_ms[i] = clock_left_ms(&room->clock, i, room_now_ms(room, now));
}

void snapshot_take(struct snapshot *out, const struct room *room, struct instant now)
{
    const ff_position *p = any_game_discs(&room->game);
    memset(out, 0, offsetof(struct snapshot, cells)); /* the texts behind have their own lengths */
    any_game_write(out->moves, &room->game);
    out->game_id = room->id;
    out->rules = any_game_rules(&room->game);
    out->board = p->rules->board;
    out->is_swapped = any_game_is_swapped(&room->game);
    out->task = (uint8_t)any_game_task(&room->game);
    take_cells(out, &room->game);
    if (p->status == FF_WON)
        take_line(out, &room->game);
    take_last(out, &room->game);
    take_clock(out, room, now);
    out->status = room->status;
    out->winner = room->winner;
    out->reason = room->reason;
    out->offer = room->offer;
    out->flags = room->flags;
    out->current = (uint8_t)any_game_current(&room->game);
    out->ply = p->ply;
    memcpy(out->seat, room->seat, sizeof out->seat);
    memcpy(out->code, room->code, sizeof out->code);
    out->rematch_of = room->rematch_of;
    out->created_ms = room->created_ms;
    out->updated_ms = room->updated_ms;
    out->finished_ms = room->finished_ms;
}

bool snapshot_is_to_move(const struct snapshot *snapshot, int seat)
{
    return snapshot->status == GAME_PLAYING && snapshot->current == seat;
}
