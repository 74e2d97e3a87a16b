/* Connections: a player connects, leaves, returns, changes windows. */
#include "play/service_parts.h"

#include <string.h>

enum { KEPT_PART = 8 }; /* one of eight places */

static bool is_playing(const struct service *service, const struct player *player)
{
    const struct slot *slot;
    for (int32_t at = player->first_room; at != NONE;
         at = slot->next_of[room_seat_of(&slot->room, player->id)]) {
        slot = &service->slot[at];
        if (slot_is_live(&slot->room))
            return true;
    }
    return false;
}

bool service_is_busy(const struct service *service, int32_t conn)
{
    if (!service_has_conn(service, conn))
        return false;
    const struct player *player = &service->player[service->presence[conn].player];
    return is_playing(service, player) || lobby_find(&service->state.lobby, player->id);
}

bool service_is_awaited(const struct service *service, const uint8_t token_hash[ROW_HASH_BYTES])
{
    int32_t at = key_table_find(&service->state.sessions, session_key(token_hash));
    return at != KEY_TABLE_NONE && session_is(&service->session[at], token_hash) &&
           is_playing(service, &service->player[service->session[at].player]);
}

bool presence_is_here(const struct service *service, const struct player *player)
{
    return !service_is_shared(service) || player->node == service->setup.node;
}

/* Were queue and running games read since the player connected here, or in this turn? */
bool presence_is_known(const struct service *service, const struct player *player)
{
    return people_is_connected(player) ? player->looked_up != 0
                                       : player->looked_up == service->turn;
}

/* A player with windows at several nodes is online at the one that has the newest. */
static bool is_online(const struct service *service, const struct player *player)
{
    return people_is_connected(player) && presence_is_here(service, player);
}

static void count_online(struct service *service, const struct player *player, bool was_online)
{
    KEEP(service, &service->state.online);
    service->state.online += (int)is_online(service, player) - (int)was_online;
}

static void presence_open(struct service *service, int32_t at, struct player *player)
{
    struct presence *presence = &service->presence[at];
    bool was_online = is_online(service, player);
    KEEP(service, presence);
    KEEP(service, &player->first_conn);
    KEEP(service, &service->state.conns);
    *presence = (struct presence){.player = (int32_t)(player - service->player),
                                  .older = player->first_conn,
                                  .room = NONE,
                                  .watch_prev = NONE,
                                  .watch_next = NONE,
                                  .is_open = true};
    player->first_conn = at;
    service->state.conns++;
    count_online(service, player, was_online);
}

/* Removes a connection from its player's list. */
static void presence_unlink(struct service *service, int32_t at)
{
    struct presence *presence = &service->presence[at];
    int32_t *from = &service->player[presence->player].first_conn;
    while (*from != at)
        from = &service->presence[*from].older;
    KEEP(service, from);
    *from = presence->older;
}

static void presence_tell_opponents(struct service *service, struct player *player,
                                    enum event event, struct instant now)
{
    for (struct slot *slot = slot_next_of(service, player, NULL); slot;
         slot = slot_next_of(service, player, slot)) {
        if (!slot_is_live(&slot->room))
            continue;
        int other = 1 - room_seat_of(&slot->room, player->id);
        if (service_has_space(service))
            tell_seat(service, event, slot, other)->wait_ms = service->setup.grace_ms;
        slot_schedule(service, slot, now);
    }
}

static void presence_set(struct service *service, struct player *player, bool is_gone,
                         int64_t gone_ms)
{
    KEEP(service, &player->is_gone);
    KEEP(service, &player->gone_ms);
    player->is_gone = is_gone;
    player->gone_ms = is_gone ? gone_ms : 0;
}

void presence_put(struct service *service, struct player *player, int32_t node, int64_t since_ms,
                  struct instant now)
{
    bool was_gone = player->is_gone, was_online = is_online(service, player);
    KEEP(service, player);
    player->node = node;
    player->since_ms = since_ms;
    player->changed = service->turn;
    count_online(service, player, was_online);
    presence_set(service, player, node == 0, shared_play_ms(service, since_ms, now));
    if (was_gone != player->is_gone)
        presence_tell_opponents(service, player,
                                was_gone ? EVENT_OPPONENT_RECONNECTED : EVENT_OPPONENT_DISCONNECTED,
                                now);
}

