#define _GNU_SOURCE /* gettid; NOLINT(bugprone-reserved-identifier) */
#include "server/thinkers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/large.h"
#include "play/any_game.h"

static const int niceness[THINK_LANES] = {[THINK_QUICK] = 3, [THINK_LONG] = 10};

struct thinkers {
    struct thinkers_setup setup;
    struct workers *workers;
    struct think_queue queue[THINK_LANES]; /* the workers' lock guards them */
    atomic_int waiting[THINK_LANES];
};

/* The state of one thread: the bot it used last, which is reused for the same rules, level and
 * style. One of the two bots is open, if any. */
struct thinker {
    struct thinkers *thinkers;
    void *memory;
    ff_bot *bot;                 /* of plain games */
    ff_variant_bot *variant_bot; /* of all others */
    ff_variant_rules rules;
    uint8_t level, style;
    const struct bot_task *task; /* the running one */
};

static int64_t clock_us(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now); /* both clocks always exist */
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t now_us(void)
{
    return clock_us(CLOCK_MONOTONIC);
}

static bool should_stop(void *host)
{
    const struct thinker *thinker = host;
    return workers_must_stop(thinker->thinkers->workers) ||
           think_question_must_stop(&thinker->task->question, now_us());
}

static ff_err open_plain(struct thinker *thinker, const struct bot_task *task, size_t size)
{
    ff_err err = ff_bot_open(&thinker->bot, &thinker->rules.upright, (ff_level)task->level,
                             (ff_style)task->style, thinker->memory, size);
    if (err)
        return err;
    ff_bot_use_book(thinker->bot, thinker->thinkers->setup.book);
    if (thinker->thinkers->setup.network) /* a network of another board is not for this bot */
        (void)ff_bot_use_network(thinker->bot, thinker->thinkers->setup.network);
    ff_bot_watch(thinker->bot, should_stop, thinker);
    return FF_OK;
}

static ff_err open_variant(struct thinker *thinker, const struct bot_task *task, size_t size)
{
    ff_err err = ff_variant_bot_open(&thinker->variant_bot, &thinker->rules, (ff_level)task->level,
                                     (ff_style)task->style, thinker->memory, size);
    if (!err)
        ff_variant_bot_watch(thinker->variant_bot, should_stop, thinker);
    return err;
}

static bool is_open_for(const struct thinker *thinker, const struct bot_task *task)
{
    const struct ruleset open = ruleset_of(&thinker->rules);
    return (thinker->bot || thinker->variant_bot) && ruleset_equal(&open, &task->rules) &&
           thinker->level == task->level && thinker->style == task->style;
}

/* Opens a bot for the task, in the memory of the one before, unless that one fits. Small tables do
 * for quick searches, and are cleared in a tenth of the time. */
static ff_err thinker_prepare(struct thinker *thinker, const struct bot_task *task)
{
    size_t size = task->lane == THINK_LONG ? FF_BOT_GOOD : FF_BOT_MIN;
    const struct ruleset *rules = &task->rules;
    thinker->task = task;
    if (is_open_for(thinker, task))
        return FF_OK;
    thinker->bot = NULL;
    thinker->variant_bot = NULL;
    if (!thinker->memory)
        thinker->memory = large_alloc(size);
    if (!thinker->memory)
        return FF_E_BOT_MEMORY;
    thinker->level = task->level;
    thinker->style = task->style;
    ff_err err = ff_variant_rules_init(&thinker->rules, (ff_variant)rules->variant, rules->board,
                                       rules->has_pie);
    if (err)
        return err;
    return ruleset_is_plain(rules) ? open_plain(thinker, task, size)
                                   : open_variant(thinker, task, size);
}

static ff_err choose_plain(struct thinker *thinker, struct bot_task *task, const ff_game *game)
{
    ff_err err = ff_bot_choose(thinker->bot, &game->position, task->seed, &task->move);
    if (!err)
        task->was_stopped = ff_bot_thought(thinker->bot).was_stopped;
    return err;
}

static ff_err choose_variant(struct thinker *thinker, struct bot_task *task,
                             const ff_variant_game *game)
{
    ff_err err = ff_variant_bot_choose(thinker->variant_bot, game, task->seed, &task->move);
    if (!err)
        task->was_stopped = ff_variant_bot_thought(thinker->variant_bot).was_stopped;
    return err;
}

