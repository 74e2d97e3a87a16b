/* The REST interface below /api/: games without a connection, accounts, lists. docs/api/openapi.json describes it.
 *
 * A request becomes a command of the service, like an event of the real-time protocol, and the service's reply
 * becomes its answer, after the commit. So both kinds of clients play in the same games. Lists and profiles are
 * read from the store, which has only committed data.
 *
 * A request may wait until its game changes (long polling). The number of waiting requests is limited. They are
 * answered when the game changes, when their time is over, or when the server stops. */
#ifndef REST_REST_H
#define REST_REST_H

#include "api/token.h"
#include "base/budgets.h"
#include "net/net.h"
#include "play/service.h"
#include "rest/hasher.h"
#include "store/async.h"

struct rest;

/* A position to analyse, or a game to review. The moves are legal. */
struct rest_analysis {
    uint64_t ack; /* names the request in rest_analysed */
    uint64_t address;
    struct ruleset rules;
    bool is_review;
    char moves[ROW_MOVES_SIZE];
};

/* What the server does for REST.
 *
 * submit      Decides a command, now or when the commit under way has ended; copies what it points to. Its reply comes
 *             through rest_reply after the commit, perhaps inside this call.
 * commit      Ends the turn now. With a database in the same process the submitted commands are committed and replied
 *             to before it returns; with a database server the replies come later.
 * is_ready    Did the last write to the store succeed?
 * end_player  Ends all live connections of a player. end_session: those of one token.
 * close_player  Closes the live connections of a player whose sessions stay.
 * refused     A request was refused before it became a command: for the metrics.
 * life        What the lobby shows of the service.
 * wall_ms     The time of the calendar.
 * is_reserved Does the host keep names with this skeleton for nobody?
 * analyse     Begins an analysis or a review; copies what it is given. Its report comes through rest_analysed. False: too
 *             many wait already.
 */
struct rest_host {
    void (*submit)(void *context, struct service_command *command);
    void (*commit)(void *context);
    bool (*is_ready)(void *context);
    void (*close_player)(void *context, int64_t player_id);
    void (*end_player)(void *context, int64_t player_id, bool is_erased);
    void (*end_session)(void *context, int64_t player_id, const uint8_t hash[ROW_HASH_BYTES]);
    void (*refused)(void *context, enum refusal refusal);
    void (*life)(void *context, struct service_life *out);
    int64_t (*wall_ms)(void *context);
    bool (*is_reserved)(void *context, int64_t skeleton);
    bool (*analyse)(void *context, const struct rest_analysis *wanted);
    void *context;
};

struct rest_setup {
    struct rest_host host;
    struct store_async *async;
    struct workers *hasher;  /* hasher.h */
    struct workers *painter; /* painter.h */
    const char *push_key;    /* the public key for push messages; null: they are turned off */
    bool is_push_local;      /* for tests: subscriptions may have http and private addresses */
    struct bucket_rate per_address;
    bool counts_same_network; /* play/discount.h */
    bool is_unlimited;
    /* Of addresses: limits the requests that wait, and those that ask the store. */
    struct budgets *budgets;
};

enum {
    REST_POLLS_MAX = 1024, /* requests that wait, in all */
    REST_READS_MAX = 1024, /* requests that ask the store, in all … */
    REST_READS_EACH = 512  /* … and of one address: a school opens the page at once */
};

/* Null if there is no memory. */
struct rest *rest_open(void);
void rest_close(struct rest *rest); /* null is allowed; after net, and after the store is stopped */

/* Before the first request. Times come from `net`. */
void rest_attach(struct rest *rest, const struct rest_setup *setup, struct net *net);

/* The handlers of all requests below /api/; context: struct rest. */
void rest_request(void *context, struct net_request *request);
void rest_request_closed(void *context, struct net_request *request);

/* After a commit: the reply to a submitted command; a game that the commit changed. */
void rest_reply(void *context, const struct message *reply, const struct outbox *outbox);
void rest_changed(void *context, int64_t game_id);

/* The report of an analysis: a JSON object; empty if there was no memory for the search. */
void rest_analysed(struct rest *rest, uint64_t ack, const char *report, size_t len);

/* Takes the results of the hasher and the painter. */
void rest_collect(struct rest *rest);

/* At the end of a turn of the loop, after online_turn: submits the commands that are due. A second online_turn must
 * follow in the same turn; it brings their replies. */
void rest_turn(struct rest *rest, int64_t now_ms);

/* Begins to write the lines of the log of accounts; between turns, and before the server stops. */
void rest_write_log(struct rest *rest);

/* The server is about to stop: waiting requests are answered with the next rest_turn. */
void rest_drain(struct rest *rest);

/* The game of a page, for its preview. The caller's address is charged as for a request of the API.
 *
 * REST_HIDDEN: there is nothing to show of it: it is private or cancelled, the address asks too often, or the store
 * cannot be read. */
enum rest_found { REST_FOUND, REST_HIDDEN, REST_MISSING };

struct rest_shown {
    void (*then)(const struct rest_shown *shown, struct net_request *request);
    const void *context;
    enum rest_found found;
    struct store_listed game; /* REST_FOUND */
};

/* Finds it, now or later, and calls `then` with a copy of `shown`, unless the client is gone before. The request needs
 * rest_request_closed. */
void rest_find_shown(struct rest *rest, struct net_request *request, int64_t id,
                     const struct rest_shown *shown);

int rest_poll_count(const struct rest *rest);
uint64_t rest_request_count(const struct rest *rest);

#endif
