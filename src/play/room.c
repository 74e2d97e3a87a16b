#include "play/room.h"

#include <string.h>

/* After how many turns a result counts for ratings: one each; two each if a player resigned or left. */
enum { COUNTS_FROM = 2, LEFT_COUNTS_FROM = 4 };

int64_t room_now_ms(const struct room *room, struct instant now)
{
    return room->clock.setup.kind == CLOCK_DAYS ? now.wall_ms : now.play_ms;
}

size_t room_size(const struct room *room)
{
    return offsetof(struct room, game) + any_game_size(&room->game);
}

int room_to_move(const struct room *room)
{
    return room->status == GAME_PLAYING ? any_game_current(&room->game) : ROW_NOBODY;
}

int room_seat_of(const struct room *room, int64_t player_id)
{
    for (int i = 0; i < ROW_SEATS; i++)
        if (room->seat[i].who.kind == SEAT_PLAYER && room->seat[i].who.player_id == player_id)
            return i;
    return ROW_NOBODY;
}

bool room_is_over(const struct room *room)
{
    return room->status > GAME_PLAYING;
}

int room_open_seat(const struct room *room)
{
    int at = 0;
    while (at < ROW_SEATS && room->seat[at].who.kind != SEAT_OPEN)
        at++;
    return at;
}

/* When the calendar ends this game. The store lists games by it. 0: never. */
int64_t room_deadline_ms(const struct room *room)
{
    if (room->status == GAME_WAITING)
        return room->expires_ms;
    if (room->status == GAME_PLAYING && room->clock.setup.kind == CLOCK_DAYS)
        return clock_deadline_ms(&room->clock);
    return 0;
}

static void room_begin(struct room *room, struct instant now)
{
    room->status = GAME_PLAYING;
    room->moved_ms = room->updated_ms = now.wall_ms;
    clock_start(&room->clock, 0, room_now_ms(room, now), 0);
}

void room_open(struct room *out, const struct room_setup *setup, struct instant now)
{
    memset(out, 0, sizeof *out);
    out->id = setup->id;
    any_game_start(&out->game, setup->rules);
    memcpy(out->seat, setup->seat, sizeof out->seat);
    out->clock = clock_of(&setup->clock);
    out->flags = setup->flags;
    out->winner = out->offer = out->rematch = ROW_NOBODY;
    memcpy(out->code, setup->code, sizeof out->code);
    out->expires_ms = setup->expires_ms;
    out->rematch_of = setup->rematch_of;
    out->created_ms = out->updated_ms = out->moved_ms = now.wall_ms;
    if (room_open_seat(out) == ROW_NOBODY)
        room_begin(out, now);
}

enum refusal room_join(struct room *room, const struct room_seat *seat, struct instant now,
                       struct join_row *row)
{
    int at = room_open_seat(room);
    if (room->status != GAME_WAITING)
        return room_is_over(room) ? REFUSAL_GAME_OVER : REFUSAL_NO_SUCH_CODE;
    if (room_seat_of(room, seat->who.player_id) != ROW_NOBODY)
        return REFUSAL_OWN_GAME;
    room->seat[at] = *seat;
    if (room_open_seat(room) == ROW_NOBODY)
        room_begin(room, now);
    *row = (struct join_row){.game_id = room->id,
                             .version = room->version++,
                             .at = (uint8_t)at,
                             .seat = seat->who,
                             .left_ms = {room->clock.left_ms[0], room->clock.left_ms[1]},
                             .moved_ms = room->moved_ms,
                             .deadline_ms = room_deadline_ms(room)};
    return REFUSAL_OK;
}

static ff_phase room_phase(const struct room *room)
{
    if (room->status == GAME_WAITING)
        return FF_WAITING;
    return room->status == GAME_PLAYING ? FF_IN_PROGRESS : FF_COMPLETED;
}

enum refusal room_check_move(const struct room *room, int seat, struct move_order order)
{
    return any_game_check(&room->game, room_phase(room), seat, order);
}

bool room_has_move(const struct room *room, int seat, int ply, struct move_order order)
{
    return ply >= 0 && ply < any_game_ply(&room->game) &&
           any_game_is_move(&room->game, ply, order) && any_game_mover(&room->game, ply) == seat;
}

/* Ends the game if the last move won it or filled the board. */
static void room_judge(struct room *room)
{
    ff_status status = (ff_status)any_game_discs(&room->game)->status;
    if (status == FF_PLAYING)
        return;
    room->status = status == FF_WON ? GAME_WIN : GAME_DRAW;
    room->reason = status == FF_WON ? REASON_LINE : REASON_DRAW;
    room->winner = (uint8_t)any_game_winner(&room->game);
    room->offer = ROW_NOBODY;
}

static void room_write_move(struct room *room, struct move_row *row)
{
    int to_move = room_to_move(room), ply = any_game_ply(&room->game) - 1;
    *row = (struct move_row){.game_id = room->id,
                             .version = room->version++,
                             .ply = (uint16_t)ply,
                             .by = (uint8_t)any_game_mover(&room->game, ply),
                             .to_move = (uint8_t)(to_move == ROW_NOBODY ? 0 : to_move),
                             .status = room->status,
                             .winner = room->winner,
                             .reason = room->reason,
                             .offer = room->offer,
                             .left_ms = {room->clock.left_ms[0], room->clock.left_ms[1]},
                             .moved_ms = room->moved_ms,
                             .deadline_ms = room_deadline_ms(room)};
    any_game_write_last(row->text, &room->game);
}

