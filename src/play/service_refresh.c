/* Games, chat and players as other nodes have changed them: memory follows, and clients of this node are told what is
 * different. */
#include "play/service_parts.h"

#include <string.h>

enum { RECENT_MS = 60000 }; /* a game that began or ended since then is news */

/* ---- games ---- */

static bool is_busy(const struct service *service)
{
    return service->journal.len > 0 || !service_has_space(service);
}

static void finish(struct service *service)
{
    journal_forget(&service->journal);
    outbox_keep(&service->outbox);
}

static void tell_offers(struct service *service, const struct slot *slot, const struct room *before,
                        bool has_moved, struct instant now)
{
    const struct room *room = &slot->room;
    bool has_changed = room->status == GAME_PLAYING && room->offer != before->offer;
    if (has_changed && before->offer != ROW_NOBODY && !has_moved) {
        tell_seat(service, EVENT_DRAW_DECLINED, slot, before->offer);
        /* The player who declined may have another window here. */
        tell_seat(service, EVENT_GAME_UPDATE, slot, 1 - before->offer)->snapshot =
            tell_snapshot(service, slot, now);
    }
    if (has_changed && room->offer != ROW_NOBODY)
        tell_seat(service, EVENT_DRAW_OFFERED, slot, 1 - room->offer);
    if (room->rematch == before->rematch)
        return;
    if (room->rematch < ROW_NOBODY)
        tell_seat(service, EVENT_REMATCH_OFFERED, slot, 1 - room->rematch);
    else if (room->rematch == ROW_NOBODY && before->rematch < ROW_NOBODY)
        tell_seat(service, EVENT_REMATCH_DECLINED, slot, before->rematch);
}

static void tell_over(struct service *service, const struct slot *slot,
                      const struct rated_row *rated, int32_t snapshot)
{
    int32_t from = service->outbox.message_count;
    tell_game(service, EVENT_GAME_OVER, slot, snapshot);
    for (int32_t i = from; rated && rated->game_id && i < service->outbox.message_count; i++) {
        struct message *message = &service->outbox.message[i];
        message->has_rating = true;
        memcpy(message->before, rated->before, sizeof message->before);
        memcpy(message->after, rated->after, sizeof message->after);
        memcpy(message->counts, rated->counts, sizeof message->counts);
    }
}

/* Whatever lies between the two, clients get the same picture as those of the node that decided it. */
static void tell_changes(struct service *service, const struct slot *slot,
                         const struct room *before, bool has_moved, const struct rated_row *rated,
                         struct instant now)
{
    const struct room *room = &slot->room;
    bool has_begun = before->status == GAME_WAITING && room->status != GAME_CANCELLED &&
                     room->status != GAME_WAITING;
    bool has_ended = room_is_over(room) && !room_is_over(before);
    if (!has_begun && !has_ended && !has_moved) {
        tell_offers(service, slot, before, has_moved, now);
        return;
    }
    int32_t snapshot = tell_snapshot(service, slot, now);
    if (has_begun)
        tell_game(service, EVENT_GAME_START, slot, snapshot);
    if (room->status == GAME_CANCELLED) {
        tell_game(service, EVENT_GAME_CANCELLED, slot, snapshot);
        return;
    }
    if (has_moved || has_ended)
        tell_game(service, EVENT_GAME_UPDATE, slot, snapshot);
    if (has_ended)
        tell_over(service, slot, rated, snapshot);
    tell_offers(service, slot, before, has_moved, now);
}

void game_tell_new(struct service *service, struct slot *slot, const struct rated_row *rated,
                   struct instant now)
{
    struct room before = slot->room;
    bool is_live = slot_is_live(&before);
    bool is_young = now.wall_ms - before.created_ms < RECENT_MS ||
                    (before.status == GAME_PLAYING && any_game_ply(&before.game) == 0);
    bool is_new = is_live || (before.status != GAME_WAITING && is_young);
    if (is_live)
        mirror_begin(service, slot);
    before.offer = before.rematch = ROW_NOBODY;
    if (slot->room.status == GAME_CANCELLED || is_new)
        before.status = GAME_WAITING;
    else if (slot->room.status != GAME_WAITING)
        before.status = GAME_PLAYING;
    bool has_moved = any_game_ply(&before.game) > 0 && !is_live;
    tell_changes(service, slot, &before, has_moved, rated, now);
}

