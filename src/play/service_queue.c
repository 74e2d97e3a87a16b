/* Matchmaking: the commands, messages and rows around the lobby. */
#include "play/service_parts.h"

#include <string.h>

#include "base/budgets.h"
#include "play/id.h"

enum { TOLD_A_TICK = 64, LASTING_PART = 8 }; /* one of eight players in memory */

bool queue_is_lasting(const struct lobby_key *key)
{
    return key->clock.kind == CLOCK_DAYS; /* stays queued while the player is away */
}

/* A shared database has live entries, too. One whose row was lost has none to delete. */
void queue_write(struct service *service, const struct lobby_entry *entry, bool is_waiting,
                 int64_t wall_ms)
{
    const struct player *player = people_find(service, entry->player_id);
    bool is_shared = service_is_shared(service);
    shared_note(service, entry->player_id);
    if ((!queue_is_lasting(&entry->key) && !is_shared) || (!is_waiting && entry->is_lost))
        return;
    struct queue_row *row = &outbox_row(&service->outbox, ROW_QUEUE)->queue;
    ruleset_write(row->board, &entry->key.rules);
    row->player_id = entry->player_id;
    row->is_waiting = is_waiting;
    row->clock = entry->key.clock;
    row->is_rated = entry->key.is_rated;
    row->network = entry->key.is_rated ? is_shared ? entry->network : player->network : 0;
    row->since_ms = is_shared ? entry->waiting_ms : wall_ms;
}

static uint8_t confirmed_bits(const struct lobby_match *match)
{
    return (uint8_t)(match->is_confirmed[0] | match->is_confirmed[1] << 1);
}

/* The row of a match; `before` are the confirmations that it has in the database. */
static struct match_row *match_write(struct service *service, const struct lobby_match *match,
                                     enum match_step step, uint8_t before)
{
    const struct lobby *lobby = &service->state.lobby;
    const struct lobby_key *key = &lobby->entry[match->entry[0]].key;
    struct match_row *row = &outbox_row(&service->outbox, ROW_MATCH)->match;
    ruleset_write(row->board, &key->rules);
    row->id = match->id;
    row->step = (uint8_t)step;
    row->before = before;
    row->confirmed = confirmed_bits(match);
    row->clock = key->clock;
    row->is_rated = key->is_rated;
    row->deadline_ms = match->due_ms;
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct lobby_entry *entry = &lobby->entry[match->entry[i]];
        row->player_id[i] = entry->player_id;
        row->since_ms[i] = entry->waiting_ms;
        row->network[i] = entry->network;
    }
    mirror_keep(service, match);
    return row;
}

/* The place of a player in a match that becomes a game. */
static void queue_end(struct service *service, const struct command_context *ctx,
                      struct lobby_entry *entry)
{
    struct player *player = people_find(service, entry->player_id);
    if (!service_is_shared(service) || queue_is_lasting(&entry->key))
        queue_write(service, entry, false, ctx->now.wall_ms);
    if (service_is_shared(service)) {
        KEEP(service, &player->network);
        player->network = entry->network;
    }
    waits_add(&service->state.waits, &service->journal, &entry->key,
              ctx->now.play_ms - entry->since_ms, ctx->now.play_ms);
}

/* Starts the game of a match. Chance decides which of the two is red. */
static enum refusal queue_start(struct service *service, struct command_context *ctx,
                                struct lobby_match *match)
{
    struct lobby *lobby = &service->state.lobby;
    struct lobby_entry *entry[ROW_SEATS] = {&lobby->entry[match->entry[0]],
                                            &lobby->entry[match->entry[1]]};
    struct lobby_key key = entry[0]->key;
    struct room_setup setup;
    struct slot *slot;
    int first = (int)(id_random(&ctx->ids) & 1);
    memset(&setup, 0, sizeof setup);
    setup.clock = key.clock;
    setup.flags = (uint8_t)((key.is_rated ? GAME_RATED : 0) | GAME_PUBLIC | GAME_QUEUED |
                            (queue_is_lasting(&key) ? GAME_ASYNC : 0));
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct player *player =
            people_find(service, entry[i == 0 ? first : 1 - first]->player_id);
        setup.seat[i] = start_seat(player, &key.rules);
    }
    for (int i = 0; i < ROW_SEATS; i++)
        queue_end(service, ctx, entry[i]);
    lobby_finish_match(lobby, &service->journal, match);
    return start_game(service, ctx, &setup, &key.rules, &slot);
}

