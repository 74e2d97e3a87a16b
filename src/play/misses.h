/* Matches that a player did not confirm, and how long that keeps the player out of the queue.
 *
 * The first one costs nothing; each further one makes the wait longer. An hour without one takes one back. Times are those
 * of the calendar, so a wait goes on over a reconnect and a restart. */
#ifndef PLAY_MISSES_H
#define PLAY_MISSES_H

#include <stdint.h>

struct misses {
    uint8_t count;
    int64_t last_ms; /* wall clock */
};

/* The misses after one more. */
struct misses misses_after(struct misses misses, int64_t wall_ms);

/* How long the player has to wait; 0: not at all. */
int64_t misses_wait_ms(struct misses misses, int64_t wall_ms);

#endif
