/* Players and their sessions in memory. */
#include "play/service_parts.h"

#include <string.h>

#include "play/discount.h"
#include "play/id.h"

static const int64_t hour_ms = INT64_C(60) * 60 * 1000;

uint64_t session_key(const uint8_t hash[ROW_HASH_BYTES])
{
    uint64_t key;
    memcpy(&key, hash, sizeof key);
    return key;
}

/* Compares in constant time, so that the time tells nothing about the hash. */
bool session_is(const struct session *session, const uint8_t hash[ROW_HASH_BYTES])
{
    unsigned difference = 0;
    for (int i = 0; i < ROW_HASH_BYTES; i++)
        difference |= (unsigned)(session->hash[i] ^ hash[i]);
    return difference == 0;
}

void session_touch(struct service *service, const uint8_t hash[ROW_HASH_BYTES], uint16_t agent,
                   int64_t wall_ms)
{
    struct session *session =
        &service->session[key_table_find(&service->state.sessions, session_key(hash))];
    if (wall_ms - session->seen_ms < hour_ms)
        return;
    KEEP(service, session);
    session->seen_ms = wall_ms;
    session->agent = agent ? agent : session->agent;
    struct session_row *row = &outbox_row(&service->outbox, ROW_SESSION)->session;
    memcpy(row->token_hash, session->hash, sizeof row->token_hash);
    row->player_id = service->player[session->player].id;
    row->created_ms = session->created_ms;
    row->seen_ms = wall_ms;
    row->agent = session->agent;
}

struct player *people_find(struct service *service, int64_t player_id)
{
    int32_t at = key_table_find(&service->state.players, (uint64_t)player_id);
    return at == KEY_TABLE_NONE ? NULL : &service->player[at];
}

bool people_is_connected(const struct player *player)
{
    return player->first_conn != CONN_NONE;
}

bool service_is_online(const struct service *service, int64_t player_id)
{
    int32_t at = key_table_find(&service->state.players, (uint64_t)player_id);
    return at != KEY_TABLE_NONE && people_is_connected(&service->player[at]);
}

bool service_is_present(const struct service *service, int64_t player_id)
{
    int32_t at = key_table_find(&service->state.players, (uint64_t)player_id);
    return service_is_online(service, player_id) ||
           (at != KEY_TABLE_NONE && service->player[at].node != 0);
}

bool service_has_player(const struct service *service, int64_t player_id)
{
    return key_table_find(&service->state.players, (uint64_t)player_id) != KEY_TABLE_NONE;
}

struct player *people_by_token(struct service *service, const uint8_t hash[ROW_HASH_BYTES])
{
    int32_t at = key_table_find(&service->state.sessions, session_key(hash));
    if (at == KEY_TABLE_NONE || !session_is(&service->session[at], hash))
        return NULL;
    return &service->player[service->session[at].player];
}

void people_set_network(struct service *service, const struct command_context *ctx)
{
    KEEP(service, &ctx->player->network);
    ctx->player->network = discount_network(ctx->command->address);
}

/* May this player leave memory? Not while connected, queued, or in a game that is in memory. */
static bool people_is_evictable(const struct service *service, const struct player *player)
{
    return !people_is_connected(player) && player->first_room == NONE && !player->owes &&
           !lobby_find(&service->state.lobby, player->id);
}

static void people_remove(struct service *service, struct player *player)
{
    for (int32_t at = player->first_session; at != NONE; at = service->session[at].next)
        key_table_remove(&service->state.sessions, &service->journal, at);
    key_table_remove(&service->state.players, &service->journal,
                     (int32_t)(player - service->player));
}

void people_sweep(struct service *service, int32_t count, struct instant now)
{
    struct key_table *players = &service->state.players;
    for (int32_t i = 0; i < count && service_has_space(service); i++) {
        int32_t at = service->state.sweep;
        KEEP(service, &service->state.sweep);
        service->state.sweep = (at + 1) % players->max;
        if (!key_table_has(players, at))
            continue;
        queue_expire(service, &service->player[at], now);
        if (people_is_evictable(service, &service->player[at]))
            people_remove(service, &service->player[at]);
    }
}

struct player *people_add(struct service *service, const struct player *player)
{
    int32_t at = key_table_add(&service->state.players, &service->journal, (uint64_t)player->id);
    if (at == KEY_TABLE_NONE)
        return NULL;
    KEEP(service, &service->player[at]);
    service->player[at] = *player;
    return &service->player[at];
}

