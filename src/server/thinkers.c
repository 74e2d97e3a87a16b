#include "server/thinkers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/large.h"

struct thinkers {
    struct thinkers_setup setup;
    struct workers *workers;
};

/* One thread's own: the bot it used last, which serves again for the same kind of opponent. */
struct mind {
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
    const struct mind *mind = host;
    return workers_must_stop(mind->thinkers->workers) || now_ms() >= mind->until_ms;
}

/* Another opponent than before takes the same memory. */
static ff_err mind_prepare(struct mind *mind, const struct think *think)
{
    bool is_same = mind->bot && memcmp(&mind->rules.board, &think->board, sizeof think->board) == 0;
    if (is_same && mind->level == think->level && mind->style == think->style)
        return FF_OK;
    mind->bot = NULL;
    if (!mind->memory)
        mind->memory = large_alloc(FF_BOT_GOOD);
    if (!mind->memory)
        return FF_E_BOT_MEMORY;
    ff_err err = ff_rules_init(&mind->rules, think->board);
    if (!err)
        err = ff_bot_open(&mind->bot, &mind->rules, (ff_level)think->level, (ff_style)think->style,
                          mind->memory, FF_BOT_GOOD);
    if (err)
        return err;
    mind->level = think->level;
    mind->style = think->style;
    ff_bot_use_book(mind->bot, mind->thinkers->setup.book);
    ff_bot_watch(mind->bot, should_stop, mind);
    return FF_OK;
}

static ff_err mind_think(struct mind *mind, struct think *think)
{
    ff_game game;
    ff_err err = mind_prepare(mind, think);
    if (!err)
        err = ff_game_read(&game, &mind->rules, think->moves, strlen(think->moves), NULL);
    mind->until_ms = now_ms() + mind->thinkers->setup.think_ms;
    return err ? err : ff_bot_choose(mind->bot, &game.position, think->seed, &think->column);
}

/* Without memory for a search there is still a legal move: the first column that is not full. */
static void play_anything(struct think *think)
{
    ff_rules rules;
    ff_game game;
    think->column = 0;
    if (ff_rules_init(&rules, think->board) != FF_OK ||
        ff_game_read(&game, &rules, think->moves, strlen(think->moves), NULL) != FF_OK)
        return;
    while (think->column < rules.columns - 1 &&
           game.position.height[think->column] >= think->board.height)
        think->column++;
}

static void work(void *context, void *own, void *task)
{
    struct mind *mind = own;
    mind->thinkers = context;
    if (mind_think(mind, task) != FF_OK)
        play_anything(task);
}

static void mind_end(void *own)
{
    struct mind *mind = own;
    free(mind->memory);
}

struct thinkers *thinkers_open(const struct thinkers_setup *setup)
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);
    if (!thinkers)
        return NULL;
    const struct workers_setup workers = {.threads = setup->count,
                                          .task_bytes = sizeof(struct think),
                                          .own_bytes = sizeof(struct mind),
                                          .work = work,
                                          .end = mind_end,
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

bool thinkers_ask(struct thinkers *thinkers, const struct think *question)
{
    return workers_ask(thinkers->workers, question);
}

bool thinkers_collect(struct thinkers *thinkers, struct think *answer)
{
    return workers_collect(thinkers->workers, answer);
}
