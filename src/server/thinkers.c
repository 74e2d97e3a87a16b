#include "server/thinkers.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/large.h"

struct note {
    struct note *next;
    struct think think;
};

/* First in, first out. */
struct notes {
    struct note *first, *last;
};

struct thinkers {
    struct thinkers_setup setup;
    pthread_mutex_t lock; /* of everything down to is_over */
    pthread_cond_t has_question;
    struct notes questions, answers;
    bool is_over;
    atomic_bool must_stop; /* read in the middle of a thought, without the lock */
    int running;
    pthread_t threads[];
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

static void notes_put(struct notes *notes, struct note *note)
{
    note->next = NULL;
    if (notes->first)
        notes->last->next = note;
    else
        notes->first = note;
    notes->last = note;
}

static struct note *notes_take(struct notes *notes)
{
    struct note *note = notes->first;
    if (note)
        notes->first = note->next;
    return note;
}

static void notes_free(struct notes *notes)
{
    struct note *note;
    while ((note = notes_take(notes)))
        free(note);
}

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool should_stop(void *host)
{
    const struct mind *mind = host;
    return atomic_load_explicit(&mind->thinkers->must_stop, memory_order_relaxed) ||
           now_ms() >= mind->until_ms;
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

/* Without memory for a search there is still a legal move: the first column with room. */
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

/* The next question; null when all is over. */
static struct note *wait_for_question(struct thinkers *thinkers)
{
    struct note *note = NULL;
    (void)pthread_mutex_lock(&thinkers->lock);
    while (!thinkers->is_over && !(note = notes_take(&thinkers->questions)))
        (void)pthread_cond_wait(&thinkers->has_question, &thinkers->lock);
    (void)pthread_mutex_unlock(&thinkers->lock);
    return note;
}

static void *think_on(void *context)
{
    struct mind mind = {.thinkers = context};
    struct thinkers *thinkers = context;
    struct note *note;
    while ((note = wait_for_question(thinkers))) {
        if (mind_think(&mind, &note->think) != FF_OK)
            play_anything(&note->think);
        (void)pthread_mutex_lock(&thinkers->lock);
        notes_put(&thinkers->answers, note);
        (void)pthread_mutex_unlock(&thinkers->lock);
        thinkers->setup.wake(thinkers->setup.context);
    }
    free(mind.memory);
    return NULL;
}

/* Signals are the loop's. */
static bool start_threads(struct thinkers *thinkers)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    while (thinkers->running < thinkers->setup.count &&
           pthread_create(&thinkers->threads[thinkers->running], NULL, think_on, thinkers) == 0)
        thinkers->running++;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return thinkers->running == thinkers->setup.count;
}

struct thinkers *thinkers_open(const struct thinkers_setup *setup)
{
    struct thinkers *thinkers =
        calloc(1, sizeof *thinkers + (size_t)setup->count * sizeof(pthread_t));
    if (!thinkers)
        return NULL;
    thinkers->setup = *setup;
    if (pthread_mutex_init(&thinkers->lock, NULL) != 0) {
        free(thinkers);
        return NULL;
    }
    if (pthread_cond_init(&thinkers->has_question, NULL) != 0) {
        (void)pthread_mutex_destroy(&thinkers->lock);
        free(thinkers);
        return NULL;
    }
    if (start_threads(thinkers))
        return thinkers;
    thinkers_close(thinkers);
    return NULL;
}

void thinkers_close(struct thinkers *thinkers)
{
    if (!thinkers)
        return;
    atomic_store(&thinkers->must_stop, true);
    (void)pthread_mutex_lock(&thinkers->lock);
    thinkers->is_over = true;
    (void)pthread_cond_broadcast(&thinkers->has_question);
    (void)pthread_mutex_unlock(&thinkers->lock);
    for (int i = 0; i < thinkers->running; i++)
        (void)pthread_join(thinkers->threads[i], NULL);
    notes_free(&thinkers->questions);
    notes_free(&thinkers->answers);
    (void)pthread_cond_destroy(&thinkers->has_question);
    (void)pthread_mutex_destroy(&thinkers->lock);
    free(thinkers);
}

bool thinkers_ask(struct thinkers *thinkers, const struct think *question)
{
    struct note *note = malloc(sizeof *note);
    if (!note)
        return false;
    note->think = *question;
    (void)pthread_mutex_lock(&thinkers->lock);
    notes_put(&thinkers->questions, note);
    (void)pthread_cond_signal(&thinkers->has_question);
    (void)pthread_mutex_unlock(&thinkers->lock);
    return true;
}

bool thinkers_collect(struct thinkers *thinkers, struct think *answer)
{
    (void)pthread_mutex_lock(&thinkers->lock);
    struct note *note = notes_take(&thinkers->answers);
    (void)pthread_mutex_unlock(&thinkers->lock);
    if (!note)
        return false;
    *answer = note->think;
    free(note);
    return true;
}