void presence_start_grace(struct service *service, struct slot *slot, struct instant now)
{
    for (int seat = 0; seat < ROW_SEATS && slot_is_live(&slot->room); seat++) {
        struct player *player = slot_player(service, slot, seat);
        bool is_connected = player && (service_is_shared(service) ? player->node != 0
                                                                  : people_is_connected(player));
        if (player && !is_connected && !player->is_gone)
            presence_set(service, player, true, now.play_ms);
    }
}

/* Sends game-start for each live game of a returning player, but for one that the player sees anyway. */
static void presence_show_games(struct service *service, struct player *player,
                                const struct slot *seen, struct instant now)
{
    int told = 0;
    for (struct slot *slot = slot_next_of(service, player, NULL); slot && told < BUSY_MAX;
         slot = slot_next_of(service, player, slot)) {
        if (!slot_is_live(&slot->room) || slot == seen)
            continue;
        int seat = room_seat_of(&slot->room, player->id);
        tell_seat(service, EVENT_GAME_START, slot, seat)->snapshot =
            tell_snapshot(service, slot, now);
        told++;
    }
}

/* The newest connection is the one that plays. */
void presence_show(struct service *service, struct player *player, struct instant now)
{
    struct message *message = tell_player(service, EVENT_SESSION, player);
    message->player_id = player->id;
    memcpy(message->name, player->name, sizeof message->name);
    presence_show_games(service, player, NULL, now);
    mirror_retell(service, player);
}

/* This node takes the player, whoever had it. */
static void presence_take(struct service *service, struct player *player, struct instant now)
{
    presence_put(service, player, service->setup.node, now.wall_ms, now);
    outbox_row(&service->outbox, ROW_PRESENCE)->presence =
        (struct presence_row){player->id, service->setup.node, 0, now.wall_ms};
}

static void presence_arrive(struct service *service, struct player *player, int32_t conn,
                            struct instant now)
{
    if (people_is_connected(player))
        tell_player(service, EVENT_SESSION_REPLACED, player)->player_id = player->id;
    presence_open(service, conn, player);
    if (service_is_shared(service)) {
        presence_take(service, player, now);
    } else if (player->is_gone) {
        presence_set(service, player, false, 0);
        presence_tell_opponents(service, player, EVENT_OPPONENT_RECONNECTED, now);
    }
    presence_show(service, player, now);
}

/* The last places are for players who return. */
static bool is_crowded(const struct service *service)
{
    int32_t kept = service->limits.setup.is_off ? 0 : service->setup.conns / KEPT_PART;
    return service->state.conns >= service->setup.conns - kept;
}

/* A guest whose name is reserved, or belongs to an account by now, gets in without it. */
static enum refusal new_guest(struct service *service, struct command_context *ctx,
                              struct player **out)
{
    const struct service_command *command = ctx->command;
    char name[ROW_NAME_SIZE];
    enum refusal refusal =
        command->name ? name_read(service, ctx, NAME_OF_COMMAND, name) : REFUSAL_OK;
    bool is_used = command->name && !refusal;
    if (refusal == REFUSAL_BAD_NAME)
        return refusal;
    return people_new(service, ctx, is_used ? command->name : NULL, command->name_len,
                      command->fresh_hash, out);
}

/* A guest whose name has become that of an account since the last visit gives it up. */
static void return_guest(struct service *service, const struct command_context *ctx)
{
    char name[ROW_NAME_SIZE];
    int64_t owner = ctx->command->owner[NAME_OF_COMMAND];
    if (ctx->player->has_account || !owner || owner == ctx->player->id)
        return;
    player_guest_name(name, ctx->player->id);
    people_rename(service, ctx->player, name);
}

