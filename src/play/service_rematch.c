/* Rematches. */
#include "play/service_parts.h"

#include <string.h>

/* Starts the same game again with the colours swapped. */
static enum refusal rematch_start(struct service *service, struct asking *asking)
{
    struct room *room = &asking->slot->room;
    ff_board board = room->game.position.rules->board;
    struct room_setup setup;
    struct slot *slot;
    memset(&setup, 0, sizeof setup);
    setup.clock = room->clock.setup;
    setup.flags = room->flags;
    setup.rematch_of = room->id;
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct player *player = slot_player(service, asking->slot, 1 - i);
        setup.seat[i] = player ? start_seat(player, board) : room->seat[1 - i];
    }
    KEEP(service, &room->rematch);
    room->rematch = ROW_NOBODY;
    /* slot_add may evict an unused game, but not the one this rematch comes from. */
    KEEP(service, &asking->slot->used_ms);
    asking->slot->used_ms = SLOT_PINNED;
    enum refusal refusal = start_game(service, asking, &setup, board, &slot);
    asking->slot->used_ms = asking->now.play_ms;
    if (refusal)
        return refusal;
    asking->reply->game_id = slot->room.id;
    return REFUSAL_OK;
}

/* A rematch of a live game needs the other player connected. */
static enum refusal rematch_check(struct service *service, const struct asking *asking)
{
    const struct room *room = &asking->slot->room;
    const struct player *other = slot_player(service, asking->slot, 1 - asking->seat);
    if (room->status == GAME_CANCELLED)
        return REFUSAL_GAME_OVER;
    if (room->flags & GAME_ASYNC || room->seat[1 - asking->seat].who.kind == SEAT_BOT)
        return REFUSAL_OK;
    return other && people_are_here(other) ? REFUSAL_OK : REFUSAL_OPPONENT_GONE;
}

enum refusal rematch_request(struct service *service, struct asking *asking)
{
    struct slot *slot = asking->slot;
    struct room *room = &slot->room;
    enum refusal refusal = rematch_check(service, asking);
    if (refusal)
        return refusal;
    if (room->seat[1 - asking->seat].who.kind == SEAT_BOT || room->rematch == 1 - asking->seat)
        return rematch_start(service, asking);
    if (room->rematch == asking->seat)
        return REFUSAL_ALREADY_OFFERED;
    KEEP(service, &room->rematch);
    room->rematch = (uint8_t)asking->seat;
    tell_seat(service, EVENT_REMATCH_OFFERED, slot, 1 - asking->seat);
    return REFUSAL_OK;
}

enum refusal rematch_accept(struct service *service, struct asking *asking)
{
    enum refusal refusal = rematch_check(service, asking);
    if (refusal)
        return refusal;
    if (asking->slot->room.rematch != 1 - asking->seat)
        return REFUSAL_NO_OFFER;
    return rematch_start(service, asking);
}

enum refusal rematch_decline(struct service *service, struct asking *asking)
{
    struct room *room = &asking->slot->room;
    if (room->rematch == ROW_NOBODY)
        return REFUSAL_NO_OFFER;
    KEEP(service, &room->rematch);
    room->rematch = ROW_NOBODY;
    tell_seat(service, EVENT_REMATCH_DECLINED, asking->slot, 1 - asking->seat);
    return REFUSAL_OK;
}