enum refusal queue_offer_match(struct service *service, struct command_context *ctx,
                               struct lobby_match *match)
{
    struct lobby *lobby = &service->state.lobby;
    const struct lobby_key *key = &lobby->entry[match->entry[0]].key;
    if (queue_is_lasting(key))
        return queue_start(service, ctx, match);
    if (service_is_shared(service)) {
        match->due_ms =
            ctx->now.wall_ms + lobby->setup.confirm_ms; /* lobby_pair has journalled it */
        (void)match_write(service, match, MATCH_OPEN, 0);
        return REFUSAL_OK; /* mirror_tell tells the players of this node */
    }
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct player *me = people_find(service, lobby->entry[match->entry[i]].player_id);
        const struct player *other =
            people_find(service, lobby->entry[match->entry[1 - i]].player_id);
        struct message *message = tell_player(service, EVENT_MATCH_FOUND, me);
        message->match_id = match->id;
        message->wait_ms = lobby->setup.confirm_ms;
        message->rating =
            player_rating(other, rating_class_of(&key->rules), &message->is_provisional);
        memcpy(message->name, other->name, sizeof message->name);
    }
    return REFUSAL_OK;
}

static enum refusal queue_check(const struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    enum refusal refusal = start_check_rules(ctx);
    if (refusal)
        return refusal;
    if (!clock_setup_is_legal(&command->clock))
        return REFUSAL_BAD_CLOCK;
    return command->is_rated && command->clock.kind == CLOCK_NONE ? REFUSAL_RATED_CLOCK
                                                                  : REFUSAL_OK;
}

/* A player who waits for a game over days stays in memory while away, so one address may not have many of them, nor all
 * together too many. */
static bool queue_has_place(const struct service *service, uint64_t address)
{
    const struct lobby *lobby = &service->state.lobby;
    const struct budget_limit limit = {service->setup.players / LASTING_PART, SERVICE_SCHOOL, 0};
    int64_t own = 0, all = 0;
    if (service->limits.setup.is_off || address == 0)
        return true;
    for (int32_t i = lobby->first; i != NONE; i = lobby->entry[i].next) {
        bool counts = queue_is_lasting(&lobby->entry[i].key);
        all += counts;
        own += counts && lobby->entry[i].address == address;
    }
    return all < limit.all && own < budget_share(limit, all - own);
}

enum refusal queue_join(struct service *service, struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    struct lobby *lobby = &service->state.lobby;
    struct lobby_key key = {command->rules, command->clock, command->is_rated};
    struct player *player = ctx->player;
    char name[ROW_NAME_SIZE];
    bool is_provisional;
    enum refusal refusal = queue_check(ctx);
    people_set_network(service, ctx);
    ctx->reply->detail.wait_ms = misses_wait_ms(player->misses, ctx->now.wall_ms);
    if (!refusal && ctx->reply->detail.wait_ms > 0)
        refusal = REFUSAL_QUEUE_WAIT;
    if (!refusal && command->name)
        refusal = name_read(service, ctx, NAME_OF_COMMAND, name);
    if (!refusal && queue_is_lasting(&key) && !queue_has_place(service, command->address))
        refusal = REFUSAL_SERVER_FULL;
    if (!refusal)
        refusal = lobby_join(lobby, &service->journal, player->id, &key,
                             player_rating(player, rating_class_of(&key.rules), &is_provisional),
                             ctx->now.play_ms);
    if (refusal)
        return refusal;
    if (command->name)
        people_rename(service, player, name);
    struct lobby_entry *entry = lobby_find(lobby, player->id);
    entry->told = lobby_queue_size(lobby, &key); /* lobby_join has journalled it */
    entry->address = command->address;
    entry->waiting_ms = ctx->now.wall_ms;
    entry->network = player->network;
    ctx->reply->size = entry->told;
    tell_player(service, EVENT_QUEUE_UPDATE, player)->size = entry->told;
    queue_write(service, entry, true, ctx->now.wall_ms);
    if (service_is_shared(service))
        return REFUSAL_OK; /* the keeper pairs */
    struct lobby_match *match = lobby_pair(lobby, &service->journal, player->id,
                                           id_from(id_random(&ctx->ids)), ctx->now.play_ms);
    return match ? queue_offer_match(service, ctx, match) : REFUSAL_OK;
}

