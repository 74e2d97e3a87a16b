#include "server/pushes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/log.h"
#include "server/pushes_parts.h"

enum { PAGE = 256, TRIES_MAX = 6, FIRST_WAIT_MS = 30000, STORE_WAIT_MS = 60000 };

bool pushes_open(struct pushes **out, const struct pushes_setup *setup, char *why, size_t why_size)
{
    struct pushes *pushes = calloc(1, sizeof *pushes);
    if (!pushes) {
        (void)snprintf(why, why_size, "out of memory");
        return false;
    }
    pushes->setup = *setup;
    pushes->senders.contact = setup->contact;
    pushes->senders.is_local = setup->is_local;
    if (!vapid_open(&pushes->senders.vapid, setup->key_path, setup->may_create, why, why_size)) {
        free(pushes);
        return false;
    }
    if (!push_senders_open(&pushes->senders, setup->wake, setup->context)) {
        (void)snprintf(why, why_size, "cannot start the threads for push messages");
        pushes_close(pushes);
        return false;
    }
    *out = pushes;
    return true;
}

void pushes_close(struct pushes *pushes)
{
    if (!pushes)
        return;
    workers_close(pushes->senders.workers);
    vapid_close(&pushes->senders.vapid);
    free(pushes);
}

const char *pushes_key(const struct pushes *pushes)
{
    return pushes->senders.vapid.public_text;
}

int64_t pushes_wait_ms(int tries, int retry_after_s)
{
    return retry_after_s > 0 ? (int64_t)retry_after_s * 1000 : (int64_t)FIRST_WAIT_MS << tries;
}

bool pushes_write(struct pushes *pushes, const struct row *rows, size_t count)
{
    enum store_err err = store_write_turn(pushes->setup.store, rows, count, NULL);
    if (err)
        log_line("warn", "push-not-stored", "code=%s", store_err_name(err));
    return !err;
}

static bool write_due(struct pushes *pushes, const struct push_due_row *due, enum push_step step)
{
    struct row row = {.kind = ROW_PUSH_DUE, .push_due = *due};
    row.push_due.step = (uint8_t)step;
    return pushes_write(pushes, &row, 1);
}

/* ---- sending ---- */

/* One message at a time for each player: slow addresses of one do not keep the threads from the others. */
static bool is_busy_with(const struct pushes *pushes, int64_t player_id)
{
    for (int i = 0; i < pushes->flight_count; i++)
        if (pushes->flight[i] == player_id)
            return true;
    return false;
}

static void end_flight(struct pushes *pushes, int64_t player_id)
{
    for (int i = 0; i < pushes->flight_count; i++)
        if (pushes->flight[i] == player_id) {
            pushes->flight[i] = pushes->flight[--pushes->flight_count];
            return;
        }
}

/* Fills the task. False if there is nothing to tell any more; *err says whether the store could be read. */
static bool prepare(struct pushes *pushes, struct push_task *task, int64_t wall_ms,
                    enum store_err *err)
{
    struct store *store = pushes->setup.store;
    struct game_row game;
    struct player_rows opponent;
    *err = store_game(store, task->due.game_id, &game);
    if (*err)
        return false;
    int seat = game.seat[0].player_id == task->to.player_id ? 0 : 1;
    if (game.seat[seat].player_id != task->to.player_id || !push_is_true(&task->due, &game, seat) ||
        pushes->setup.is_online(pushes->setup.context, task->to.player_id))
        return false;
    *err = store_player(store, game.seat[1 - seat].player_id, &opponent);
    if (*err)
        return false;
    push_text_write(task->text, &task->due, &game, seat, opponent.player.name, task->to.language);
    id_write(task->topic, game.id);
    task->ttl_s = push_ttl_s(&task->due, &game, wall_ms);
    return true;
}

