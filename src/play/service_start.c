/* Creating, joining and cancelling games. */
#include "play/service_parts.h"

#include <string.h>

#include "play/code.h"
#include "play/id.h"

struct room_seat start_seat(const struct player *player, const struct ruleset *rules)
{
    struct room_seat seat;
    memset(&seat, 0, sizeof seat);
    seat.who.kind = SEAT_PLAYER;
    seat.who.player_id = player->id;
    memcpy(seat.name, player->name, sizeof seat.name);
    seat.rating = player_rating(player, rating_class_of(rules), &seat.is_provisional);
    return seat;
}

/* Only rated games need to know where their players are. */
static void set_network(struct service *service, struct room_seat *seat, uint8_t flags)
{
    const struct player *player = people_find(service, seat->who.player_id);
    seat->who.network = player && flags & GAME_RATED ? player->network : 0;
}

/* Would this game be one live game too many for the player? */
static bool is_crowded(struct service *service, int64_t player_id, uint8_t flags,
                       const struct clock_row *clock)
{
    const struct player *player = people_find(service, player_id);
    bool is_busy = !(flags & GAME_ASYNC) || clock->kind == CLOCK_LIVE;
    return is_busy && player && slot_count_busy(service, player) >= BUSY_MAX;
}

enum refusal start_game(struct service *service, struct command_context *ctx,
                        const struct room_setup *setup, const struct ruleset *rules,
                        struct slot **out)
{
    struct room_setup complete = *setup;
    struct slot *slot;
    complete.id = id_from(id_random(&ctx->ids));
    for (int i = 0; i < ROW_SEATS; i++)
        if (is_crowded(service, setup->seat[i].who.player_id, setup->flags, &setup->clock))
            return REFUSAL_IN_GAME;
    enum refusal refusal = slot_add(service, complete.id, rules, &slot);
    if (refusal)
        return refusal;
    complete.rules = &service->rules[slot->rules].rules;
    for (int seat = 0; seat < ROW_SEATS; seat++)
        set_network(service, &complete.seat[seat], complete.flags);
    room_open(&slot->room, &complete, ctx->now); /* slot_add has journalled it */
    for (int seat = 0; seat < ROW_SEATS; seat++)
        slot_link(service, slot, seat);
    room_row(&outbox_row(&service->outbox, ROW_GAME)->game, &slot->room);
    slot_schedule(service, slot, ctx->now);
    if (slot->room.status == GAME_PLAYING)
        game_begin(service, slot, ctx);
    *out = slot;
    return REFUSAL_OK;
}

static enum refusal seat_check(struct service *service, const struct command_context *ctx, int at)
{
    const struct seat_order *order = &ctx->command->seat[at];
    char name[ROW_NAME_SIZE];
    bool is_rest = ctx->command->kind == COMMAND_REST_CREATE;
    switch (order->wish) {
    case WISH_ME:
        return ctx->player ? REFUSAL_OK : REFUSAL_NO_SESSION;
    case WISH_BOT:
        return order->level < FF_LEVEL_COUNT && order->style < FF_STYLE_COUNT ? REFUSAL_OK
                                                                              : REFUSAL_BAD_LEVEL;
    case WISH_NEW:
        if (!is_rest)
            return REFUSAL_BAD_SEATS;
        return order->name ? name_read(service, ctx, NAME_OF_SEATS + at, name) : REFUSAL_OK;
    default:
        return order->wish == WISH_ANYONE ? REFUSAL_OK : REFUSAL_BAD_SEATS;
    }
}

static uint8_t order_flags(const struct service_command *command)
{
    bool is_bot = command->seat[0].wish == WISH_BOT || command->seat[1].wish == WISH_BOT;
    bool is_async = command->is_async || command->clock.kind == CLOCK_DAYS ||
                    command->kind == COMMAND_REST_CREATE;
    return (uint8_t)((command->is_rated && !is_bot ? GAME_RATED : 0) | (is_async ? GAME_ASYNC : 0) |
                     (command->is_public ? GAME_PUBLIC : 0));
}

