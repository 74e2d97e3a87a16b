/* What is due by time: flags, absent players, matches, unused games. */
#include "play/service_parts.h"

#include "play/id.h"

enum { PAIRS_A_TICK = 64, SWEPT_A_TICK = 64, WAIT_MS = 500 };

/* A game that ends may change ratings: its players must be known. */
static bool slot_must_wait(struct service *service, const struct slot *slot)
{
    for (int seat = 0; seat < ROW_SEATS; seat++) {
        const struct player *player = slot_player(service, slot, seat);
        if (player && player->is_old)
            return true;
    }
    return false;
}

/* Ends a live game whose flag has fallen or whose player stayed away too long. */
static void tick_live(struct service *service, struct slot *slot, struct instant now)
{
    bool has_left[ROW_SEATS] = {false};
    if (slot_must_wait(service, slot)) {
        KEEP(service, &service->due_ms[slot_index(service, slot)]);
        service->due_ms[slot_index(service, slot)] = now.play_ms + WAIT_MS;
        return;
    }
    if (game_expire(service, slot, now))
        return;
    for (int seat = 0; seat < ROW_SEATS && slot_is_live(&slot->room); seat++) {
        const struct player *player = slot_player(service, slot, seat);
        has_left[seat] =
            player && player->is_gone && now.play_ms - player->gone_ms >= service->setup.grace_ms;
    }
    if (has_left[0] && has_left[1])
        game_end(service, slot, ROW_NOBODY, REASON_ABANDON, now);
    else if (has_left[0] || has_left[1])
        game_end(service, slot, has_left[0] ? 1 : 0, REASON_ABANDON, now);
    else
        slot_schedule(service, slot, now);
}

/* On a shared database another node may change the game: its players here hear of it only while it is in memory. */
static bool slot_is_followed(struct service *service, const struct slot *slot)
{
    return service_is_shared(service) && !room_is_over(&slot->room) &&
           slot_has_client(service, slot);
}

static void tick_slot(struct service *service, struct slot *slot, struct instant now)
{
    if (slot_must_stay(&slot->room))
        tick_live(service, slot, now);
    else if (slot_is_evictable(service, slot) && !slot_is_followed(service, slot))
        slot_remove(service, slot);
    else
        slot_schedule(service, slot, now);
}

static bool tick_rooms(struct service *service, struct instant now)
{
    for (int32_t i = 0; i < service->setup.rooms; i++) {
        if (service->due_ms[i] > now.play_ms || service->slot[i].is_old)
            continue;
        if (!service_has_space(service))
            return false;
        tick_slot(service, &service->slot[i], now);
    }
    return true;
}

/* Offers the match, or starts its game. If memory is full both go on waiting. */
static bool tick_match(struct service *service, struct command_context *ctx,
                       struct lobby_match *match)
{
    size_t mark = service->journal.len;
    int32_t rows = service->outbox.row_count, messages = service->outbox.message_count;
    if (queue_offer_match(service, ctx, match) == REFUSAL_OK)
        return true;
    journal_undo(&service->journal, mark);
    service->outbox.row_count = rows;
    service->outbox.message_count = messages;
    lobby_cancel_match(&service->state.lobby, &service->journal, match, LOBBY_NONE);
    return false;
}

static bool tick_matches(struct service *service, struct command_context *ctx)
{
    struct lobby *lobby = &service->state.lobby;
    struct lobby_match *match;
    while ((match = lobby_overdue(lobby, ctx->now.play_ms))) {
        if (!service_has_space(service))
            return false;
        queue_timeout(service, match);
    }
    for (int i = 0; i < PAIRS_A_TICK && lobby->first != lobby->last; i++) {
        if (!service_has_space(service))
            return false;
        match = lobby_pair_any(lobby, &service->journal, id_from(id_random(&ctx->ids)),
                               ctx->now.play_ms);
        if (!match || !tick_match(service, ctx, match))
            break;
    }
    return true;
}

enum service_answer service_tick(struct service *service, const struct moment *moment)
{
    struct command_context ctx = {.now = service_instant(service, moment),
                                  .now_ms = moment->now_ms,
                                  .ids = {{moment->random[0], moment->random[1]}},
                                  .code = moment->random[2],
                                  .reply = &service->absent};
    service->wall_ms = moment->wall_ms;
    service->play_ms = ctx.now.play_ms;
    if (service->is_stopped || shared_is_unheard(service, moment->wall_ms))
        return SERVICE_DONE;
    bool is_keeper = !service_is_shared(service) || service->is_keeper;
    if ((is_keeper && !tick_matches(service, &ctx)) || !tick_rooms(service, ctx.now))
        return SERVICE_FULL;
    if (service_is_shared(service)) {
        if (is_keeper)
            queue_drop_forgotten(service, ctx.now);
        mirror_tell(service, ctx.now);
        owe_pay(service, ctx.now);
    }
    queue_store_misses(service);
    queue_tell_sizes(service);
    people_sweep(service, SWEPT_A_TICK, ctx.now);
    return service_has_space(service) ? SERVICE_DONE : SERVICE_FULL;
}