static void send_due(struct pushes *pushes, const struct push_due_row *due, int64_t wall_ms)
{
    struct push_task task = {.due = *due};
    enum store_err err = store_push(pushes->setup.store, due->push_id, &task.to);
    if (err || is_busy_with(pushes, task.to.player_id))
        return;
    if (prepare(pushes, &task, wall_ms, &err)) {
        if (workers_submit(pushes->senders.workers, &task))
            pushes->flight[pushes->flight_count++] = task.to.player_id;
    } else if (!err || err == STORE_E_MISSING) {
        (void)write_due(pushes, due, PUSH_DONE);
    }
}

/* ---- results ---- */

static void drop(struct pushes *pushes, const struct push_task *task)
{
    pushes->setup.metrics->push_failures++;
    log_line("warn", "push-dropped", "status=%d tries=%d problem=\"%s\"", task->status,
             task->due.tries + 1, task->problem);
    (void)write_due(pushes, &task->due, PUSH_DONE);
}

static void try_again(struct pushes *pushes, const struct push_task *task, int64_t wall_ms)
{
    struct push_due_row due = task->due;
    int64_t wait_ms = pushes_wait_ms(due.tries, task->retry_after_s);
    due.tries++;
    due.due_ms = wall_ms + wait_ms;
    pushes->setup.metrics->push_retries++;
    log_line("info", "push-delayed", "status=%d tries=%d wait=%lld problem=\"%s\"", task->status,
             due.tries, (long long)wait_ms, task->problem);
    (void)write_due(pushes, &due, PUSH_AGAIN);
}

static void forget_device(struct pushes *pushes, const struct push_task *task)
{
    const struct row gone = {.kind = ROW_PUSH_GONE, .push_gone = {.id = task->to.id}};
    pushes->setup.metrics->push_gone++;
    log_line("info", "push-gone", "status=%d", task->status);
    (void)pushes_write(pushes, &gone, 1);
}

static void settle(struct pushes *pushes, const struct push_task *task, int64_t wall_ms)
{
    bool is_sent = task->status >= 200 && task->status < 300;
    bool is_gone = task->status == 404 || task->status == 410;
    bool may_work_later = task->status == 0 || task->status == 429 || task->status >= 500;
    end_flight(pushes, task->to.player_id);
    if (is_sent) {
        pushes->setup.metrics->pushes++;
        (void)write_due(pushes, &task->due, PUSH_DONE);
    } else if (is_gone) {
        forget_device(pushes, task);
    } else if (may_work_later && task->due.tries + 1 < TRIES_MAX) {
        try_again(pushes, task, wall_ms);
    } else {
        drop(pushes, task);
    }
}

/* When the first message is due that is still in the queue. While the store fails, it is asked again later. */
static void find_next(struct pushes *pushes, int64_t wall_ms)
{
    struct push_due_row first;
    size_t count = 0;
    if (store_pushes_due(pushes->setup.store, INT64_MAX, &first, 1, &count) != STORE_OK)
        pushes->next_ms = wall_ms + STORE_WAIT_MS;
    else
        pushes->next_ms = count > 0 ? first.due_ms : INT64_MAX;
}

void pushes_tick(struct pushes *pushes, int64_t wall_ms)
{
    static struct push_due_row due[PAGE];
    struct push_task task;
    size_t count = 0;
    bool has_news = false;
    while (workers_collect(pushes->senders.workers, &task)) {
        settle(pushes, &task, wall_ms);
        has_news = true;
    }
    if (has_news)
        find_next(pushes, wall_ms);
    if (wall_ms < pushes->next_ms || pushes->flight_count == PUSH_FLIGHTS)
        return;
    if (store_pushes_due(pushes->setup.store, wall_ms, due, PAGE, &count) != STORE_OK)
        count = 0;
    for (size_t i = 0; i < count && pushes->flight_count < PUSH_FLIGHTS; i++)
        send_due(pushes, &due[i], wall_ms);
    if (pushes->flight_count == 0)
        find_next(pushes, wall_ms);
    else
        pushes->next_ms = wall_ms + LOOK_AGAIN_MS;
}
