/* Spectators and chat. */
#include "play/service_parts.h"

#include <string.h>

#include "play/chat.h"

static void watch_count(struct service *service, struct slot *slot, int change)
{
    KEEP(service, &slot->watchers);
    slot->watchers += change;
    for (int seat = 0; seat < ROW_SEATS; seat++)
        tell_seat(service, EVENT_SPECTATORS, slot, seat)->size = slot->watchers;
}

void watch_stop(struct service *service, int32_t at)
{
    struct presence *presence = &service->presence[at];
    if (presence->room == NONE)
        return;
    struct slot *slot = &service->slot[presence->room];
    int32_t *from = presence->watch_prev == NONE
                        ? &slot->first_watcher
                        : &service->presence[presence->watch_prev].watch_next;
    KEEP(service, from);
    *from = presence->watch_next;
    if (presence->watch_next != NONE) {
        KEEP(service, &service->presence[presence->watch_next].watch_prev);
        service->presence[presence->watch_next].watch_prev = presence->watch_prev;
    }
    KEEP(service, presence);
    presence->room = presence->watch_prev = presence->watch_next = NONE;
    watch_count(service, slot, -1);
}

enum refusal watch_begin(struct service *service, struct asking *asking)
{
    struct slot *slot = asking->slot;
    int32_t at = asking->command->conn;
    if (at == CONN_NONE)
        return REFUSAL_NO_SESSION;
    struct presence *presence = &service->presence[at];
    if (presence->room != slot_index(service, slot)) {
        watch_stop(service, at);
        KEEP(service, presence);
        KEEP(service, &slot->first_watcher);
        presence->room = slot_index(service, slot);
        presence->watch_next = slot->first_watcher;
        if (presence->watch_next != NONE) {
            KEEP(service, &service->presence[presence->watch_next].watch_prev);
            service->presence[presence->watch_next].watch_prev = at;
        }
        slot->first_watcher = at;
        watch_count(service, slot, 1);
    }
    return game_state(service, asking);
}

enum refusal watch_end(struct service *service, struct asking *asking)
{
    if (asking->command->conn == CONN_NONE)
        return REFUSAL_NOT_WATCHING;
    watch_stop(service, asking->command->conn);
    return REFUSAL_OK;
}

static void chat_tell(struct message *message, const struct asking *asking, int32_t row)
{
    message->game_id = asking->slot->room.id;
    message->row = row;
    message->from = (uint8_t)asking->seat;
    message->player_id = asking->player->id;
    memcpy(message->name, asking->player->name, sizeof message->name);
}

/* Players write to each other, spectators to spectators. */
enum refusal watch_chat(struct service *service, struct asking *asking)
{
    const struct service_command *command = asking->command;
    struct slot *slot = asking->slot;
    struct player *player = asking->player;
    int32_t index = service->outbox.row_count;
    struct chat_row row;
    KEEP(service, &player->chat);
    enum refusal refusal =
        chat_line(&row, command->quick, command->text, command->text_len, &player->chat,
                  service->setup.chat, asking->now_ms, asking->now.wall_ms);
    if (refusal)
        return refusal;
    KEEP(service, &slot->room.chat_seq);
    row.game_id = slot->room.id;
    row.seq = ++slot->room.chat_seq;
    row.channel = asking->seat == ROW_NOBODY ? CHAT_SPECTATORS : CHAT_PLAYERS;
    row.player_id = player->id;
    outbox_row(&service->outbox, ROW_CHAT)->chat = row;
    for (int seat = 0; seat < ROW_SEATS && row.channel == CHAT_PLAYERS; seat++)
        chat_tell(tell_seat(service, EVENT_CHAT_MESSAGE, slot, seat), asking, index);
    if (row.channel == CHAT_SPECTATORS) {
        struct message *message = outbox_message(&service->outbox, EVENT_CHAT_MESSAGE);
        message->to = TO_SPECTATORS;
        chat_tell(message, asking, index);
    }
    return REFUSAL_OK;
}