enum refusal presence_connect(struct service *service, struct command_context *ctx)
{
    const struct service_command *command = ctx->command;
    struct player *player = ctx->player;
    enum refusal refusal = REFUSAL_OK;
    if (command->conn < 0 || command->conn >= service->setup.conns)
        return REFUSAL_SERVER_FULL;
    if (service->presence[command->conn].is_open)
        return REFUSAL_ALREADY_CONNECTED;
    if (player)
        session_touch(service, command->token_hash, command->agent, ctx->now.wall_ms);
    else if (is_crowded(service))
        refusal = REFUSAL_SERVER_FULL;
    else
        refusal = new_guest(service, ctx, &player);
    if (refusal)
        return refusal;
    ctx->player = player;
    return_guest(service, ctx);
    presence_arrive(service, player, command->conn, ctx->now);
    return presence_me(service, ctx);
}

/* A disconnect is never undone, but its rows may fail: the next tick writes them. */
static void presence_leave(struct service *service, struct player *player, struct instant now)
{
    bool was_here = presence_is_here(service, player);
    KEEP(service, player);
    player->looked_up = 0;
    if (was_here)
        presence_put(service, player, 0, now.wall_ms, now);
    owe(service, player); /* also if another node seems to have the player: a hint may be wrong */
}

void presence_disconnect(struct service *service, int32_t at, struct instant now)
{
    struct presence *presence = &service->presence[at];
    if (!presence->is_open)
        return; /* the commit of its connect failed */
    struct player *player = &service->player[presence->player];
    bool was_newest = player->first_conn == at, was_online = is_online(service, player);
    watch_stop(service, at);
    KEEP(service, presence);
    KEEP(service, &service->state.conns);
    presence_unlink(service, at);
    presence->is_open = false;
    service->state.conns--;
    count_online(service, player, was_online);
    service->bucket[at] = (struct bucket){0};
    if (people_is_connected(player)) {
        if (was_newest) /* the connection that had been replaced plays again */
            presence_show(service, player, now);
    } else if (service_is_shared(service)) {
        presence_leave(service, player, now);
    } else {
        queue_drop(service, player, MATCH_DISCONNECTED);
        presence_set(service, player, true, now.play_ms);
        presence_tell_opponents(service, player, EVENT_OPPONENT_DISCONNECTED, now);
    }
}

enum refusal presence_name(struct service *service, struct command_context *ctx)
{
    char name[ROW_NAME_SIZE] = "";
    enum refusal refusal = name_read(service, ctx, NAME_OF_COMMAND, name);
    if (refusal)
        return refusal;
    if (moderation_is_muted(ctx))
        return REFUSAL_MUTED;
    if (service_is_shared(service))
        people_write_name(service, ctx->player, name);
    else
        people_rename(service, ctx->player, name);
    return presence_me(service, ctx);
}

enum refusal presence_me(struct service *service, struct command_context *ctx)
{
    (void)service;
    ctx->reply->player_id = ctx->player->id;
    memcpy(ctx->reply->name, ctx->player->name, sizeof ctx->reply->name);
    return REFUSAL_OK;
}

/* Answers with a snapshot. The connection that asks becomes the one that plays: games that began meanwhile are shown to it. */
enum refusal presence_resume(struct service *service, struct command_context *ctx)
{
    struct player *player = ctx->player;
    int32_t at = ctx->command->conn;
    bool was_newest = player->first_conn == at, was_here = presence_is_here(service, player);
    if (at != CONN_NONE && !was_newest) {
        tell_player(service, EVENT_SESSION_REPLACED, player)->player_id = player->id;
        presence_unlink(service, at);
        KEEP(service, &service->presence[at]);
        KEEP(service, &player->first_conn);
        service->presence[at].older = player->first_conn;
        player->first_conn = at;
        mirror_retell(service, player);
    }
    if (at != CONN_NONE && !was_here) {
        KEEP(service, player);
        player->looked_up = 0; /* games may have begun on the other node */
        presence_take(service, player, ctx->now);
    }
    if (at != CONN_NONE && !(was_newest && was_here))
        presence_show_games(service, player, ctx->slot, ctx->now);
    return game_state(service, ctx);
}

