/* Asynchronous play: JSON over plain requests, below /api/. docs/api/openapi.json says what there is.
 *
 * A request becomes a command of the service, as an event of the real-time protocol does, and is
 * answered by the service's reply: after the commit of its turn, never before. Both kinds of clients
 * so play in the same games. Lists are read from the store, which knows what is committed only.
 *
 * A request may wait for its game to change; those are bounded, and answered when the game changed,
 * when their time is over, or when the server stops. */
#ifndef REST_REST_H
#define REST_REST_H

#include "api/token.h"
#include "net/net.h"
#include "play/service.h"
#include "rest/hasher.h"
#include "store/store.h"

struct rest;

/* What REST asks of the server around it.
 *
 * submit      Decides a command now. Its reply comes through rest_reply after the commit.
 * commit      Ends the turn now: what was submitted is committed and replied to before it returns.
 * is_ready    Can the store be written, as far as is known?
 * end_player  Ends all live connections of a player, end_token those of one session.
 * refused     A request was refused before it became a command: for the metrics.
 */
struct rest_host {
    void (*submit)(void *context, struct service_command *command);
    void (*commit)(void *context);
    bool (*is_ready)(void *context);
    void (*end_player)(void *context, int64_t player_id, bool is_erased);
    void (*end_token)(void *context, const struct token *token);
    void (*refused)(void *context, enum refusal refusal);
    void *context;
};

struct rest_setup {
    struct rest_host host;
    struct store *store;    /* for reading */
    struct workers *hasher; /* hasher.h */
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

/* A reply to a submitted command, after its commit; a game was changed by a commit. */
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
uint64_t rest_request_count(const struct rest *rest);

#endif