/* A rated game needs two independent people and a clock. Whoever creates it holds the tokens of new guests, so the other
 * player comes by invitation, and both have accounts. (start_join checks the other one.) */
static enum refusal rated_check(const struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    bool has_me = false, has_open = false;
    if (!(order_flags(command) & GAME_RATED))
        return REFUSAL_OK;
    for (int i = 0; i < ROW_SEATS; i++) {
        has_me |= command->seat[i].wish == WISH_ME;
        has_open |= command->seat[i].wish == WISH_ANYONE;
    }
    if (!has_me || !has_open)
        return REFUSAL_RATED_SEATS;
    if (command->clock.kind == CLOCK_NONE)
        return REFUSAL_RATED_CLOCK;
    return ctx->player->has_account ? REFUSAL_OK : REFUSAL_RATED_ACCOUNT;
}

enum refusal start_check_rules(const struct command_context *ctx)
{
    return ruleset_refusal(&ctx->command->rules);
}

/* A game needs two different seats, and a person on at least one of them. */
static enum refusal order_check(struct service *service, const struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    uint8_t a = command->seat[0].wish, b = command->seat[1].wish;
    enum refusal fault = start_check_rules(ctx);
    if (fault)
        return fault;
    if (!clock_setup_is_legal(&command->clock))
        return REFUSAL_BAD_CLOCK;
    for (int i = 0; i < ROW_SEATS; i++) {
        enum refusal refusal = seat_check(service, ctx, i);
        if (refusal)
            return refusal;
    }
    bool has_person = a == WISH_ME || a == WISH_NEW || b == WISH_ME || b == WISH_NEW;
    return has_person && (a != b || a == WISH_NEW) ? rated_check(ctx) : REFUSAL_BAD_SEATS;
}

static enum refusal seat_fill(struct service *service, struct command_context *ctx,
                              const struct seat_order *order, struct room_seat *seat)
{
    struct player *player = ctx->player;
    memset(seat, 0, sizeof *seat);
    if (order->wish == WISH_NEW) {
        enum refusal refusal =
            people_new(service, ctx, order->name, order->name_len, order->fresh_hash, &player);
        if (refusal)
            return refusal;
    }
    if (order->wish == WISH_NEW || order->wish == WISH_ME)
        *seat = start_seat(player, &ctx->command->rules);
    if (order->wish == WISH_BOT)
        seat->who = (struct seat_row){SEAT_BOT, order->level, order->style, 0, 0};
    return REFUSAL_OK;
}

/* Stores which game the request made, so that it does not make a second one. */
static void request_write(struct service *service, const struct command_context *ctx,
                          int64_t game_id)
{
    const char *request = ctx->command->request;
    if (!request[0] || !ctx->player)
        return;
    struct request_row *row = &outbox_row(&service->outbox, ROW_REQUEST)->request;
    row->player_id = ctx->player->id;
    row->game_id = game_id;
    memcpy(row->request, request, sizeof row->request);
}

static enum refusal create_reply(struct service *service, struct command_context *ctx,
                                 struct slot *slot, bool is_repeat)
{
    ctx->reply->game_id = slot->room.id;
    if (ctx->player)
        ctx->reply->seat = (uint8_t)room_seat_of(&slot->room, ctx->player->id);
    ctx->reply->snapshot = tell_snapshot(service, slot, ctx->now);
    ctx->reply->is_repeat = is_repeat;
    return REFUSAL_OK;
}

