/* Messages of the service become frames of clients. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "net/net.h"
#include "server/log.h"
#include "server/online_frame.h"
#include "server/online_parts.h"

/* False, with a line in the log, if the frame could not be written: a bug or a lack of memory.
 * Other receivers still get theirs. */
static bool is_written(const struct online *online, enum json_write_err err)
{
    if (err)
        log_line("error", "frame-lost", "problem=\"%s\"", json_write_err_text(err));
    return !err && online->out.len > 0;
}

/* Sends the frame in online->out, unless writing it failed, and clears it. */
static void send_to(struct online *online, struct sio_client *client, enum json_write_err err)
{
    if (is_written(online, err))
        (void)sio_send(client, NAME_SPACE, online->out.bytes, online->out.len);
    buffer_clear(&online->out);
}

/* All spectators share the same bytes; if memory is too short for that, each gets a copy. */
static void send_to_spectators(struct online *online, int64_t game_id, enum json_write_err err)
{
    const struct buffer *out = &online->out;
    int32_t number = service_spectator(online->service, game_id, CONN_NONE);
    if (number != CONN_NONE && is_written(online, err)) {
        struct net_message *shared = net_message_new(NET_TEXT, out->bytes, out->len);
        for (; number != CONN_NONE; number = service_spectator(online->service, game_id, number)) {
            struct sio_client *client = online_clients_at(&online->clients, number);
            if (client && shared)
                (void)sio_send_shared(client, NAME_SPACE, shared);
            else if (client)
                (void)sio_send(client, NAME_SPACE, out->bytes, out->len);
        }
        net_message_release(shared);
    }
    buffer_clear(&online->out);
}

/* If the client may succeed later, only its connection is closed: stock clients then try again by
 * themselves. A client that is refused for another reason gets the reason and does not retry. */
static void refuse_connect(struct online *online, struct sio_client *client,
                           const struct message *reply)
{
    char text[REFUSAL_TEXT_SIZE];
    online_clients_remove(&online->clients, client);
    (void)refusal_write(text, sizeof text, (enum refusal)reply->refusal, &reply->detail);
    if (refusal_is_retryable((enum refusal)reply->refusal))
        sio_defer(client);
    else
        (void)sio_refuse(client, NAME_SPACE, text, refusal_code((enum refusal)reply->refusal));
}

static void answer_connect(struct online *online, struct sio_client *client,
                           const struct message *reply)
{
    struct online_client *own = online_client_of(client);
    sodium_memzero(&own->shown, sizeof own->shown);
    if (reply->refusal)
        refuse_connect(online, client, reply);
    else if (!sio_admit(client, NAME_SPACE)) /* it has left; online_turn tells the service */
        online_clients_remove(&online->clients, client);
}

/* The chat that was read for a command when it was decided. */
static struct online_read *read_of(const struct online *online, int32_t reply)
{
    for (struct pending *at = online->decided.first; at; at = at->next)
        if (at->reply == reply)
            return at->read;
    return NULL;
}

/* The lines of chat that go with the reply to `resume` and `watch`. */
static struct chat_lines chat_of(struct online *online, const struct message *reply,
                                 const struct outbox *outbox)
{
    bool has_chat = reply->command == COMMAND_RESUME || reply->command == COMMAND_WATCH;
    enum chat_channel channel = reply->seat == ROW_NOBODY ? CHAT_SPECTATORS : CHAT_PLAYERS;
    struct online_read *read = &online->chat;
    if (reply->refusal || !has_chat)
        return (struct chat_lines){0};
    if (online->is_inline) {
        online_read_clear(read);
        read->wants_chat = true;
        read->need.game_id = reply->game_id;
        online_read_run(&read->question, online->setup.store);
    } else {
        read = read_of(online, (int32_t)(reply - outbox->message));
    }
    if (!read)
        return (struct chat_lines){0};
    return (struct chat_lines){read->chat[channel], read->chat_count[channel]};
}

static void send_reply(struct online *online, struct sio_client *client,
                       const struct message *reply, const struct outbox *outbox,
                       const struct chat_lines *chat)
{
    struct json_write w = frame_begin(&online->out, reply->ack);
    reply_write(&w, reply, outbox, chat);
    send_to(online, client, json_write_finish(&w));
}

