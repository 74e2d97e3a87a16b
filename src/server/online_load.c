/* Loads games, players and sessions from the store into the service. */
#include <string.h>

#include "play/service_shared.h"
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
    int to_move = row_to_move(game);
    bool is_running = to_move != ROW_NOBODY && game->clock.kind == CLOCK_LIVE;
    if (online->setup.alive && is_running && game->moved_ms < online->setup.service.opened_ms)
        game->left_ms[to_move] += alive_lost_ms(online->setup.alive, game->moved_ms);
}

static enum fetch load_game(struct online *online, const struct game_row *stored,
                            const struct player_rows players[ROW_SEATS], int64_t now_ms)
{
    struct game_row game = *stored;
    struct moment moment = online_moment(online, now_ms);
    add_lost_time(online, &game);
    for (int i = 0; i < ROW_SEATS; i++)
        if (game.seat[i].kind == SEAT_PLAYER)
            online_set_probe(online, &players[i].player);
    online->is_dirty = true;
    return fetch_of_load(service_load_game(online->service, &game, players, &moment), game.id);
}

static enum fetch use_session(struct online *online, const struct online_read *read)
{
    return fetch_of_load(service_load_session(online->service, &read->session, &read->player[0]),
                         read->session.player_id);
}

/* The player's games first: see service_shared.h. */
static enum fetch use_player(struct online *online, const struct online_read *read, int64_t now_ms)
{
    struct moment moment = online_moment(online, now_ms);
    const struct service_player_read player = {.player = &read->player[0],
                                               .waiting = read->has_waiting ? &read->waiting : NULL,
                                               .match = read->has_match ? &read->match : NULL,
                                               .stamp = read->stamp,
                                               .mark = read->mark};
    for (size_t i = 0; i < read->found_count; i++) {
        const struct online_found *found = &read->found[i];
        enum fetch fetched = load_game(online, &found->game, found->player, now_ms);
        if (fetched != FETCH_DONE)
            return fetched;
    }
    return fetch_of_load(service_load_player(online->service, &player, &moment),
                         read->need.player_id);
}

static enum fetch use_name(struct online *online, const struct online_read *read,
                           struct service_command *command)
{
    const struct reserved_names *reserved = online->setup.reserved;
    int64_t owner = read->owner;
    if (!owner && reserved && reserved_names_has(reserved, read->need.skeleton))
        owner = NAME_RESERVED;
    command->owner[read->need.at] = owner;
    command->looked_up |= (uint8_t)(1 << read->need.at);
    return command->attempt == ATTEMPT_FINAL ? FETCH_MISSING : FETCH_DONE;
}

/* The client is told its login with the session. */
static void note_account(struct online *online, const struct online_read *read,
                         const struct service_command *command)
{
    struct sio_client *client = online_clients_at(&online->clients, command->conn);
    if (client && command->kind == COMMAND_CONNECT)
        online_client_set_account(online_client_of(client), &read->account);
}

enum fetch online_use(struct online *online, const struct online_read *read,
                      struct service_command *command, int64_t now_ms)
{
    if (read->err)
        return fetch_of(read->err);
    if (!read->wants_need)
        return FETCH_DONE;
    switch ((enum need_kind)read->need.kind) {
    case NEED_SESSION:
        note_account(online, read, command);
        return use_session(online, read);
    case NEED_GAME:
        return load_game(online, &read->game, read->player, now_ms);
    case NEED_PLAYER:
        return use_player(online, read, now_ms);
    case NEED_NAME:
        return use_name(online, read, command);
    case NEED_REQUEST:
        command->created_id = read->created_id;
        break;
    case NEED_CODE:
        command->game_id = read->game.id;
        break;
    }
    return FETCH_DONE;
}

/* ---- at the start ---- */

static enum store_err load_stored(struct online *online, const struct game_row *game,
                                  int64_t now_ms)
{
    struct player_rows players[ROW_SEATS];
    enum store_err err = STORE_OK;
    memset(players, 0, sizeof players);
    for (int i = 0; i < ROW_SEATS && !err; i++)
        if (game->seat[i].kind == SEAT_PLAYER)
            err = store_player(online->setup.store, game->seat[i].player_id, &players[i]);
    if (err || load_game(online, game, players, now_ms) != FETCH_FULL)
        return err == STORE_E_MISSING ? STORE_OK : err;
    online_turn(online, now_ms);
    return load_game(online, game, players, now_ms) == FETCH_FULL ? STORE_E_MEMORY : STORE_OK;
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
        for (size_t i = 0; i < count && !err; i++)
            if (service_must_hold(&page[i].game))
                err = load_stored(online, &page[i].game, now_ms);
        if (err)
            return err;
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

/* ---- games whose deadline has passed ---- */

static void overdue_run(struct store_question *question, struct store *store)
{
    struct overdue_games *overdue = (struct overdue_games *)question;
    const struct store_query query = {.list = STORE_DUE, .now_ms = overdue->wall_ms};
    if (store_list(store, &query, &overdue->cursor, overdue->page, OVERDUE_PAGE, &overdue->count))
        overdue->count = 0; /* the next write notices a store that fails */
}

static void overdue_done(struct store_question *question)
{
    struct overdue_games *overdue = (struct overdue_games *)question;
    struct online *online = overdue->online;
    overdue->is_asking = false;
    for (size_t i = 0; i < overdue->count; i++) {
        struct service_command command = command_of(COMMAND_EXPIRE);
        command.game_id = overdue->page[i].game.id;
        online_do(online, &command, online->now_ms);
    }
    if (overdue->count < OVERDUE_PAGE)
        memset(&overdue->cursor, 0, sizeof overdue->cursor);
}

void online_expire(struct online *online, int64_t now_ms)
{
    struct overdue_games *overdue = &online->overdue;
    if (overdue->is_asking)
        return;
    overdue->question = (struct store_question){overdue_run, overdue_done};
    overdue->online = online;
    overdue->is_asking = true;
    overdue->count = 0;
    overdue->wall_ms = online_moment(online, now_ms).wall_ms;
    store_async_ask(online->setup.async, &overdue->question);
}
