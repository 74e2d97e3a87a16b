/* Asynchronous play: JSON over plain requests, below /api/. docs/api/openapi.json says what there is.
 *
 * A request becomes a command of the service, as an event of the real-time protocol does, and is
 * answered by the service's reply: after the commit of its turn, never before. Both kinds of clients
 * so play in the same games. Lists are read from the store, which knows what is committed only.
 *
 * A request may wait for its game to change; those are bounded, and answered when the game changed,
 * when their time is over, or when the server stops. */
#ifndef SERVER_REST_H
#define SERVER_REST_H

#include "net/net.h"
#include "server/hasher.h"
#include "server/metrics.h"
#include "server/online.h"
#include "server/origin.h"

struct rest;

struct rest_setup {
    struct online *online;
    struct store *store;
    struct metrics *metrics;
    struct hasher *hasher;
    struct origin_list origins;
    struct bucket_rate per_address;
    bool is_unlimited;
};

/* Null if there is no memory. */
struct rest *rest_open(void);
void rest_close(struct rest *rest); /* null is allowed; after net is closed */

/* Before the first request. The net tells the time. */
void rest_attach(struct rest *rest, const struct rest_setup *setup, struct net *net);

/* The route of everything below /api/ that has none of its own; context: struct rest. */
void rest_request(void *context, struct net_request *request);
void rest_request_closed(void *context, struct net_request *request);

/* See online_answer and watched_setup. */
void rest_reply(void *context, const struct message *reply, const struct outbox *outbox);
void rest_changed(void *context, int64_t game_id);

/* The hasher may have an answer. */
void rest_collect(struct rest *rest);

/* At the end of a turn, after online_turn: asks for what is due. Its answers come with the next
 * online_turn, which must follow in the same turn. */
void rest_turn(struct rest *rest, int64_t now_ms);

/* The server is about to stop: nobody waits any longer. */
void rest_drain(struct rest *rest);

int rest_poll_count(const struct rest *rest);

#endif
