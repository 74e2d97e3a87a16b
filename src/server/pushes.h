/* Push messages to players of games over days who have no page open.
 *
 * The queue is a table of the store: after a commit, pushes_note adds a message for each device of a player who should
 * hear of it, and it stays there until the push service has taken it. So a server that was killed goes on where it
 * stopped, and what is outdated by then is not sent. A message that fails is tried again, later each time, and
 * dropped after a few attempts. Only the thread of the event loop uses this; the sending is done by threads. */
#ifndef SERVER_PUSHES_H
#define SERVER_PUSHES_H

#include "play/outbox.h"
#include "server/metrics.h"
#include "server/push_task.h"
#include "store/async.h"

struct pushes;

struct pushes_setup {
    struct store_async *async;
    struct metrics *metrics;
    const uint8_t *secret; /* the VAPID key is derived from it; null: it is in a file */
    const char *key_path;  /* that file; made if may_create and it does not exist */
    bool may_create;
    const char *contact;
    bool is_local; /* push_senders */
    bool (*is_online)(void *context, int64_t player_id);
    bool (*may_last_days)(void *context, int64_t game_id); /* false: surely a live game */
    void (*wake)(void *context);
    void *context;
};

/* False, with the reason in `why`, if there is no key, no memory or no thread. */
bool pushes_open(struct pushes **out, const struct pushes_setup *setup, char *why, size_t why_size);
void pushes_close(struct pushes *pushes); /* null is allowed; after the store is stopped */

/* The public key, for browsers. */
const char *pushes_key(const struct pushes *pushes);

/* After a commit: queues messages about what it changed. */
void pushes_note(struct pushes *pushes, const struct outbox *outbox, int64_t wall_ms);

/* Takes the results of what was sent and, if may_send, sends what is due: of several nodes only one does. A few times a
 * second is enough. */
void pushes_tick(struct pushes *pushes, int64_t wall_ms, bool may_send);

/* How long to wait after so many failed attempts. The push service's own wish (0: none) comes first. */
int64_t pushes_wait_ms(int tries, int retry_after_s);

#endif