static void send_snapshot(struct online *online, struct sio_client *client,
                          const struct snapshot *snapshot, int seat, enum event event)
{
    struct json_write w = frame_begin(&online->out, REPLY_NO_ACK);
    snapshot_write(&w, snapshot, seat, event);
    send_to(online, client, json_write_finish(&w));
}

/* A client that asked for no acknowledgement gets a reply only if it is refused. The state of the
 * game follows a refused stale move, and `resume` and `watch` in any case. */
static void answer_silent(struct online *online, struct sio_client *client,
                          const struct message *reply, const struct outbox *outbox)
{
    bool wants_game = reply->command == COMMAND_RESUME || reply->command == COMMAND_WATCH;
    if (reply->refusal)
        send_reply(online, client, reply, outbox, NULL);
    if (reply->snapshot >= 0 && (reply->refusal || wants_game))
        send_snapshot(online, client, &outbox->snapshot[reply->snapshot], reply->seat,
                      wants_game ? EVENT_GAME_START : EVENT_GAME_UPDATE);
}

/* Later events of this client may omit these ids. */
static void note_game(struct sio_client *client, const struct message *message)
{
    struct event_last *last = &online_client_of(client)->last;
    bool is_reply = message->event == EVENT_REPLY;
    if (message->event == EVENT_GAME_START || (is_reply && message->command == COMMAND_CREATE_GAME))
        last->game_id = message->game_id;
    else if (message->event == EVENT_MATCH_FOUND)
        last->match_id = message->match_id;
    else if (is_reply && message->command == COMMAND_WATCH)
        last->watched_id = message->game_id;
}

/* Disconnects a client that goes on sending beyond its rate limit. online_turn tells the service. */
static bool is_disconnected(struct online *online, struct sio_client *client,
                            const struct message *reply, int64_t now_ms)
{
    struct bucket_rate rate = online->setup.hasty;
    if (reply->refusal != REFUSAL_SLOW_DOWN || rate.burst == 0 ||
        bucket_take(&online_client_of(client)->hasty, rate, 1, now_ms))
        return false;
    if (online->setup.budgets)
        budgets_refuse(online->setup.budgets, BUDGET_INPUT);
    log_line("info", "client-cut", "reason=hasty");
    online_clients_remove(&online->clients, client);
    sio_close(client);
    return true;
}

static void answer_client(struct online *online, struct sio_client *client,
                          const struct message *reply, const struct outbox *outbox)
{
    if (!reply->refusal)
        note_game(client, reply);
    if (reply->ack == REPLY_NO_ACK) {
        answer_silent(online, client, reply, outbox);
        return;
    }
    struct chat_lines chat = chat_of(online, reply, outbox);
    send_reply(online, client, reply, outbox, &chat);
}

/* Makes space for one more move; false if memory is short. */
static bool retries_reserve(struct online *online)
{
    enum { FIRST_CAPACITY = 16 };
    if (online->retry_count < online->retry_capacity)
        return true;
    size_t capacity = online->retry_capacity ? 2 * online->retry_capacity : FIRST_CAPACITY;
    struct retry_move *retries = realloc(online->retries, capacity * sizeof *retries);
    if (!retries)
        return false;
    online->retries = retries;
    online->retry_capacity = capacity;
    return true;
}

/* A move of the computer that could not be stored is kept for another attempt. */
static void answer_bot(struct online *online, const struct message *reply)
{
    if (reply->refusal != REFUSAL_STORE)
        return;
    if (retries_reserve(online))
        online->retries[online->retry_count++] =
            (struct retry_move){reply->game_id, (int32_t)(reply->ack >> 32), (int32_t)reply->ack};
    else
        log_line("error", "bot-move-lost", "problem=\"out of memory\"");
}

static void answer_host(struct online *online, const struct message *reply,
                        const struct outbox *outbox)
{
    if (reply->command == COMMAND_BOT_MOVE)
        answer_bot(online, reply);
    else if (online->setup.hooks.replied)
        online->setup.hooks.replied(online->setup.hooks.context, reply, outbox);
}

