/* How a command is decided: at once if nothing is in its way; otherwise when the turn under way has ended and its rows have been
 * read. */
#include <stdlib.h>
#include <string.h>

#include "play/service_shared.h"
#include "server/online_parts.h"

enum {
    NEEDS_MAX = 8,       /* no command asks the store more often */
    WAITING_EACH = 64,   /* commands of one connection; further ones are refused … */
    WAITING_ALL = 20000, /* … and of all */
};

static void decide(struct online *online, struct service_command *command, struct pending *pending);

void online_refuse(struct online *online, const struct service_command *command,
                   enum refusal refusal, int64_t now_ms)
{
    const struct message reply = {.event = EVENT_REPLY,
                                  .to = command->conn == CONN_NONE ? TO_HOST : TO_CONN,
                                  .command = command->kind,
                                  .refusal = (uint8_t)refusal,
                                  .seat = ROW_NOBODY,
                                  .conn = command->conn,
                                  .snapshot = -1,
                                  .row = -1,
                                  .ply = command->ply,
                                  .ack = command->ack,
                                  .game_id = command->game_id};
    if (command->kind != COMMAND_EXPIRE && command->kind != COMMAND_DISCONNECT)
        online_send(online, &reply, service_outbox(online->service), now_ms);
}

/* ---- waiting ---- */

static struct conn_waits *waits_of(struct online *online, const struct service_command *command)
{
    static struct conn_waits without_conn;
    without_conn = (struct conn_waits){0};
    return command->conn == CONN_NONE ? &without_conn : &online->waits[command->conn];
}

/* A command that waits, new or again. A disconnect is never refused. */
static void put_off(struct online *online, const struct service_command *command,
                    struct pending *pending, bool is_first)
{
    struct conn_waits *waits = waits_of(online, command);
    bool is_crowd = command->kind != COMMAND_DISCONNECT &&
                    (waits->all >= WAITING_EACH || online->waiting.count >= WAITING_ALL);
    if (!pending && !is_crowd)
        pending = pending_new(online, command);
    if (!pending) {
        online_refuse(online, command, REFUSAL_STORE, online->now_ms);
        return;
    }
    waits->all++;
    if (is_first)
        pending_put_first(&online->waiting, pending);
    else
        pending_put(&online->waiting, pending);
}

/* The rows of a command are there: it goes on when no turn is under way. */
static void on_read(struct store_question *question)
{
    struct online_read *read = (struct online_read *)question;
    struct pending *pending = read->pending;
    struct online *online = pending->online;
    online->reading--;
    pending_put(&online->ready, pending);
    online_resume(online, online->now_ms);
}

/* Asks the store on another thread. */
static void read_later(struct online *online, struct pending *pending, const struct need *need)
{
    struct conn_waits *waits = waits_of(online, &pending->command);
    struct online_read *read = pending->read;
    read->pending = pending;
    read->mark = service_mark(online->service);
    read->err = STORE_E_MEMORY;
    read->wants_need = need != NULL;
    if (need)
        read->need = *need;
    read->question = (struct store_question){online_read_run, on_read};
    waits->all++;
    waits->reading++;
    online->reading++;
    pending->needs++;
    store_async_ask(online->setup.async, &read->question);
}

static bool read_begin(struct online *online, struct pending *pending)
{
    if (!pending->read)
        pending->read = calloc(1, sizeof *pending->read);
    if (pending->read)
        return true;
    online_refuse(online, &pending->command, REFUSAL_STORE, online->now_ms);
    pending_free(pending);
    return false;
}

/* ---- reading ---- */

/* False if the command has been refused. */
static bool may_go_on(struct online *online, struct service_command *command,
                      const struct online_read *read, enum fetch fetched)
{
    if (fetched == FETCH_FAILED || fetched == FETCH_FULL) {
        online_refuse(online, command, fetched == FETCH_FULL ? REFUSAL_SERVER_FULL : REFUSAL_STORE,
                      online->now_ms);
        return false;
    }
    command_looked(command, read->wants_need && read->need.kind == NEED_SESSION,
                   fetched == FETCH_DONE);
    return true;
}

/* The same on this thread. False if the command has been refused. */
static bool read_now(struct online *online, const struct need *need,
                     struct service_command *command)
{
    struct online_read read = {.wants_need = true, .need = *need};
    online_read_run(&read.question, online->setup.store);
    enum fetch fetched = online_use(online, &read, command, online->now_ms);
    if (fetched == FETCH_FULL) { /* ending the turn frees space */
        online_turn(online, online->now_ms);
        fetched = online_use(online, &read, command, online->now_ms);
    }
    bool may = may_go_on(online, command, &read, fetched);
    online_read_clear(&read);
    return may;
}

/* What a command reads before it is decided, although memory may have it: whether its session still exists, because another
 * node may have ended it; and the chat that goes with the reply. */
static bool reads_first(const struct service_command *command, struct need *need)
{
    memset(need, 0, sizeof *need);
    need->kind = NEED_SESSION;
    need->game_id = command->game_id;
    memcpy(need->token_hash, command->token_hash, sizeof need->token_hash);
    return (command->kind == COMMAND_CONNECT && command->has_token) ||
           command->kind == COMMAND_RESUME || command->kind == COMMAND_WATCH;
}

