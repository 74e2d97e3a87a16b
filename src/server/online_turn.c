/* The end of a turn: commit, then send. */
#include <string.h>
#include <time.h>

#include "server/log.h"
#include "server/online_parts.h"

static int64_t game_of(const struct row *row)
{
    switch ((enum row_kind)row->kind) {
    case ROW_JOIN:
        return row->join.game_id;
    case ROW_MOVE:
        return row->move.game_id;
    case ROW_RESULT:
        return row->result.game_id;
    case ROW_OFFER:
        return row->offer.game_id;
    default:
        return 0;
    }
}

static void note_failure(struct online *online, enum store_err err)
{
    if (!online->is_failing)
        log_line("error", "store-failed", "code=%s problem=\"%s\"", store_err_name(err),
                 store_problem(online->setup.store));
    online->is_failing = true;
}

static void note_success(struct online *online)
{
    if (online->is_failing)
        log_line("warn", "store-works", "recovered=true");
    online->is_failing = false;
}

void online_set_probe(struct online *online, const struct player_row *player)
{
    online->probe = (struct row){.kind = ROW_PLAYER};
    online->probe.player = *player;
    online->has_probe = true;
}

static void keep_probe(struct online *online, const struct outbox *outbox)
{
    for (int32_t i = outbox->row_count - 1; i >= 0; i--)
        if (outbox->row[i].kind == ROW_PLAYER) {
            online_set_probe(online, &outbox->row[i].player);
            return;
        }
}

static int64_t now_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* After every commit: updates the metrics and tells long polls which games have changed. */
static void note_commit(struct online *online, const struct outbox *outbox, int64_t took_us)
{
    const struct online_hooks *hooks = &online->setup.hooks;
    note_success(online);
    keep_probe(online, outbox);
    metrics_commit(online->setup.metrics, took_us);
    for (int32_t i = 0; i < outbox->row_count; i++) {
        const struct row *row = &outbox->row[i];
        online->setup.metrics->moves += row->kind == ROW_MOVE;
        if (hooks->changed && row->kind != ROW_OFFER && game_of(row))
            hooks->changed(hooks->context, game_of(row));
    }
}

/* Writes all rows or none. A refused row means that a game in memory differs from its row, not
 * that the store fails: *forget is that game, to be read again from the store when it is needed. */
static bool write_rows(struct online *online, const struct outbox *outbox, int64_t *forget)
{
    size_t at = 0;
    if (outbox->row_count == 0)
        return true;
    int64_t began_us = now_us();
    enum store_err err =
        store_write_turn(online->setup.store, outbox->row, (size_t)outbox->row_count, &at);
    if (!err) {
        note_commit(online, outbox, now_us() - began_us);
        return true;
    }
    online->setup.metrics->commit_failures++;
    if (store_err_class(err) == STORE_REFUSED && at < (size_t)outbox->row_count) {
        *forget = game_of(&outbox->row[at]);
        log_line("error", "row-refused", "code=%s kind=%d", store_err_name(err),
                 outbox->row[at].kind);
    } else {
        note_failure(online, err);
    }
    return false;
}

static bool is_open(void *context, int32_t number)
{
    struct online *online = context;
    return service_player_of(online->service, number) != 0;
}

/* Tells the service which clients have left while messages were sent. */
static void disconnect_left_clients(struct online *online, int64_t now_ms)
{
    online_clients_recycle(&online->clients, is_open, online);
    for (int32_t i = 0; i < online->clients.left_count; i++) {
        struct service_command command = command_of(COMMAND_DISCONNECT);
        command.conn = online->clients.left[i];
        online_do(online, &command, now_ms);
    }
}

/* The order of these calls is what clients rely on: nothing is sent that is not committed. */
void online_turn(struct online *online, int64_t now_ms)
{
    const struct outbox *outbox = service_outbox(online->service);
    int64_t forget = 0;
    if (!online->is_dirty)
        return;
    online->is_dirty = false;
    bool is_committed = write_rows(online, outbox, &forget);
    service_settle(online->service, is_committed, now_ms);
    if (!is_committed && !online->is_failing)
        service_resume(online->service, now_ms);
    online->update_of = -1;
    for (int32_t i = 0; i < outbox->message_count; i++)
        online_send(online, &outbox->message[i], outbox, now_ms);
    if (is_committed && online->setup.hooks.committed)
        online->setup.hooks.committed(online->setup.hooks.committed_context, outbox);
    service_sent(online->service);
    if (forget)
        service_forget_game(online->service, forget);
    disconnect_left_clients(online, now_ms);
}

/* Writes a row that is in the store already, so that nothing changes. Without such a row it writes
 * an offer in a game that cannot exist: this changes nothing either, but fails while the database
 * is locked or read-only. */
void online_probe(struct online *online, int64_t now_ms)
{
    static const struct row nothing = {.kind = ROW_OFFER, .offer = {.game_id = -1}};
    struct store *store = online->setup.store;
    enum store_err err = store_write(store, online->has_probe ? &online->probe : &nothing);
    bool is_refused = store_err_class(err) == STORE_REFUSED;
    if (is_refused)
        store_rollback(store);
    else
        err = store_commit(store);
    if (err && !is_refused)
        return;
    note_success(online);
    service_resume(online->service, now_ms);
    online_collect(online, now_ms);
}
