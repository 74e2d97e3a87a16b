/* A service that shares its database: time, copies that are old, and what this node has in memory. */
#include "play/service_parts.h"

#include <string.h>

uint64_t service_mark(const struct service *service)
{
    return service->turn;
}

void service_set_keeper(struct service *service, bool is_keeper)
{
    service->is_keeper = is_keeper;
}

/* ---- time ---- */

int64_t shared_outage_ms(const struct service *service, int64_t from_ms, int64_t to_ms)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < service->outages; i++) {
        const struct service_outage *outage = &service->outage[i];
        int64_t began = outage->began_ms > from_ms ? outage->began_ms : from_ms;
        int64_t ended = outage->ended_ms < to_ms ? outage->ended_ms : to_ms;
        sum += ended > began ? ended - began : 0;
    }
    return sum;
}

int64_t shared_play_ms(const struct service *service, int64_t wall_ms, struct instant now)
{
    int64_t past = now.wall_ms - wall_ms - shared_outage_ms(service, wall_ms, now.wall_ms);
    return now.play_ms - (wall_ms > 0 && past > 0 ? past : 0);
}

/* Sets clocks, grace times and deadlines of matches by the wall. */
static void rewind_all(struct service *service, struct instant now)
{
    struct lobby *lobby = &service->state.lobby;
    for (int32_t i = 0; i < service->setup.players; i++) {
        struct player *player = &service->player[i];
        if (key_table_has(&service->state.players, i) && player->is_gone && player->since_ms)
            player->gone_ms = shared_play_ms(service, player->since_ms, now);
    }
    for (int32_t i = 0; i < service->setup.rooms; i++) {
        struct slot *slot = &service->slot[i];
        if (!key_table_has(&service->state.rooms, i) || !slot_must_stay(&slot->room))
            continue;
        if (slot->room.clock.setup.kind == CLOCK_LIVE)
            slot->room.clock.started_ms = shared_play_ms(service, slot->room.moved_ms, now);
        if (!slot->is_old)
            slot_schedule(service, slot, now);
        journal_forget(&service->journal);
    }
    for (int32_t i = 0; i < lobby->by_match.max; i++) {
        struct lobby_match *match = &lobby->match[i];
        int64_t began_ms = match->due_ms - lobby->setup.confirm_ms;
        if (key_table_has(&lobby->by_match, i))
            match->deadline_ms = shared_play_ms(service, began_ms, now) + lobby->setup.confirm_ms;
    }
}

bool shared_is_unheard(const struct service *service, int64_t wall_ms)
{
    return service->heard_ms > 0 && wall_ms - service->heard_ms > SERVICE_UNHEARD_MS;
}

void service_set_outages(struct service *service, const struct service_outage *outages, int count,
                         int64_t heard_ms, const struct moment *moment)
{
    struct instant now = {moment->now_ms - service->lost_ms, moment->wall_ms};
    service->heard_ms = heard_ms;
    size_t size = (size_t)count * sizeof *outages;
    bool is_known = count == service->outages && memcmp(service->outage, outages, size) == 0;
    if (is_known && !service->is_stopped)
        return;
    memcpy(service->outage, outages, size);
    service->outages = count;
    rewind_all(service, now);
}

/* ---- what has changed lately ---- */

void shared_note(struct service *service, int64_t id)
{
    if (!service_is_shared(service))
        return;
    service->recent[service->recent_next] = (struct recent_change){id, service->turn};
    service->recent_next = (service->recent_next + 1) % RECENT_MAX;
}

/* Has it changed here since the mark was taken? A ring that was overwritten since then says yes to everything. */
bool shared_is_recent(const struct service *service, int64_t id, uint64_t mark)
{
    const struct recent_change *oldest = &service->recent[service->recent_next];
    if (oldest->id && oldest->turn >= mark)
        return true;
    for (int i = 0; i < RECENT_MAX; i++)
        if (service->recent[i].id == id && service->recent[i].turn >= mark)
            return true;
    return false;
}

/* ---- copies that are old ---- */