/* ---- presences of a shared database ---- */

/* Nobody has the player, but a connection here is open: it plays. */
static void presence_claim(struct service *service, struct player *player, struct instant now)
{
    bool was_here = presence_is_here(service, player);
    KEEP(service, player);
    presence_put(service, player, service->setup.node, now.wall_ms, now);
    owe(service, player);
    if (was_here)
        return;
    player->looked_up = 0; /* games may have begun on the other node */
    presence_show(service, player, now);
}

void service_claim_all(struct service *service, const struct moment *moment)
{
    struct instant now = service_instant(service, moment);
    for (int32_t i = 0; i < service->setup.players; i++) {
        struct player *player = &service->player[i];
        if (!key_table_has(&service->state.players, i))
            continue;
        if (!people_is_connected(player)) /* may have come back elsewhere meanwhile */
            service_forget_player(service, player->id);
        else if (player->node == 0 || presence_is_here(service, player))
            presence_claim(service, player, now);
        journal_forget(&service->journal);
    }
    outbox_keep(&service->outbox);
}

void service_set_node(struct service *service, int32_t node)
{
    int32_t before = service->setup.node;
    service->setup.node = node;
    for (int32_t i = 0; i < service->setup.players && node != before; i++) {
        struct player *player = &service->player[i];
        if (!key_table_has(&service->state.players, i) || player->node != before)
            continue;
        player->node = node;
        player->claimed_from = before;
        owe(service, player);
        journal_forget(&service->journal);
    }
}

/* Another node, or none, has the player. */
static void presence_lose(struct service *service, struct player *player,
                          const struct presence_row *row, struct instant now)
{
    bool was_here = people_is_connected(player) && presence_is_here(service, player);
    if (row->node == 0 && people_is_connected(player)) {
        presence_claim(service, player, now);
        return;
    }
    if (was_here)
        tell_player(service, EVENT_SESSION_REPLACED, player)->player_id = player->id;
    presence_put(service, player, row->node, row->since_ms, now);
}

static bool is_same(const struct player *player, const struct presence_row *row)
{
    return player->node == row->node && player->since_ms == row->since_ms;
}

/* Is a hint newer than what is known? A player who left is believed only of the node that had the player. */
static bool hint_is_newer(const struct player *player, const struct presence_row *row)
{
    if (row->since_ms < player->since_ms || is_same(player, row))
        return false;
    if (row->node == 0)
        return player->node == row->from;
    return row->from == 0 || player->node == row->from || player->node == 0;
}

void presence_read(struct service *service, struct player *player, const struct presence_row *row,
                   uint64_t mark, struct instant now)
{
    bool is_own = row->node == service->setup.node, has_conn = people_is_connected(player);
    bool is_old = mark == SERVICE_HINT ? is_own || !hint_is_newer(player, row)
                                       : player->changed >= mark || player->owes;
    if (is_old)
        return;
    if (!is_own) {
        if (!is_same(player, row) || (row->node == 0 && has_conn))
            presence_lose(service, player, row, now);
    } else if (!has_conn) {
        presence_put(service, player, 0, now.wall_ms, now); /* the row still has the player here */
        owe(service, player);
    } else if (!presence_is_here(service, player)) {
        presence_put(service, player, row->node, row->since_ms, now);
        presence_show(service, player, now);
    }
}

enum refresh service_refresh_presence(struct service *service, const struct presence_row *presence,
                                      uint64_t mark, const struct moment *moment)
{
    struct player *player = people_find(service, presence->player_id);
    if (!player)
        return REFRESH_DONE;
    if (service->journal.len > 0 || !service_has_space(service))
        return REFRESH_BUSY;
    service->wall_ms = moment->wall_ms;
    presence_read(service, player, presence, mark, service_instant(service, moment));
    journal_forget(&service->journal);
    outbox_keep(&service->outbox);
    return REFRESH_DONE;
}