static ff_err thinker_choose(struct thinker *thinker, struct bot_task *task)
{
    struct any_game game;
    ff_err err = thinker_prepare(thinker, task);
    if (!err)
        err = any_game_read(&game, &thinker->rules, task->moves, strlen(task->moves));
    if (err)
        return err;
    return game.is_plain ? choose_plain(thinker, task, &game.plain)
                         : choose_variant(thinker, task, &game.variant);
}

/* If memory is too short for a search, plays the first legal move. */
static void choose_first_move(struct bot_task *task)
{
    const struct ruleset *rules = &task->rules;
    ff_variant_rules prepared;
    ff_variant_game game;
    uint16_t moves[FF_MOVES_MAX];
    task->move = 0;
    if (ff_variant_rules_init(&prepared, (ff_variant)rules->variant, rules->board,
                              rules->has_pie) == FF_OK &&
        ff_variant_moves_read(&game, &prepared, task->moves, strlen(task->moves), NULL) == FF_OK &&
        ff_variant_moves(&game.position, moves) > 0)
        task->move = moves[0];
}

static void work(void *context, void *state, void *task)
{
    struct thinker *thinker = state;
    struct bot_task *own = task;
    int64_t began_us = clock_us(CLOCK_THREAD_CPUTIME_ID);
    thinker->thinkers = context;
    if (thinker_choose(thinker, own) != FF_OK)
        choose_first_move(own);
    own->used_us = clock_us(CLOCK_THREAD_CPUTIME_ID) - began_us;
}

static void thinker_free(void *state)
{
    struct thinker *thinker = state;
    free(thinker->memory);
}

static bool order_put(void *context, void *task)
{
    struct thinkers *thinkers = context;
    struct bot_task *own = task;
    bool is_put = think_queue_put(&thinkers->queue[own->lane], &own->question, now_us());
    atomic_fetch_add(&thinkers->waiting[own->lane], is_put);
    return is_put;
}

static void *take_from(struct thinkers *thinkers, enum think_lane lane)
{
    struct think_question *question = think_queue_take(&thinkers->queue[lane], now_us());
    if (question)
        atomic_fetch_sub(&thinkers->waiting[lane], 1);
    return question; /* the first field of its task */
}

static enum think_lane lane_of_thread(int thread)
{
    return thread % 2 == 0 ? THINK_QUICK : THINK_LONG;
}

static void *order_take(void *context, int thread)
{
    struct thinkers *thinkers = context;
    if (thread >= 0)
        return take_from(thinkers, lane_of_thread(thread));
    void *task = take_from(thinkers, THINK_QUICK);
    return task ? task : take_from(thinkers, THINK_LONG);
}

static void order_done(void *context, void *task)
{
    struct thinkers *thinkers = context;
    struct bot_task *own = task;
    own->took_us = now_us() - own->question.asked_us;
    think_queue_done(&thinkers->queue[own->lane], &own->question, own->used_us);
}

/* On Linux this concerns the calling thread only. Where it is forbidden, searches compete with the
 * event loop. */
static void order_thread_began(void *context, int thread)
{
    (void)context;
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), niceness[lane_of_thread(thread)]);
}

static const struct workers_order order = {order_put, order_take, order_done, order_thread_began};

struct thinkers *thinkers_open(const struct thinkers_setup *setup)
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);
    if (!thinkers)
        return NULL;
    const struct workers_setup workers = {.threads = THINK_LANES * setup->count,
                                          .task_bytes = sizeof(struct bot_task),
                                          .state_bytes = sizeof(struct thinker),
                                          .work = work,
                                          .thread_ended = thinker_free,
                                          .wake = setup->wake,
                                          .order = &order,
                                          .context = thinkers,
                                          .wake_context = setup->context};
    thinkers->setup = *setup;
    for (int lane = 0; lane < THINK_LANES; lane++)
        think_queue_open(&thinkers->queue[lane], setup->count, setup->think_ms);
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
    copy.lane = (uint8_t)think_lane_of((ff_level)task->level);
    copy.question.cost_us = think_cost_us(&task->rules, (ff_level)task->level);
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