void service_forget_player(struct service *service, int64_t player_id)
{
    struct player *player = people_find(service, player_id);
    struct lobby_entry *entry = lobby_find(&service->state.lobby, player_id);
    if (entry)
        entry->is_doubtful = true;
    if (!player)
        return;
    player->is_old = true;
    player->looked_up = 0;
    player->stamp = 0;
}

void service_forget_game(struct service *service, int64_t game_id)
{
    struct slot *slot = slot_find(service, game_id);
    if (!slot)
        return;
    if (slot_has_client(service, slot)) {
        slot->is_old = true;
        service->due_ms[slot_index(service, slot)] = INT64_MAX;
    } else {
        slot_remove(service, slot);
    }
    journal_forget(&service->journal);
}

static void forget_players_of(struct service *service, int64_t game_id)
{
    const struct slot *slot = slot_find(service, game_id);
    for (int seat = 0; slot && seat < ROW_SEATS; seat++)
        if (slot->room.seat[seat].who.kind == SEAT_PLAYER)
            service_forget_player(service, slot->room.seat[seat].who.player_id);
}

void shared_forget_row(struct service *service, const struct row *row)
{
    switch ((enum row_kind)row->kind) {
    case ROW_GAME:
        service_forget_game(service, row->game.rematch_of);
        break;
    case ROW_JOIN:
        service_forget_game(service, row->join.game_id);
        break;
    case ROW_MOVE:
        service_forget_game(service, row->move.game_id);
        break;
    case ROW_RESULT:
        if (row->result.reason == REASON_ABANDON) /* a player may have come back */
            forget_players_of(service, row->result.game_id);
        service_forget_game(service, row->result.game_id);
        break;
    case ROW_OFFER:
        service_forget_game(service, row->offer.game_id);
        break;
    case ROW_REMATCH:
        service_forget_game(service, row->rematch.game_id);
        break;
    case ROW_CHAT:
        service_forget_game(service, row->chat.game_id);
        break;
    case ROW_RATING:
        service_forget_player(service, row->rating.player_id);
        break;
    case ROW_QUEUE:
        service_forget_player(service, row->queue.player_id);
        break;
    case ROW_MATCH:
        service_forget_player(service, row->match.player_id[0]);
        service_forget_player(service, row->match.player_id[1]);
        break;
    case ROW_PLAYER:
        service_forget_player(service, row->player.id);
        break;
    case ROW_SESSION:
        service_forget_player(service, row->session.player_id);
        break;
    case ROW_LOGOUT:
        service_forget_player(service, row->logout.player_id);
        break;
    case ROW_SANCTION:
        service_forget_player(service, row->sanction.player_id);
        break;
    case ROW_ACCOUNT:
        service_forget_player(service, row->account.player_id);
        break;
    case ROW_ERASE:
        service_forget_player(service, row->erase.player_id);
        break;
    case ROW_PRESENCE:
        service_forget_player(service, row->presence.player_id);
        if (row->presence.node)
            owe_unsure(service, row->presence.player_id);
        break;
    default:
        break;
    }
}

/* ---- what is in memory ---- */

int32_t service_next_game(const struct service *service, int32_t after, struct service_held *out)
{
    int32_t at = after + 1;
    while (at < service->setup.rooms && !key_table_has(&service->state.rooms, at))
        at++;
    if (at == service->setup.rooms)
        return NONE;
    const struct slot *slot = &service->slot[at];
    *out = (struct service_held){.game_id = slot->room.id,
                                 .version = slot->is_old ? UINT32_MAX : slot->room.version,
                                 .chat_seq = slot->heard,
                                 .watchers = slot->watchers};
    return at;
}

int32_t service_next_player(const struct service *service, int32_t after, struct service_known *out)
{
    int32_t at = after + 1;
    while (at < service->setup.players && !key_table_has(&service->state.players, at))
        at++;
    if (at == service->setup.players)
        return NONE;
    const struct player *player = &service->player[at];
    *out = (struct service_known){.player_id = player->id,
                                  .stamp = player->is_old ? 0 : player->stamp,
                                  .is_here = people_is_connected(player)};
    return at;
}

bool service_game_row(const struct service *service, int64_t game_id, struct game_row *out)
{
    const struct slot *slot = slot_find(service, game_id);
    if (!slot || slot->is_old)
        return false;
    room_row(out, &slot->room);
    return true;
}