void people_drop_session(struct service *service, struct player *player, int32_t at)
{
    int32_t *from = &player->first_session;
    while (*from != at)
        from = &service->session[*from].next;
    KEEP(service, from);
    *from = service->session[at].next;
    key_table_remove(&service->state.sessions, &service->journal, at);
}

/* Somebody may log in to one account very often. Sessions that leave memory are loaded again when they are used. */
static void people_hold_few(struct service *service, struct player *player)
{
    int32_t held = 0, last = NONE;
    for (int32_t at = player->first_session; at != NONE; at = service->session[at].next, held++)
        last = at;
    if (held >= SESSIONS_HELD)
        people_drop_session(service, player, last);
}

enum refusal people_add_session(struct service *service, const struct session_row *row)
{
    struct player *player = people_find(service, row->player_id);
    uint64_t key = session_key(row->token_hash);
    if (!player)
        return REFUSAL_BAD_TOKEN;
    if (key_table_find(&service->state.sessions, key) != KEY_TABLE_NONE)
        return people_by_token(service, row->token_hash) ? REFUSAL_OK : REFUSAL_BAD_TOKEN;
    people_hold_few(service, player);
    int32_t at = key_table_add(&service->state.sessions, &service->journal, key);
    if (at == KEY_TABLE_NONE)
        return REFUSAL_SERVER_FULL;
    struct session *session = &service->session[at];
    KEEP(service, session);
    KEEP(service, &player->first_session);
    *session = (struct session){.player = (int32_t)(player - service->player),
                                .next = player->first_session,
                                .created_ms = row->created_ms,
                                .seen_ms = row->seen_ms,
                                .agent = row->agent,
                                .added = service->turn};
    memcpy(session->hash, row->token_hash, sizeof session->hash);
    player->first_session = at;
    return REFUSAL_OK;
}

enum refusal people_new(struct service *service, struct command_context *ctx, const char *name,
                        size_t name_len, const uint8_t fresh_hash[ROW_HASH_BYTES],
                        struct player **out)
{
    struct player player;
    struct session_row session = {
        .created_ms = ctx->now.wall_ms, .seen_ms = ctx->now.wall_ms, .agent = ctx->command->agent};
    enum refusal refusal =
        player_new(&player, id_from(id_random(&ctx->ids)), name, name_len, ctx->now.wall_ms);
    if (!refusal)
        refusal = limits_charge_guest(&service->limits, ctx->command->address, ctx->now_ms);
    if (refusal)
        return refusal;
    if (service->state.players.count == service->state.players.max ||
        service->state.sessions.count == service->state.sessions.max ||
        key_table_find(&service->state.sessions, session_key(fresh_hash)) != KEY_TABLE_NONE)
        return REFUSAL_SERVER_FULL;
    *out = people_add(service, &player);
    if (!*out)
        return REFUSAL_SERVER_FULL;
    (*out)->looked_up = (*out)->changed = service->turn; /* people_add has journalled it */
    session.player_id = player.id;
    memcpy(session.token_hash, fresh_hash, sizeof session.token_hash);
    (void)people_add_session(service, &session);
    outbox_row(&service->outbox, ROW_PLAYER)->player = player_row_of(*out);
    outbox_row(&service->outbox, ROW_SESSION)->session = session;
    return REFUSAL_OK;
}

void people_touch(struct service *service, struct player *player)
{
    KEEP(service, &player->changed);
    player->changed = service->turn;
}

void people_rename(struct service *service, struct player *player, const char *name)
{
    if (strcmp(player->name, name) != 0)
        people_write_name(service, player, name);
}

void people_write_name(struct service *service, struct player *player, const char *name)
{
    KEEP(service, &player->name);
    people_touch(service, player);
    memset(player->name, 0, sizeof player->name);
    memcpy(player->name, name, strlen(name));
    int left = RENAMED_MAX;
    for (struct slot *slot = slot_next_of(service, player, NULL); slot && left > 0;
         slot = slot_next_of(service, player, slot), left--) {
        struct room_seat *seat = &slot->room.seat[room_seat_of(&slot->room, player->id)];
        KEEP(service, &seat->name);
        memcpy(seat->name, player->name, sizeof seat->name);
    }
    outbox_row(&service->outbox, ROW_PLAYER)->player = player_row_of(player);
}
