/* Spectators and chat. */
#include "play/service_parts.h"

#include <string.h>

#include "play/chat.h"

int32_t watch_total(const struct slot *slot)
{
    return slot->watchers + slot->elsewhere;
}

static void watch_tell(struct service *service, const struct slot *slot)
{
    for (int seat = 0; seat < ROW_SEATS; seat++)
        tell_seat(service, EVENT_SPECTATORS, slot, seat)->size = watch_total(slot);
}

/* Other nodes are to hear of it. It stays if the turn is undone: then they hear the same number again. */
static void watch_note(struct service *service, int64_t game_id)
{
    if (!service_is_shared(service))
        return;
    for (int32_t i = 0; i < service->watched_count; i++)
        if (service->watched[i] == game_id)
            return;
    if (service->watched_count < WATCHED_MAX)
        service->watched[service->watched_count++] = game_id;
}

static void watch_count(struct service *service, struct slot *slot, int change)
{
    KEEP(service, &slot->watchers);
    slot->watchers += change;
    watch_note(service, slot->room.id);
    watch_tell(service, slot);
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

enum refusal watch_begin(struct service *service, struct command_context *ctx)
{
    struct slot *slot = ctx->slot;
    int32_t at = ctx->command->conn;
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
    return game_state(service, ctx);
}

enum refusal watch_end(struct service *service, struct command_context *ctx)
{
    if (ctx->command->conn == CONN_NONE)
        return REFUSAL_NOT_WATCHING;
    watch_stop(service, ctx->command->conn);
    return REFUSAL_OK;
}

static void chat_tell(struct message *message, const struct command_context *ctx, int32_t row)
{
    message->game_id = ctx->slot->room.id;
    message->row = row;
    message->from = (uint8_t)ctx->seat;
    message->is_swapped = any_game_is_swapped(&ctx->slot->room.game);
    message->player_id = ctx->player->id;
    memcpy(message->name, ctx->player->name, sizeof message->name);
}

/* Players write to each other, spectators to spectators. */
enum refusal watch_chat(struct service *service, struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    struct slot *slot = ctx->slot;
    struct player *player = ctx->player;
    int32_t index = service->outbox.row_count;
    struct chat_row row;
    if (command->text && moderation_is_muted(ctx))
        return REFUSAL_MUTED;
    KEEP(service, &player->chat);
    enum refusal refusal =
        chat_line(&row, command->quick, command->text, command->text_len, &player->chat,
                  service->setup.chat, ctx->now_ms, ctx->now.wall_ms);
    if (refusal)
        return refusal;
    KEEP(service, &slot->room.chat_seq);
    KEEP(service, &slot->heard);
    row.game_id = slot->room.id;
    row.seq = ++slot->room.chat_seq;
    if (slot->heard + 1 == row.seq) /* otherwise the lines between are read, and this one again */
        slot->heard = row.seq;
    row.channel = ctx->seat == ROW_NOBODY ? CHAT_SPECTATORS : CHAT_PLAYERS;
    row.player_id = player->id;
    outbox_row(&service->outbox, ROW_CHAT)->chat = row;
    for (int seat = 0; seat < ROW_SEATS && row.channel == CHAT_PLAYERS; seat++)
        chat_tell(tell_seat(service, EVENT_CHAT_MESSAGE, slot, seat), ctx, index);
    if (row.channel == CHAT_SPECTATORS) {
        struct message *message = outbox_message(&service->outbox, EVENT_CHAT_MESSAGE);
        message->to = TO_SPECTATORS;
        chat_tell(message, ctx, index);
    }
    return REFUSAL_OK;
}

/* ---- a shared database ---- */

enum refresh service_set_elsewhere(struct service *service, int64_t game_id, int32_t count)
{
    struct slot *slot = slot_find(service, game_id);
    if (!slot || slot->elsewhere == count)
        return REFRESH_DONE;
    if (service->journal.len > 0 || !service_has_space(service))
        return REFRESH_BUSY;
    slot->elsewhere = count;
    watch_tell(service, slot);
    outbox_keep(&service->outbox);
    return REFRESH_DONE;
}

bool service_take_watched(struct service *service, int64_t *game_id, int32_t *count)
{
    if (service->watched_count == 0)
        return false;
    *game_id = service->watched[--service->watched_count];
    const struct slot *slot = slot_find(service, *game_id);
    *count = slot ? slot->watchers : 0;
    return true;
}
