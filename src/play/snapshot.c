#include "play/snapshot.h"

#include <stddef.h>
#include <string.h>

/* Disc by disc in the order of the moves: a game has fewer discs than the board has cells. */
static void take_cells(struct snapshot *out, const ff_game *game)
{
    const ff_rules *rules = game->position.rules;
    uint8_t height[FF_COLUMNS_MAX] = {0};
    out->cell_count = rules->cells;
    memset(out->cells, ROW_NOBODY, rules->cells);
    for (int ply = 0; ply < game->position.ply; ply++) {
        int column = game->moves[ply], row = height[column]++;
        int cell = row + rules->board.height * column;
        out->cells[ff_cell_from_top(rules, cell)] = (uint8_t)(ply % ROW_SEATS);
    }
}

static void take_line(struct snapshot *out, const ff_position *position)
{
    const ff_rules *rules = position->rules;
    ff_lines lines = ff_position_lines(position);
    bool is_in_line[FF_CELLS_MAX] = {false};
    for (int i = 0; i < lines.count; i++)
        for (int k = 0; k < lines.line[i].count; k++)
            is_in_line[ff_cell_from_top(rules, lines.line[i].cells[k])] = true;
    for (int at = 0; at < rules->cells; at++)
        if (is_in_line[at])
            out->line[out->line_count++] = (uint8_t)at;
}

static void take_last(struct snapshot *out, const ff_game *game)
{
    const ff_position *p = &game->position;
    out->last_column = out->last_cell = -1;
    if (p->ply == 0)
        return;
    int column = game->moves[p->ply - 1], row = p->height[column] - 1;
    out->last_column = (int16_t)column;
    out->last_cell = (int16_t)ff_cell_from_top(p->rules, row + p->rules->board.height * column);
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
    const ff_position *p = &room->game.position;
    ff_text moves;
    memset(out, 0, offsetof(struct snapshot, cells)); /* the texts behind have their own lengths */
    moves = ff_text_on(out->moves, sizeof out->moves);
    (void)ff_game_write(&moves, &room->game, false);
    out->game_id = room->id;
    out->board = p->rules->board;
    take_cells(out, &room->game);
    if (p->status == FF_WON)
        take_line(out, p);
    take_last(out, &room->game);
    take_clock(out, room, now);
    out->status = room->status;
    out->winner = room->winner;
    out->reason = room->reason;
    out->offer = room->offer;
    out->flags = room->flags;
    out->current = (uint8_t)move_side(p);
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
