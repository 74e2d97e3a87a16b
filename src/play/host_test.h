/* A host for the tests: the service, a store of plain arrays, and the messages of the last turn.
 *
 * host_do gives a command and loads what the service needs. host_turn ends the turn as a server does:
 * rows first, then messages. With `fails` set the commit fails. */
#ifndef PLAY_HOST_TEST_H
#define PLAY_HOST_TEST_H

#include "base/random.h"
#include "play/host_store_test.h"

/* Opens the service again with the current setup. */
static inline void host_reopen(struct host *host)
{
    free(host->memory);
    host->memory = malloc(service_size(&host->setup));
    host->service = service_open(host->memory, &host->setup);
}

static inline struct host *host_open(void)
{
    struct host *host = calloc(1, sizeof *host);
    host->setup = service_default;
    host->setup.conns = CONNS;
    host->setup.players = host->setup.sessions = 64;
    host->setup.rooms = 32;
    host->setup.rulesets = 8;
    host->setup.lobby.players = host->setup.lobby.matches = 16;
    host->setup.limits.is_off = true;
    host->setup.outbox = (struct outbox_setup){64, 256, 64};
    host->setup.journal_bytes = 256 * 1024;
    host->random = 1;
    host->now = (struct moment){.now_ms = 1000, .wall_ms = 5000000};
    host->setup.opened_ms = host->now.wall_ms;
    host_reopen(host);
    return host;
}

static inline void host_close(struct host *host)
{
    const char *broken = host->broken;
    free(host->memory);
    free(host);
    if (broken)
        fail_msg("%s", broken);
}

static inline void host_wait(struct host *host, int64_t ms)
{
    host->now.now_ms += ms;
    host->now.wall_ms += ms;
}

static inline void host_hear(struct host *host)
{
    const struct outbox *outbox = service_outbox(host->service);
    for (int i = 0; i < outbox->message_count; i++) {
        const struct message *message = &outbox->message[i];
        struct heard *heard = &host->heard[host->heard_count++];
        assert_true(host->heard_count < HEARD_MAX);
        memset(heard, 0, sizeof *heard);
        heard->message = *message;
        if (message->snapshot >= 0)
            heard->snapshot = outbox->snapshot[message->snapshot];
        if (message->row >= 0)
            heard->chat = outbox->row[message->row].chat;
    }
}

/* Rows first, then messages. */
static inline void host_flush(struct host *host)
{
    size_t count;
    const struct row *rows = outbox_rows(service_outbox(host->service), &count);
    for (size_t i = 0; i < count && !host->fails; i++)
        host_write(host, &rows[i]);
    host->turns_failed += host->fails;
    HOST_CLAIM(host, !host->service->journal.has_lost);
    service_settle(host->service, !host->fails, host->now.now_ms);
    host_hear(host);
    service_sent(host->service);
}

/* Ends the turn. */
static inline void host_turn(struct host *host)
{
    host_flush(host);
    host->is_over = true;
}

/* Begins a new turn if the last one has ended. */
static inline void host_begin(struct host *host)
{
    if (!host->is_over)
        return;
    host->is_over = host->has_fetched = false;
    host->heard_count = 0;
}

static inline void host_draw(struct host *host)
{
    host->now.random[0] = random_next(&host->random);
    host->now.random[1] = random_next(&host->random);
    host->now.random[2] = random_next(&host->random);
}

static inline enum refusal host_load_game(struct host *host, const struct game_row *game)
{
    struct player_rows players[ROW_SEATS];
    memset(players, 0, sizeof players);
    for (int i = 0; i < ROW_SEATS; i++)
        if (game->seat[i].kind == SEAT_PLAYER)
            players[i] = *host_player(host, game->seat[i].player_id);
    return service_load_game(host->service, game, players, &host->now);
}

static inline bool host_fetch_request(struct host *host, struct service_command *command)
{
    struct request_row *row = host_request(host, host->need.player_id, host->need.request);
    if (row)
        command->created_id = row->game_id;
    return row != NULL;
}

static inline bool host_fetch_player(struct host *host, int64_t player_id)
{
    const struct service_player_read read = {
        .player = host_player(host, player_id), .stamp = 1, .mark = service_mark(host->service)};
    return service_load_player(host->service, &read, &host->now) == REFUSAL_OK;
}

/* Loads what the service needs; false if it does not exist. */
static inline bool host_fetch(struct host *host, struct service_command *command)
{
    const struct need *need = &host->need;
    struct session_row *session;
    host->has_fetched = true;
    switch (need->kind) {
    case NEED_SESSION:
        session = host_session(host, need->token_hash);
        return session && service_load_session(host->service, session,
                                               host_player(host, session->player_id)) == REFUSAL_OK;
    case NEED_GAME:
        return host_game(host, need->game_id) &&
               host_load_game(host, host_game(host, need->game_id)) == REFUSAL_OK;
    case NEED_PLAYER:
        return host_fetch_player(host, need->player_id);
    case NEED_REQUEST:
        return host_fetch_request(host, command);
    case NEED_NAME:
        command->owner[need->at] = need->skeleton == host->owned_skeleton ? host->owner : 0;
        command->looked_up |= (uint8_t)(1 << need->at);
        return command->attempt != ATTEMPT_FINAL;
    default:
        for (int i = 0; i < host->games; i++)
            if (strcmp(host->game[i].code, need->code) == 0 && need->code[0] &&
                host->game[i].status == GAME_WAITING) {
                command->game_id = host->game[i].id;
                return true;
            }
        return false;
    }
}

static inline void host_do(struct host *host, const struct service_command *given)
{
    struct service_command command = *given;
    enum service_answer answer;
    host_begin(host);
    host_draw(host);
    while ((answer = service_do(host->service, &command, &host->now, &host->need)) !=
           SERVICE_DONE) {
        if (answer == SERVICE_FULL)
            host_flush(host);
        else
            command_looked(&command, host->need.kind == NEED_SESSION, host_fetch(host, &command));
    }
}

static inline void host_tick(struct host *host)
{
    host_begin(host);
    do
        host_draw(host);
    while (service_tick(host->service, &host->now) == SERVICE_FULL ? (host_flush(host), true)
                                                                   : false);
}

/* A restart: memory is lost, running games and the queue are loaded from the store. */
static inline void host_restart(struct host *host, int64_t alive_ms)
{
    host->setup.alive_ms = alive_ms;
    host->setup.opened_ms = host->now.wall_ms;
    host->service = service_open(host->memory, &host->setup);
    host_begin(host);
    for (int i = 0; i < host->games; i++)
        if (service_must_hold(&host->game[i]))
            HOST_CLAIM(host, host_load_game(host, &host->game[i]) == REFUSAL_OK);
    for (int i = 0; i < host->queued; i++)
        HOST_CLAIM(host, service_load_queue(host->service, &host->queue[i],
                                            host_player(host, host->queue[i].player_id),
                                            &host->now) == REFUSAL_OK);
    host_turn(host);
}

/* The last message of this kind to a connection in this turn, or null. */
static inline const struct heard *host_heard(const struct host *host, int32_t conn,
                                             enum event event)
{
    for (int i = host->heard_count - 1; i >= 0; i--)
        if (host->heard[i].message.event == event && host->heard[i].message.conn == conn)
            return &host->heard[i];
    return NULL;
}

#endif