/* Names and ratings of the seats, from the players in memory. */
static void fill_seats(struct service *service, const struct slot *slot, const struct game_row *row,
                       struct room_seat seats[ROW_SEATS])
{
    const struct ruleset rules = any_game_rules(&slot->room.game);
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct room_seat *seat = &slot->room.seat[i];
        const struct player *player =
            row->seat[i].kind == SEAT_PLAYER ? people_find(service, row->seat[i].player_id) : NULL;
        seats[i] = *seat;
        if (player && seat->who.kind != SEAT_PLAYER)
            seats[i] = start_seat(player, &rules);
    }
}

ff_err game_replace(struct service *service, struct slot *slot, const struct game_row *row,
                    const struct rated_row *rated, struct instant now)
{
    struct room_seat seats[ROW_SEATS];
    struct room before = slot->room, after;
    int64_t outage_ms = shared_outage_ms(service, row->moved_ms, now.wall_ms);
    fill_seats(service, slot, row, seats);
    ff_err err = room_restore(&after, &service->rules[slot->rules].rules, row, seats, now,
                              now.wall_ms - outage_ms);
    if (err)
        return err;
    KEEP(service, slot);
    slot->room = after;
    slot->is_old = false;
    if (before.chat_seq > after.chat_seq)
        slot->room.chat_seq = before.chat_seq;
    for (int seat = 0; seat < ROW_SEATS; seat++)
        if (before.seat[seat].who.kind != SEAT_PLAYER)
            slot_link(service, slot, seat);
    if (before.status == GAME_WAITING && slot_is_live(&slot->room))
        mirror_begin(service, slot);
    presence_start_grace(service, slot, now);
    bool has_moved = any_game_ply(&slot->room.game) != any_game_ply(&before.game);
    tell_changes(service, slot, &before, has_moved, rated, now);
    slot_schedule(service, slot, now);
    return FF_OK;
}

/* Does a player of this game have a connection here? News of a game that ended long ago is old. */
static bool is_wanted(struct service *service, const struct game_row *game, int64_t wall_ms)
{
    bool is_over = game->status > GAME_PLAYING && game->rematch >= ROW_NOBODY;
    for (int i = 0; i < ROW_SEATS; i++) {
        const struct player *player = game->seat[i].kind == SEAT_PLAYER
                                          ? people_find(service, game->seat[i].player_id)
                                          : NULL;
        if (player && people_is_connected(player))
            return !is_over || wall_ms - game->finished_ms < RECENT_MS;
    }
    return false;
}

static bool has_players(struct service *service, const struct game_row *game)
{
    for (int i = 0; i < ROW_SEATS; i++)
        if (game->seat[i].kind == SEAT_PLAYER && !people_find(service, game->seat[i].player_id))
            return false;
    return true;
}

/* Rows of players who are not in memory must be there. */
static enum refresh load_seats(struct service *service, const struct game_row *game,
                               const struct player_rows players[ROW_SEATS])
{
    if (!players)
        return has_players(service, game) ? REFRESH_DONE : REFRESH_NEED;
    for (int i = 0; i < ROW_SEATS; i++) {
        if (game->seat[i].kind != SEAT_PLAYER)
            continue;
        if (players[i].player.id != game->seat[i].player_id)
            return REFRESH_BAD;
        if (!load_player(service, &players[i]))
            return REFRESH_BUSY;
    }
    return REFRESH_DONE;
}

/* A game that is not in memory: of a player who is connected here. */
static enum refresh add_game(struct service *service, const struct game_row *game,
                             const struct rated_row *rated, struct instant now)
{
    struct player_rows players[ROW_SEATS];
    struct slot *slot;
    memset(players, 0, sizeof players);
    for (int i = 0; i < ROW_SEATS; i++)
        players[i].player.id = game->seat[i].player_id; /* in memory: only the id is read */
    enum refusal refusal = load_game(service, game, players, now, &slot);
    if (refusal)
        return refusal == REFUSAL_SERVER_FULL ? REFRESH_BUSY : REFRESH_BAD;
    game_tell_new(service, slot, rated, now);
    return REFRESH_DONE;
}

/* Has the game ended and perhaps changed ratings, and are they not given? */
static bool lacks_rating(const struct slot *slot, const struct game_row *game,
                         const struct rated_row *rated)
{
    return !rated && game->flags & GAME_RATED && game->status > GAME_PLAYING &&
           game->status != GAME_CANCELLED && !(slot && room_is_over(&slot->room));
}

