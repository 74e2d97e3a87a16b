/* Long polling behind a balancer that knows nothing of sessions: a poll or POST that reaches a node without its session is
 * passed on to the node that has it, and the answer is passed back (docs/scale.md).
 *
 * The id of a session names its node. A request makes one hop only: one that was passed on is never passed on again. Everything
 * is bounded: requests under way, their bytes, and the time of each. A node that is gone, silent or unknown gives the answer for
 * an unknown session, after which a client opens a new one. */
#ifndef SERVER_RELAY_H
#define SERVER_RELAY_H

#include "server/cluster_counts.h"
#include "server/relay_mark.h"
#include "sio/sio.h"
#include "store/shared.h"

struct relay;

struct relay_setup {
    struct net *net;
    struct sio *sio;
    uint8_t key[RELAY_KEY_BYTES];
    int64_t poll_ms, post_ms; /* time for a poll and for a POST */
    int trips_max;            /* requests under way */
    size_t bytes_max;         /* of their bodies and answers, all together */
};

/* Null if there is no memory. */
struct relay *relay_open(const struct relay_setup *setup);

/* Before net is closed. Requests under way are left unanswered. Null is allowed. */
void relay_close(struct relay *relay);

/* Which nodes live, and which of them this one is: after every beat. */
void relay_use_nodes(struct relay *relay, const struct store_beat *beat);

/* sio's handler `stray`. */
bool relay_take(struct relay *relay, struct net_request *request);

/* The client is gone: true if its request was one of these. */
bool relay_forget(struct relay *relay, struct net_request *request);

/* Another node has passed this request on, for the client at this address. */
bool relay_is_for(const struct relay *relay, const struct net_request *request,
                  char address[PROXY_ADDRESS_SIZE]);

void relay_tick(struct relay *relay, int64_t now_ms);

/* The server stops: polls are answered, because they may wait for long. */
void relay_drain(struct relay *relay);

struct relay_counts relay_count(const struct relay *relay);

#endif