enum refusal start_create(struct service *service, struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    struct room_setup setup;
    struct slot *slot;
    bool is_swapped = command->is_either_side && id_random(&ctx->ids) & 1;
    if (ctx->player)
        people_set_network(service, ctx);
    if (ctx->slot)
        return create_reply(service, ctx, ctx->slot, true);
    enum refusal refusal = order_check(service, ctx);
    if (!refusal)
        refusal = slot_check_new(service, ctx);
    if (refusal)
        return refusal;
    memset(&setup, 0, sizeof setup);
    setup.clock = command->clock;
    setup.flags = order_flags(command);
    for (int i = 0; i < ROW_SEATS && !refusal; i++)
        refusal = seat_fill(service, ctx, &command->seat[i], &setup.seat[is_swapped ? 1 - i : i]);
    if (refusal)
        return refusal;
    if (setup.seat[0].who.kind == SEAT_OPEN || setup.seat[1].who.kind == SEAT_OPEN) {
        code_from(setup.code, ctx->code);
        setup.expires_ms =
            ctx->now.wall_ms +
            (setup.flags & GAME_ASYNC ? service->setup.open_async_ms : service->setup.open_ms);
    }
    refusal = start_game(service, ctx, &setup, &command->rules, &slot);
    if (refusal)
        return refusal;
    slot_set_creator(service, slot, command->address);
    request_write(service, ctx, slot->room.id);
    return create_reply(service, ctx, slot, false);
}

/* Codes are short, so an address may not try many. */
enum refusal start_wrong_code(struct service *service, const struct command_context *ctx)
{
    uint64_t address = ctx->command->address;
    if (!limits_may_guess(&service->limits, address, ctx->now_ms))
        return REFUSAL_SLOW_DOWN;
    limits_charge_guess(&service->limits, address, ctx->now_ms);
    return REFUSAL_NO_SUCH_CODE;
}

enum refusal start_join(struct service *service, struct command_context *ctx)
{
    struct slot *slot = ctx->slot;
    struct room *room = &slot->room;
    struct join_row row;
    const struct ruleset rules = any_game_rules(&room->game);
    struct room_seat seat = start_seat(ctx->player, &rules);
    int at = room_open_seat(room);
    if (strcmp(room->code, ctx->command->code) != 0)
        return start_wrong_code(service, ctx);
    if (!limits_may_guess(&service->limits, ctx->command->address, ctx->now_ms))
        return REFUSAL_SLOW_DOWN; /* or wrong codes would be told by their answer */
    if (!ruleset_is_plain(&rules) && !ctx->command->knows_variants)
        return REFUSAL_OTHER_RULES;
    if (room->flags & GAME_RATED && !ctx->player->has_account)
        return REFUSAL_RATED_ACCOUNT;
    if (is_crowded(service, seat.who.player_id, room->flags, &room->clock.setup))
        return REFUSAL_IN_GAME;
    if (at != ROW_NOBODY &&
        is_crowded(service, room->seat[1 - at].who.player_id, room->flags, &room->clock.setup))
        return REFUSAL_OPPONENT_GONE;
    people_set_network(service, ctx);
    set_network(service, &seat, room->flags);
    KEEP_ROOM(service, room);
    enum refusal refusal = room_join(room, &seat, ctx->now, &row);
    if (refusal)
        return refusal == REFUSAL_GAME_OVER ? REFUSAL_NO_SUCH_CODE : refusal;
    slot_link(service, slot, at);
    outbox_row(&service->outbox, ROW_JOIN)->join = row;
    ctx->reply->game_id = slot->room.id;
    ctx->reply->seat = (uint8_t)at;
    game_begin(service, slot, ctx);
    return REFUSAL_OK;
}

enum refusal start_cancel(struct service *service, struct command_context *ctx)
{
    struct slot *slot = ctx->slot;
    struct result_row row;
    KEEP_ROOM(service, &slot->room);
    enum refusal refusal = room_cancel(&slot->room, ctx->now, &row);
    if (refusal)
        return refusal;
    outbox_row(&service->outbox, ROW_RESULT)->result = row;
    tell_game(service, EVENT_GAME_CANCELLED, slot, tell_snapshot(service, slot, ctx->now));
    slot_schedule(service, slot, ctx->now);
    return REFUSAL_OK;
}
