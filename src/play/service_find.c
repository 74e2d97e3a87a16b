/* What a command is about: its player, its game, and the role of the one in the other. The finders
 * return false when the store has to be asked first; *need says for what. */
#include "play/service_parts.h"

#include <string.h>

bool find_player(struct service *service, struct command_context *ctx, struct need *need)
{
    const struct service_command *command = ctx->command;
    if (command->kind != COMMAND_CONNECT && service_has_conn(service, command->conn)) {
        ctx->player = &service->player[service->presence[command->conn].player];
        return true;
    }
    if (!command->has_token)
        return true;
    ctx->player = people_by_token(service, command->token_hash);
    /* The player may have left memory while something else was read. */
    if (ctx->player || (command->attempt == ATTEMPT_FINAL && !command->has_session))
        return true;
    need->kind = NEED_SESSION;
    memcpy(need->token_hash, command->token_hash, sizeof need->token_hash);
    return false;
}

/* Commands that depend on the player's place in the queue and running games. */
static bool is_of_queue(enum command_kind kind)
{
    return kind == COMMAND_CONNECT || kind == COMMAND_JOIN_QUEUE || kind == COMMAND_LEAVE_QUEUE ||
           kind == COMMAND_CONFIRM_MATCH || kind == COMMAND_DECLINE_MATCH ||
           kind == COMMAND_REST_ERASE;
}

static bool must_read(struct service *service, const struct player *player, enum command_kind kind)
{
    const struct lobby_entry *entry = lobby_find(&service->state.lobby, player->id);
    return player->is_old || (is_of_queue(kind) && (!presence_is_known(service, player) ||
                                                    (entry && entry->is_doubtful)));
}

static bool need_player(const struct command_context *ctx, int64_t player_id, struct need *need)
{
    if (ctx->command->attempt == ATTEMPT_FINAL)
        return true;
    need->kind = NEED_PLAYER;
    need->player_id = player_id;
    return false;
}

/* A match begins when its second player confirms: then the other one must be known, too. */
bool find_known(struct service *service, const struct command_context *ctx, struct need *need)
{
    struct lobby *lobby = &service->state.lobby;
    if (!service_is_shared(service) || !ctx->player)
        return true;
    if (must_read(service, ctx->player, (enum command_kind)ctx->command->kind))
        return need_player(ctx, ctx->player->id, need);
    const struct lobby_match *match = ctx->command->kind == COMMAND_CONFIRM_MATCH
                                          ? lobby_match_find(lobby, ctx->command->match_id)
                                          : NULL;
    for (int i = 0; match && i < ROW_SEATS; i++) {
        const struct player *player = people_find(service, lobby->entry[match->entry[i]].player_id);
        if (!player || player->is_old)
            return need_player(ctx, lobby->entry[match->entry[i]].player_id, need);
    }
    return true;
}

/* The players of a game must be known, because it may end and change their ratings. */
static bool find_seats(struct service *service, const struct command_context *ctx,
                       struct need *need)
{
    for (int seat = 0; seat < ROW_SEATS && ctx->slot; seat++) {
        const struct player *player = slot_player(service, ctx->slot, seat);
        if (player && player->is_old)
            return need_player(ctx, player->id, need);
    }
    return true;
}

bool find_game(struct service *service, struct command_context *ctx, struct need *need)
{
    const struct service_command *command = ctx->command;
    ctx->slot = slot_find(service, command->game_id);
    if (ctx->slot && ctx->slot->is_old)
        ctx->slot = NULL;
    if (ctx->slot || command->attempt == ATTEMPT_FINAL)
        return find_seats(service, ctx, need);
    need->kind = command->game_id ? NEED_GAME : NEED_CODE;
    need->game_id = command->game_id;
    memcpy(need->code, command->code, sizeof need->code);
    return false;
}

bool find_created(struct service *service, struct command_context *ctx, struct need *need)
{
    const struct service_command *command = ctx->command;
    bool is_create = command->kind == COMMAND_CREATE_GAME || command->kind == COMMAND_REST_CREATE;
    if (!is_create || !command->request[0] || !ctx->player)
        return true;
    ctx->slot = slot_find(service, command->created_id);
    if (ctx->slot && ctx->slot->is_old)
        ctx->slot = NULL;
    if (ctx->slot || command->attempt == ATTEMPT_FINAL)
        return true;
    need->kind = command->created_id ? NEED_GAME : NEED_REQUEST;
    need->game_id = command->created_id;
    need->player_id = ctx->player->id;
    memcpy(need->request, command->request, sizeof need->request);
    return false;
}

static enum role role_in(const struct service *service, const struct command_context *ctx,
                         const struct slot *slot)
{
    const struct room *room = &slot->room;
    int32_t conn = ctx->command->conn;
    int seat = room_seat_of(room, ctx->player->id);
    if (seat == ROW_NOBODY) {
        bool is_watching = service_has_conn(service, conn) &&
                           service->presence[conn].room == slot_index(service, slot);
        return is_watching ? ROLE_SPECTATOR : ROLE_GUEST;
    }
    if (room_is_over(room))
        return ROLE_FINISHED;
    return room_to_move(room) == seat ? ROLE_MOVER : ROLE_WAITER;
}

enum role find_role(struct service *service, const struct command_context *ctx)
{
    if (!ctx->player)
        return ROLE_STRANGER;
    if (ctx->slot)
        return role_in(service, ctx, ctx->slot);
    /* A live game does not keep its player from queueing for a correspondence game. */
    if (ctx->command->clock.kind == CLOCK_DAYS)
        return ROLE_GUEST;
    struct slot *slot = slot_next_of(service, ctx->player, NULL);
    while (slot && !slot_is_live(&slot->room))
        slot = slot_next_of(service, ctx->player, slot);
    return slot ? role_in(service, ctx, slot) : ROLE_GUEST;
}