/* Has this player of the match failed to confirm it? Not by beginning another game: a friend may have joined that one. */
static bool queue_is_missed(const struct lobby_match *match, int member, int leaver,
                            enum match_reason reason)
{
    return lobby_leaves(match, member, leaver) && reason != MATCH_ELSEWHERE;
}

/* Closes a match in a shared database; the player who did not leave waits again. */
static void queue_close_match(struct service *service, const struct lobby_match *match, int leaver)
{
    const struct lobby *lobby = &service->state.lobby;
    struct match_row *row = match_write(service, match, MATCH_CLOSE, confirmed_bits(match));
    for (int i = 0; i < ROW_SEATS; i++) {
        if (lobby_leaves(match, i, leaver))
            row->since_ms[i] = 0;
        else
            queue_write(service, &lobby->entry[match->entry[i]], true, 0);
    }
}

/* Cancels a match and tells both players. The player who did not leave is queued again. */
static void queue_cancel_match(struct service *service, struct lobby_match *match, int leaver,
                               enum match_reason reason)
{
    struct lobby *lobby = &service->state.lobby;
    int64_t match_id = match->id, players[ROW_SEATS] = {lobby->entry[match->entry[0]].player_id,
                                                        lobby->entry[match->entry[1]].player_id};
    for (int i = 0; i < ROW_SEATS; i++)
        if (queue_is_missed(match, i, leaver, reason))
            queue_miss(service, people_find(service, players[i]));
    if (service_is_shared(service)) {
        for (int i = 0; i < ROW_SEATS; i++) {
            const struct player *player = people_find(service, players[i]);
            if (!lobby_leaves(match, i, leaver) && player && slot_has_live(service, player))
                leaver = LOBBY_BOTH; /* this one has begun a game on another node */
        }
        queue_close_match(service, match, leaver);
    }
    lobby_cancel_match(lobby, &service->journal, match, leaver);
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct player *player = people_find(service, players[i]);
        struct message *message = tell_player(service, EVENT_MATCH_CANCELLED, player);
        message->wait_ms = player ? misses_wait_ms(player->misses, service->wall_ms) : 0;
        message->match_id = match_id;
        message->reason = (uint8_t)reason;
        message->is_waiting = lobby_find(lobby, players[i]) != NULL;
    }
}

void queue_remove(struct service *service, struct lobby_entry *entry, enum match_reason reason,
                  int64_t wall_ms)
{
    struct lobby *lobby = &service->state.lobby;
    if (entry->match == KEY_TABLE_NONE) {
        queue_write(service, entry, false, wall_ms);
        lobby_leave(lobby, &service->journal, entry);
        return;
    }
    struct lobby_match *match = &lobby->match[entry->match];
    queue_cancel_match(service, match, &lobby->entry[match->entry[0]] == entry ? 0 : 1, reason);
}

bool queue_has_match(const struct service *service, const struct player *player)
{
    const struct lobby_entry *entry = lobby_find(&service->state.lobby, player->id);
    return entry && entry->match != KEY_TABLE_NONE;
}

void queue_drop(struct service *service, const struct player *player, enum match_reason reason)
{
    struct lobby_entry *entry = lobby_find(&service->state.lobby, player->id);
    if (entry && !queue_is_lasting(&entry->key))
        queue_remove(service, entry, reason, 0);
}

void queue_expire(struct service *service, const struct player *player, struct instant now)
{
    struct lobby_entry *entry = lobby_find(&service->state.lobby, player->id);
    if (entry && queue_is_lasting(&entry->key) && !entry->is_doubtful &&
        !people_is_connected(player) &&
        now.play_ms - entry->since_ms >= service->setup.open_async_ms)
        queue_remove(service, entry, MATCH_TIMEOUT, now.wall_ms);
}

