#define _GNU_SOURCE /* gettid; NOLINT(bugprone-reserved-identifier) */
#include "server/analysts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/large.h"
#include "base/workers.h"
#include "engine/report.h"
#include "engine/solver.h"
#include "play/any_game.h"
#include "server/kept_reviews.h"
#include "server/think_queue.h"

enum { NICENESS = 15, ANALYSIS_COST_US = 500000, REVIEW_COST_US = 2000000 };

/* Enough for the solver and for both computer players, one of which a game needs. */
enum { MEMORY_BYTES = FF_BOT_GOOD };
_Static_assert((int)FF_BOT_GOOD >= (int)FF_SOLVER_GOOD, "the solver fits");
_Static_assert((int)FF_BOT_GOOD >= (int)FF_VARIANT_BOT_GOOD, "the variants' player fits");

struct analysis_task {
    struct think_question question; /* first: the queue knows the task by it */
    struct rest_analysis wanted;
    int64_t used_us;
    size_t len; /* 0: there was no memory for the search */
    char report[REPORT_MAX];
};

struct analysts {
    struct analysts_setup setup;
    struct workers *workers;
    struct think_queue queue; /* the workers' lock guards it */
    int asked;
    struct analysis_task task; /* being submitted, or collected last */
};

/* The state of the thread. */
struct analyst {
    struct analysts *analysts;
    void *memory;
    struct kept_reviews *kept;
    ff_variant_rules rules;
    struct any_game game;
    const struct analysis_task *task; /* the running one */
    bool is_owed_a_step;              /* one step of a review may take longer than the limit */
};

static int64_t clock_us(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now); /* both clocks always exist */
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static bool should_stop(void *host)
{
    const struct analyst *analyst = host;
    return workers_must_stop(analyst->analysts->workers) ||
           (!analyst->is_owed_a_step &&
            think_question_must_stop(&analyst->task->question, clock_us(CLOCK_MONOTONIC)));
}

/* ---- reviews that go on where time has ended them ---- */

static void review_begin(const struct analyst *analyst, union any_review *review)
{
    const struct any_game *game = &analyst->game;
    if (!game->is_plain)
        review->variant = ff_variant_review_begin(&game->variant);
    else if (solver_takes(&analyst->rules.upright))
        review->exact = ff_review_begin(&game->plain);
    else
        review->estimate = ff_estimate_review_begin(&game->plain);
}

/* The review of the task's game: at its beginning, or where an earlier task had to end. */
static union any_review *review_open(struct analyst *analyst)
{
    const struct rest_analysis *wanted = &analyst->task->wanted;
    union any_review *review = kept_reviews_find(analyst->kept, wanted);
    if (!review) {
        review = kept_reviews_add(analyst->kept, wanted);
        review_begin(analyst, review);
    }
    return review;
}

/* A review that ran out of time is kept. */
static void review_close(struct analyst *analyst, ff_err err)
{
    if (err != FF_E_STOPPED)
        kept_reviews_drop(analyst->kept, &analyst->task->wanted);
}

/* ---- boards with exact scores ---- */

static struct column_scores scores_of(const ff_position *p, const ff_analysis *a)
{
    struct column_scores scores = report_bounds(p);
    for (int column = 0; column < p->rules->columns; column++)
        if (scores.column[column].is_open)
            scores.column[column].low = scores.column[column].high = a->score[column];
    scores.best.low = scores.best.high = a->best;
    return scores;
}

static ff_err solve_analysis(ff_solver *solver, const ff_game *game, ff_text *out)
{
    ff_analysis analysis;
    const ff_position *p = &game->position;
    ff_err err = ff_analyse(solver, p, &analysis);
    struct column_scores scores = err ? report_bounds(p) : scores_of(p, &analysis);
    if (!err || err == FF_E_STOPPED)
        report_analysis(out, game, &scores, err ? NULL : &analysis);
    return err;
}

static ff_err solve_review(struct analyst *analyst, ff_solver *solver, ff_text *out)
{
    const ff_game *game = &analyst->game.plain;
    ff_review *review = &review_open(analyst)->exact;
    ff_err err = FF_OK;
    while (!err && review->open > 0)
        err = ff_review_step(solver, game, review);
    if (!err || err == FF_E_STOPPED)
        report_review(out, game, review);
    review_close(analyst, err);
    return err;
}

