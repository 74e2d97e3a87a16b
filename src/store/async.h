/* The store without waiting: the event loop hands work over and hears of its end.
 *
 * A database in the same process (SQLite) does the work inside the call, on the loop's own thread. A database server is asked
 * by threads with a connection each: one writes turns, some read. The loop goes on meanwhile and calls store_async_collect
 * when it is woken.
 *
 * Everything here is for the loop's thread, except `run`, which may be called on a reader's thread and must not touch
 * anything but its own task and the store that it is given. */
#ifndef STORE_ASYNC_H
#define STORE_ASYNC_H

#include "store/store.h"

struct store_async;

/* A turn to write. The rows must stay as they are until `done`. */
struct store_turn {
    const struct row *rows;
    size_t count;
    void (*done)(struct store_turn *turn); /* on the loop's thread; the result is filled in */
    enum store_err err;
    size_t at;      /* as for store_write_turn */
    size_t refused; /* rows that did not apply, and which: */
    size_t refused_at[STORE_REFUSED_MAX];
    char problem[STORE_PROBLEM_SIZE];
    int64_t took_us;
};

/* A question: `run` asks the store, on any thread; then `done`, on the loop's. Embed it in a larger struct. If memory is
 * short, `done` is called without `run`: preset the result to STORE_E_MEMORY. */
struct store_question {
    void (*run)(struct store_question *question, struct store *store);
    void (*done)(struct store_question *question);
};

struct store_async_setup {
    struct store *store; /* SQLite: used for everything, on the loop's thread. Null: */
    bool is_late; /* for tests: `store` is used by store_async_collect, not inside the call */
    const struct store_postgres *postgres; /* a server, and … */
    int readers;                           /* … how many threads read */
    void (*wake)(void *wake_context);      /* on a thread of ours: something can be collected */
    void *wake_context;
};

/* Null if memory is short, or a thread could not be started. */
struct store_async *store_async_open(const struct store_async_setup *setup);

/* Ends the threads, after the work under way: `wake` is not called any more. What has not been collected
 * is dropped without `done`, and so is what comes afterwards. SQLite goes on. Null is allowed. */
void store_async_stop(struct store_async *async);

/* Null is allowed. */
void store_async_close(struct store_async *async);

/* Is all work done inside the call? */
bool store_async_is_inline(const struct store_async *async);

/* Writes a turn; turns are written in the order given. `done` comes inside the call, or from store_async_collect. */
void store_async_write(struct store_async *async, struct store_turn *turn);

/* Asks a question. Several may be under way, and end in any order. */
void store_async_ask(struct store_async *async, struct store_question *question);

/* Calls `done` of everything that has ended. */
void store_async_collect(struct store_async *async);

#endif
