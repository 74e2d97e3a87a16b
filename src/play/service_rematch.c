/* Rematches. */
#include "play/service_parts.h"

#include <string.h>

/* Is the rematch rated, too? Its players were paired by the queue, or both have accounts; and it has a clock. A game of an
 * older version may be otherwise. */
static bool rematch_is_rated(struct service *service, const struct slot *slot)
{
    const struct room *room = &slot->room;
    bool are_accounts = true;
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct player *player = slot_player(service, slot, i);
        are_accounts &= player && player->has_account;
    }
    return room->flags & GAME_RATED && room->clock.setup.kind != CLOCK_NONE &&
           (room->flags & GAME_QUEUED || are_accounts);
}

/* Only a shared database stores who wants another game: the players may be on different nodes. */
static void rematch_set(struct service *service, struct room *room, int rematch)
{
    KEEP(service, &room->rematch);
    KEEP(service, &room->version);
    if (service_is_shared(service))
        room_set_rematch(room, rematch, &outbox_row(&service->outbox, ROW_REMATCH)->rematch);
    else
        room->rematch = (uint8_t)rematch;
}

static bool is_against_computer(const struct command_context *ctx)
{
    return ctx->slot->room.seat[1 - ctx->seat].who.kind == SEAT_BOT;
}

/* Starts the same game again with the colours swapped. */
static enum refusal rematch_start(struct service *service, struct command_context *ctx)
{
    struct room *room = &ctx->slot->room;
    const struct ruleset rules = any_game_rules(&room->game);
    struct room_setup setup;
    struct slot *slot;
    memset(&setup, 0, sizeof setup);
    setup.clock = room->clock.setup;
    setup.flags = room->flags;
    if (!rematch_is_rated(service, ctx->slot))
        setup.flags &= (uint8_t)~GAME_RATED;
    setup.rematch_of = room->id;
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct player *player = slot_player(service, ctx->slot, 1 - i);
        setup.seat[i] = player ? start_seat(player, &rules) : room->seat[1 - i];
    }
    enum refusal refusal = slot_check_new(service, ctx);
    if (refusal)
        return refusal;
    if (!is_against_computer(ctx)) /* it offers nothing, and may be asked again and again */
        rematch_set(service, room, service_is_shared(service) ? ROW_AGREED : ROW_NOBODY);
    /* slot_add may evict an unused game, but not the one this rematch comes from. */
    KEEP(service, &ctx->slot->used_ms);
    ctx->slot->used_ms = SLOT_PINNED;
    refusal = start_game(service, ctx, &setup, &rules, &slot);
    ctx->slot->used_ms = ctx->now.play_ms;
    if (refusal)
        return refusal;
    slot_set_creator(service, slot, ctx->command->address);
    ctx->reply->game_id = slot->room.id;
    return REFUSAL_OK;
}

/* A rematch of a live game needs the other player connected. */
static enum refusal rematch_check(struct service *service, const struct command_context *ctx)
{
    const struct room *room = &ctx->slot->room;
    const struct player *other = slot_player(service, ctx->slot, 1 - ctx->seat);
    people_set_network(service, ctx);
    if (room->status == GAME_CANCELLED)
        return REFUSAL_GAME_OVER;
    if (room->flags & GAME_ASYNC || is_against_computer(ctx))
        return REFUSAL_OK;
    bool is_connected =
        other && (service_is_shared(service) ? other->node != 0 : people_is_connected(other));
    return is_connected ? REFUSAL_OK : REFUSAL_OPPONENT_GONE;
}

/* The offer is not stored. The host hears of one to an absent player, whom it may reach in another way. */
static void tell_offer(struct service *service, const struct slot *slot, int seat)
{
    const struct player *player = slot_player(service, slot, seat);
    bool is_elsewhere = player && player->node != 0 && !presence_is_here(service, player);
    if (tell_seat(service, EVENT_REMATCH_OFFERED, slot, seat) != &service->absent || is_elsewhere)
        return;
    struct message *message = outbox_message(&service->outbox, EVENT_REMATCH_OFFERED);
    message->to = TO_HOST;
    message->game_id = slot->room.id;
    message->seat = (uint8_t)seat;
}

enum refusal rematch_request(struct service *service, struct command_context *ctx)
{
    struct slot *slot = ctx->slot;
    struct room *room = &slot->room;
    enum refusal refusal = rematch_check(service, ctx);
    if (refusal)
        return refusal;
    if (is_against_computer(ctx))
        return rematch_start(service, ctx);
    if (room->rematch == ctx->seat || room->rematch == ROW_AGREED)
        return REFUSAL_ALREADY_OFFERED;
    if (room->rematch == 1 - ctx->seat)
        return rematch_start(service, ctx);
    rematch_set(service, room, ctx->seat);
    tell_offer(service, slot, 1 - ctx->seat);
    return REFUSAL_OK;
}

enum refusal rematch_accept(struct service *service, struct command_context *ctx)
{
    enum refusal refusal = rematch_check(service, ctx);
    if (refusal)
        return refusal;
    if (ctx->slot->room.rematch != 1 - ctx->seat)
        return REFUSAL_NO_OFFER;
    return rematch_start(service, ctx);
}

enum refusal rematch_decline(struct service *service, struct command_context *ctx)
{
    struct room *room = &ctx->slot->room;
    if (room->rematch >= ROW_NOBODY)
        return REFUSAL_NO_OFFER;
    rematch_set(service, room, ROW_NOBODY);
    tell_seat(service, EVENT_REMATCH_DECLINED, ctx->slot, 1 - ctx->seat);
    return REFUSAL_OK;
}