static ff_err solve(struct analyst *analyst, ff_text *out)
{
    ff_solver *solver;
    ff_err err = ff_solver_open(&solver, &analyst->rules.upright, analyst->memory, FF_SOLVER_GOOD);
    if (err)
        return err;
    ff_solver_use_book(solver, analyst->analysts->setup.book);
    ff_solver_watch(solver, should_stop, analyst);
    return analyst->task->wanted.is_review ? solve_review(analyst, solver, out)
                                           : solve_analysis(solver, &analyst->game.plain, out);
}

/* ---- other boards ---- */

static ff_err estimate_analysis(ff_bot *bot, const ff_game *game, ff_text *out)
{
    ff_estimate estimate;
    ff_err err = ff_bot_estimate(bot, &game->position, &estimate);
    if (!err)
        report_estimate(out, game, &estimate);
    return err;
}

static ff_err estimate_review(struct analyst *analyst, ff_bot *bot, ff_text *out)
{
    const ff_game *game = &analyst->game.plain;
    ff_estimate_review *review = &review_open(analyst)->estimate;
    ff_err err = FF_OK;
    analyst->is_owed_a_step = true;
    while (!err && review->known <= review->count) {
        err = ff_estimate_review_step(bot, game, review);
        analyst->is_owed_a_step = false;
    }
    if (!err || err == FF_E_STOPPED)
        report_estimate_review(out, game, review);
    review_close(analyst, err);
    return err;
}

static ff_err estimate(struct analyst *analyst, ff_text *out)
{
    const struct analysts_setup *setup = &analyst->analysts->setup;
    ff_bot *bot;
    ff_err err = ff_bot_open(&bot, &analyst->rules.upright, FF_PERFECT, FF_BALANCED,
                             analyst->memory, MEMORY_BYTES);
    if (err)
        return err;
    if (setup->network) /* a network of another board is not for this bot */
        (void)ff_bot_use_network(bot, setup->network);
    ff_bot_watch(bot, should_stop, analyst);
    return analyst->task->wanted.is_review ? estimate_review(analyst, bot, out)
                                           : estimate_analysis(bot, &analyst->game.plain, out);
}

/* ---- variants ---- */

static ff_err variant_analysis(ff_variant_bot *bot, const ff_variant_game *game, ff_text *out)
{
    ff_variant_analysis analysis;
    ff_err err = ff_variant_bot_analyse(bot, game, &analysis);
    if (!err)
        report_variant(out, game, &analysis);
    return err;
}

static ff_err variant_review(struct analyst *analyst, ff_variant_bot *bot, ff_text *out)
{
    const ff_variant_game *game = &analyst->game.variant;
    ff_variant_review *review = &review_open(analyst)->variant;
    ff_err err = FF_OK;
    analyst->is_owed_a_step = true;
    while (!err && review->known <= review->count) {
        err = ff_variant_review_step(bot, game, review);
        analyst->is_owed_a_step = false;
    }
    if (!err || err == FF_E_STOPPED)
        report_variant_review(out, game, review);
    review_close(analyst, err);
    return err;
}

static ff_err search_variant(struct analyst *analyst, ff_text *out)
{
    ff_variant_bot *bot;
    ff_err err = ff_variant_bot_open(&bot, &analyst->rules, FF_PERFECT, FF_BALANCED,
                                     analyst->memory, FF_VARIANT_BOT_GOOD);
    if (err)
        return err;
    ff_variant_bot_watch(bot, should_stop, analyst);
    return analyst->task->wanted.is_review ? variant_review(analyst, bot, out)
                                           : variant_analysis(bot, &analyst->game.variant, out);
}

/* ---- the thread ---- */

static ff_err game_read(struct analyst *analyst, const struct rest_analysis *wanted)
{
    const struct ruleset *rules = &wanted->rules;
    ff_err err = ff_variant_rules_init(&analyst->rules, (ff_variant)rules->variant, rules->board,
                                       rules->has_pie);
    if (!err)
        err = any_game_read(&analyst->game, &analyst->rules, wanted->moves, strlen(wanted->moves));
    return err;
}

