/* Moves, offers and the end of a game. */
#include "play/service_parts.h"

#include <string.h>

#include "play/discount.h"

/* A player of a live game leaves the queue. Whoever begins one while a match waits has missed that match; a player whose
 * invitation is accepted meanwhile has not. */
static void game_take(struct service *service, struct player *player, bool is_beginner)
{
    if (is_beginner && queue_has_match(service, player))
        queue_miss(service, player);
    queue_drop(service, player, MATCH_ELSEWHERE);
}

void game_begin(struct service *service, struct slot *slot, const struct command_context *ctx)
{
    struct instant now = ctx->now;
    for (int seat = 0; seat < ROW_SEATS; seat++) {
        struct player *player = slot_player(service, slot, seat);
        if (player && slot_is_live(&slot->room))
            game_take(service, player, player == ctx->player);
    }
    presence_start_grace(service, slot, now);
    tell_game(service, EVENT_GAME_START, slot, tell_snapshot(service, slot, now));
    tell_bot(service, slot, now);
    slot_schedule(service, slot, now);
}

/* Does the game count for leaderboards? */
static struct discount_verdict game_judge(const struct service *service, const struct room *room,
                                          struct player *const players[ROW_SEATS],
                                          const struct rating_row rows[ROW_SEATS], int64_t wall_ms)
{
    const struct discount_facts facts = {
        .network = {room->seat[0].who.network, room->seat[1].who.network},
        .counts_same_network = service->setup.counts_same_network,
        .reason = room->reason,
        .plies = (uint16_t)any_game_ply(&room->game),
        .pair_games = discount_pair_games(rows, wall_ms),
        .counted = {rows[0].counted.games, rows[1].counted.games},
        .last_network = {players[0]->network, players[1]->network},
    };
    return discount_judge(&facts);
}

/* Updates both ratings and fills in how much they changed. */
static void game_rate(struct service *service, const struct slot *slot, struct rated_row *rated,
                      int64_t wall_ms)
{
    const struct ruleset rules = any_game_rules(&slot->room.game);
    enum rating_class class = rating_class_of(&rules);
    struct player *players[ROW_SEATS];
    struct rating_row rows[ROW_SEATS];
    for (int i = 0; i < ROW_SEATS; i++) {
        players[i] = slot_player(service, slot, i);
        rows[i] = players[i]->rating[class];
        rated->before[i] = rating_from_row(&rows[i]).rating;
    }
    const struct discount_verdict verdict =
        game_judge(service, &slot->room, players, rows, wall_ms);
    rated->game_id = slot->room.id;
    rated->at_ms = wall_ms;
    rated->class = (uint8_t) class;
    rated->discount = verdict.discount;
    memcpy(rated->counts, verdict.counts, sizeof rated->counts);
    rating_settle(rows, slot->room.winner, wall_ms);
    rating_settle_counted(rows, verdict.counts, slot->room.winner, wall_ms);
    discount_remember(rows, wall_ms);
    for (int i = 0; i < ROW_SEATS; i++) {
        rated->after[i] = rows[i].rating;
        KEEP(service, &players[i]->rating[class]);
        people_touch(service, players[i]);
        players[i]->rating[class] = rows[i];
        outbox_row(&service->outbox, ROW_RATING)->rating = rows[i];
    }
    outbox_row(&service->outbox, ROW_RATED)->rated = *rated;
}

/* A player from the queue who leaves without a move has confirmed for nothing. Resigning counts in rated games, where it
 * would be a way to choose opponents. */
static void game_note_miss(struct service *service, const struct slot *slot)
{
    const struct room *room = &slot->room;
    bool has_left = room->reason == REASON_TIME || room->reason == REASON_ABANDON ||
                    (room->reason == REASON_RESIGN && room->flags & GAME_RATED);
    if (!(room->flags & GAME_QUEUED) || room->flags & GAME_ASYNC || !has_left ||
        room->winner == ROW_NOBODY)
        return;
    int loser = 1 - room->winner;
    struct player *player = slot_player(service, slot, loser);
    if (player && any_game_turns(&room->game) <= loser)
        queue_miss(service, player);
}

/* The game has ended: updates ratings and sends game-over. */
static void game_over(struct service *service, struct slot *slot, struct instant now,
                      int32_t snapshot)
{
    struct rated_row rated;
    bool counts = room_counts_for_ratings(&slot->room) && slot_player(service, slot, 0) &&
                  slot_player(service, slot, 1);
    int32_t from = service->outbox.message_count;
    memset(&rated, 0, sizeof rated);
    if (counts)
        game_rate(service, slot, &rated, now.wall_ms);
    game_note_miss(service, slot);
    slot->room.seat[0].who.network = slot->room.seat[1].who.network = 0; /* as in the row */
    tell_game(service, EVENT_GAME_OVER, slot, snapshot);
    for (int32_t i = from; counts && i < service->outbox.message_count; i++) {
        struct message *message = &service->outbox.message[i];
        message->has_rating = true;
        memcpy(message->before, rated.before, sizeof message->before);
        memcpy(message->after, rated.after, sizeof message->after);
        memcpy(message->counts, rated.counts, sizeof message->counts);
    }
}

/* Sends the changed game to its players and spectators, and asks the computer if it is to move.
 * Returns the snapshot sent. */
static int32_t game_changed(struct service *service, struct slot *slot, struct instant now)
{
    int32_t snapshot = tell_snapshot(service, slot, now);
    tell_game(service, EVENT_GAME_UPDATE, slot, snapshot);
    if (room_is_over(&slot->room))
        game_over(service, slot, now, snapshot);
    else
        tell_bot(service, slot, now);
    slot_schedule(service, slot, now);
    return snapshot;
}

