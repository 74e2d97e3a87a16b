/* Threads that compute the computer's moves, so that the event loop never waits for a search. The
 * loop submits tasks and collects answers as base/workers.h describes; server/think_queue.h decides
 * their order and how long a search may take.
 *
 * Besides the threads for all questions there is one for quick questions only, so that Easy never
 * waits for a search of Perfect to end. The others run with a lower priority than the event loop. */
#ifndef SERVER_THINKERS_H
#define SERVER_THINKERS_H

#include "base/workers.h"
#include "fourfall.h"
#include "play/rows.h"
#include "server/think_queue.h"

/* A position for which the computer's move is wanted. The answer is valid at this ply only. */
struct bot_task {
    struct think_question question; /* filled in by thinkers_ask, except for the address */
    int64_t game_id;
    uint64_t seed;
    int32_t ply;
    int column;                 /* the answer */
    bool was_stopped;           /* the search was ended before it was sure of its move */
    int64_t waited_us, took_us; /* until the search began; the search */
    ff_board board;
    uint8_t level, style;
    char moves[ROW_MOVES_SIZE];
};

struct thinkers;

struct thinkers_setup {
    int count;           /* threads for all questions */
    const ff_book *book; /* may be null; must outlive them */
    int think_ms;        /* the longest search; after it the best move so far is played */
    void (*wake)(void *context);
    void *context;
};

/* Null if memory is short or a thread cannot be started. */
struct thinkers *thinkers_open(const struct thinkers_setup *setup);

/* Stops running searches and discards answers that were not collected. Null is allowed. */
void thinkers_close(struct thinkers *thinkers);

/* False if memory is short. */
bool thinkers_ask(struct thinkers *thinkers, const struct bot_task *task);

/* The next task whose column is known; false if there is none now. */
bool thinkers_collect(struct thinkers *thinkers, struct bot_task *task);

/* Questions that wait for a thread, by lane. */
void thinkers_waiting(const struct thinkers *thinkers, int out[THINK_LANES]);

#endif
