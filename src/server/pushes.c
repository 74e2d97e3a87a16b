#include "server/pushes.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/log.h"
#include "server/pushes_parts.h"

enum { TRIES_MAX = 6, FIRST_WAIT_MS = 30000, STORE_WAIT_MS = 60000 };

static bool open_key(struct vapid *out, const struct pushes_setup *setup, char *why,
                     size_t why_size)
{
    if (!setup->secret)
        return vapid_open(out, setup->key_path, setup->may_create, why, why_size);
    bool is_open = vapid_derive(out, setup->secret);
    if (!is_open)
        (void)snprintf(why, why_size, "the key for push messages: OpenSSL cannot make it");
    return is_open;
}

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
    if (!open_key(&pushes->senders.vapid, setup, why, why_size)) {
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
    while (pushes->notes)
        push_note_free(pushes->notes);
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

/* ---- writing ---- */

/* One message at a time for each player: slow addresses of one do not keep the threads from the others. A message that
 * was sent counts until that is written, so that it is not found in the queue and sent again. */
static bool is_busy_with(const int64_t flight[PUSH_FLIGHTS], int count, int64_t player_id)
{
    for (int i = 0; i < count; i++)
        if (flight[i] == player_id)
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

struct push_note *push_note_new(struct pushes *pushes)
{
    struct push_note *note = pushes->note_count < PUSH_NOTES_MAX ? malloc(sizeof *note) : NULL;
    if (!note) {
        log_line("warn", "push-not-stored", "under-way=%d", pushes->note_count);
        return NULL;
    }
    memset(note, 0, offsetof(struct push_note, rows));
    note->pushes = pushes;
    note->next = pushes->notes;
    note->link = &pushes->notes;
    if (note->next)
        note->next->link = &note->next;
    pushes->notes = note;
    pushes->note_count++;
    return note;
}

void push_note_free(struct push_note *note)
{
    *note->link = note->next;
    if (note->next)
        note->next->link = note->link;
    note->pushes->note_count--;
    free(note);
}

static void note_written(struct store_turn *turn)
{
    struct push_note *note = (struct push_note *)((char *)turn - offsetof(struct push_note, turn));
    struct pushes *pushes = note->pushes;
    if (turn->err)
        log_line("warn", "push-not-stored", "code=%s", store_err_name(turn->err));
    if (note->flight)
        end_flight(pushes, note->flight);
    pushes->next_ms = 0;
    pushes->look.is_outdated = true;
    push_note_free(note);
}

void push_note_write(struct push_note *note)
{
    note->turn =
        (struct store_turn){.rows = note->rows, .count = note->count, .done = note_written};
    store_async_write(note->pushes->setup.async, &note->turn);
}

/* Writes one row. The flight of this player ends with it; 0: none. */
static void write_row(struct pushes *pushes, const struct row *row, int64_t flight)
{
    struct push_note *note = push_note_new(pushes);
    if (!note) {
        end_flight(pushes, flight);
        return;
    }
    note->rows[0] = *row;
    note->count = 1;
    note->flight = flight;
    push_note_write(note);
}

static void write_due(struct pushes *pushes, const struct push_due_row *due, enum push_step step,
                      int64_t flight)
{
    struct row row = {.kind = ROW_PUSH_DUE, .push_due = *due};
    row.push_due.step = (uint8_t)step;
    write_row(pushes, &row, flight);
}

/* ---- looking at the queue ---- */

/* Reads what a message says, and whether it is still true. */
static void read_message(struct push_looked *looked, struct store *store)
{
    struct player_rows opponent;
    struct game_row *game = &looked->game;
    looked->err = store_game(store, looked->due.game_id, game);
    if (looked->err)
        return;
    looked->seat = game->seat[0].player_id == looked->to.player_id ? 0 : 1;
    if (game->seat[looked->seat].player_id != looked->to.player_id ||
        !push_is_true(&looked->due, game, looked->seat)) {
        looked->err = STORE_E_MISSING;
        return;
    }
    looked->err = store_player(store, game->seat[1 - looked->seat].player_id, &opponent);
    if (!looked->err)
        memcpy(looked->opponent, opponent.player.name, sizeof looked->opponent);
}

static bool is_looked_at(const struct push_look *look, int64_t player_id)
{
    for (int i = 0; i < look->count; i++)
        if (look->looked[i].to.player_id == player_id)
            return true;
    return is_busy_with(look->flight, look->flight_count, player_id);
}

/* Prepares the first message of each player that is due. */
static void look_run(struct store_question *question, struct store *store)
{
    struct push_look *look = (struct push_look *)question;
    struct push_due_row due[PUSH_PAGE];
    size_t count = 0;
    look->err = store_pushes_due(store, INT64_MAX, due, PUSH_PAGE, &count);
    look->later_ms = INT64_MAX;
    for (size_t i = 0; !look->err && i < count; i++) {
        struct push_looked *looked = &look->looked[look->count];
        if (due[i].due_ms > look->wall_ms) {
            look->later_ms = due[i].due_ms;
            return;
        }
        look->is_full = look->count == PUSH_LOOKED_MAX;
        if (look->is_full)
            return;
        *looked = (struct push_looked){.due = due[i]};
        if (store_push(store, due[i].push_id, &looked->to) != STORE_OK ||
            is_looked_at(look, looked->to.player_id))
            continue;
        read_message(looked, store);
        look->count++;
    }
}

/* False if the message waits for another look. */
static bool send_looked(struct pushes *pushes, const struct push_looked *looked, int64_t wall_ms)
{
    struct push_task task = {.due = looked->due, .to = looked->to};
    int64_t player_id = looked->to.player_id;
    bool is_outdated = looked->err == STORE_E_MISSING ||
                       (!looked->err && pushes->setup.is_online(pushes->setup.context, player_id));
    if (is_outdated)
        write_due(pushes, &looked->due, PUSH_DONE, 0);
    if (is_outdated || looked->err)
        return is_outdated;
    if (pushes->flight_count == PUSH_FLIGHTS)
        return false;
    push_text_write(task.text, &task.due, &looked->game, looked->seat, looked->opponent,
                    task.to.language);
    id_write(task.topic, looked->game.id);
    task.ttl_s = push_ttl_s(&task.due, &looked->game, wall_ms);
    if (!workers_submit(pushes->senders.workers, &task))
        return false;
    pushes->flight[pushes->flight_count++] = player_id;
    return true;
}

/* While something is on its way, or the store fails, the queue is looked at again later. */
static void look_done(struct store_question *question)
{
    struct push_look *look = (struct push_look *)question;
    struct pushes *pushes = look->pushes;
    bool is_all = !look->is_full;
    look->is_asking = false;
    for (int i = 0; !look->err && i < look->count; i++)
        is_all &= send_looked(pushes, &look->looked[i], look->wall_ms);
    if (look->err)
        pushes->next_ms = look->wall_ms + STORE_WAIT_MS;
    else if (look->is_outdated)
        pushes->next_ms = 0;
    else if (!is_all || pushes->flight_count > 0)
        pushes->next_ms = look->wall_ms + LOOK_AGAIN_MS;
    else
        pushes->next_ms = look->later_ms;
}

static void look_at_queue(struct pushes *pushes, int64_t wall_ms)
{
    struct push_look *look = &pushes->look;
    look->question = (struct store_question){.run = look_run, .done = look_done};
    look->pushes = pushes;
    look->is_asking = true;
    look->is_outdated = look->is_full = false;
    look->wall_ms = wall_ms;
    memcpy(look->flight, pushes->flight, sizeof look->flight);
    look->flight_count = pushes->flight_count;
    look->err = STORE_E_MEMORY;
    look->count = 0;
    store_async_ask(pushes->setup.async, &look->question);
}

/* ---- results ---- */

static void drop(struct pushes *pushes, const struct push_task *task)
{
    pushes->setup.metrics->push_failures++;
    log_line("warn", "push-dropped", "status=%d tries=%d problem=\"%s\"", task->status,
             task->due.tries + 1, task->problem);
    write_due(pushes, &task->due, PUSH_DONE, task->to.player_id);
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
    write_due(pushes, &due, PUSH_AGAIN, task->to.player_id);
}

static void forget_device(struct pushes *pushes, const struct push_task *task)
{
    const struct row gone = {.kind = ROW_PUSH_GONE, .push_gone = {.id = task->to.id}};
    pushes->setup.metrics->push_gone++;
    log_line("info", "push-gone", "status=%d", task->status);
    write_row(pushes, &gone, task->to.player_id);
}

static void settle(struct pushes *pushes, const struct push_task *task, int64_t wall_ms)
{
    bool is_sent = task->status >= 200 && task->status < 300;
    bool is_gone = task->status == 404 || task->status == 410;
    bool may_work_later = task->status == 0 || task->status == 429 || task->status >= 500;
    if (is_sent) {
        pushes->setup.metrics->pushes++;
        write_due(pushes, &task->due, PUSH_DONE, task->to.player_id);
    } else if (is_gone) {
        forget_device(pushes, task);
    } else if (may_work_later && task->due.tries + 1 < TRIES_MAX) {
        try_again(pushes, task, wall_ms);
    } else {
        drop(pushes, task);
    }
}

void pushes_tick(struct pushes *pushes, int64_t wall_ms, bool may_send)
{
    struct push_task task;
    while (workers_collect(pushes->senders.workers, &task))
        settle(pushes, &task, wall_ms);
    if (may_send && wall_ms >= pushes->next_ms && pushes->flight_count < PUSH_FLIGHTS &&
        !pushes->look.is_asking)
        look_at_queue(pushes, wall_ms);
}
