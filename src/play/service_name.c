/* Names that commands bring. The host looks up to which account a name belongs (NEED_NAME). */
#include <string.h>

#include "base/skeleton.h"
#include "play/name.h"
#include "play/service_parts.h"

/* The name that a command brings at this place; null: none. *len is set with it. */
static const char *name_at(const struct command_context *ctx, int at, size_t *len)
{
    const struct service_command *command = ctx->command;
    const char *name = NULL;
    switch ((enum command_kind)command->kind) {
    case COMMAND_CONNECT:
        if (at != NAME_OF_COMMAND || (ctx->player && ctx->player->has_account))
            return NULL;
        name = ctx->player ? ctx->player->name : command->name;
        *len = ctx->player ? strlen(name) : command->name_len;
        return name;
    case COMMAND_SET_NAME:
    case COMMAND_JOIN_QUEUE:
        *len = command->name_len;
        return at == NAME_OF_COMMAND ? command->name : NULL;
    case COMMAND_REST_CREATE:
        if (at == NAME_OF_COMMAND || command->seat[at - NAME_OF_SEATS].wish != WISH_NEW)
            return NULL;
        *len = command->seat[at - NAME_OF_SEATS].name_len;
        return command->seat[at - NAME_OF_SEATS].name;
    case COMMAND_REST_ACCOUNT:
        if (at == NAME_OF_COMMAND || !ctx->player)
            return NULL;
        name = at == NAME_OF_SEATS ? ctx->player->name : command->account->login;
        *len = strlen(name);
        return *name ? name : NULL;
    default:
        return NULL;
    }
}

bool find_names(struct service *service, const struct command_context *ctx, struct need *need)
{
    (void)service;
    for (int at = 0; at < NAMES_OF_COMMAND; at++) {
        char cleaned[ROW_NAME_SIZE] = "";
        size_t len = 0;
        const char *name = name_at(ctx, at, &len);
        if (ctx->command->looked_up >> at & 1 || !name ||
            player_name_read(cleaned, name, len) != REFUSAL_OK)
            continue;
        need->kind = NEED_NAME;
        need->at = (uint8_t)at;
        need->skeleton = skeleton_hash(cleaned);
        return false;
    }
    return true;
}

static enum refusal name_claim(const struct command_context *ctx, int at, const char *name)
{
    const struct player *player = at == NAME_OF_COMMAND ? ctx->player : NULL;
    int64_t owner = ctx->command->owner[at];
    bool is_own = player && (owner == player->id || name_is_like(name, player->name));
    if (!owner || is_own)
        return REFUSAL_OK;
    return owner == NAME_RESERVED ? REFUSAL_NAME_RESERVED : REFUSAL_NAME_TAKEN;
}

/* Whether a name belongs to an account tells something about logins, too: an address may not try too many. */
enum refusal name_read(struct service *service, const struct command_context *ctx, int at,
                       char out[ROW_NAME_SIZE])
{
    uint64_t address = ctx->command->address;
    char cleaned[ROW_NAME_SIZE] = "";
    size_t len = 0;
    const char *name = name_at(ctx, at, &len);
    enum refusal refusal = name ? player_name_read(cleaned, name, len) : REFUSAL_BAD_NAME;
    if (!refusal && !limits_may_guess(&service->limits, address, ctx->now_ms))
        return REFUSAL_SLOW_DOWN;
    if (!refusal)
        refusal = name_claim(ctx, at, cleaned);
    if (refusal == REFUSAL_NAME_TAKEN)
        limits_charge_guess(&service->limits, address, ctx->now_ms);
    if (!refusal)
        memcpy(out, cleaned, sizeof cleaned);
    return refusal;
}
