/* Messages to players, spectators and the host. */
#include "play/service_parts.h"

#include <string.h>

struct message *tell_player(struct service *service, enum event event, const struct player *player)
{
    if (!player || !people_is_connected(player) || !presence_is_here(service, player)) {
        memset(&service->absent, 0, sizeof service->absent);
        return &service->absent;
    }
    struct message *message = outbox_message(&service->outbox, event);
    message->conn = player->first_conn;
    return message;
}

struct message *tell_seat(struct service *service, enum event event, const struct slot *slot,
                          int seat)
{
    struct message *message = tell_player(service, event, slot_player(service, slot, seat));
    message->game_id = slot->room.id;
    message->seat = (uint8_t)seat;
    message->is_swapped = any_game_is_swapped(&slot->room.game);
    return message;
}

static int64_t grace_left_ms(const struct service *service, const struct slot *slot,
                             const struct player *player, struct instant now)
{
    int64_t end_ms = player->gone_ms + service->setup.grace_ms;
    bool is_awaited = player->is_gone && slot_is_live(&slot->room) && end_ms > now.play_ms;
    return is_awaited ? end_ms - now.play_ms : 0;
}

int32_t tell_snapshot(struct service *service, const struct slot *slot, struct instant now)
{
    int32_t index;
    struct snapshot *snapshot = outbox_snapshot(&service->outbox, &index);
    snapshot_take(snapshot, &slot->room, now);
    snapshot->spectators = watch_total(slot);
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct player *player = slot_player(service, slot, i);
        snapshot->is_connected[i] =
            slot->room.seat[i].who.kind == SEAT_BOT ||
            (player &&
             (service_is_shared(service) ? player->node != 0 : people_is_connected(player)));
        if (player)
            snapshot->grace_ms[i] = grace_left_ms(service, slot, player, now);
    }
    return index;
}

void tell_game(struct service *service, enum event event, const struct slot *slot, int32_t snapshot)
{
    for (int i = 0; i < ROW_SEATS; i++)
        tell_seat(service, event, slot, i)->snapshot = snapshot;
    if (slot->watchers == 0)
        return;
    struct message *message = outbox_message(&service->outbox, event);
    message->to = TO_SPECTATORS;
    message->is_swapped = any_game_is_swapped(&slot->room.game);
    message->game_id = slot->room.id;
    message->snapshot = snapshot;
}

void tell_bot(struct service *service, struct slot *slot, struct instant now)
{
    int seat = room_to_move(&slot->room);
    if (seat == ROW_NOBODY || slot->room.seat[seat].who.kind != SEAT_BOT)
        return;
    struct message *message = outbox_message(&service->outbox, EVENT_BOT_WANTED);
    if (service->asking) /* in a game of two computers only its creator has an address */
        slot->asker = service->asking;
    message->address = slot->asker;
    message->to = TO_HOST;
    message->game_id = slot->room.id;
    message->seat = (uint8_t)seat;
    message->ply = any_game_ply(&slot->room.game);
    message->level = slot->room.seat[seat].who.level;
    message->style = slot->room.seat[seat].who.style;
    message->snapshot = tell_snapshot(service, slot, now);
}
