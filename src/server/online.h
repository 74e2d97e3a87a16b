/* The online service with its store, its connections and its computer players: what turns the state
 * machine of play/service.h into a server.
 *
 * Within a turn of the loop online_do decides command after command; online_turn at its end writes
 * all rows in one transaction and only then says anything, in one place (online_turn.c), because that
 * order is the promise. While the store does not work, whatever had to be written is refused, a
 * probe looks every second whether it works again, and the service's time stands still. */
#ifndef SERVER_ONLINE_H
#define SERVER_ONLINE_H

#include "play/service.h"
#include "server/alive.h"
#include "server/metrics.h"
#include "server/online_clients.h"
#include "server/thinkers.h"
#include "store/store.h"

struct online;

/* What the server around it hears; each may be null.
 *
 * replied  A reply to a command without a connection (CONN_NONE), after its commit: for REST.
 * changed  A game was changed by a commit; called before anybody is told of it.
 */
struct online_hooks {
    void (*replied)(void *context, const struct message *reply, const struct outbox *outbox);
    void (*changed)(void *context, int64_t game_id);
    void *context;
};

struct online_setup {
    struct service_setup service;
    struct store *store;       /* the caller's … */
    const struct alive *alive; /* … and so is this … */
    struct metrics *metrics;   /* … and so are these: commits, moves, refusals */
    struct online_hooks hooks;
    int64_t clock_shift_ms; /* added to the calendar: for tests of games over days */
};

/* Null if there is no memory. */
struct online *online_open(const struct online_setup *setup);
void online_close(struct online *online); /* null is allowed */

/* Games are played by these from now on; may be null. */
void online_use_thinkers(struct online *online, struct thinkers *thinkers);

/* At the start: running live games and who waits for a game over days. Not STORE_OK: `store_problem`
 * says why. */
enum store_err online_load(struct online *online, int64_t now_ms);

/* Does a command, fetching what it needs from the store. Afterwards command->attempt is ATTEMPT_FINAL
 * if something it named does not exist. Its reply follows with online_turn. */
void online_do(struct online *online, struct service_command *command, int64_t now_ms);

void online_tick(struct online *online, int64_t now_ms);

/* A thinker may have an answer. */
void online_collect(struct online *online, int64_t now_ms);

/* The end of a turn: commit, then speak. Nothing to do costs nothing. */
void online_turn(struct online *online, int64_t now_ms);

/* The connections of a player, or those that came with a token: told that their session has ended, and
 * closed. Between online_do and the end of its online_turn, or outside of both. */
void online_end_player(struct online *online, int64_t player_id, bool is_erased);
void online_end_token(struct online *online, const struct token *token);

/* Does the store work, as far as is known? */
bool online_is_ready(const struct online *online);

struct service *online_service(struct online *online);

#endif
