#include "store/async.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/workers.h"

enum { READERS_MAX = 16 };

/* One of both. */
struct async_task {
    struct store_turn *turn;
    struct store_question *question;
};

/* Connections of the readers. A thread takes any free one for each question: there are as many as threads. */
struct reader_pool {
    pthread_mutex_t lock;
    struct store *free[READERS_MAX];
    int count;
};

/* For tests: what waits for store_async_collect. */
struct late_list {
    struct async_task *task; /* a growing array */
    size_t count, capacity;
};

struct store_async {
    struct store *store; /* inline; otherwise null */
    bool is_late;
    struct late_list late;
    void (*wake)(void *wake_context);
    void *wake_context;
    struct store *writer_store;
    struct reader_pool pool;
    struct workers *writer, *readers;
};

static int64_t now_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void note_refused(const struct store *store, struct store_turn *turn)
{
    turn->refused = store_refused(store, turn->refused_at, STORE_REFUSED_MAX);
    if (turn->refused == 0) {
        turn->refused = 1;
        turn->refused_at[0] = turn->at;
    }
}

static void write_turn(struct store *store, struct store_turn *turn)
{
    int64_t began_us = now_us();
    turn->at = turn->refused = 0;
    turn->problem[0] = '\0';
    turn->err = store_write_turn(store, turn->rows, turn->count, &turn->at);
    if (store_err_class(turn->err) == STORE_REFUSED)
        note_refused(store, turn);
    if (turn->err)
        (void)snprintf(turn->problem, sizeof turn->problem, "%s", store_problem(store));
    turn->took_us = now_us() - began_us;
}

static void write_on_thread(void *context, void *state, void *task)
{
    const struct store_async *async = context;
    (void)state;
    write_turn(async->writer_store, ((struct async_task *)task)->turn);
}

static struct store *pool_take(struct reader_pool *pool)
{
    (void)pthread_mutex_lock(&pool->lock);
    struct store *store = pool->free[--pool->count];
    (void)pthread_mutex_unlock(&pool->lock);
    return store;
}

static void pool_put(struct reader_pool *pool, struct store *store)
{
    (void)pthread_mutex_lock(&pool->lock);
    pool->free[pool->count++] = store;
    (void)pthread_mutex_unlock(&pool->lock);
}

static void ask_on_thread(void *context, void *state, void *task)
{
    struct store_async *async = context;
    struct store_question *question = ((struct async_task *)task)->question;
    (void)state;
    struct store *store = pool_take(&async->pool);
    question->run(question, store);
    pool_put(&async->pool, store);
}

static bool open_connections(struct store_async *async, const struct store_async_setup *setup)
{
    struct store_postgres options = *setup->postgres;
    char problem[STORE_PROBLEM_SIZE];
    options.is_lazy = true;
    for (int i = 0; i < setup->readers && i < READERS_MAX; i++) {
        if (store_open_postgres(&async->pool.free[i], &options, problem) != STORE_OK)
            return false;
        async->pool.count++;
    }
    return store_open_postgres(&async->writer_store, &options, problem) == STORE_OK;
}

static bool open_threads(struct store_async *async, const struct store_async_setup *setup)
{
    struct workers_setup workers = {.threads = 1,
                                    .task_bytes = sizeof(struct async_task),
                                    .work = write_on_thread,
                                    .wake = setup->wake,
                                    .wake_context = setup->wake_context,
                                    .context = async};
    async->writer = workers_open(&workers);
    workers.threads = async->pool.count;
    workers.work = ask_on_thread;
    async->readers = workers_open(&workers);
    return async->writer && async->readers;
}

struct store_async *store_async_open(const struct store_async_setup *setup)
{
    struct store_async *async = calloc(1, sizeof *async);
    if (!async)
        return NULL;
    async->store = setup->store;
    async->is_late = setup->is_late;
    async->wake = setup->wake;
    async->wake_context = setup->wake_context;
    if (pthread_mutex_init(&async->pool.lock, NULL) != 0) {
        free(async);
        return NULL;
    }
    if (!async->store && (!open_connections(async, setup) || !open_threads(async, setup))) {
        store_async_close(async);
        return NULL;
    }
    return async;
}

void store_async_stop(struct store_async *async)
{
    if (!async)
        return;
    workers_close(async->writer);
    workers_close(async->readers);
    async->writer = async->readers = NULL;
    free(async->late.task);
    async->late = (struct late_list){0};
    async->is_late = false;
}

void store_async_close(struct store_async *async)
{
    if (!async)
        return;
    store_async_stop(async);
    store_close(async->writer_store);
    while (async->pool.count > 0)
        store_close(async->pool.free[--async->pool.count]);
    (void)pthread_mutex_destroy(&async->pool.lock);
    free(async);
}

bool store_async_is_inline(const struct store_async *async)
{
    return async->store && !async->is_late;
}

static void task_work(struct store_async *async, const struct async_task *task)
{
    if (task->turn)
        write_turn(async->store, task->turn);
    else
        task->question->run(task->question, async->store);
}

static void task_end(const struct async_task *task)
{
    if (task->turn)
        task->turn->done(task->turn);
    else
        task->question->done(task->question);
}

static bool submit_late(struct store_async *async, const struct async_task *task)
{
    struct late_list *late = &async->late;
    size_t capacity = late->capacity ? 2 * late->capacity : 16;
    if (late->count == late->capacity) {
        struct async_task *more = realloc(late->task, capacity * sizeof *more);
        if (!more)
            return false;
        late->task = more;
        late->capacity = capacity;
    }
    late->task[late->count++] = *task;
    async->wake(async->wake_context);
    return true;
}

/* The worst order that a database server allows: questions are answered from the rows before the turns, but end after
 * them. What this causes waits for the next time. */
static void collect_late(struct store_async *async)
{
    struct late_list now = async->late;
    async->late = (struct late_list){0};
    for (int is_turn = 0; is_turn <= 1; is_turn++)
        for (size_t i = 0; i < now.count; i++)
            if ((now.task[i].turn != NULL) == is_turn)
                task_work(async, &now.task[i]);
    for (int is_turn = 1; is_turn >= 0; is_turn--)
        for (size_t i = 0; i < now.count; i++)
            if ((now.task[i].turn != NULL) == is_turn)
                task_end(&now.task[i]);
    free(now.task);
}

/* False: the task ends at once, as if the store had failed, because memory is short. */
static bool submit(struct store_async *async, struct workers *workers,
                   const struct async_task *task)
{
    if (async->is_late)
        return submit_late(async, task);
    if (!async->store)
        return !workers || workers_submit(workers, task);
    task_work(async, task);
    task_end(task);
    return true;
}

void store_async_write(struct store_async *async, struct store_turn *turn)
{
    const struct async_task task = {.turn = turn};
    if (submit(async, async->writer, &task))
        return;
    turn->err = STORE_E_MEMORY;
    turn->done(turn);
}

void store_async_ask(struct store_async *async, struct store_question *question)
{
    const struct async_task task = {.question = question};
    if (!submit(async, async->readers, &task))
        question->done(question);
}

void store_async_collect(struct store_async *async)
{
    struct async_task task;
    if (async->is_late)
        collect_late(async);
    while (async->writer && workers_collect(async->writer, &task))
        task.turn->done(task.turn);
    while (async->readers && workers_collect(async->readers, &task))
        task.question->done(task.question);
}
