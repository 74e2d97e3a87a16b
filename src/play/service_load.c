/* Loading rows of the store into memory, and forgetting them. */
#include "play/service_parts.h"

#include <string.h>

bool service_must_hold(const struct game_row *game)
{
    return game->status == GAME_PLAYING &&
           (!(game->flags & GAME_ASYNC) || game->clock.kind == CLOCK_LIVE);
}

/* Ratings only grow in games; the rest is the last writer's. */
void update_player(struct service *service, struct player *player, const struct player_rows *rows)
{
    struct player fresh;
    player_restore(&fresh, rows);
    KEEP(service, player);
    player->mute_ms = fresh.mute_ms;
    player->ban_ms = fresh.ban_ms;
    player->misses = fresh.misses;
    player->has_account = fresh.has_account;
    memcpy(player->rating, fresh.rating, sizeof player->rating);
    player->is_old = false;
    if (strcmp(player->name, fresh.name) == 0)
        return;
    memcpy(player->name, fresh.name, sizeof player->name);
    int left = RENAMED_MAX;
    for (struct slot *slot = slot_next_of(service, player, NULL); slot && left > 0;
         slot = slot_next_of(service, player, slot), left--) {
        struct room_seat *seat = &slot->room.seat[room_seat_of(&slot->room, player->id)];
        KEEP(service, &seat->name);
        memcpy(seat->name, player->name, sizeof seat->name);
    }
}

struct player *load_player(struct service *service, const struct player_rows *rows)
{
    struct player *player = people_find(service, rows->player.id), fresh;
    const struct instant now = {service->play_ms, service->wall_ms};
    if (player && player->is_old && player->changed < service->turn)
        update_player(service, player, rows);
    if (player || rows->player.id <= 0)
        return player;
    player_restore(&fresh, rows);
    player = people_add(service, &fresh);
    if (player && service_is_shared(service)) {
        presence_read(service, player, &rows->presence, service->turn, now);
        mirror_know(service, player);
    }
    return player;
}

enum refusal service_load_session(struct service *service, const struct session_row *session,
                                  const struct player_rows *player)
{
    if (!service_has_space(service) || !load_player(service, player))
        return REFUSAL_SERVER_FULL;
    return people_add_session(service, session);
}

/* Fills the seats of a stored game with names and ratings of its players. */
static enum refusal load_seats(struct service *service, const struct game_row *game,
                               const struct player_rows players[ROW_SEATS],
                               const struct ruleset *rules, struct room_seat seats[ROW_SEATS])
{
    memset(seats, 0, ROW_SEATS * sizeof *seats);
    for (int i = 0; i < ROW_SEATS; i++) {
        if (game->seat[i].kind != SEAT_PLAYER)
            continue;
        if (players[i].player.id != game->seat[i].player_id)
            return REFUSAL_NO_SUCH_GAME;
        const struct player *player = load_player(service, &players[i]);
        if (!player)
            return REFUSAL_SERVER_FULL;
        seats[i] = start_seat(player, rules);
    }
    return REFUSAL_OK;
}

/* Until when the clock of a game has run. If the last move was made under this server, it runs since then. If under an
 * earlier one, it ran until that server stopped. On a shared database it stood still while no node could write. */
static int64_t alive_until_ms(const struct service *service, const struct game_row *game,
                              struct instant now)
{
    if (service_is_shared(service))
        return now.wall_ms - shared_outage_ms(service, game->moved_ms, now.wall_ms);
    return game->moved_ms >= service->setup.opened_ms ? now.wall_ms : service->setup.alive_ms;
}

enum refusal load_game(struct service *service, const struct game_row *game,
                       const struct player_rows players[ROW_SEATS], struct instant now,
                       struct slot **out)
{
    struct room_seat seats[ROW_SEATS];
    struct slot *slot;
    struct ruleset rules;
    if (ruleset_read(&rules, game->board, strnlen(game->board, sizeof game->board)) != FF_OK)
        return REFUSAL_NO_SUCH_GAME;
    enum refusal refusal = load_seats(service, game, players, &rules, seats);
    if (!refusal)
        refusal = slot_add(service, game->id, &rules, &slot);
    if (refusal)
        return refusal;
    if (room_restore(&slot->room, &service->rules[slot->rules].rules, game, seats, now,
                     alive_until_ms(service, game, now)) != FF_OK)
        return REFUSAL_NO_SUCH_GAME;
    for (int seat = 0; seat < ROW_SEATS; seat++)
        slot_link(service, slot, seat);
    slot->heard = game->chat_seq;
    presence_start_grace(service, slot, now);
    slot_schedule(service, slot, now);
    *out = slot;
    return REFUSAL_OK;
}

