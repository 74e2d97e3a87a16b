/* Copying a whole database to the other kind: a club that grows moves from SQLite to PostgreSQL, and may go back.
 *
 * All or nothing: the rows are written in one transaction, then both databases are read and compared row by row, and only
 * then the copy is committed (SQLite: gets its name). No server may use either of them. The source is not changed, except
 * that an SQLite database of an older version is migrated first. What only several servers share (presence, matches that wait
 * for confirmation) is not copied; players of such a match for correspondence are in the queue again. */
#ifndef STORE_TRANSFER_H
#define STORE_TRANSFER_H

#include "store/store.h"

enum { TRANSFER_PAUSES_MAX = 64 };

/* When no server ran, so that clocks stood still: server/alive.h for SQLite, the tables alive and outage for PostgreSQL. */
struct transfer_pauses {
    int64_t alive_ms; /* when a server last ran; 0: unknown */
    int count;
    struct transfer_pause {
        int64_t from_ms, to_ms;
    } pause[TRANSFER_PAUSES_MAX]; /* the latest, oldest first */
};

struct transfer_facts {
    int64_t players, games, rows;
};

/* E_IN_USE: a server uses one of the two. E_EXISTS: the target has rows already. On failure `problem` is a sentence. */
enum store_err transfer_to_postgres(const char *path, const struct store_postgres *to,
                                    const struct transfer_pauses *pauses,
                                    struct transfer_facts *facts, char problem[STORE_PROBLEM_SIZE]);

/* `path` must not exist. */
enum store_err transfer_to_sqlite(const struct store_postgres *from, const char *path,
                                  struct transfer_pauses *pauses, struct transfer_facts *facts,
                                  char problem[STORE_PROBLEM_SIZE]);

#endif
