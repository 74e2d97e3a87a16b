/* The computer's players: threads that work out moves, so that the loop never waits. See base/workers.h for
 * how the loop asks and collects. */
#ifndef SERVER_THINKERS_H
#define SERVER_THINKERS_H

#include "base/workers.h"
#include "fourfall.h"
#include "play/rows.h"

/* A position as its moves; the answer belongs to this ply and no other. */
struct think {
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
    int think_ms;        /* the longest thought; then the best move so far is taken */
    void (*wake)(void *context);
    void *context;
};

/* Null if there is no memory or no thread to be had. */
struct thinkers *thinkers_open(const struct thinkers_setup *setup);

/* Stops thoughts under way; what was not collected is forgotten. Null is allowed. */
void thinkers_close(struct thinkers *thinkers);

/* False if there is no memory for the question. */
bool thinkers_ask(struct thinkers *thinkers, const struct think *question);

/* The next answer; false if there is none now. */
bool thinkers_collect(struct thinkers *thinkers, struct think *answer);

#endif
