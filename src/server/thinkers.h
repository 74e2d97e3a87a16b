/* Threads that compute the computer's moves, so that the event loop never waits for a search. The
 * loop submits tasks and collects answers as base/workers.h describes. */
#ifndef SERVER_THINKERS_H
#define SERVER_THINKERS_H

#include "base/workers.h"
#include "fourfall.h"
#include "play/rows.h"

/* A position for which the computer's move is wanted. The answer is valid at this ply only. */
struct bot_task {
    int64_t game_id;
    uint64_t seed;
    int32_t ply;
    int column; /* the answer */
    ff_board board;
    uint8_t level, style;
    char moves[ROW_MOVES_SIZE];
};

struct thinkers;

struct thinkers_setup {
    int count;           /* threads */
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

#endif
