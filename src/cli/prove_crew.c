/* Lines of play, searched on all threads, with progress reports and saves. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/prove.h"

enum { STACK_BYTES = 16 << 20, WAIT_MS = 100 };

struct crew_worker {
    struct prove_search search;
    struct prove_judge judge;
    struct prove_position root;
    struct prove_line *line;
    struct prove_crew *crew;
    pthread_t thread;
};

struct prove_crew {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int running, stop;
    long count;
    struct crew_worker *workers;
};

double prove_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void prove_judge_begin(struct prove_judge *out, const struct prove_job *job,
                       const ff_position *root)
{
    if (job->network) {
        (void)network_view_init(&out->view, job->network, &job->rules); /* the board was compared */
        network_view_begin(&out->view, &out->judge, root);
    } else {
        potential_init(&out->potential, &job->rules);
        potential_begin(&out->potential, &out->judge, root, 100, 100);
    }
}

void prove_line_name(const struct prove_line *line, char *out, size_t size)
{
    size_t len = 0;
    out[0] = '\0';
    for (int i = 0; i < line->game.end && len < size; i++)
        len += (size_t)snprintf(out + len, size - len, i ? ",%d" : "%d", line->game.moves[i]);
    if (line->game.end == 0)
        (void)snprintf(out, size, "the empty board");
}

/* All stop as soon as one line is decided: the next crew shares its threads among the others. */
static void *worker_main(void *argument)
{
    struct crew_worker *worker = argument;
    struct prove_crew *crew = worker->crew;
    enum prove_verdict verdict = prove_run(&worker->search, &worker->root);
    (void)pthread_mutex_lock(&crew->mutex);
    if (verdict != PROVE_OPEN) {
        worker->line->verdict = verdict;
        __atomic_store_n(&crew->stop, 1, __ATOMIC_RELAXED);
    }
    crew->running--;
    (void)pthread_cond_signal(&crew->changed);
    (void)pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

static void worker_prepare(struct crew_worker *worker, struct prove_crew *crew,
                           const struct prove_job *job, struct prove_line *line)
{
    worker->crew = crew;
    worker->line = line;
    prove_position_set(&job->board, &worker->root, &line->game.position);
    worker->search = (struct prove_search){.board = &job->board,
                                           .table = (struct prove_table *)&job->table,
                                           .judge = &worker->judge.judge,
                                           .attacker = job->attacker,
                                           .vcf_nodes = PROVE_VCF_NODES,
                                           .is_shared = job->threads > 1,
                                           .sample = job->samples ? prove_samples_take : NULL,
                                           .sample_host = job->samples,
                                           .stop = &crew->stop};
    prove_judge_begin(&worker->judge, job, &line->game.position);
}

/* The positions of a line visited so far; while threads run, nearly. */
static uint64_t crew_nodes(const struct prove_crew *crew, const struct prove_line *line)
{
    uint64_t nodes = 0;
    for (long i = 0; i < crew->count; i++)
        if (crew->workers[i].line == line)
            nodes += __atomic_load_n(&crew->workers[i].search.nodes, __ATOMIC_RELAXED);
    return nodes;
}

static void report(const struct prove_job *job, const struct prove_crew *crew,
                   const struct crew_worker *worker, double began)
{
    char name[1024];
    struct prove_known known = {0, 0, 0, 0};
    const struct prove_line *line = worker->line;
    double nodes = (double)crew_nodes(crew, line), seconds = prove_now() - began;
    (void)prove_lookup(&worker->search, &worker->root, &known);
    bool is_attacker = worker->root.state.ply % 2 == job->attacker;
    prove_line_name(line, name, sizeof name);
    fprintf(stderr,
            "%s: %.2f million positions, %.0f thousand a second; "
            "proof number %.3g, refutation number %.3g\n",
            name, (nodes + (double)line->nodes) / 1e6, nodes / 1e3 / (seconds > 0 ? seconds : 1),
            (double)(is_attacker ? known.phi : known.delta),
            (double)(is_attacker ? known.delta : known.phi));
}

static void report_all(const struct prove_job *job, const struct prove_crew *crew, double began)
{
    for (long i = 0; i < crew->count; i++)
        if (i == 0 || crew->workers[i].line > crew->workers[i - 1].line)
            report(job, crew, &crew->workers[i], began);
}

/* Waits for the threads. At intervals it reports and saves; a save that fails stops the search. */
static int crew_wait(struct prove_job *job, struct prove_crew *crew, double end)
{
    double began = prove_now();
    int status = 0;
    while (crew->running > 0) {
        struct timespec until;
        (void)clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += WAIT_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        (void)pthread_cond_timedwait(&crew->changed, &crew->mutex, &until);
        double now = prove_now();
        if (now >= end || *job->interrupted || status)
            __atomic_store_n(&crew->stop, 1, __ATOMIC_RELAXED);
        if (now < job->next_report || crew->running == 0)
            continue;
        (void)pthread_mutex_unlock(&crew->mutex);
        report_all(job, crew, began);
        status = job->save_path ? prove_save(job) : 0;
        job->next_report = prove_now() + (double)job->interval;
        (void)pthread_mutex_lock(&crew->mutex);
    }
    return status;
}

static int crew_start(struct prove_crew *crew)
{
    pthread_attr_t attributes;
    (void)pthread_attr_init(&attributes);
    (void)pthread_attr_setstacksize(&attributes, STACK_BYTES);
    long started = 0;
    while (started < crew->count && pthread_create(&crew->workers[started].thread, &attributes,
                                                   worker_main, &crew->workers[started]) == 0)
        started++;
    (void)pthread_attr_destroy(&attributes);
    crew->running -= (int)(crew->count - started);
    crew->count = started;
    return started > 0 ? 0 : cli_fail(CLI_BAD_INPUT, "cannot start a thread");
}

/* Worker i searches one of the open lines; lines that are next to each other have the same workers. */
static void crew_open(struct prove_crew *crew, const struct prove_job *job,
                      struct prove_line **lines, int count)
{
    pthread_condattr_t clock;
    (void)pthread_mutex_init(&crew->mutex, NULL);
    (void)pthread_condattr_init(&clock);
    (void)pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&crew->changed, &clock);
    (void)pthread_condattr_destroy(&clock);
    for (long i = 0; i < crew->count; i++)
        worker_prepare(&crew->workers[i], crew, job, lines[i * count / crew->count]);
    memset(job->table.busy, 0, PROVE_BUSY);
}

int prove_crew_run(struct prove_job *job, struct prove_line **lines, int count, double seconds)
{
    struct prove_crew crew = {.count = job->threads, .running = (int)job->threads};
    double began = prove_now(), end = began + seconds < job->end ? began + seconds : job->end;
    crew.workers = calloc((size_t)job->threads, sizeof *crew.workers);
    if (!crew.workers)
        return cli_fail(CLI_BAD_INPUT, "not enough memory for %ld threads", job->threads);
    crew_open(&crew, job, lines, count);
    (void)pthread_mutex_lock(&crew.mutex);
    int status = crew_start(&crew);
    if (!status)
        status = crew_wait(job, &crew, end);
    (void)pthread_mutex_unlock(&crew.mutex);
    for (long i = 0; i < crew.count; i++)
        (void)pthread_join(crew.workers[i].thread, NULL);
    for (int i = 0; i < count; i++) {
        lines[i]->nodes += crew_nodes(&crew, lines[i]);
        lines[i]->seconds += prove_now() - began;
    }
    (void)pthread_cond_destroy(&crew.changed);
    (void)pthread_mutex_destroy(&crew.mutex);
    free(crew.workers);
    return status;
}