enum refresh service_refresh_game(struct service *service, const struct game_row *game,
                                  const struct player_rows players[ROW_SEATS],
                                  const struct rated_row *rated, const struct moment *moment)
{
    struct slot *slot = slot_find(service, game->id);
    struct instant now = service_instant(service, moment);
    if (slot ? game->version <= slot->room.version : !is_wanted(service, game, now.wall_ms))
        return REFRESH_DONE;
    if (is_busy(service))
        return REFRESH_BUSY;
    if (lacks_rating(slot, game, rated))
        return REFRESH_NEED;
    service->wall_ms = moment->wall_ms;
    service->play_ms = now.play_ms;
    enum refresh refresh = load_seats(service, game, players);
    if (!refresh && slot)
        refresh = game_replace(service, slot, game, rated, now) ? REFRESH_BAD : REFRESH_DONE;
    else if (!refresh)
        refresh = add_game(service, game, rated, now);
    if (refresh)
        journal_undo(&service->journal, 0);
    finish(service);
    return refresh;
}

/* ---- chat ---- */

static void tell_chat(struct service *service, struct message *message, const struct chat_row *chat,
                      int seat, const char *name)
{
    message->game_id = chat->game_id;
    message->row = service->outbox.row_count - 1;
    message->from = (uint8_t)seat;
    message->player_id = chat->player_id;
    memcpy(message->name, name, strnlen(name, sizeof message->name - 1));
}

enum refresh service_refresh_chat(struct service *service, const struct chat_row *chat,
                                  const char *name, bool is_read)
{
    struct slot *slot = slot_find(service, chat->game_id);
    const struct player *sender = people_find(service, chat->player_id);
    int seat = slot ? room_seat_of(&slot->room, chat->player_id) : ROW_NOBODY;
    if (!slot || chat->seq <= slot->heard)
        return REFRESH_DONE;
    if (chat->seq != slot->heard + 1 && !is_read)
        return REFRESH_GAP;
    if (!name && sender)
        name = sender->name;
    if (!name && seat != ROW_NOBODY)
        name = slot->room.seat[seat].name;
    if (!name)
        return REFRESH_NEED;
    if (is_busy(service))
        return REFRESH_BUSY;
    slot->heard = chat->seq;
    if (slot->room.chat_seq < chat->seq)
        slot->room.chat_seq = chat->seq;
    outbox_row(&service->outbox, ROW_CHAT)->chat = *chat;
    for (int i = 0; i < ROW_SEATS && chat->channel == CHAT_PLAYERS; i++)
        tell_chat(service, tell_seat(service, EVENT_CHAT_MESSAGE, slot, i), chat, seat, name);
    if (chat->channel == CHAT_SPECTATORS && slot->watchers > 0) {
        struct message *message = outbox_message(&service->outbox, EVENT_CHAT_MESSAGE);
        message->to = TO_SPECTATORS;
        tell_chat(service, message, chat, ROW_NOBODY, name);
    }
    finish(service);
    return REFRESH_DONE;
}

/* ---- players ---- */

static bool is_live(const struct service_sessions *sessions, const uint8_t hash[ROW_HASH_BYTES])
{
    for (size_t i = 0; i < sessions->live_count; i++)
        if (memcmp(sessions->live[i], hash, ROW_HASH_BYTES) == 0)
            return true;
    return false;
}

/* Drops sessions that the store no longer has. One that came into memory after the read had begun stays. */
static void drop_ended(struct service *service, struct player *player,
                       struct service_sessions *sessions, uint64_t mark)
{
    sessions->ended_count = 0;
    for (int32_t at = player->first_session, next; at != NONE; at = next) {
        const struct session *session = &service->session[at];
        next = session->next;
        if (session->added >= mark || is_live(sessions, session->hash))
            continue;
        if (sessions->ended_count == sessions->max)
            return;
        memcpy(sessions->ended[sessions->ended_count++], session->hash, ROW_HASH_BYTES);
        people_drop_session(service, player, at);
        journal_forget(&service->journal);
    }
}

enum refresh service_refresh_player(struct service *service, const struct player_rows *rows,
                                    int64_t stamp, struct service_sessions *sessions, uint64_t mark,
                                    const struct moment *moment)
{
    struct player *player = people_find(service, rows->player.id);
    struct instant now = service_instant(service, moment);
    if (sessions)
        sessions->ended_count = 0;
    if (!player)
        return REFRESH_DONE;
    if (is_busy(service))
        return REFRESH_BUSY;
    service->wall_ms = moment->wall_ms;
    service->play_ms = now.play_ms;
    if (sessions)
        drop_ended(service, player, sessions, mark);
    if (player->changed < mark) {
        update_player(service, player, rows);
        player->stamp = stamp;
        mirror_know(service, player);
    }
    presence_read(service, player, &rows->presence, mark, now);
    if (player->ban_ms > now.wall_ms && lobby_find(&service->state.lobby, player->id))
        owe(service, player);
    finish(service);
    return REFRESH_DONE;
}
