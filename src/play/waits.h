/* How long players have waited for an opponent lately, by kind of game.
 *
 * A wait is added when its game begins. The last few of each kind are kept, and only those of the last day count.
 * The kind that was not played for the longest time gives up its place to a new one. Changes go to the journal
 * given (null: none). Time is play time. */
#ifndef PLAY_WAITS_H
#define PLAY_WAITS_H

#include "play/lobby.h"

enum { WAITS_KINDS = 32, WAITS_KEPT = 16, WAITS_LEAST = 4, WAITS_UNKNOWN = -1 };

struct wait {
    int64_t at_ms;
    int64_t wait_ms;
};

struct waits_kind {
    struct lobby_key key;
    int32_t count, next; /* waits kept, and where the next one goes; count 0: unused */
    int64_t used_ms;
    struct wait wait[WAITS_KEPT];
};

struct waits {
    struct waits_kind kind[WAITS_KINDS];
};

void waits_add(struct waits *waits, struct journal *journal, const struct lobby_key *key,
               int64_t wait_ms, int64_t now_ms);

/* The median wait, the longer one of two. WAITS_UNKNOWN if fewer than WAITS_LEAST are recent. */
int64_t waits_typical(const struct waits_kind *kind, int64_t now_ms);

#endif