/* A game of which there is a copy already, but an older one. */
static enum refusal reload_game(struct service *service, struct slot *slot,
                                const struct game_row *game,
                                const struct player_rows players[ROW_SEATS], struct instant now)
{
    struct room_seat seats[ROW_SEATS];
    const struct ruleset known = any_game_rules(&slot->room.game);
    struct ruleset rules;
    if (ruleset_read(&rules, game->board, strnlen(game->board, sizeof game->board)) != FF_OK ||
        !ruleset_equal(&rules, &known))
        return REFUSAL_NO_SUCH_GAME;
    if (!slot->is_old && game->version <= slot->room.version)
        return REFUSAL_OK;
    enum refusal refusal = load_seats(service, game, players, &rules, seats);
    if (refusal)
        return refusal;
    return game_replace(service, slot, game, NULL, now) == FF_OK ? REFUSAL_OK
                                                                 : REFUSAL_NO_SUCH_GAME;
}

/* On a shared database only the node that committed the move before asks the computer. Clients here have not heard of a
 * game that is loaded because a player has connected, or plays it on another node. */
static enum refusal add_game(struct service *service, const struct game_row *game,
                             const struct player_rows players[ROW_SEATS], struct instant now)
{
    struct slot *slot;
    enum refusal refusal = load_game(service, game, players, now, &slot);
    if (refusal)
        return refusal;
    /* The node that committed the last move asks the computer, unless it is dead. */
    if (!service_is_shared(service) || now.wall_ms - game->moved_ms > SERVICE_ORPHAN_MS)
        tell_bot(service, slot, now);
    if (service_is_shared(service) && slot->room.status == GAME_PLAYING)
        game_tell_new(service, slot, NULL, now);
    return REFUSAL_OK;
}

enum refusal service_load_game(struct service *service, const struct game_row *game,
                               const struct player_rows players[ROW_SEATS],
                               const struct moment *moment)
{
    size_t mark = service->journal.len;
    struct instant now = service_instant(service, moment);
    struct slot *slot = slot_find(service, game->id);
    if (slot && !slot->is_old && !service_is_shared(service))
        return REFUSAL_OK;
    if (!service_has_space(service))
        return REFUSAL_SERVER_FULL;
    service->wall_ms = moment->wall_ms;
    service->play_ms = now.play_ms;
    enum refusal refusal = slot ? reload_game(service, slot, game, players, now)
                                : add_game(service, game, players, now);
    slot = slot_find(service, game->id);
    if (refusal)
        journal_undo(&service->journal, mark);
    else if (slot)
        slot->read = service->turn;
    return refusal;
}

enum refusal service_take_game(struct service *service, const struct game_row *game,
                               const struct player_rows players[ROW_SEATS],
                               const struct moment *moment)
{
    enum refusal refusal = service_load_game(service, game, players, moment);
    struct slot *slot = slot_find(service, game->id);
    if (!refusal && slot)
        tell_bot(service, slot, service_instant(service, moment));
    return refusal;
}

enum refusal service_load_player(struct service *service, const struct service_player_read *read,
                                 const struct moment *moment)
{
    struct instant now = service_instant(service, moment);
    if (!service_has_space(service))
        return REFUSAL_SERVER_FULL;
    service->wall_ms = moment->wall_ms;
    service->play_ms = now.play_ms;
    struct player *known = people_find(service, read->player->player.id);
    bool is_newer = !known || known->changed < read->mark; /* than what is in memory */
    struct player *player = load_player(service, read->player);
    if (!player)
        return REFUSAL_SERVER_FULL;
    if (known && is_newer)
        update_player(service, player, read->player);
    presence_read(service, player, &read->player->presence, read->mark, now);
    mirror_player(service, player, read->waiting, read->match, read->mark, now);
    KEEP(service, player);
    player->is_old = false;
    player->looked_up = service->turn;
    if (is_newer)
        player->stamp = read->stamp;
    return REFUSAL_OK;
}

enum refusal service_load_queue(struct service *service, const struct queue_row *queue,
                                const struct player_rows *player, const struct moment *moment)
{
    struct lobby_key key = {.clock = queue->clock, .is_rated = queue->is_rated};
    size_t len = strnlen(queue->board, sizeof queue->board);
    struct instant now = service_instant(service, moment);
    int64_t waited_ms = now.wall_ms > queue->since_ms ? now.wall_ms - queue->since_ms : 0;
    bool is_provisional;
    if (ruleset_read(&key.rules, queue->board, len) != FF_OK || !service_has_space(service))
        return REFUSAL_BAD_BOARD;
    struct player *known = load_player(service, player);
    if (!known)
        return REFUSAL_SERVER_FULL;
    KEEP(service, &known->network);
    known->network = queue->network;
    return lobby_join(&service->state.lobby, &service->journal, known->id, &key,
                      player_rating(known, rating_class_of(&key.rules), &is_provisional),
                      now.play_ms - waited_ms);
}