static void ask_thinkers(struct online *online, const struct message *message,
                         const struct snapshot *snapshot, int64_t now_ms)
{
    struct bot_task task = {.game_id = message->game_id,
                            .ply = message->ply,
                            .level = message->level,
                            .style = message->style,
                            .rules = snapshot->rules,
                            .seed = online_moment(online, now_ms).random[0]};
    /* After a restart the address is unknown until the player moves: each game counts alone. */
    task.question.address = message->address ? message->address : (uint64_t)message->game_id;
    memcpy(task.moves, snapshot->moves, sizeof task.moves);
    if (online->thinkers && !thinkers_ask(online->thinkers, &task))
        log_line("error", "thinker-lost", "problem=\"out of memory\"");
}

/* The game-update of a snapshot is written once and copied for each receiver. */
static enum json_write_err write_update(struct online *online, const struct message *message,
                                        const struct outbox *outbox)
{
    const struct snapshot *snapshot = &outbox->snapshot[message->snapshot];
    int seat = message->to == TO_SPECTATORS ? ROW_NOBODY : message->seat;
    if (online->update_of != message->snapshot) {
        buffer_clear(&online->update);
        struct json_write w = frame_begin(&online->update, REPLY_NO_ACK);
        update_write(&w, snapshot, &online->update_turn_at);
        enum json_write_err err = json_write_finish(&w);
        online->update_of = err ? -1 : message->snapshot;
        if (err)
            return err;
    }
    return update_copy(&online->out, &online->update, online->update_turn_at, snapshot, seat);
}

/* With a database server the account was read when the client connected. If the store does not answer, the event shows the
 * player as a guest. */
static void write_session(struct online *online, struct json_write *w, struct sio_client *client,
                          const struct message *message, const struct outbox *outbox)
{
    const struct store_account_key key = {.by = STORE_BY_PLAYER, .player_id = message->player_id};
    struct online_client *own = online_client_of(client);
    struct account_row account = {0};
    if (online->is_inline) {
        if (store_account(online->setup.store, &key, &account) != STORE_OK)
            account = (struct account_row){0};
        online_client_set_account(own, &account);
    }
    memcpy(account.login, own->login, sizeof account.login);
    const struct session_view session = {&own->token, own->has_account ? &account : NULL};
    event_write(w, message, outbox, &session);
}

static enum json_write_err write_event(struct online *online, const struct message *message,
                                       const struct outbox *outbox, struct sio_client *client)
{
    if (message->event == EVENT_GAME_UPDATE && message->snapshot >= 0)
        return write_update(online, message, outbox);
    struct json_write w = frame_begin(&online->out, REPLY_NO_ACK);
    if (message->event == EVENT_SESSION)
        write_session(online, &w, client, message, outbox);
    else
        event_write(&w, message, outbox, NULL);
    return json_write_finish(&w);
}

/* `client` is the receiver, unless the event is for all spectators. It is null if it has left. */
static void send_event(struct online *online, struct sio_client *client,
                       const struct message *message, const struct outbox *outbox)
{
    if (message->to == TO_SPECTATORS) {
        send_to_spectators(online, message->game_id, write_event(online, message, outbox, NULL));
    } else if (client) {
        note_game(client, message);
        send_to(online, client, write_event(online, message, outbox, client));
    }
}

void online_send(struct online *online, const struct message *message, const struct outbox *outbox,
                 int64_t now_ms)
{
    struct sio_client *client =
        message->to == TO_CONN ? online_clients_at(&online->clients, message->conn) : NULL;
    if (message->event == EVENT_REPLY && message->refusal)
        online->setup.metrics->refusals[message->refusal]++;
    if (message->event == EVENT_BOT_WANTED)
        ask_thinkers(online, message, &outbox->snapshot[message->snapshot], now_ms);
    else if (message->event != EVENT_REPLY)
        send_event(online, client, message, outbox);
    else if (message->to == TO_HOST)
        answer_host(online, message, outbox);
    else if (client && message->command == COMMAND_CONNECT)
        answer_connect(online, client, message);
    else if (client && !is_disconnected(online, client, message, now_ms))
        answer_client(online, client, message, outbox);
}
