/* Threads for work that would block the event loop.
 *
 * The loop submits tasks and collects them when they are done. Both copy the task, which also
 * holds its result. Tasks are started in the order of submission, unless the program brings a queue
 * of its own. `wake` is called on a worker's thread when a task is done. All functions here, except workers_must_stop, are for the thread of
 * the event loop. */
#ifndef BASE_WORKERS_H
#define BASE_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

struct workers;

/* A queue of the program for the tasks that wait. Its functions are called one at a time, on any
 * thread. A task stays at the same address from `put` to `done`. Closing takes the tasks that still
 * wait, as thread -1, and calls `done` for each without working on it. */
struct workers_order {
    bool (*put)(void *context, void *task);          /* false: memory is short */
    void *(*take)(void *context, int thread);        /* null: none for this thread */
    void (*done)(void *context, void *task);         /* a taken one has been worked on */
    void (*thread_began)(void *context, int thread); /* on that thread; may be null */
};

struct workers_setup {
    int threads;
    size_t task_bytes;
    int waiting_max;    /* tasks not yet started; 0: no limit */
    size_t state_bytes; /* state of each thread, all zero at first, passed to `work` */

    void (*work)(void *context, void *state, void *task); /* on a worker's thread */
    void (*thread_ended)(void *state);                    /* may be null */
    void (*wipe)(void *task); /* before the memory of a task is freed; may be null */
    void (*wake)(void *wake_context);
    const struct workers_order *order; /* null: first in, first out */
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
