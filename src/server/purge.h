/* Deletes what has expired, in small steps, so that nobody notices: guests who never played, guests who stay away,
 * old sessions, and old lines of the log of accounts. Players in memory stay; a later sweep finds them. Games stay
 * readable, with "Deleted player" in place of the name. */
#ifndef SERVER_PURGE_H
#define SERVER_PURGE_H

#include "store/async.h"

enum { PURGE_SWEEPS = 3, PURGE_STEP = 8 };

struct purge_setup {
    struct store_async *async;
    int64_t unplayed_ms, guest_ms, session_ms, log_ms; /* how long each is kept */
    bool (*is_in_memory)(void *context, int64_t player_id);
    void *context;
};

/* One step: a page of expired rows is read, then deleted. `is_busy` until both have ended. */
struct purge {
    struct store_question question; /* the first member: both are the purge itself */
    struct store_turn turn, log_turn;
    struct purge_setup setup;
    bool is_busy, is_log_busy;
    int sweep;
    int64_t wall_ms, until_ms; /* of this step */
    enum store_err err;
    struct store_stale stale[PURGE_STEP];
    size_t count;
    struct row rows[PURGE_STEP], log_row;
    struct store_cursor cursor[PURGE_SWEEPS];
    int64_t next_ms, restart_ms, log_next_ms;
    uint64_t purged; /* players and sessions */
};

/* Begins a step, if one is due and the last one has ended. wall_ms: the calendar. */
void purge_tick(struct purge *purge, int64_t wall_ms);

#endif
