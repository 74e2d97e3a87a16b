/* A thread that analyses positions and reviews games for REST, with the lowest priority. It has a queue of its own, fair
 * between addresses (server/think_queue.h), so that the computer's moves never wait for it. A review that time cut short
 * goes on when the same game is asked for again (server/kept_reviews.h); without exact scores it comes at least one
 * position further each time. All functions are for the thread of the event loop. */
#ifndef SERVER_ANALYSTS_H
#define SERVER_ANALYSTS_H

#include "rest/rest.h"

enum { ANALYSTS_ASKED_MAX = 32 }; /* analyses that wait, run, or are not collected yet */

struct analysts;

struct analysts_setup {
    const ff_book *book;       /* may be null; must outlive them */
    const ff_network *network; /* may be null, and of another board; likewise */
    int think_ms;              /* the longest search; a report that it cut short says so */
    void (*wake)(void *context);
    void *context;
};

/* Null if memory is short or the thread cannot be started. */
struct analysts *analysts_open(const struct analysts_setup *setup);

/* Stops the running search and discards reports that were not collected. Null is allowed. */
void analysts_close(struct analysts *analysts);

/* False if memory is short or ANALYSTS_ASKED_MAX are asked. */
bool analysts_ask(struct analysts *analysts, const struct rest_analysis *wanted);

/* The next report that is done; false if there is none now. It stays valid until the next call. */
bool analysts_collect(struct analysts *analysts, uint64_t *ack, const char **report, size_t *len);

#endif
