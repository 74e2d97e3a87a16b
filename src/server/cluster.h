/* This server as one of several on a shared database: a node (docs/scale.md).
 *
 * A node renews its lease every second (the beat), tells the others after each commit what it has changed (the bus), takes
 * what they tell as hints, and looks at the database for what it may have missed: every second, or every ten while the bus
 * works. Everything that it learns goes through the service_refresh_ functions, between two turns. */
#ifndef SERVER_CLUSTER_H
#define SERVER_CLUSTER_H

#include "bus/bus.h"
#include "server/cluster_counts.h"
#include "server/online.h"
#include "server/relay.h"
#include "store/shared.h"

struct cluster;

struct cluster_setup {
    struct online *online;
    struct relay *relay;
    struct store_async *async; /* for looking */
    struct store_async *pulse; /* for the beat: a connection that nothing else keeps busy */
    struct store_beat beat;    /* the first one, and … */
    int64_t beat_local_ms;     /* … the wall clock of this machine when it was made */
    int64_t clock_shift_ms;    /* added to the wall clock, for tests */
    /* Another node has changed a game. */
    void (*changed)(void *context, int64_t game_id);
    void *context;
};

/* Null if there is no memory. */
struct cluster *cluster_open(const struct cluster_setup *setup);
void cluster_close(struct cluster *cluster); /* null is allowed; after both stores are closed */

/* The bus, once it is open; null: none. Its handlers are cluster_bus, their context the cluster. */
void cluster_use_bus(struct cluster *cluster, struct bus *bus);
extern const struct bus_handlers cluster_bus;

void cluster_tick(struct cluster *cluster, int64_t now_ms);

/* After a commit: tells the other nodes. */
void cluster_committed(struct cluster *cluster, const struct outbox *outbox);

/* Between two turns: gives the service what was learnt. */
void cluster_turn(struct cluster *cluster, int64_t now_ms);

struct cluster_counts cluster_count(const struct cluster *cluster);

#endif
