#define _GNU_SOURCE /* gettid; NOLINT(bugprone-reserved-identifier) */
#include "server/thinkers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/large.h"
#include "server/think_cost.h"

enum { QUICK_THREAD = 0, NICE = 10 };

struct thinkers {
    struct thinkers_setup setup;
    struct workers *workers;
    struct think_queue queue; /* the workers' lock guards it */
    atomic_int waiting[THINK_LANES];
};

/* A bot that is reused for the same board, level and style. */
struct kept_bot {
    void *memory;
    ff_bot *bot;
    ff_rules rules;
    uint8_t level, style;
};

/* The state of one thread: the bot it used last in each lane. */
struct thinker {
    struct thinkers *thinkers;
    struct kept_bot kept[THINK_LANES];
    const struct bot_task *task; /* the running one */
};

static int64_t now_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static bool should_stop(void *host)
{
    const struct thinker *thinker = host;
    return workers_must_stop(thinker->thinkers->workers) ||
           think_question_must_stop(&thinker->task->question, now_us());
}

/* Opens a bot for the task, in the memory of the one before, unless that one fits. Small tables do
 * for quick searches, and are cleared in a tenth of the time. */
static ff_err kept_prepare(struct kept_bot *kept, const struct bot_task *task)
{
    size_t size = task->question.lane == THINK_LONG ? FF_BOT_GOOD : FF_BOT_MIN;
    bool is_same = kept->bot && memcmp(&kept->rules.board, &task->board, sizeof task->board) == 0;
    if (is_same && kept->level == task->level && kept->style == task->style)
        return FF_OK;
    kept->bot = NULL;
    if (!kept->memory)
        kept->memory = large_alloc(size);
    if (!kept->memory)
        return FF_E_BOT_MEMORY;
    ff_err err = ff_rules_init(&kept->rules, task->board);
    if (!err)
        err = ff_bot_open(&kept->bot, &kept->rules, (ff_level)task->level, (ff_style)task->style,
                          kept->memory, size);
    kept->level = task->level;
    kept->style = task->style;
    return err;
}

static ff_err thinker_choose(struct thinker *thinker, struct bot_task *task)
{
    struct kept_bot *kept = &thinker->kept[task->question.lane];
    ff_game game;
    ff_err err = kept_prepare(kept, task);
    if (!err)
        err = ff_game_read(&game, &kept->rules, task->moves, strlen(task->moves), NULL);
    if (err)
        return err;
    thinker->task = task;
    ff_bot_use_book(kept->bot, thinker->thinkers->setup.book);
    ff_bot_watch(kept->bot, should_stop, thinker);
    err = ff_bot_choose(kept->bot, &game.position, task->seed, &task->column);
    task->was_stopped = ff_bot_thought(kept->bot).was_stopped;
    return err;
}

/* If memory is too short for a search, plays the first column that is not full. */
static void choose_first_column(struct bot_task *task)
{
    ff_rules rules;
    ff_game game;
    task->column = 0;
    if (ff_rules_init(&rules, task->board) != FF_OK ||
        ff_game_read(&game, &rules, task->moves, strlen(task->moves), NULL) != FF_OK)
        return;
    while (task->column < rules.columns - 1 &&
           game.position.height[task->column] >= task->board.height)
        task->column++;
}

static void work(void *context, void *state, void *task)
{
    struct thinker *thinker = state;
    thinker->thinkers = context;
    if (thinker_choose(thinker, task) != FF_OK)
        choose_first_column(task);
}

static void thinker_free(void *state)
{
    struct thinker *thinker = state;
    for (int lane = 0; lane < THINK_LANES; lane++)
        free(thinker->kept[lane].memory);
}

static bool order_put(void *context, void *task)
{
    struct thinkers *thinkers = context;
    struct think_question *question = &((struct bot_task *)task)->question;
    bool is_put = think_queue_put(&thinkers->queue, question, now_us());
    atomic_fetch_add(&thinkers->waiting[question->lane], is_put);
    return is_put;
}

static void *order_take(void *context, int thread)
{
    struct thinkers *thinkers = context;
    struct think_question *question =
        think_queue_take(&thinkers->queue, thread == QUICK_THREAD, now_us());
    if (question)
        atomic_fetch_sub(&thinkers->waiting[question->lane], 1);
    return question; /* the first field of its task */
}

static void order_done(void *context, void *task)
{
    struct thinkers *thinkers = context;
    struct bot_task *done = task;
    int64_t now = now_us();
    done->waited_us = done->question.started_us - done->question.asked_us;
    done->took_us = now - done->question.started_us;
    think_queue_done(&thinkers->queue, &done->question, now);
}

/* On Linux this concerns the calling thread only. Where it is forbidden, searches compete with the
 * event loop as before. */
static void order_thread_began(void *context, int thread)
{
    (void)context;
    if (thread != QUICK_THREAD)
        (void)setpriority(PRIO_PROCESS, (id_t)gettid(), NICE);
}

static const struct workers_order order = {order_put, order_take, order_done, order_thread_began};

struct thinkers *thinkers_open(const struct thinkers_setup *setup)
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);
    if (!thinkers)
        return NULL;
    const struct workers_setup workers = {.threads = setup->count + 1,
                                          .task_bytes = sizeof(struct bot_task),
                                          .state_bytes = sizeof(struct thinker),
                                          .work = work,
                                          .thread_ended = thinker_free,
                                          .wake = setup->wake,
                                          .order = &order,
                                          .context = thinkers,
                                          .wake_context = setup->context};
    thinkers->setup = *setup;
    think_queue_open(&thinkers->queue, &(struct think_queue_setup){.threads = setup->count,
                                                                   .think_ms = setup->think_ms});
    thinkers->workers = workers_open(&workers);
    if (thinkers->workers)
        return thinkers;
    free(thinkers);
    return NULL;
}

void thinkers_close(struct thinkers *thinkers)
{
    if (!thinkers)
        return;
    workers_close(thinkers->workers);
    free(thinkers);
}

bool thinkers_ask(struct thinkers *thinkers, const struct bot_task *task)
{
    struct bot_task copy = *task;
    copy.question.lane = (uint8_t)think_lane_of((ff_level)task->level);
    copy.question.cost_us = think_cost_us(task->board, (ff_level)task->level);
    return workers_submit(thinkers->workers, &copy);
}

bool thinkers_collect(struct thinkers *thinkers, struct bot_task *task)
{
    return workers_collect(thinkers->workers, task);
}

void thinkers_waiting(const struct thinkers *thinkers, int out[THINK_LANES])
{
    for (int lane = 0; lane < THINK_LANES; lane++)
        out[lane] = atomic_load(&thinkers->waiting[lane]);
}