/* True if the command has to wait for its first rows. */
static bool ask_first(struct online *online, struct pending *pending)
{
    const struct service_command *command = &pending->command;
    struct need need;
    if (pending->has_asked || !reads_first(command, &need))
        return false;
    pending->has_asked = true;
    if (!read_begin(online, pending))
        return true;
    bool is_connect = command->kind == COMMAND_CONNECT;
    pending->read->need = need;
    pending->read->wants_chat = !is_connect;
    read_later(online, pending, is_connect ? &need : NULL);
    return true;
}

/* ---- deciding ---- */

/* A client with a known token keeps it; a new guest gets the fresh one. The turn may be decided again, so the token that was
 * shown stays until the client is told. */
static void note_connect(struct online *online, const struct service_command *command)
{
    struct sio_client *client = online_clients_at(&online->clients, command->conn);
    if (!client || command->kind != COMMAND_CONNECT)
        return;
    struct online_client *own = online_client_of(client);
    if (command->has_token && command->attempt != ATTEMPT_FINAL)
        own->token = own->shown;
}

/* The command is decided. With a database server it is kept until the commit: if a row was stale it is decided again. */
static void note_decided(struct online *online, const struct service_command *command,
                         struct pending *pending, int32_t reply)
{
    note_connect(online, command);
    if (!pending)
        return;
    pending->reply = reply;
    pending_put(&online->decided, pending);
}

static void decide_steps(struct online *online, struct service_command *command,
                         struct pending *pending)
{
    struct need need;
    for (int i = 0; i < NEEDS_MAX; i++) {
        struct moment moment = online_moment(online, online->now_ms);
        int32_t reply = service_outbox(online->service)->message_count;
        enum service_answer answer = service_do(online->service, command, &moment, &need);
        online->is_dirty = true;
        if (answer == SERVICE_DONE) {
            note_decided(online, command, pending, reply);
            return;
        }
        if (answer == SERVICE_FULL) {
            online_turn(online, online->now_ms);
            if (online->is_committing) {
                put_off(online, command, pending, true);
                return;
            }
        } else if (!pending) {
            if (!read_now(online, &need, command))
                return;
        } else if (pending->needs < NEEDS_MAX) {
            if (read_begin(online, pending))
                read_later(online, pending, &need);
            return;
        } else {
            break;
        }
    }
    online_refuse(online, command, REFUSAL_SERVER_FULL, online->now_ms);
    pending_free(pending);
}

/* `pending` has the command, or is null: then it is decided before this returns. */
static void decide(struct online *online, struct service_command *command, struct pending *pending)
{
    bool is_refused =
        online->is_shared && online->is_failing && command->kind != COMMAND_DISCONNECT;
    if (is_refused) {
        online_refuse(online, command, REFUSAL_STORE, online->now_ms);
        pending_free(pending);
    } else if (!pending || !ask_first(online, pending)) {
        decide_steps(online, command, pending);
    }
}

static void decide_new(struct online *online, const struct service_command *command)
{
    struct pending *pending = pending_new(online, command);
    if (pending)
        decide(online, &pending->command, pending);
    else
        online_refuse(online, command, REFUSAL_STORE, online->now_ms);
}

void online_do(struct online *online, const struct service_command *command, int64_t now_ms)
{
    online->now_ms = now_ms;
    if (online->is_inline) {
        struct service_command own = *command;
        decide(online, &own, NULL);
    } else if (online->is_committing || waits_of(online, command)->all > 0) {
        put_off(online, command, NULL, false);
    } else {
        decide_new(online, command);
    }
}

/* ---- going on ---- */

/* A command whose rows are there. */
static void go_on(struct online *online, struct pending *pending)
{
    struct service_command *command = &pending->command;
    struct conn_waits *waits = waits_of(online, command);
    enum fetch fetched = online_use(online, pending->read, command, online->now_ms);
    if (fetched == FETCH_FULL) { /* ending the turn frees space */
        online_turn(online, online->now_ms);
        if (online->is_committing) {
            pending_put_first(&online->ready, pending);
            return;
        }
        fetched = online_use(online, pending->read, command, online->now_ms);
    }
    waits->all--;
    waits->reading--;
    if (may_go_on(online, command, pending->read, fetched))
        decide(online, command, pending);
    else
        pending_free(pending);
}

/* The first command that waits and whose connection has none that is being read. */
static struct pending *take_waiting(struct online *online)
{
    struct pending_list *list = &online->waiting;
    struct pending *before = NULL, *found = list->first;
    while (found && waits_of(online, &found->command)->reading > 0) {
        before = found;
        found = found->next;
    }
    if (!found)
        return NULL;
    *(before ? &before->next : &list->first) = found->next;
    if (list->last == found)
        list->last = before;
    list->count--;
    return found;
}

void online_resume(struct online *online, int64_t now_ms)
{
    struct pending *pending;
    online->now_ms = now_ms;
    while (!online->is_committing && (pending = pending_take(&online->ready)))
        go_on(online, pending);
    while (!online->is_committing && (pending = take_waiting(online))) {
        waits_of(online, &pending->command)->all--;
        decide(online, &pending->command, pending);
    }
}
