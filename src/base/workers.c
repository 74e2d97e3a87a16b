#include "base/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct task_node {
    struct task_node *next;
    max_align_t task[];
};

/* First in, first out. */
struct task_queue {
    struct task_node *first, *last;
    int count;
};

struct workers {
    struct workers_setup setup;
    pthread_mutex_t lock; /* guards the queues and `begun` */
    pthread_cond_t has_task;
    struct task_queue waiting, done;
    atomic_bool must_stop;
    int running, begun; /* threads */
    pthread_t threads[];
};

static void queue_put(struct task_queue *queue, struct task_node *node)
{
    node->next = NULL;
    if (queue->first)
        queue->last->next = node;
    else
        queue->first = node;
    queue->last = node;
    queue->count++;
}

static struct task_node *queue_take(struct task_queue *queue)
{
    struct task_node *node = queue->first;
    if (node) {
        queue->first = node->next;
        queue->count--;
    }
    return node;
}

static struct task_node *node_of(void *task)
{
    return (struct task_node *)(void *)((char *)task - offsetof(struct task_node, task));
}

static bool waiting_put(struct workers *workers, struct task_node *node)
{
    const struct workers_order *order = workers->setup.order;
    if (order)
        return order->put(workers->setup.context, node->task);
    queue_put(&workers->waiting, node);
    return true;
}

static struct task_node *waiting_take(struct workers *workers, int thread)
{
    const struct workers_order *order = workers->setup.order;
    if (!order)
        return queue_take(&workers->waiting);
    void *task = order->take(workers->setup.context, thread);
    return task ? node_of(task) : NULL;
}

static void waiting_done(struct workers *workers, struct task_node *node)
{
    if (workers->setup.order)
        workers->setup.order->done(workers->setup.context, node->task);
}

static void node_free(const struct workers *workers, struct task_node *node)
{
    if (workers->setup.wipe)
        workers->setup.wipe(node->task);
    free(node);
}

bool workers_must_stop(const struct workers *workers)
{
    return atomic_load_explicit(&workers->must_stop, memory_order_relaxed);
}

/* The next task; null when the workers are being closed. */
static struct task_node *wait_for_task(struct workers *workers, int thread)
{
    struct task_node *node = NULL;
    (void)pthread_mutex_lock(&workers->lock);
    while (!atomic_load(&workers->must_stop) && !(node = waiting_take(workers, thread)))
        (void)pthread_cond_wait(&workers->has_task, &workers->lock);
    (void)pthread_mutex_unlock(&workers->lock);
    return node;
}

static void work_on(struct workers *workers, int thread, void *state)
{
    const struct workers_setup *setup = &workers->setup;
    struct task_node *node;
    while ((node = wait_for_task(workers, thread))) {
        setup->work(setup->context, state, node->task);
        (void)pthread_mutex_lock(&workers->lock);
        waiting_done(workers, node);
        queue_put(&workers->done, node);
        (void)pthread_mutex_unlock(&workers->lock);
        setup->wake(setup->wake_context);
    }
}

static int thread_begin(struct workers *workers)
{
    const struct workers_order *order = workers->setup.order;
    (void)pthread_mutex_lock(&workers->lock);
    int thread = workers->begun++;
    (void)pthread_mutex_unlock(&workers->lock);
    if (order && order->thread_began)
        order->thread_began(workers->setup.context, thread);
    return thread;
}

static void *thread_main(void *context)
{
    struct workers *workers = context;
    void *state = calloc(1, workers->setup.state_bytes + 1);
    if (!state)
        return NULL; /* the other threads still work */
    work_on(workers, thread_begin(workers), state);
    if (workers->setup.thread_ended)
        workers->setup.thread_ended(state);
    free(state);
    return NULL;
}

/* The threads block all signals: the event loop handles them. */
static bool start_threads(struct workers *workers)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    while (workers->running < workers->setup.threads &&
           pthread_create(&workers->threads[workers->running], NULL, thread_main, workers) == 0)
        workers->running++;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return workers->running == workers->setup.threads;
}

struct workers *workers_open(const struct workers_setup *setup)
{
    struct workers *workers =
        calloc(1, sizeof *workers + (size_t)setup->threads * sizeof(pthread_t));
    if (!workers)
        return NULL;
    workers->setup = *setup;
    if (pthread_mutex_init(&workers->lock, NULL) != 0) {
        free(workers);
        return NULL;
    }
    if (pthread_cond_init(&workers->has_task, NULL) != 0) {
        (void)pthread_mutex_destroy(&workers->lock);
        free(workers);
        return NULL;
    }
    if (start_threads(workers))
        return workers;
    workers_close(workers);
    return NULL;
}

void workers_close(struct workers *workers)
{
    struct task_node *node;
    if (!workers)
        return;
    (void)pthread_mutex_lock(&workers->lock);
    atomic_store(&workers->must_stop, true);
    (void)pthread_cond_broadcast(&workers->has_task);
    (void)pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->running; i++)
        (void)pthread_join(workers->threads[i], NULL);
    while ((node = waiting_take(workers, -1))) {
        waiting_done(workers, node);
        node_free(workers, node);
    }
    while ((node = queue_take(&workers->done)))
        node_free(workers, node);
    (void)pthread_cond_destroy(&workers->has_task);
    (void)pthread_mutex_destroy(&workers->lock);
    free(workers);
}

static struct task_node *node_new(const struct workers *workers, const void *task)
{
    struct task_node *node = malloc(sizeof *node + workers->setup.task_bytes);
    if (node)
        memcpy(node->task, task, workers->setup.task_bytes);
    return node;
}

bool workers_submit(struct workers *workers, const void *task)
{
    struct task_node *node = node_new(workers, task);
    if (!node)
        return false;
    (void)pthread_mutex_lock(&workers->lock);
    bool has_space =
        workers->setup.waiting_max == 0 || workers->waiting.count < workers->setup.waiting_max;
    bool is_taken = has_space && waiting_put(workers, node);
    if (is_taken) /* with an own order not every thread may take every task */
        (void)(workers->setup.order ? pthread_cond_broadcast(&workers->has_task)
                                    : pthread_cond_signal(&workers->has_task));
    (void)pthread_mutex_unlock(&workers->lock);
    if (!is_taken)
        node_free(workers, node);
    return is_taken;
}

bool workers_collect(struct workers *workers, void *task)
{
    (void)pthread_mutex_lock(&workers->lock);
    struct task_node *node = queue_take(&workers->done);
    (void)pthread_mutex_unlock(&workers->lock);
    if (!node)
        return false;
    memcpy(task, node->task, workers->setup.task_bytes);
    node_free(workers, node);
    return true;
}
