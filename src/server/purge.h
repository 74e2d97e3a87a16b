/* Deletes what has expired, in small steps, so that nobody notices: guests who never played, guests who stay away,
 * old sessions, and old lines of the log of accounts. Players in memory stay; a later sweep finds them. Games stay
 * readable, with "Deleted player" in place of the name. */
#ifndef SERVER_PURGE_H
#define SERVER_PURGE_H

#include "store/store.h"

enum { PURGE_SWEEPS = 3 };

struct purge_setup {
    struct store *store;
    int64_t unplayed_ms, guest_ms, session_ms, log_ms; /* how long each is kept */
    bool (*is_in_memory)(void *context, int64_t player_id);
    void *context;
};

struct purge {
    struct purge_setup setup;
    struct store_cursor cursor[PURGE_SWEEPS];
    int64_t next_ms, restart_ms, log_next_ms;
    uint64_t purged; /* players and sessions */
};

/* One step, if one is due. wall_ms: the calendar. */
void purge_tick(struct purge *purge, int64_t wall_ms);

#endif
