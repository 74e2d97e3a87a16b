/* A store with somebody looking over its shoulder: everything is handed on to the real one; what gets
 * committed is counted, timed and told. So metrics and long polls learn of every move, whoever made
 * it, at the one place all of them pass. */
#ifndef SERVER_WATCHED_STORE_H
#define SERVER_WATCHED_STORE_H

#include "server/metrics.h"
#include "store/store.h"

struct watched_store;

struct watched_setup {
    struct store *store;     /* the caller's, and closed by it */
    struct metrics *metrics; /* may not be null */
    /* After each commit, for every game that it has changed. Before anybody is told of the turn. */
    void (*changed)(void *context, int64_t game_id);
    void *context;
};

/* Null if there is no memory. */
struct watched_store *watched_store_open(const struct watched_setup *setup);
void watched_store_close(struct watched_store *watched); /* null is allowed */

struct store *watched_store_of(struct watched_store *watched);

#endif