enum refusal room_move(struct room *room, int seat, struct move_order order, struct instant now,
                       struct move_row *row)
{
    enum refusal refusal = room_check_move(room, seat, order);
    if (refusal)
        return refusal;
    any_game_play(&room->game, order);
    if (room->offer == 1 - seat)
        room->offer = ROW_NOBODY;
    if (any_game_current(&room->game) != seat)
        (void)clock_press(&room->clock, room_now_ms(room, now));
    else
        clock_run_on(&room->clock, room_now_ms(room, now));
    room->moved_ms = room->updated_ms = now.wall_ms;
    room_judge(room);
    if (room_is_over(room)) {
        clock_stop(&room->clock, room_now_ms(room, now));
        room->finished_ms = now.wall_ms;
    }
    room_write_move(room, row);
    return REFUSAL_OK;
}

/* ---- the end without a move ---- */

static void room_finish(struct room *room, enum game_status status, int winner,
                        enum game_reason reason, struct instant now, struct result_row *row)
{
    clock_stop(&room->clock, room_now_ms(room, now));
    room->status = (uint8_t)status;
    room->winner = (uint8_t)winner;
    room->reason = (uint8_t)reason;
    room->offer = ROW_NOBODY;
    room->updated_ms = room->finished_ms = now.wall_ms;
    *row = (struct result_row){.game_id = room->id,
                               .version = room->version++,
                               .ply = (uint16_t)any_game_ply(&room->game),
                               .status = room->status,
                               .winner = room->winner,
                               .reason = room->reason,
                               .left_ms = {room->clock.left_ms[0], room->clock.left_ms[1]},
                               .finished_ms = now.wall_ms};
}

void room_end(struct room *room, int winner, enum game_reason reason, struct instant now,
              struct result_row *row)
{
    room_finish(room, winner == ROW_NOBODY ? GAME_DRAW : GAME_WIN, winner, reason, now, row);
}

bool room_is_due(const struct room *room, struct instant now)
{
    if (room->status == GAME_WAITING)
        return room->expires_ms && now.wall_ms >= room->expires_ms;
    return room->status == GAME_PLAYING && clock_has_fallen(&room->clock, room_now_ms(room, now));
}

bool room_expire(struct room *room, struct instant now, struct result_row *row)
{
    if (!room_is_due(room, now))
        return false;
    if (room->status == GAME_WAITING)
        room_finish(room, GAME_CANCELLED, ROW_NOBODY, REASON_TIME, now, row);
    else
        room_end(room, 1 - room->clock.running, REASON_TIME, now, row);
    return true;
}

enum refusal room_cancel(struct room *room, struct instant now, struct result_row *row)
{
    if (room->status != GAME_WAITING)
        return room_is_over(room) ? REFUSAL_GAME_OVER : REFUSAL_GAME_RUNNING;
    room_finish(room, GAME_CANCELLED, ROW_NOBODY, REASON_NONE, now, row);
    return REFUSAL_OK;
}

static enum refusal room_check_playing(const struct room *room)
{
    if (room->status == GAME_PLAYING)
        return REFUSAL_OK;
    return room->status == GAME_WAITING ? REFUSAL_GAME_WAITING : REFUSAL_GAME_OVER;
}

static void room_set_offer(struct room *room, int offer, struct offer_row *row)
{
    room->offer = (uint8_t)offer;
    *row = (struct offer_row){.game_id = room->id,
                              .version = room->version++,
                              .ply = (uint16_t)any_game_ply(&room->game),
                              .offer = room->offer};
}

enum refusal room_offer_draw(struct room *room, int seat, struct offer_row *row)
{
    enum refusal refusal = room_check_playing(room);
    if (refusal)
        return refusal;
    if (room->seat[1 - seat].who.kind == SEAT_BOT)
        return REFUSAL_BOT_DECLINES;
    if (room->offer != ROW_NOBODY)
        return REFUSAL_ALREADY_OFFERED;
    room_set_offer(room, seat, row);
    return REFUSAL_OK;
}

/* REFUSAL_OK if the other seat has offered a draw. */
static enum refusal room_check_answer(const struct room *room, int seat)
{
    enum refusal refusal = room_check_playing(room);
    return !refusal && room->offer != 1 - seat ? REFUSAL_NO_OFFER : refusal;
}

enum refusal room_decline_draw(struct room *room, int seat, struct offer_row *row)
{
    enum refusal refusal = room_check_answer(room, seat);
    if (!refusal)
        room_set_offer(room, ROW_NOBODY, row);
    return refusal;
}

enum refusal room_accept_draw(struct room *room, int seat, struct instant now,
                              struct result_row *row)
{
    enum refusal refusal = room_check_answer(room, seat);
    if (!refusal)
        room_end(room, ROW_NOBODY, REASON_AGREED, now, row);
    return refusal;
}

void room_set_rematch(struct room *room, int rematch, struct rematch_row *row)
{
    room->rematch = (uint8_t)rematch;
    *row = (struct rematch_row){
        .game_id = room->id, .version = room->version++, .rematch = room->rematch};
}

bool room_counts_for_ratings(const struct room *room)
{
    bool has_players =
        room->seat[0].who.kind == SEAT_PLAYER && room->seat[1].who.kind == SEAT_PLAYER;
    bool is_void = room->status == GAME_DRAW && room->reason == REASON_ABANDON;
    bool was_left = room->reason == REASON_RESIGN || room->reason == REASON_ABANDON;
    return (room->flags & GAME_RATED) && has_players && !is_void &&
           (room->status == GAME_WIN || room->status == GAME_DRAW) &&
           any_game_turns(&room->game) >= (was_left ? LEFT_COUNTS_FROM : COUNTS_FROM);
}
