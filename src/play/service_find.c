/* What a command is about: its player, its game, and the role of the one in the other. The finders
 * return false when the store has to be asked first; *need says for what. */
#include "play/service_parts.h"

#include <string.h>

bool find_player(struct service *service, struct asking *asking, struct need *need)
{
    const struct service_command *command = asking->command;
    if (command->kind != COMMAND_CONNECT && service_has_conn(service, command->conn)) {
        asking->player = &service->player[service->presence[command->conn].player];
        return true;
    }
    if (!command->has_token)
        return true;
    asking->player = people_of_hash(service, command->token_hash);
    if (asking->player || command->attempt == ATTEMPT_FINAL)
        return true;
    need->kind = NEED_SESSION;
    memcpy(need->token_hash, command->token_hash, sizeof need->token_hash);
    return false;
}

bool find_game(struct service *service, struct asking *asking, struct need *need)
{
    const struct service_command *command = asking->command;
    asking->slot = slot_find(service, command->game_id);
    if (asking->slot || command->attempt == ATTEMPT_FINAL)
        return true;
    need->kind = command->game_id ? NEED_GAME : NEED_CODE;
    need->game_id = command->game_id;
    memcpy(need->code, command->code, sizeof need->code);
    return false;
}

bool find_created(struct service *service, struct asking *asking, struct need *need)
{
    const struct service_command *command = asking->command;
    bool is_create = command->kind == COMMAND_CREATE_GAME || command->kind == COMMAND_REST_CREATE;
    if (!is_create || !command->request[0] || !asking->player)
        return true;
    asking->slot = slot_find(service, command->created_id);
    if (asking->slot || command->attempt == ATTEMPT_FINAL)
        return true;
    need->kind = command->created_id ? NEED_GAME : NEED_REQUEST;
    need->game_id = command->created_id;
    need->player_id = asking->player->id;
    memcpy(need->request, command->request, sizeof need->request);
    return false;
}

static enum role role_in(const struct service *service, const struct asking *asking,
                         const struct slot *slot)
{
    const struct room *room = &slot->room;
    int32_t conn = asking->command->conn;
    int seat = room_seat_of(room, asking->player->id);
    if (seat == ROW_NOBODY) {
        bool is_watching = service_has_conn(service, conn) &&
                           service->presence[conn].room == slot_index(service, slot);
        return is_watching ? ROLE_SPECTATOR : ROLE_GUEST;
    }
    if (room_is_over(room))
        return ROLE_FINISHED;
    return room_to_move(room) == seat ? ROLE_MOVER : ROLE_WAITER;
}

enum role find_role(struct service *service, const struct asking *asking)
{
    if (!asking->player)
        return ROLE_STRANGER;
    if (asking->slot)
        return role_in(service, asking, asking->slot);
    /* A live game does not keep its player from queueing for a correspondence game. */
    if (asking->command->clock.kind == CLOCK_DAYS)
        return ROLE_GUEST;
    struct slot *slot = slot_next_of(service, asking->player, NULL);
    while (slot && !slot_is_live(&slot->room))
        slot = slot_next_of(service, asking->player, slot);
    return slot ? role_in(service, asking, slot) : ROLE_GUEST;
}
