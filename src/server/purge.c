#include "server/purge.h"

#include <stdio.h>
#include <string.h>

#include "server/log.h"

enum { STEP = 8, STEP_MS = 250, REST_MS = 60000, SWEEP_MS = 6 * 60 * 60 * 1000 };

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

static void write_rows(struct purge *purge, const struct row *rows, size_t count)
{
    enum store_err err = count ? store_write_turn(purge->setup.store, rows, count, NULL) : STORE_OK;
    if (err)
        log_line("warn", "not-purged", "code=%s", store_err_name(err));
    else
        purge->purged += count;
}

/* False if the sweep has reached its end for now. */
static bool sweep_step(struct purge *purge, int sweep, int64_t wall_ms)
{
    static struct store_stale stale[STEP];
    static struct row rows[STEP];
    int64_t until_ms = until_of(purge, sweep, wall_ms);
    size_t count = 0, written = 0;
    if (store_stale(purge->setup.store, until_ms, &purge->cursor[sweep], stale, STEP, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        bool is_meant = sweep == SESSIONS || !stale[i].has_account;
        if (is_meant &&
            !purge->setup.is_in_memory(purge->setup.context, stale[i].session.player_id))
            rows[written++] = row_of(&stale[i], sweep, until_ms, wall_ms);
    }
    write_rows(purge, rows, written);
    return count == STEP;
}

static void log_step(struct purge *purge, int64_t wall_ms)
{
    const struct row row = {.kind = ROW_AUDIT, .audit = {.at_ms = wall_ms - purge->setup.log_ms}};
    if (wall_ms < purge->log_next_ms)
        return;
    purge->log_next_ms = wall_ms + REST_MS;
    if (store_write_turn(purge->setup.store, &row, 1, NULL) != STORE_OK)
        log_line("warn", "not-purged", "what=log");
}

void purge_tick(struct purge *purge, int64_t wall_ms)
{
    bool has_more = false;
    if (wall_ms < purge->next_ms)
        return;
    if (wall_ms >= purge->restart_ms) {
        memset(purge->cursor, 0, sizeof purge->cursor);
        purge->restart_ms = wall_ms + SWEEP_MS;
    }
    for (int sweep = 0; sweep < PURGE_SWEEPS && !has_more; sweep++)
        has_more = sweep_step(purge, sweep, wall_ms);
    log_step(purge, wall_ms);
    purge->next_ms = wall_ms + (has_more ? STEP_MS : REST_MS);
}
