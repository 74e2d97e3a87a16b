/* The end of a turn: commit, then send. */
#include <string.h>

#include "play/service_shared.h"
#include "server/log.h"
#include "server/online_parts.h"

static void note_failure(struct online *online, enum store_err err, const char *problem)
{
    if (!online->is_failing)
        log_line("error", "store-failed", "code=%s problem=\"%s\"", store_err_name(err), problem);
    online->is_failing = true;
}

static void note_success(struct online *online)
{
    if (online->is_failing)
        log_line("warn", "store-works", "recovered=true");
    online->is_failing = false;
}

/* Other nodes may change a player's row, so it is no probe of a shared database. */
void online_fail(struct online *online, enum store_err err, const char *problem)
{
    note_failure(online, err, problem);
    service_pause(online->service, online->now_ms);
}

void online_recover(struct online *online, int64_t now_ms)
{
    online->now_ms = now_ms;
    note_success(online);
    service_resume(online->service, now_ms);
    online_collect(online, now_ms);
}

void online_set_probe(struct online *online, const struct player_row *player)
{
    if (online->is_shared)
        return;
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

/* After every commit: updates the metrics and tells long polls which games have changed. */
static void note_commit(struct online *online, const struct outbox *outbox, int64_t took_us)
{
    const struct online_hooks *hooks = &online->setup.hooks;
    if (!online
             ->is_shared) /* otherwise the next beat lets play time go on, and says how long it stood still */
        note_success(online);
    keep_probe(online, outbox);
    metrics_commit(online->setup.metrics, took_us);
    for (int32_t i = outbox->refreshed.rows; i < outbox->row_count; i++) {
        const struct row *row = &outbox->row[i];
        online->setup.metrics->moves += row->kind == ROW_MOVE;
        bool is_quiet = row->kind == ROW_GAME || row->kind == ROW_OFFER || row->kind == ROW_REMATCH;
        if (hooks->changed && !is_quiet && row_game(row))
            hooks->changed(hooks->context, row_game(row));
    }
}

/* A refused row means that a game in memory differs from its row, not that the store fails: *forget is that game, to be read
 * again from the store when it is needed. */
static void note_error(struct online *online, const struct store_turn *turn, int64_t *forget)
{
    online->setup.metrics->commit_failures++;
    if (store_err_class(turn->err) == STORE_REFUSED && turn->at < turn->count) {
        *forget = row_game(&turn->rows[turn->at]);
        log_line("error", "row-refused", "code=%s kind=%d", store_err_name(turn->err),
                 turn->rows[turn->at].kind);
    } else {
        note_failure(online, turn->err, turn->problem);
    }
}

/* The service still uses the number, or a command of the client waits. */
static bool is_used(void *context, int32_t number)
{
    const struct online *online = context;
    return service_player_of(online->service, number) != 0 || online->waits[number].all > 0;
}

/* Tells the service which clients have left while messages were sent. */
static void disconnect_left_clients(struct online *online, int64_t now_ms)
{
    online_clients_recycle(&online->clients, is_used, online);
    for (int32_t i = 0; i < online->clients.left_count; i++) {
        struct service_command command = command_of(COMMAND_DISCONNECT);
        command.conn = online->clients.left[i];
        bool has_waiting = online->waits[command.conn].all > 0; /* they come first */
        if (service_player_of(online->service, command.conn) != 0 && !has_waiting)
            online_do(online, &command, now_ms);
    }
}

/* If the connection to the database broke during the commit, nobody knows whether it has the turn. If it was refused again and
 * again, what memory has of it is not to be believed either. */
static void settle(struct online *online, const struct store_turn *turn, int64_t now_ms)
{
    bool is_unknown = turn->err == STORE_E_GONE || store_err_class(turn->err) == STORE_REFUSED;
    if (online->is_shared && is_unknown)
        service_forget_turn(online->service, now_ms);
    else
        service_settle(online->service, !turn->err, now_ms);
    if (turn->err && !online->is_failing)
        service_resume(online->service, now_ms);
}

/* The order of these calls is what clients rely on: nothing is sent that is not committed. */
static void end_turn(struct online *online, const struct store_turn *turn)
{
    const struct outbox *outbox = service_outbox(online->service);
    int64_t forget = 0, now_ms = online->now_ms;
    bool is_committed = !turn->err;
    if (turn->count > 0 && is_committed)
        note_commit(online, outbox, turn->took_us);
    else if (!is_committed)
        note_error(online, turn, &forget);
    online->repeats = 0;
    settle(online, turn, now_ms);
    online->update_of = -1;
    for (int32_t i = 0; i < outbox->message_count; i++)
        online_send(online, &outbox->message[i], outbox, now_ms);
    if (is_committed && online->setup.hooks.committed)
        online->setup.hooks.committed(online->setup.hooks.committed_context, outbox);
    service_sent(online->service);
    pending_free_all(&online->decided);
    if (forget)
        service_forget_game(online->service, forget);
    disconnect_left_clients(online, now_ms);
}

/* ---- a turn of a shared database that was refused because memory was old ---- */

static bool must_repeat(const struct online *online, const struct store_turn *turn)
{
    enum { REPEATS_MAX = 3 };
    bool is_old = turn->err == STORE_E_STALE || turn->err == STORE_E_STATUS ||
                  turn->err == STORE_E_MISSING || turn->err == STORE_E_EXISTS ||
                  turn->err == STORE_E_CONFLICT;
    return online->is_shared && is_old && online->repeats < REPEATS_MAX;
}

/* Takes the turn back. Its commands are the first to be decided in the next one, on rows read anew. */
static void repeat_turn(struct online *online, const struct store_turn *turn)
{
    struct pending_list again = {0};
    struct pending *pending;
    bool is_known = turn->refused > 0;
    online->repeats++;
    online->setup.metrics->repeated_turns++;
    service_undo(online->service, is_known ? turn->refused_at : NULL, turn->refused);
    online->is_dirty = true;
    while ((pending = pending_take(&online->decided)))
        pending_put_first(&again, pending);
    while ((pending = pending_take(&again))) {
        command_again(&pending->command);
        pending->needs = 0;
        if (pending->command.conn != CONN_NONE)
            online->waits[pending->command.conn].all++;
        pending_put_first(&online->waiting, pending);
    }
}

static void on_committed(struct store_turn *turn)
{
    struct online *online = (struct online *)(void *)((char *)turn - offsetof(struct online, turn));
    online->is_committing = false;
    if (must_repeat(online, turn))
        repeat_turn(online, turn);
    else
        end_turn(online, turn);
    if (online->setup.hooks.between_turns)
        online->setup.hooks.between_turns(online->setup.hooks.between_context);
    /* Before the commands that wait: under load the next commit begins at once. */
    if (online->is_tick_due)
        online_tick(online, online->now_ms);
    online_resume(online, online->now_ms);
}

bool online_is_committing(const struct online *online)
{
    return online->is_committing;
}

void online_turn(struct online *online, int64_t now_ms)
{
    const struct outbox *outbox = service_outbox(online->service);
    struct store_turn *turn = &online->turn;
    online->now_ms = now_ms;
    if (!online->is_dirty || online->is_committing)
        return;
    online->is_dirty = false;
    *turn = (struct store_turn){.done = on_committed};
    turn->rows = outbox_rows(outbox, &turn->count);
    if (turn->count == 0) {
        end_turn(online, turn);
        return;
    }
    online->is_committing = true;
    store_async_write(online->setup.async, turn);
}

/* ---- does a failing store work again? ---- */

static void on_probed(struct store_turn *turn)
{
    struct online *online = (struct online *)((char *)turn - offsetof(struct online, probe_turn));
    online->is_probing = false;
    if (!turn->err || store_err_class(turn->err) == STORE_REFUSED)
        online_recover(online, online->now_ms);
}

/* Writes a row that is in the store already, so that nothing changes. Without such a row it writes
 * an offer in a game that cannot exist: this changes nothing either, but fails while the database
 * is locked or read-only. */
void online_probe(struct online *online, int64_t now_ms)
{
    static const struct row nothing = {.kind = ROW_OFFER, .offer = {.game_id = -1}};
    online->now_ms = now_ms;
    if (online->is_probing)
        return;
    online->is_probing = true;
    online->probe_turn = (struct store_turn){
        .rows = online->has_probe ? &online->probe : &nothing, .count = 1, .done = on_probed};
    store_async_write(online->setup.async, &online->probe_turn);
}
