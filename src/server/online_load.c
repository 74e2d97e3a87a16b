/* Loads games, players and sessions from the store into the service. */
#include <string.h>

#include "server/log.h"
#include "server/online_parts.h"
#include "server/reserved_names.h"

enum { PAGE = 32 };

static enum fetch fetch_of(enum store_err err)
{
    return err == STORE_OK ? FETCH_DONE : err == STORE_E_MISSING ? FETCH_MISSING : FETCH_FAILED;
}

/* A row that is no valid game counts as missing, and is logged for the operator. */
static enum fetch fetch_of_load(enum refusal refusal, int64_t id)
{
    if (refusal == REFUSAL_OK)
        return FETCH_DONE;
    if (refusal == REFUSAL_SERVER_FULL)
        return FETCH_FULL;
    log_line("error", "bad-row", "id=%lld problem=\"%s\"", (long long)id, refusal_code(refusal));
    return FETCH_MISSING;
}

/* The service subtracts the time since the last move from the clock. Time in which no server ran
 * does not count, so it is added to the clock before. The latest gap, which ended when this server
 * started, is not in the file yet; the service accounts for that one. */
static void add_lost_time(const struct online *online, struct game_row *game)
{
    bool is_running = game->status == GAME_PLAYING && game->clock.kind == CLOCK_LIVE;
    if (is_running && game->moved_ms < online->setup.service.opened_ms)
        game->left_ms[game->ply % ROW_SEATS] += alive_lost_ms(online->setup.alive, game->moved_ms);
}

static enum fetch load_game(struct online *online, const struct game_row *stored, int64_t now_ms)
{
    struct game_row game = *stored;
    struct player_rows players[ROW_SEATS];
    struct moment moment = online_moment(online, now_ms);
    memset(players, 0, sizeof players);
    add_lost_time(online, &game);
    for (int i = 0; i < ROW_SEATS; i++) {
        if (game.seat[i].kind != SEAT_PLAYER)
            continue;
        enum store_err err = store_player(online->setup.store, game.seat[i].player_id, &players[i]);
        if (err)
            return fetch_of(err);
        online_set_probe(online, &players[i].player);
    }
    online->is_dirty = true;
    return fetch_of_load(service_load_game(online->service, &game, players, &moment), game.id);
}

static enum fetch fetch_session(struct online *online, const uint8_t hash[ROW_HASH_BYTES])
{
    struct session_row session;
    struct player_rows player;
    enum store_err err = store_session(online->setup.store, hash, &session);
    if (!err)
        err = store_player(online->setup.store, session.player_id, &player);
    if (err)
        return fetch_of(err);
    return fetch_of_load(service_load_session(online->service, &session, &player),
                         session.player_id);
}

static enum fetch fetch_name(struct online *online, const struct need *need,
                             struct service_command *command)
{
    int64_t owner = 0;
    const struct reserved_names *reserved = online->setup.reserved;
    enum store_err err = store_name_owner(online->setup.store, need->skeleton, &owner);
    if (err && err != STORE_E_MISSING)
        return fetch_of(err);
    if (!owner && reserved && reserved_names_has(reserved, need->skeleton))
        owner = NAME_RESERVED;
    command->owner[need->at] = owner;
    command->looked_up |= (uint8_t)(1 << need->at);
    return command->attempt == ATTEMPT_FINAL ? FETCH_MISSING : FETCH_DONE;
}

enum fetch online_fetch(struct online *online, const struct need *need,
                        struct service_command *command, int64_t now_ms)
{
    struct game_row game;
    enum store_err err;
    if (need->kind == NEED_SESSION)
        return fetch_session(online, need->token_hash);
    if (need->kind == NEED_GAME) {
        err = store_game(online->setup.store, need->game_id, &game);
        return err ? fetch_of(err) : load_game(online, &game, now_ms);
    }
    if (need->kind == NEED_NAME)
        return fetch_name(online, need, command);
    if (need->kind == NEED_REQUEST)
        return fetch_of(store_request(online->setup.store, need->player_id, need->request,
                                      &command->created_id));
    err = need->code[0] ? store_game_by_code(online->setup.store, need->code, &game)
                        : STORE_E_MISSING;
    if (!err)
        command->game_id = game.id;
    return fetch_of(err);
}

static enum store_err load_games(struct online *online, int64_t now_ms)
{
    static const struct store_query running = {.list = STORE_RUNNING};
    struct store_listed page[PAGE];
    struct store_cursor cursor = {0};
    size_t count;
    do {
        enum store_err err = store_list(online->setup.store, &running, &cursor, page, PAGE, &count);
        if (err)
            return err;
        for (size_t i = 0; i < count; i++) {
            if (!service_must_hold(&page[i].game))
                continue;
            if (load_game(online, &page[i].game, now_ms) == FETCH_FULL) {
                online_turn(online, now_ms);
                if (load_game(online, &page[i].game, now_ms) == FETCH_FULL)
                    return STORE_E_MEMORY;
            }
        }
    } while (count == PAGE);
    return STORE_OK;
}

static enum store_err load_queue(struct online *online, int64_t now_ms)
{
    struct queue_row page[PAGE];
    struct store_cursor cursor = {0};
    struct player_rows player;
    size_t count;
    do {
        enum store_err err = store_queue(online->setup.store, &cursor, page, PAGE, &count);
        for (size_t i = 0; i < count && !err; i++) {
            struct moment moment = online_moment(online, now_ms);
            err = store_player(online->setup.store, page[i].player_id, &player);
            if (!err)
                (void)fetch_of_load(service_load_queue(online->service, &page[i], &player, &moment),
                                    page[i].player_id);
        }
        if (err)
            return err;
        online->is_dirty = true;
        online_turn(online, now_ms);
    } while (count == PAGE);
    return STORE_OK;
}

enum store_err online_load(struct online *online, int64_t now_ms)
{
    enum store_err err = load_games(online, now_ms);
    if (!err)
        err = load_queue(online, now_ms);
    online_turn(online, now_ms);
    return err;
}

void online_expire(struct online *online, int64_t now_ms)
{
    struct store_query overdue = {.list = STORE_DUE,
                                  .now_ms = online_moment(online, now_ms).wall_ms};
    struct store_listed page[PAGE];
    size_t count = 0;
    if (store_list(online->setup.store, &overdue, &online->overdue, page, PAGE, &count) != STORE_OK)
        count = 0; /* the next write notices a store that fails */
    for (size_t i = 0; i < count; i++) {
        struct service_command command = command_of(COMMAND_EXPIRE);
        command.game_id = page[i].game.id;
        online_do(online, &command, now_ms);
    }
    if (count < PAGE)
        memset(&online->overdue, 0, sizeof online->overdue);
}
