/* How a game ends without a move. */
#include "play/room.h"

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
                               .ply = room->game.position.ply,
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
    *row = (struct offer_row){room->id, room->game.position.ply, room->offer};
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

/* Whether this seat has an offer to answer. */
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