void game_end(struct service *service, struct slot *slot, int winner, enum game_reason reason,
              struct instant now)
{
    KEEP_ROOM(service, &slot->room);
    room_end(&slot->room, winner, reason, now, &outbox_row(&service->outbox, ROW_RESULT)->result);
    game_changed(service, slot, now);
}

bool game_is_unsure(const struct service *service, const struct slot *slot, struct instant now)
{
    bool is_unsure = service->is_stopped || shared_is_unheard(service, now.wall_ms);
    return service_is_shared(service) && is_unsure && slot->room.clock.setup.kind == CLOCK_LIVE &&
           room_is_due(&slot->room, now);
}

bool game_expire(struct service *service, struct slot *slot, struct instant now)
{
    if (!room_is_due(&slot->room, now))
        return false;
    KEEP_ROOM(service, &slot->room);
    (void)room_expire(&slot->room, now, &outbox_row(&service->outbox, ROW_RESULT)->result);
    if (slot->room.status == GAME_CANCELLED) {
        tell_game(service, EVENT_GAME_CANCELLED, slot, tell_snapshot(service, slot, now));
        slot_schedule(service, slot, now);
    } else {
        game_changed(service, slot, now);
    }
    return true;
}

static struct move_order order_of(const struct service_command *command)
{
    return (struct move_order){.column = command->column, .action = command->action};
}

/* A move with an old ply. If it was accepted before, the answer is the same as then: the ply after it.
 * Any other is stale. */
static enum refusal game_repeat_move(struct service *service, struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    const struct room *room = &ctx->slot->room;
    ctx->reply->ply = any_game_ply(&room->game);
    ctx->reply->snapshot = tell_snapshot(service, ctx->slot, ctx->now);
    if (!room_has_move(room, ctx->seat, command->ply, order_of(command)))
        return REFUSAL_STALE;
    ctx->reply->ply = command->ply + 1;
    ctx->reply->is_repeat = true;
    return REFUSAL_OK;
}

/* Plays a move of the player on ctx->seat. */
enum refusal game_move(struct service *service, struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    struct slot *slot = ctx->slot;
    struct move_row row;
    if (command->ply != PLY_ANY && command->ply != any_game_ply(&slot->room.game))
        return game_repeat_move(service, ctx);
    if (ctx->player && slot->room.flags & GAME_RATED)
        people_set_network(service, ctx);
    KEEP_ROOM(service, &slot->room);
    enum refusal refusal = room_move(&slot->room, ctx->seat, order_of(command), ctx->now, &row);
    ctx->reply->ply = any_game_ply(&slot->room.game);
    if (refusal)
        return refusal;
    outbox_row(&service->outbox, ROW_MOVE)->move = row;
    ctx->reply->snapshot = game_changed(service, slot, ctx->now);
    return REFUSAL_OK;
}

enum refusal game_validate(struct service *service, struct command_context *ctx)
{
    (void)service;
    return room_check_move(&ctx->slot->room, ctx->seat, order_of(ctx->command));
}

enum refusal game_bot_move(struct service *service, struct command_context *ctx)
{
    const struct room *room = &ctx->slot->room;
    int seat = room_to_move(room);
    if (room_is_over(room))
        return REFUSAL_GAME_OVER;
    if (seat == ROW_NOBODY || room->seat[seat].who.kind != SEAT_BOT ||
        ctx->command->ply != any_game_ply(&room->game))
        return REFUSAL_STALE;
    ctx->seat = seat;
    return game_move(service, ctx);
}

enum refusal game_resign(struct service *service, struct command_context *ctx)
{
    if (ctx->slot->room.status == GAME_WAITING)
        return REFUSAL_GAME_WAITING;
    game_end(service, ctx->slot, 1 - ctx->seat, REASON_RESIGN, ctx->now);
    return REFUSAL_OK;
}

enum refusal game_accept_draw(struct service *service, struct command_context *ctx)
{
    struct slot *slot = ctx->slot;
    struct result_row row;
    KEEP_ROOM(service, &slot->room);
    enum refusal refusal = room_accept_draw(&slot->room, ctx->seat, ctx->now, &row);
    if (refusal)
        return refusal;
    outbox_row(&service->outbox, ROW_RESULT)->result = row;
    game_changed(service, slot, ctx->now);
    return REFUSAL_OK;
}

/* Offering a draw that the other side has offered accepts it. */
enum refusal game_offer_draw(struct service *service, struct command_context *ctx)
{
    struct slot *slot = ctx->slot;
    struct offer_row row;
    if (slot->room.offer == 1 - ctx->seat)
        return game_accept_draw(service, ctx);
    KEEP_ROOM(service, &slot->room);
    enum refusal refusal = room_offer_draw(&slot->room, ctx->seat, &row);
    if (refusal)
        return refusal;
    outbox_row(&service->outbox, ROW_OFFER)->offer = row;
    tell_seat(service, EVENT_DRAW_OFFERED, slot, 1 - ctx->seat);
    return REFUSAL_OK;
}

enum refusal game_decline_draw(struct service *service, struct command_context *ctx)
{
    struct slot *slot = ctx->slot;
    struct offer_row row;
    KEEP_ROOM(service, &slot->room);
    enum refusal refusal = room_decline_draw(&slot->room, ctx->seat, &row);
    if (refusal)
        return refusal;
    outbox_row(&service->outbox, ROW_OFFER)->offer = row;
    tell_seat(service, EVENT_DRAW_DECLINED, slot, 1 - ctx->seat);
    return REFUSAL_OK;
}

enum refusal game_state(struct service *service, struct command_context *ctx)
{
    ctx->reply->snapshot = tell_snapshot(service, ctx->slot, ctx->now);
    ctx->reply->ply = any_game_ply(&ctx->slot->room.game);
    return REFUSAL_OK;
}