static ff_err search(struct analyst *analyst, ff_text *out)
{
    if (!analyst->game.is_plain)
        return search_variant(analyst, out);
    return solver_takes(&analyst->rules.upright) ? solve(analyst, out) : estimate(analyst, out);
}

static bool has_memory(struct analyst *analyst)
{
    if (!analyst->memory)
        analyst->memory = large_alloc(MEMORY_BYTES);
    if (!analyst->kept)
        analyst->kept = calloc(1, sizeof *analyst->kept);
    return analyst->memory && analyst->kept;
}

static void work(void *context, void *state, void *given)
{
    struct analyst *analyst = state;
    struct analysis_task *task = given;
    int64_t began_us = clock_us(CLOCK_THREAD_CPUTIME_ID);
    ff_text out = ff_text_on(task->report, sizeof task->report);
    analyst->analysts = context;
    analyst->task = task;
    analyst->is_owed_a_step = false;
    if (has_memory(analyst) && game_read(analyst, &task->wanted) == FF_OK)
        (void)search(analyst, &out);
    task->len = out.len < sizeof task->report ? out.len : 0;
    task->used_us = clock_us(CLOCK_THREAD_CPUTIME_ID) - began_us;
}

static void analyst_free(void *state)
{
    struct analyst *analyst = state;
    free(analyst->memory);
    free(analyst->kept);
}

static bool order_put(void *context, void *task)
{
    struct analysts *analysts = context;
    struct analysis_task *own = task;
    return think_queue_put(&analysts->queue, &own->question, clock_us(CLOCK_MONOTONIC));
}

static void *order_take(void *context, int thread)
{
    struct analysts *analysts = context;
    (void)thread;
    return think_queue_take(&analysts->queue, clock_us(CLOCK_MONOTONIC)); /* the first field */
}

static void order_done(void *context, void *task)
{
    struct analysts *analysts = context;
    struct analysis_task *own = task;
    think_queue_done(&analysts->queue, &own->question, own->used_us);
}

/* On Linux this concerns the calling thread only. */
static void order_thread_began(void *context, int thread)
{
    (void)context;
    (void)thread;
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
}

static const struct workers_order order = {order_put, order_take, order_done, order_thread_began};

struct analysts *analysts_open(const struct analysts_setup *setup)
{
    struct analysts *analysts = calloc(1, sizeof *analysts);
    if (!analysts)
        return NULL;
    const struct workers_setup workers = {.threads = 1,
                                          .task_bytes = sizeof(struct analysis_task),
                                          .state_bytes = sizeof(struct analyst),
                                          .work = work,
                                          .thread_ended = analyst_free,
                                          .wake = setup->wake,
                                          .order = &order,
                                          .context = analysts,
                                          .wake_context = setup->context};
    analysts->setup = *setup;
    think_queue_open(&analysts->queue, 1, setup->think_ms);
    analysts->workers = workers_open(&workers);
    if (analysts->workers)
        return analysts;
    free(analysts);
    return NULL;
}

void analysts_close(struct analysts *analysts)
{
    if (!analysts)
        return;
    workers_close(analysts->workers);
    free(analysts);
}

bool analysts_ask(struct analysts *analysts, const struct rest_analysis *wanted)
{
    struct analysis_task *task = &analysts->task;
    if (analysts->asked >= ANALYSTS_ASKED_MAX)
        return false;
    memset(task, 0, offsetof(struct analysis_task, report));
    task->wanted = *wanted;
    task->question.address = wanted->address;
    task->question.cost_us = wanted->is_review ? REVIEW_COST_US : ANALYSIS_COST_US;
    bool is_asked = workers_submit(analysts->workers, task);
    analysts->asked += is_asked;
    return is_asked;
}

bool analysts_collect(struct analysts *analysts, uint64_t *ack, const char **report, size_t *len)
{
    struct analysis_task *task = &analysts->task;
    if (!workers_collect(analysts->workers, task))
        return false;
    analysts->asked--;
    *ack = task->wanted.ack;
    *report = task->report;
    *len = task->len;
    return true;
}
