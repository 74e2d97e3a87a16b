#include "cli/book_build.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/large.h"
#include "cli/cli.h"

enum { SOLVER_BYTES = 16 << 20, SAVE_SECONDS = 60 };

static double now_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static bool should_stop(void *host)
{
    (void)host;
    return interrupted;
}

struct builder {
    struct book_file *file;
    const ff_rules *rules;
    double stop_at; /* 0: when all positions are solved */
    atomic_size_t next, done;
    atomic_int running;
};

struct builder_thread {
    struct builder *builder;
    ff_solver *solver;
    void *memory;
    pthread_t thread;
};

/* Neighbours in the list have much in common, so every thread keeps its tables and takes positions in order. Each
 * score is written once, by one thread. */
static void *builder_run(void *argument)
{
    struct builder_thread *self = argument;
    struct builder *b = self->builder;
    size_t i;
    while (!interrupted && (i = atomic_fetch_add(&b->next, 1)) < b->file->count &&
           (b->stop_at == 0 || now_seconds() < b->stop_at)) {
        if (b->file->scores[i] != BOOK_UNKNOWN)
            continue;
        ff_position p = book_file_position(b->file, b->rules, i);
        ff_solution solution;
        if (ff_solver_solve(self->solver, &p, &solution) == FF_OK) {
            b->file->scores[i] = (uint8_t)(solution.low + BOOK_BIAS);
            atomic_fetch_add(&b->done, 1);
        }
    }
    atomic_fetch_sub(&b->running, 1);
    return NULL;
}

static void builder_report(const struct builder *b, double began)
{
    size_t done = atomic_load(&b->done);
    fprintf(stderr, "%zu of %zu positions known, %zu in the last %.0f s\n",
            book_file_known(b->file), b->file->count, done, now_seconds() - began);
}

static int builder_save(const struct builder *b, const char *path)
{
    if (book_file_save(b->file, path) == 0)
        return 0;
    return cli_fail(CLI_BAD_INPUT, "cannot write %s: %s", path, strerror(errno));
}

/* Saves every minute while the threads work, so that a crash loses a minute at most. */
static int builder_wait(struct builder *b, const char *path, double began)
{
    int status = 0;
    double save_at = began + SAVE_SECONDS;
    while (!status && atomic_load(&b->running) > 0) {
        const struct timespec tick = {.tv_nsec = 200000000};
        (void)nanosleep(&tick, NULL);
        if (now_seconds() < save_at)
            continue;
        save_at = now_seconds() + SAVE_SECONDS;
        builder_report(b, began);
        status = builder_save(b, path);
    }
    return status;
}

static int thread_start(struct builder_thread *t, struct builder *b)
{
    t->builder = b;
    t->memory = large_alloc(SOLVER_BYTES);
    if (!t->memory || ff_solver_open(&t->solver, b->rules, t->memory, SOLVER_BYTES) != FF_OK)
        return cli_fail(CLI_BAD_INPUT, "not enough memory for this many threads");
    ff_solver_watch(t->solver, should_stop, NULL);
    atomic_fetch_add(&b->running, 1);
    if (pthread_create(&t->thread, NULL, builder_run, t) == 0)
        return 0;
    atomic_fetch_sub(&b->running, 1);
    return cli_fail(CLI_BAD_INPUT, "cannot start this many threads");
}

/* Without a status the threads work until all is known or the time is over; with one they end at once. */
static int crew_run(struct builder *b, struct builder_thread *crew, long threads, const char *path,
                    double began)
{
    long started = 0;
    int status = 0;
    while (!status && started < threads) {
        status = thread_start(&crew[started], b);
        started += !status;
    }
    if (!status)
        status = builder_wait(b, path, began);
    if (status)
        interrupted = 1;
    for (long i = 0; i < started; i++)
        (void)pthread_join(crew[i].thread, NULL);
    for (long i = 0; i < threads; i++)
        free(crew[i].memory);
    return status;
}

/* Saves before the work begins, too: a place that cannot be written is known at once. */
int book_build(struct book_file *file, const char *path, long threads, long seconds)
{
    struct builder_thread crew[BOOK_THREADS_MAX] = {{0}};
    ff_rules rules;
    double began = now_seconds();
    (void)ff_rules_init(&rules, ff_classic);
    struct builder b = {.file = file, .rules = &rules};
    b.stop_at = seconds > 0 ? began + (double)seconds : 0;
    (void)signal(SIGINT, interrupt);
    (void)signal(SIGTERM, interrupt);
    int status = builder_save(&b, path);
    if (!status)
        status = crew_run(&b, crew, threads, path, began);
    if (status)
        return status;
    builder_report(&b, began);
    status = builder_save(&b, path);
    if (!status && interrupted)
        status = cli_fail(CLI_UNFINISHED, "interrupted; the same call goes on from here");
    return status;
}
