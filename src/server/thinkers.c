#include "server/thinkers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/large.h"

struct thinkers {
    struct thinkers_setup setup;
    struct workers *workers;
};

/* The state of one thread: the bot it used last, which is reused for the same board, level and
 * style. */
struct thinker {
    struct thinkers *thinkers;
    void *memory;
    ff_bot *bot;
    ff_rules rules;
    uint8_t level, style;
    int64_t until_ms;
};

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool should_stop(void *host)
{
    const struct thinker *thinker = host;
    return workers_must_stop(thinker->thinkers->workers) || now_ms() >= thinker->until_ms;
}

/* Opens a bot for the task, in the memory of the one before, unless that one fits. */
static ff_err thinker_prepare(struct thinker *thinker, const struct bot_task *task)
{
    bool is_same =
        thinker->bot && memcmp(&thinker->rules.board, &task->board, sizeof task->board) == 0;
    if (is_same && thinker->level == task->level && thinker->style == task->style)
        return FF_OK;
    thinker->bot = NULL;
    if (!thinker->memory)
        thinker->memory = large_alloc(FF_BOT_GOOD);
    if (!thinker->memory)
        return FF_E_BOT_MEMORY;
    ff_err err = ff_rules_init(&thinker->rules, task->board);
    if (!err)
        err = ff_bot_open(&thinker->bot, &thinker->rules, (ff_level)task->level,
                          (ff_style)task->style, thinker->memory, FF_BOT_GOOD);
    if (err)
        return err;
    thinker->level = task->level;
    thinker->style = task->style;
    ff_bot_use_book(thinker->bot, thinker->thinkers->setup.book);
    ff_bot_watch(thinker->bot, should_stop, thinker);
    return FF_OK;
}

static ff_err thinker_choose(struct thinker *thinker, struct bot_task *task)
{
    ff_game game;
    ff_err err = thinker_prepare(thinker, task);
    if (!err)
        err = ff_game_read(&game, &thinker->rules, task->moves, strlen(task->moves), NULL);
    thinker->until_ms = now_ms() + thinker->thinkers->setup.think_ms;
    return err ? err : ff_bot_choose(thinker->bot, &game.position, task->seed, &task->column);
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
    free(thinker->memory);
}

struct thinkers *thinkers_open(const struct thinkers_setup *setup)
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);
    if (!thinkers)
        return NULL;
    const struct workers_setup workers = {.threads = setup->count,
                                          .task_bytes = sizeof(struct bot_task),
                                          .state_bytes = sizeof(struct thinker),
                                          .work = work,
                                          .thread_ended = thinker_free,
                                          .wake = setup->wake,
                                          .context = thinkers,
                                          .wake_context = setup->context};
    thinkers->setup = *setup;
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
    return workers_submit(thinkers->workers, task);
}

bool thinkers_collect(struct thinkers *thinkers, struct bot_task *task)
{
    return workers_collect(thinkers->workers, task);
}
