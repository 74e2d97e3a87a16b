/* One thread of a match, as its files see it. */
#ifndef CLI_MATCH_WORKER_H
#define CLI_MATCH_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "cli/match.h"

/* The result of one game; its index is the number of the game. */
struct match_record {
    uint64_t moves; /* a hash of the moves, to count different games */
    int points;     /* A's: 1, 0 or -1 */
};

struct tournament {
    const struct match_settings *settings;
    struct match_record *records;
    atomic_long next, done;
    atomic_bool has_failed; /* no opening was found */
};

struct match_worker {
    struct tournament *tournament;
    ff_bot *bots[2];
    ff_variant_bot *variant_bots[2]; /* instead, in a match of a variant */
    void *memory[2];
    double total_ms[2], longest_ms[2];
    long moves[2];
    bool is_first; /* runs on the caller's thread */
    pthread_t thread;
};

/* The seat (0: A) that moves first in this game. */
int match_first_seat(const struct match_settings *settings, long number);

/* A move of the player on this seat, with its time counted. The game is not over. */
int worker_variant_move(struct match_worker *worker, int seat, const ff_variant_game *game,
                        uint64_t seed);

/* Random openings that are tried before a game. */
enum { MATCH_OPENING_TRIES = 10000 };

/* Plays game `number` of a variant and records its result; false if no opening was found. */
bool worker_play_variant(struct match_worker *worker, long number);

#endif
