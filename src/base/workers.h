/* Threads for work that would hold up the event loop.
 *
 * The loop asks and collects; both copy the task, which carries its own answer. Tasks are taken in the
 * order in which they were asked. `wake` is called from a worker's thread when there is something to collect;
 * everything else here belongs to the loop's thread, except workers_must_stop. */
#ifndef BASE_WORKERS_H
#define BASE_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

struct workers;

struct workers_setup {
    int threads;
    size_t task_bytes;
    int waiting_max;  /* tasks not yet begun; 0: no limit */
    size_t own_bytes; /* state of each thread, all zero at first, handed to `work` */

    void (*work)(void *context, void *own, void *task); /* on a worker's thread */
    void (*end)(void *own);                             /* a thread ends; may be null */
    void (*wipe)(void *task); /* before its memory is given back; may be null */
    void (*wake)(void *wake_context);
    void *context, *wake_context;
};

/* Null if there is no memory or no thread to be had. */
struct workers *workers_open(const struct workers_setup *setup);

/* Waits for tasks under way; what was not collected is forgotten. Null is allowed. */
void workers_close(struct workers *workers);

/* False if there is no memory, or waiting_max tasks wait already. */
bool workers_ask(struct workers *workers, const void *task);

/* The next task that is done; false if there is none now. */
bool workers_collect(struct workers *workers, void *task);

/* True as soon as workers_close has begun: long work should end early. From any thread. */
bool workers_must_stop(const struct workers *workers);

#endif
