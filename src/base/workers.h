/* Threads for work that would block the event loop.
 *
 * The loop submits tasks and collects them when they are done. Both copy the task, which also
 * holds its result. Tasks are started in the order of submission. `wake` is called on a worker's
 * thread when a task is done. All functions here, except workers_must_stop, are for the thread of
 * the event loop. */
#ifndef BASE_WORKERS_H
#define BASE_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

struct workers;

struct workers_setup {
    int threads;
    size_t task_bytes;
    int waiting_max;    /* tasks not yet started; 0: no limit */
    size_t state_bytes; /* state of each thread, all zero at first, passed to `work` */

    void (*work)(void *context, void *state, void *task); /* on a worker's thread */
    void (*thread_ended)(void *state);                    /* may be null */
    void (*wipe)(void *task); /* before the memory of a task is freed; may be null */
    void (*wake)(void *wake_context);
    void *context, *wake_context;
};

/* Null if memory is short or a thread cannot be started. */
struct workers *workers_open(const struct workers_setup *setup);

/* Waits for running tasks and discards those that were not collected. Null is allowed. */
void workers_close(struct workers *workers);

/* False if memory is short, or waiting_max tasks wait already. */
bool workers_submit(struct workers *workers, const void *task);

/* The next task that is done; false if there is none now. */
bool workers_collect(struct workers *workers, void *task);

/* True once workers_close has begun; long work should then stop early. May be called on any
 * thread. */
bool workers_must_stop(const struct workers *workers);

#endif
