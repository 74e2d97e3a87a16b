/* Moderators mute, ban and rename players. */
#include "play/service_parts.h"

bool moderation_is_muted(const struct command_context *ctx)
{
    return ctx->player && ctx->player->mute_ms > ctx->now.wall_ms;
}

bool moderation_is_banned(const struct command_context *ctx)
{
    return ctx->player && ctx->player->ban_ms > ctx->now.wall_ms;
}

/* Mutes or bans, or ends it. A player in memory feels it at once; others when they are loaded. */
static void impose(struct service *service, struct player *player,
                   const struct moderation_row *order)
{
    bool is_ban = order->action == MODERATE_BAN;
    *(is_ban ? &player->ban_ms : &player->mute_ms) = order->until_ms;
    outbox_row(&service->outbox, ROW_SANCTION)->sanction =
        (struct sanction_row){player->id, is_ban ? SANCTION_KEEP : order->until_ms,
                              is_ban ? order->until_ms : SANCTION_KEEP};
}

/* A banned player is in no queue. This copy of the queue may be old, and then the ban would be refused with it: so on a shared
 * database a later tick takes the player out. */
static void leave_queue(struct service *service, const struct command_context *ctx,
                        struct player *player)
{
    struct command_context of_player = *ctx;
    of_player.player = player;
    if (service_is_shared(service)) {
        owe(service, player);
        return;
    }
    (void)queue_leave(service, &of_player); /* the player may not be queued */
}

static void moderate_in_memory(struct service *service, const struct command_context *ctx,
                               struct player *player, const struct moderation_row *order)
{
    char name[ROW_NAME_SIZE];
    if (order->action == MODERATE_RENAME) {
        player_guest_name(name, player->id);
        people_write_name(service, player, name);
        return;
    }
    KEEP(service, player);
    people_touch(service, player);
    impose(service, player, order);
    if (player->ban_ms > ctx->now.wall_ms)
        leave_queue(service, ctx, player);
}

static void moderate_in_store(struct service *service, const struct player_rows *rows,
                              const struct moderation_row *order)
{
    struct player player;
    player_restore(&player, rows);
    if (order->action != MODERATE_RENAME) {
        impose(service, &player, order);
        return;
    }
    player_guest_name(player.name, player.id);
    outbox_row(&service->outbox, ROW_PLAYER)->player = player_row_of(&player);
}

enum refusal moderation_do(struct service *service, struct command_context *ctx)
{
    struct moderation_row *row = &outbox_row(&service->outbox, ROW_MODERATION)->moderation;
    *row = *ctx->command->moderation;
    row->moderator_id = ctx->player->id;
    row->at_ms = ctx->now.wall_ms;
    struct player *player = people_find(service, row->player_id);
    if (player)
        moderate_in_memory(service, ctx, player, row);
    else
        moderate_in_store(service, ctx->command->moderated, row);
    return presence_me(service, ctx);
}
