/* Threads that compute the computer's moves, so that the event loop never waits for a search. The
 * loop submits tasks and collects answers as base/workers.h describes; server/think_queue.h decides
 * their order and how long a search may take.
 *
 * Each lane (server/think_cost.h) has its own threads, with a lower priority than the event loop:
 * those of Perfect with the lowest. */
#ifndef SERVER_THINKERS_H
#define SERVER_THINKERS_H

#include "base/workers.h"
#include "fourfall.h"
#include "play/ruleset.h"
#include "server/think_cost.h"
#include "server/think_queue.h"

/* A position for which the computer's move is wanted. The answer is valid at this ply only. */
struct bot_task {
    struct think_question question; /* the asker sets its address */
    int64_t game_id;
    uint64_t seed;
    int32_t ply;
    int move;                 /* the answer: ff_move_of */
    bool was_stopped;         /* the search was ended before it was sure of its move */
    int64_t used_us, took_us; /* CPU time; from the question to the answer */
    struct ruleset rules;
    uint8_t level, style;
    uint8_t lane; /* enum think_lane; set by thinkers_ask */
    char moves[ROW_MOVES_SIZE];
};

struct thinkers;

struct thinkers_setup {
    int count;                 /* threads of each lane */
    const ff_book *book;       /* may be null; must outlive them */
    const ff_network *network; /* may be null, and of another board; likewise; plain games only */
    int think_ms;              /* the longest search; after it the best move so far is played */
    void (*wake)(void *context);
    void *context;
};

/* Null if memory is short or a thread cannot be started. */
struct thinkers *thinkers_open(const struct thinkers_setup *setup);

/* Stops running searches and discards answers that were not collected. Null is allowed. */
void thinkers_close(struct thinkers *thinkers);

/* False if memory is short. */
bool thinkers_ask(struct thinkers *thinkers, const struct bot_task *task);

/* The next task whose move is known; false if there is none now. */
bool thinkers_collect(struct thinkers *thinkers, struct bot_task *task);

/* Questions that wait for a thread, by lane. */
void thinkers_waiting(const struct thinkers *thinkers, int out[THINK_LANES]);

#endif
