/* A room written to its row and restored from it. */
#include "play/room.h"

#include <string.h>

void room_row(struct game_row *out, const struct room *room)
{
    const struct ruleset rules = any_game_rules(&room->game);
    memset(out, 0, sizeof *out);
    out->id = room->id;
    ruleset_write(out->board, &rules);
    any_game_write(out->moves, &room->game);
    memcpy(out->code, room->code, sizeof out->code);
    for (int i = 0; i < ROW_SEATS; i++) {
        out->seat[i] = room->seat[i].who;
        out->left_ms[i] = room->clock.left_ms[i];
    }
    out->clock = room->clock.setup;
    out->flags = room->flags;
    out->status = room->status;
    out->winner = room->winner;
    out->reason = room->reason;
    out->offer = room->offer;
    out->to_move = (uint8_t)(room->status == GAME_PLAYING ? room_to_move(room) : 0);
    out->ply = (uint16_t)any_game_ply(&room->game);
    out->moved_ms = room->moved_ms;
    out->deadline_ms = room_deadline_ms(room);
    out->rematch_of = room->rematch_of;
    out->chat_seq = room->chat_seq;
    out->rematch = room->rematch;
    out->version = room->version;
    out->created_ms = room->created_ms;
    out->updated_ms = room->updated_ms;
    out->finished_ms = room->finished_ms;
}

/* Starts the clock of the side to move where the row left it. */
static void room_wind(struct room *room, struct instant now, int64_t alive_ms)
{
    int side = room_to_move(room);
    int64_t spent = alive_ms - room->moved_ms;
    if (side == ROW_NOBODY)
        return;
    if (room->clock.setup.kind == CLOCK_DAYS)
        clock_start(&room->clock, side, room->moved_ms, 0);
    else
        clock_start(&room->clock, side, now.play_ms, spent > 0 ? spent : 0);
}

static void room_copy(struct room *room, const struct game_row *row,
                      const struct room_seat seats[ROW_SEATS])
{
    room->id = row->id;
    room->clock = clock_of(&row->clock);
    for (int i = 0; i < ROW_SEATS; i++) {
        room->seat[i] = seats[i];
        room->seat[i].who = row->seat[i];
        room->clock.left_ms[i] = row->left_ms[i];
    }
    room->flags = row->flags;
    room->status = row->status;
    room->winner = row->winner;
    room->reason = row->reason;
    room->offer = row->offer;
    room->rematch = row->rematch;
    room->version = row->version;
    memcpy(room->code, row->code, sizeof room->code);
    room->chat_seq = row->chat_seq;
    room->moved_ms = row->moved_ms;
    room->expires_ms = row->status == GAME_WAITING ? row->deadline_ms : 0;
    room->rematch_of = row->rematch_of;
    room->created_ms = row->created_ms;
    room->updated_ms = row->updated_ms;
    room->finished_ms = row->finished_ms;
}

/* Do status, winner and ply of the row agree with its moves? */
static bool row_is_consistent(const struct game_row *row, const struct any_game *game)
{
    const ff_position *p = any_game_discs(game);
    bool is_line = row->status == GAME_WIN && row->reason == REASON_LINE;
    bool is_full = row->status == GAME_DRAW && row->reason == REASON_DRAW;
    return row->ply == p->ply && row->status <= GAME_CANCELLED &&
           is_line == (p->status == FF_WON) && is_full == (p->status == FF_DRAWN) &&
           row->winner <= ROW_NOBODY && row->offer <= ROW_NOBODY;
}

ff_err room_restore(struct room *out, const ff_variant_rules *rules, const struct game_row *row,
                    const struct room_seat seats[ROW_SEATS], struct instant now, int64_t alive_ms)
{
    struct any_game game;
    const char *end = memchr(row->moves, '\0', sizeof row->moves);
    if (!end || any_game_read(&game, rules, row->moves, (size_t)(end - row->moves)) ||
        !row_is_consistent(row, &game))
        return FF_E_MOVES;
    memset(out, 0, sizeof *out);
    out->game = game;
    room_copy(out, row, seats);
    room_wind(out, now, alive_ms);
    return FF_OK;
}

int row_to_move(const struct game_row *row)
{
    return row->status == GAME_PLAYING && row->to_move < ROW_SEATS ? row->to_move : ROW_NOBODY;
}