/* A place in a live queue whose player joined it, then left, and has had no connection for a while. */
static bool is_forgotten(struct service *service, const struct lobby_entry *entry,
                         struct instant now)
{
    enum { ABSENT_MS = 10000 };
    const struct player *player = people_find(service, entry->player_id);
    return player && !player->is_old && player->node == 0 && entry->match == KEY_TABLE_NONE &&
           !entry->is_doubtful && !queue_is_lasting(&entry->key) &&
           player->since_ms >= entry->waiting_ms && now.wall_ms - player->since_ms >= ABSENT_MS;
}

void queue_drop_forgotten(struct service *service, struct instant now)
{
    struct lobby *lobby = &service->state.lobby;
    int32_t left = lobby->by_player.count;
    for (int32_t i = 0; left > 0 && i < lobby->by_player.max && service_has_space(service); i++) {
        if (!key_table_has(&lobby->by_player, i))
            continue;
        left--;
        if (is_forgotten(service, &lobby->entry[i], now))
            queue_remove(service, &lobby->entry[i], MATCH_DISCONNECTED, now.wall_ms);
    }
}

enum refusal queue_leave(struct service *service, struct command_context *ctx)
{
    struct lobby_entry *entry = lobby_find(&service->state.lobby, ctx->player->id);
    if (!entry)
        return REFUSAL_NOT_QUEUED;
    queue_remove(service, entry, MATCH_DECLINED, ctx->now.wall_ms);
    return REFUSAL_OK;
}

static struct lobby_match *queue_match_of(struct service *service,
                                          const struct command_context *ctx)
{
    struct lobby *lobby = &service->state.lobby;
    struct lobby_match *match = lobby_match_find(lobby, ctx->command->match_id);
    struct lobby_entry *entry = lobby_find(lobby, ctx->player->id);
    return match && entry && entry->match == match - lobby->match ? match : NULL;
}

enum refusal queue_confirm(struct service *service, struct command_context *ctx)
{
    struct lobby *lobby = &service->state.lobby;
    struct lobby_match *match = queue_match_of(service, ctx);
    if (!match)
        return REFUSAL_NO_SUCH_MATCH;
    uint8_t before = confirmed_bits(match);
    bool is_shared = service_is_shared(service);
    ctx->reply->match_id = match->id;
    if (is_shared && lobby_is_agreed(match))
        return REFUSAL_OK; /* another node has begun the game; it will be told */
    (void)lobby_confirm(lobby, &service->journal, match->id, ctx->player->id);
    bool is_agreed = lobby_is_agreed(match);
    if (is_shared && before != confirmed_bits(match))
        (void)match_write(service, match, is_agreed ? MATCH_CLOSE : MATCH_CONFIRM, before);
    return is_agreed ? queue_start(service, ctx, match) : REFUSAL_OK;
}

enum refusal queue_decline(struct service *service, struct command_context *ctx)
{
    struct lobby_match *match = queue_match_of(service, ctx);
    if (!match)
        return REFUSAL_NO_SUCH_MATCH;
    queue_remove(service, lobby_find(&service->state.lobby, ctx->player->id), MATCH_DECLINED,
                 ctx->now.wall_ms);
    return REFUSAL_OK;
}

void queue_timeout(struct service *service, struct lobby_match *match)
{
    queue_cancel_match(service, match, LOBBY_UNCONFIRMED, MATCH_TIMEOUT);
}

/* Tells the players at the front how long the queue is, if that has changed. */
void queue_tell_sizes(struct service *service)
{
    struct lobby *lobby = &service->state.lobby;
    int32_t at = lobby->first;
    for (int i = 0; i < TOLD_A_TICK && at != NONE && service_has_space(service); i++) {
        struct lobby_entry *entry = &lobby->entry[at];
        int32_t size = lobby_queue_size(lobby, &entry->key);
        at = entry->next;
        if (size == entry->told)
            continue;
        KEEP(service, &entry->told);
        entry->told = size;
        tell_player(service, EVENT_QUEUE_UPDATE, people_find(service, entry->player_id))->size =
            size;
    }
}
