/* The online service: connects the state machine of play/service.h with the store, the clients and
 * the threads that compute the computer's moves.
 *
 * Within a turn of the event loop online_do decides command after command. At its end online_turn
 * writes all rows in one transaction (group commit) and only then sends replies and events. That
 * order is in one place (online_turn.c), because clients rely on it. While the store fails,
 * commands that need a write are refused, a probe checks every second whether it works again, and
 * the clocks of all games stand still. */
#ifndef SERVER_ONLINE_H
#define SERVER_ONLINE_H

#include "play/service.h"
#include "server/alive.h"
#include "server/metrics.h"
#include "server/online_clients.h"
#include "server/thinkers.h"
#include "store/async.h"

struct online;
struct reserved_names;

/* Callbacks of the server; each may be null.
 *
 * replied  The reply to a command without a connection (CONN_NONE), after its commit: for
 * REST. changed  A commit has changed a game; called before its messages are sent. committed  All
 * rows of a turn are committed; called after its messages are sent. */
struct online_hooks {
    void (*replied)(void *context, const struct message *reply, const struct outbox *outbox);
    void (*changed)(void *context, int64_t game_id);
    void *context;
    void (*between_turns)(
        void *context); /* a turn has ended, and nothing of the next is decided; its context: */
    void *between_context;
    void (*committed)(void *committed_context, const struct outbox *outbox);
    void *committed_context;
};

struct online_setup {
    struct service_setup service;
    /* These belong to the caller and must outlive this: */
    struct store_async *async;
    struct store *store; /* to load games at the start; null: games are loaded when needed */
    const struct alive *alive;
    const struct reserved_names *reserved; /* null: none */
    struct metrics *metrics;               /* counts commits, moves and refusals */
    struct budgets *budgets;               /* of addresses; null: none */
    struct bucket_rate hasty; /* events beyond the rate limit before a client is disconnected */
    struct online_hooks hooks;
    int64_t clock_shift_ms; /* added to the wall clock, for tests of games over days */
};

/* Null if there is no memory. */
struct online *online_open(const struct online_setup *setup);
void online_close(struct online *online); /* null is allowed */

/* The threads that compute the computer's moves from now on; null: none. */
void online_use_thinkers(struct online *online, struct thinkers *thinkers);

/* At the start: loads live games that are running and players who wait for a game over days. On an
 * error `store_problem` says why. */
enum store_err online_load(struct online *online, int64_t now_ms);

/* Decides a command, after reading what it needs from the store; with a database server that may be later, and the command is
 * copied. Its reply is sent at the end of its turn, after the commit. */
void online_do(struct online *online, const struct service_command *command, int64_t now_ms);

void online_tick(struct online *online, int64_t now_ms);

/* Plays the moves that the threads have computed, and those that wait for another attempt. */
void online_collect(struct online *online, int64_t now_ms);

/* The end of a turn: commits, then sends. Returns at once if the turn has nothing to commit or
 * send. With a database server the commit ends later, in store_async_collect; a call before that does nothing. */
void online_turn(struct online *online, int64_t now_ms);

/* Sends session-ended to the connections of a player, or to those that use a token, and closes
 * them. Not from within online_do. */
void online_end_player(struct online *online, int64_t player_id, bool is_erased);
void online_end_session(struct online *online, int64_t player_id,
                        const uint8_t hash[ROW_HASH_BYTES]);

/* Closes the connections of a player whose sessions stay. */
void online_close_player(struct online *online, int64_t player_id);

/* Is this client in a live game, or waiting for one? Such clients are the last to be dropped. */
bool online_must_stay(const struct online *online, struct sio_client *client);

/* All places are taken: asks the clients that were idle for longest to come back later. */
void online_make_room(struct online *online, int64_t now_ms);

/* ---- for a server that shares its database with others (cluster.h) ---- */

/* What a call at this time brings to the service. */
struct moment online_moment(struct online *online, int64_t now_ms);

/* Added to the wall clock of this machine, which gives the time of the database. */
void online_set_clock_offset(struct online *online, int64_t offset_ms);

/* The database does not answer; it does again. Between two turns. */
void online_fail(struct online *online, enum store_err err, const char *problem);
void online_recover(struct online *online, int64_t now_ms);

/* The service has something to send: online_turn must not return at once. */
void online_touch(struct online *online);

/* Is a turn on its way to the database? */
bool online_is_committing(const struct online *online);

/* False after a write to the store has failed, until one succeeds. */
bool online_is_ready(const struct online *online);

struct service *online_service(struct online *online);

#endif
