/* Accounts, logging in and out, deletion. The host verifies passwords and recovery codes. */
#include <string.h>

#include "play/service_parts.h"

static const char erased_name[] = "Deleted player";

enum { SESSION_JOURNAL = 512 }; /* more than people_drop_session copies */

/* The name of an account belongs to it. A guest who has not chosen a name, or whose name looks like that of another
 * account, is called by the login from now on, or gets the name of a guest. */
static void name_by_login(struct service *service, const struct command_context *ctx,
                          const char *login)
{
    struct player *player = ctx->player;
    char guest[ROW_NAME_SIZE], name[ROW_NAME_SIZE] = "";
    player_guest_name(guest, player->id);
    bool is_guest = strcmp(player->name, guest) == 0;
    bool is_taken =
        ctx->command->owner[NAME_OF_SEATS] && ctx->command->owner[NAME_OF_SEATS] != player->id;
    if (!is_guest && !is_taken)
        return;
    bool is_free = *login && !ctx->command->owner[NAME_OF_SEATS + 1] &&
                   player_name_read(name, login, strlen(login)) == REFUSAL_OK;
    if (is_free || is_taken)
        people_rename(service, player, is_free ? name : guest);
}

static void remember_device(struct service *service, const struct command_context *ctx,
                            int64_t player_id)
{
    if (!ctx->command->has_device)
        return;
    struct device_row *row = &outbox_row(&service->outbox, ROW_DEVICE)->device;
    *row = (struct device_row){.player_id = player_id, .seen_ms = ctx->now.wall_ms};
    memcpy(row->hash, ctx->command->device_hash, sizeof row->hash);
}

static void write_account(struct service *service, const struct command_context *ctx,
                          int64_t player_id)
{
    struct account_row *row = &outbox_row(&service->outbox, ROW_ACCOUNT)->account;
    *row = *ctx->command->account;
    row->player_id = player_id;
    row->created_ms = ctx->now.wall_ms;
}

static void write_session(struct service *service, const struct command_context *ctx,
                          int64_t player_id)
{
    struct session_row *row = &outbox_row(&service->outbox, ROW_SESSION)->session;
    *row = (struct session_row){.player_id = player_id,
                                .created_ms = ctx->now.wall_ms,
                                .seen_ms = ctx->now.wall_ms,
                                .agent = ctx->command->agent};
    memcpy(row->token_hash, ctx->command->fresh_hash, sizeof row->token_hash);
}

/* Removes all sessions of a player from memory. REFUSAL_SERVER_FULL, and nothing changed, if the
 * journal cannot hold them all. */
static enum refusal drop_sessions(struct service *service, struct player *player)
{
    size_t needed = STEP_JOURNAL;
    for (int32_t at = player->first_session; at != NONE; at = service->session[at].next)
        needed += SESSION_JOURNAL;
    if (!journal_has_space(&service->journal, needed))
        return REFUSAL_SERVER_FULL;
    while (player->first_session != NONE)
        people_drop_session(service, player, player->first_session);
    return REFUSAL_OK;
}

/* Ends a session of the player, which may not be in memory. */
static void end_session(struct service *service, int64_t player_id,
                        const uint8_t hash[ROW_HASH_BYTES])
{
    struct logout_row *row = &outbox_row(&service->outbox, ROW_LOGOUT)->logout;
    struct player *player = people_by_token(service, hash);
    row->player_id = player_id;
    memcpy(row->token_hash, hash, sizeof row->token_hash);
    if (player && player->id == player_id)
        people_drop_session(service, player,
                            key_table_find(&service->state.sessions, session_key(hash)));
}

/* Only writes rows; the session is loaded when its token is first used. */
enum refusal account_login(struct service *service, struct command_context *ctx)
{
    int64_t player_id = ctx->command->player_id;
    if (ctx->command->account)
        write_account(service, ctx, player_id);
    if (ctx->command->ends_session)
        end_session(service, player_id, ctx->command->ended_hash);
    write_session(service, ctx, player_id);
    remember_device(service, ctx, player_id);
    ctx->reply->player_id = player_id;
    return REFUSAL_OK;
}

enum refusal account_logout(struct service *service, struct command_context *ctx)
{
    end_session(service, ctx->player->id, ctx->command->ended_hash);
    return presence_me(service, ctx);
}

enum refusal account_logout_all(struct service *service, struct command_context *ctx)
{
    struct player *player = ctx->player;
    enum refusal refusal = drop_sessions(service, player);
    if (refusal)
        return refusal;
    struct logout_row *logout = &outbox_row(&service->outbox, ROW_LOGOUT)->logout;
    logout->player_id = player->id;
    logout->is_everywhere = true;
    write_session(service, ctx, player->id);
    return presence_me(service, ctx);
}

enum refusal account_put(struct service *service, struct command_context *ctx)
{
    enum refusal refusal =
        ctx->command->ends_sessions ? account_logout_all(service, ctx) : presence_me(service, ctx);
    if (refusal)
        return refusal;
    write_account(service, ctx, ctx->player->id);
    KEEP(service, &ctx->player->has_account);
    people_touch(service, ctx->player);
    ctx->player->has_account = true;
    name_by_login(service, ctx, ctx->command->account->login);
    remember_device(service, ctx, ctx->player->id);
    return presence_me(service, ctx);
}

/* Are all games of this player in memory over? */
static bool is_idle(struct service *service, const struct player *player)
{
    for (struct slot *slot = slot_next_of(service, player, NULL); slot;
         slot = slot_next_of(service, player, slot))
        if (!room_is_over(&slot->room))
            return false;
    return true;
}

static void forget_ratings(struct service *service, struct player *player)
{
    KEEP(service, &player->rating);
    for (int i = 0; i < RATING_CLASSES; i++)
        player->rating[i] = (struct rating_row){.player_id = player->id, .class = (uint8_t)i};
}

enum refusal account_erase(struct service *service, struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    struct player *player = ctx->player;
    bool is_name = command->name && strlen(player->name) == command->name_len &&
                   memcmp(player->name, command->name, command->name_len) == 0;
    if (!is_name)
        return REFUSAL_WRONG_NAME;
    if (!is_idle(service, player))
        return REFUSAL_GAME_RUNNING;
    enum refusal refusal = drop_sessions(service, player);
    if (refusal)
        return refusal;
    ctx->reply->player_id = player->id;
    (void)queue_leave(service, ctx); /* the player may not be queued */
    people_rename(service, player, erased_name);
    forget_ratings(service, player);
    people_touch(service, player);
    KEEP(service, &player->has_account);
    KEEP(service, &player->misses);
    player->has_account = false;
    player->misses = (struct misses){0, 0};
    outbox_row(&service->outbox, ROW_ERASE)->erase =
        (struct erase_row){player->id, ctx->now.wall_ms};
    return REFUSAL_OK;
}
