#include "server/purge.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "server/log.h"

enum { STEP_MS = 250, REST_MS = 60000, SWEEP_MS = 6 * 60 * 60 * 1000 };

enum sweep { UNPLAYED, GUESTS, SESSIONS };

static int64_t until_of(const struct purge *purge, int sweep, int64_t wall_ms)
{
    const int64_t kept[PURGE_SWEEPS] = {purge->setup.unplayed_ms, purge->setup.guest_ms,
                                        purge->setup.session_ms};
    return wall_ms - kept[sweep];
}

static struct row row_of(const struct store_stale *stale, int sweep, int64_t until_ms,
                         int64_t wall_ms)
{
    struct row row = {.kind = ROW_PURGE};
    if (sweep == SESSIONS) {
        row.kind = ROW_LOGOUT;
        row.logout.player_id = stale->session.player_id;
        memcpy(row.logout.token_hash, stale->session.token_hash, sizeof row.logout.token_hash);
        return row;
    }
    row.purge = (struct purge_row){.player_id = stale->session.player_id,
                                   .before_ms = until_ms,
                                   .at_ms = wall_ms,
                                   .is_unplayed = sweep == UNPLAYED};
    (void)snprintf(row.purge.name, sizeof row.purge.name, "Deleted player");
    return row;
}

static void log_purged(struct store_turn *turn)
{
    struct purge *purge = (struct purge *)((char *)turn - offsetof(struct purge, log_turn));
    purge->is_log_busy = false;
    if (turn->err)
        log_line("warn", "not-purged", "what=log");
}

static void log_step(struct purge *purge)
{
    if (purge->wall_ms < purge->log_next_ms || purge->is_log_busy)
        return;
    purge->log_next_ms = purge->wall_ms + REST_MS;
    purge->log_row =
        (struct row){.kind = ROW_AUDIT, .audit = {.at_ms = purge->wall_ms - purge->setup.log_ms}};
    purge->log_turn = (struct store_turn){.rows = &purge->log_row, .count = 1, .done = log_purged};
    purge->is_log_busy = true;
    store_async_write(purge->setup.async, &purge->log_turn);
}

static void sweep_begin(struct purge *purge, int sweep);

/* A sweep that has reached its end for now makes place for the next. */
static void sweep_end(struct purge *purge)
{
    bool has_more = !purge->err && purge->count == PURGE_STEP;
    if (!has_more && purge->sweep + 1 < PURGE_SWEEPS) {
        sweep_begin(purge, purge->sweep + 1);
        return;
    }
    log_step(purge);
    purge->next_ms = purge->wall_ms + (has_more ? STEP_MS : REST_MS);
    purge->is_busy = false;
}

static void rows_purged(struct store_turn *turn)
{
    struct purge *purge = (struct purge *)((char *)turn - offsetof(struct purge, turn));
    if (turn->err)
        log_line("warn", "not-purged", "code=%s", store_err_name(turn->err));
    else
        purge->purged += turn->count;
    sweep_end(purge);
}

static void stale_read(struct store_question *question, struct store *store)
{
    struct purge *purge = (struct purge *)question;
    purge->err = store_stale(store, purge->until_ms, &purge->cursor[purge->sweep], purge->stale,
                             PURGE_STEP, &purge->count);
}

static void stale_purge(struct store_question *question)
{
    struct purge *purge = (struct purge *)question;
    const struct purge_setup *setup = &purge->setup;
    size_t written = 0;
    for (size_t i = 0; !purge->err && i < purge->count; i++) {
        const struct store_stale *stale = &purge->stale[i];
        bool is_meant = purge->sweep == SESSIONS || !stale->has_account;
        if (is_meant && !setup->is_in_memory(setup->context, stale->session.player_id))
            purge->rows[written++] = row_of(stale, purge->sweep, purge->until_ms, purge->wall_ms);
    }
    if (written == 0) {
        sweep_end(purge);
        return;
    }
    purge->turn = (struct store_turn){.rows = purge->rows, .count = written, .done = rows_purged};
    store_async_write(setup->async, &purge->turn);
}

static void sweep_begin(struct purge *purge, int sweep)
{
    purge->sweep = sweep;
    purge->until_ms = until_of(purge, sweep, purge->wall_ms);
    purge->err = STORE_E_MEMORY;
    purge->count = 0;
    purge->question = (struct store_question){.run = stale_read, .done = stale_purge};
    store_async_ask(purge->setup.async, &purge->question);
}

void purge_tick(struct purge *purge, int64_t wall_ms)
{
    if (purge->is_busy || wall_ms < purge->next_ms)
        return;
    if (wall_ms >= purge->restart_ms) {
        memset(purge->cursor, 0, sizeof purge->cursor);
        purge->restart_ms = wall_ms + SWEEP_MS;
    }
    purge->is_busy = true;
    purge->wall_ms = wall_ms;
    sweep_begin(purge, UNPLAYED);
}
