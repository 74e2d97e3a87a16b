#include "base/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct note {
    struct note *next;
    max_align_t task[];
};

/* First in, first out. */
struct notes {
    struct note *first, *last;
    int count;
};

struct workers {
    struct workers_setup setup;
    pthread_mutex_t lock; /* of the two lists */
    pthread_cond_t has_task;
    struct notes asked, done;
    atomic_bool must_stop;
    int running;
    pthread_t threads[];
};

static void notes_put(struct notes *notes, struct note *note)
{
    note->next = NULL;
    if (notes->first)
        notes->last->next = note;
    else
        notes->first = note;
    notes->last = note;
    notes->count++;
}

static struct note *notes_take(struct notes *notes)
{
    struct note *note = notes->first;
    if (note) {
        notes->first = note->next;
        notes->count--;
    }
    return note;
}

static void note_free(const struct workers *workers, struct note *note)
{
    if (workers->setup.wipe)
        workers->setup.wipe(note->task);
    free(note);
}

static void notes_free(const struct workers *workers, struct notes *notes)
{
    struct note *note;
    while ((note = notes_take(notes)))
        note_free(workers, note);
}

bool workers_must_stop(const struct workers *workers)
{
    return atomic_load_explicit(&workers->must_stop, memory_order_relaxed);
}

/* The next task; null when the workers are being closed. */
static struct note *wait_for_task(struct workers *workers)
{
    struct note *note = NULL;
    (void)pthread_mutex_lock(&workers->lock);
    while (!atomic_load(&workers->must_stop) && !(note = notes_take(&workers->asked)))
        (void)pthread_cond_wait(&workers->has_task, &workers->lock);
    (void)pthread_mutex_unlock(&workers->lock);
    return note;
}

static void work_on(struct workers *workers, void *own)
{
    const struct workers_setup *setup = &workers->setup;
    struct note *note;
    while ((note = wait_for_task(workers))) {
        setup->work(setup->context, own, note->task);
        (void)pthread_mutex_lock(&workers->lock);
        notes_put(&workers->done, note);
        (void)pthread_mutex_unlock(&workers->lock);
        setup->wake(setup->wake_context);
    }
}

static void *thread_main(void *context)
{
    struct workers *workers = context;
    void *own = calloc(1, workers->setup.own_bytes + 1);
    if (!own)
        return NULL; /* the others go on */
    work_on(workers, own);
    if (workers->setup.end)
        workers->setup.end(own);
    free(own);
    return NULL;
}

/* Signals are the loop's. */
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
    notes_free(workers, &workers->asked);
    notes_free(workers, &workers->done);
    (void)pthread_cond_destroy(&workers->has_task);
    (void)pthread_mutex_destroy(&workers->lock);
    free(workers);
}

static struct note *note_new(const struct workers *workers, const void *task)
{
    struct note *note = malloc(sizeof *note + workers->setup.task_bytes);
    if (note)
        memcpy(note->task, task, workers->setup.task_bytes);
    return note;
}

bool workers_ask(struct workers *workers, const void *task)
{
    struct note *note = note_new(workers, task);
    if (!note)
        return false;
    (void)pthread_mutex_lock(&workers->lock);
    bool is_taken =
        workers->setup.waiting_max == 0 || workers->asked.count < workers->setup.waiting_max;
    if (is_taken) {
        notes_put(&workers->asked, note);
        (void)pthread_cond_signal(&workers->has_task);
    }
    (void)pthread_mutex_unlock(&workers->lock);
    if (!is_taken)
        note_free(workers, note);
    return is_taken;
}

bool workers_collect(struct workers *workers, void *task)
{
    (void)pthread_mutex_lock(&workers->lock);
    struct note *note = notes_take(&workers->done);
    (void)pthread_mutex_unlock(&workers->lock);
    if (!note)
        return false;
    memcpy(task, note->task, workers->setup.task_bytes);
    note_free(workers, note);
    return true;
}
