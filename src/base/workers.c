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
    pthread_mutex_t lock; /* guards the two queues */
    pthread_cond_t has_task;
    struct task_queue waiting, done;
    atomic_bool must_stop;
    int running;
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

static void node_free(const struct workers *workers, struct task_node *node)
{
    if (workers->setup.wipe)
        workers->setup.wipe(node->task);
    free(node);
}

static void queue_free(const struct workers *workers, struct task_queue *queue)
{
    struct task_node *node;
    while ((node = queue_take(queue)))
        node_free(workers, node);
}

bool workers_must_stop(const struct workers *workers)
{
    return atomic_load_explicit(&workers->must_stop, memory_order_relaxed);
}

/* The next task; null when the workers are being closed. */
static struct task_node *wait_for_task(struct workers *workers)
{
    struct task_node *node = NULL;
    (void)pthread_mutex_lock(&workers->lock);
    while (!atomic_load(&workers->must_stop) && !(node = queue_take(&workers->waiting)))
        (void)pthread_cond_wait(&workers->has_task, &workers->lock);
    (void)pthread_mutex_unlock(&workers->lock);
    return node;
}

static void work_on(struct workers *workers, void *state)
{
    const struct workers_setup *setup = &workers->setup;
    struct task_node *node;
    while ((node = wait_for_task(workers))) {
        setup->work(setup->context, state, node->task);
        (void)pthread_mutex_lock(&workers->lock);
        queue_put(&workers->done, node);
        (void)pthread_mutex_unlock(&workers->lock);
        setup->wake(setup->wake_context);
    }
}

static void *thread_main(void *context)
{
    struct workers *workers = context;
    void *state = calloc(1, workers->setup.state_bytes + 1);
    if (!state)
        return NULL; /* the other threads still work */
    work_on(workers, state);
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
    if (!workers)
        return;
    (void)pthread_mutex_lock(&workers->lock);
    atomic_store(&workers->must_stop, true);
    (void)pthread_cond_broadcast(&workers->has_task);
    (void)pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->running; i++)
        (void)pthread_join(workers->threads[i], NULL);
    queue_free(workers, &workers->waiting);
    queue_free(workers, &workers->done);
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
    bool is_taken =
        workers->setup.waiting_max == 0 || workers->waiting.count < workers->setup.waiting_max;
    if (is_taken) {
        queue_put(&workers->waiting, node);
        (void)pthread_cond_signal(&workers->has_task);
    }
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
