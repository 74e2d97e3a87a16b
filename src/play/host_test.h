/* A host for the tests: the service, a store of plain arrays, and the messages of the last turn.
 *
 * host_do gives a command and loads what the service needs. host_turn ends the turn as a server does:
 * rows first, then messages. With `fails` set the commit fails. */
#ifndef PLAY_HOST_TEST_H
#define PLAY_HOST_TEST_H

#include "base/random.h"
#include "play/fixture_test.h"
#include "play/id.h"
#include "play/model_test.h"
#include "play/service.h"
#include "play/service_parts.h"

enum { STORED_MAX = 500, HEARD_MAX = 600, CONNS = 12 };

struct heard {
    struct message message;
    struct snapshot snapshot; /* zero if none */
    struct chat_row chat;
};

struct host {
    struct service *service;
    void *memory;
    struct service_setup setup;
    struct moment now;
    uint64_t random;
    bool fails;
    int turns_failed;
    struct game_row game[STORED_MAX];
    struct player_rows player[STORED_MAX];
    struct session_row session[STORED_MAX];
    struct queue_row queue[STORED_MAX];
    struct request_row request[STORED_MAX];
    struct account_row account; /* the last one written */
    int games, players, sessions, queued, requests, chats, rated;
    struct heard heard[HEARD_MAX]; /* in the last turn */
    int heard_count;
    struct need need;
    bool has_fetched;   /* rows were loaded in this turn */
    bool is_over;       /* the turn has ended */
    const char *broken; /* the first claim that was false */
};

static inline void host_claim(struct host *host, bool is_true, const char *claim)
{
    if (!is_true && !host->broken)
        host->broken = claim;
}

#define HOST_CLAIM(host, claim) host_claim(host, claim, #claim)

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
    host->setup.boards = 8;
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

static inline struct game_row *host_game(struct host *host, int64_t id)
{
    for (int i = 0; i < host->games; i++)
        if (host->game[i].id == id)
            return &host->game[i];
    return NULL;
}

static inline struct player_rows *host_player(struct host *host, int64_t id)
{
    for (int i = 0; i < host->players; i++)
        if (host->player[i].player.id == id)
            return &host->player[i];
    return NULL;
}

static inline struct session_row *host_session(struct host *host, const uint8_t *hash)
{
    for (int i = 0; i < host->sessions; i++)
        if (memcmp(host->session[i].token_hash, hash, ROW_HASH_BYTES) == 0)
            return &host->session[i];
    return NULL;
}

static inline void host_write_player(struct host *host, const struct player_row *row)
{
    struct player_rows *known = host_player(host, row->id);
    HOST_CLAIM(host, host->players < STORED_MAX);
    (known ? known : &host->player[host->players++])->player = *row;
}

static inline void host_write_session(struct host *host, const struct session_row *row)
{
    struct session_row *known = host_session(host, row->token_hash);
    HOST_CLAIM(host, host->sessions < STORED_MAX);
    *(known ? known : &host->session[host->sessions++]) = *row;
}

static inline void host_write_logout(struct host *host, const struct logout_row *row)
{
    for (int i = host->sessions; i-- > 0;)
        if (host->session[i].player_id == row->player_id &&
            (row->is_everywhere ||
             memcmp(host->session[i].token_hash, row->token_hash, ROW_HASH_BYTES) == 0))
            host->session[i] = host->session[--host->sessions];
}

static inline void host_write_queue(struct host *host, const struct queue_row *row)
{
    for (int i = 0; i < host->queued; i++)
        if (host->queue[i].player_id == row->player_id)
            host->queue[i] = host->queue[--host->queued];
    if (row->is_waiting)
        host->queue[host->queued++] = *row;
}

static inline struct request_row *host_request(struct host *host, int64_t player_id,
                                               const char *request)
{
    for (int i = 0; i < host->requests; i++)
        if (host->request[i].player_id == player_id &&
            strcmp(host->request[i].request, request) == 0)
            return &host->request[i];
    return NULL;
}

static inline void host_write(struct host *host, const struct row *row)
{
    switch ((enum row_kind)row->kind) {
    case ROW_PLAYER:
        host_write_player(host, &row->player);
        break;
    case ROW_RATING:
        host_player(host, row->rating.player_id)->rating[row->rating.class] = row->rating;
        break;
    case ROW_SESSION:
        host_write_session(host, &row->session);
        break;
    case ROW_GAME:
        HOST_CLAIM(host, host->games < STORED_MAX && !host_game(host, row->game.id));
        host->game[host->games++] = row->game;
        break;
    case ROW_JOIN:
        HOST_CLAIM(host, model_join(host_game(host, row->join.game_id), &row->join));
        break;
    case ROW_MOVE:
        HOST_CLAIM(host, model_move(host_game(host, row->move.game_id), &row->move));
        break;
    case ROW_RESULT:
        HOST_CLAIM(host, model_result(host_game(host, row->result.game_id), &row->result));
        break;
    case ROW_OFFER:
        HOST_CLAIM(host, model_offer(host_game(host, row->offer.game_id), &row->offer));
        break;
    case ROW_CHAT:
        HOST_CLAIM(host, row->chat.seq == host_game(host, row->chat.game_id)->chat_seq + 1);
        host_game(host, row->chat.game_id)->chat_seq++;
        host->chats++;
        break;
    case ROW_QUEUE:
        host_write_queue(host, &row->queue);
        break;
    case ROW_ACCOUNT:
        host->account = row->account;
        break;
    case ROW_LOGOUT:
        host_write_logout(host, &row->logout);
        break;
    case ROW_ERASE:
        host_write_logout(host, &(struct logout_row){row->erase.player_id, true, {0}});
        host_player(host, row->erase.player_id)->player.erased_ms = row->erase.erased_ms;
        break;
    case ROW_REQUEST:
        HOST_CLAIM(host, host->requests < STORED_MAX && host_game(host, row->request.game_id));
        HOST_CLAIM(host, !host_request(host, row->request.player_id, row->request.request));
        host->request[host->requests++] = row->request;
        break;
    default:
        HOST_CLAIM(host, row->kind == ROW_RATED);
        host->rated++;
    }
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
    const struct outbox *outbox = service_outbox(host->service);
    for (int i = 0; i < outbox->row_count && !host->fails; i++)
        host_write(host, &outbox->row[i]);
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
    case NEED_REQUEST:
        return host_fetch_request(host, command);
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
            command.attempt = host_fetch(host, &command) ? ATTEMPT_AGAIN : ATTEMPT_FINAL;
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
