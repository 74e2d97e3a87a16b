#include "server/hasher.h"

#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)crypto_pwhash_STRBYTES < (int)ROW_PASSWORD_SIZE, "a hash fits its column");

struct note {
    struct note *next;
    struct hash_task task;
};

struct notes {
    struct note *first, **last;
    int count;
};

struct hasher {
    struct hasher_setup setup;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t has_task;
    struct notes tasks, answers;
    bool is_running, is_over;
};

static void notes_put(struct notes *notes, struct note *note)
{
    note->next = NULL;
    if (!notes->first)
        notes->last = &notes->first;
    *notes->last = note;
    notes->last = &note->next;
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

static void note_free(struct note *note)
{
    sodium_memzero(note, sizeof *note);
    free(note);
}

static void notes_free(struct notes *notes)
{
    struct note *note;
    while ((note = notes_take(notes)))
        note_free(note);
}

static bool hash_password(char out[ROW_PASSWORD_SIZE], const char *password)
{
    out[0] = '\0';
    return crypto_pwhash_str(out, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* Without a hash to compare with, one is made for nothing: that is as much work. */
static bool is_password(const char *shown, const char *stored)
{
    char nothing[ROW_PASSWORD_SIZE];
    if (stored[0])
        return crypto_pwhash_str_verify(stored, shown, strlen(shown)) == 0;
    (void)hash_password(nothing, shown);
    return false;
}

static void work(struct hash_task *task)
{
    task->is_right = !task->shown[0] || is_password(task->shown, task->stored);
    task->hash[0] = '\0';
    if (task->is_right && task->fresh[0] && !hash_password(task->hash, task->fresh))
        task->hash[0] = '\0'; /* not enough memory */
    sodium_memzero(task->shown, sizeof task->shown);
    sodium_memzero(task->fresh, sizeof task->fresh);
}

/* The next task; null when all is over. */
static struct note *wait_for_task(struct hasher *hasher)
{
    struct note *note = NULL;
    (void)pthread_mutex_lock(&hasher->lock);
    while (!hasher->is_over && !(note = notes_take(&hasher->tasks)))
        (void)pthread_cond_wait(&hasher->has_task, &hasher->lock);
    (void)pthread_mutex_unlock(&hasher->lock);
    return note;
}

static void *hash_on(void *context)
{
    struct hasher *hasher = context;
    struct note *note;
    while ((note = wait_for_task(hasher))) {
        work(&note->task);
        (void)pthread_mutex_lock(&hasher->lock);
        notes_put(&hasher->answers, note);
        (void)pthread_mutex_unlock(&hasher->lock);
        hasher->setup.wake(hasher->setup.context);
    }
    return NULL;
}

/* Signals are the loop's. */
static bool start_thread(struct hasher *hasher)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    hasher->is_running = pthread_create(&hasher->thread, NULL, hash_on, hasher) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return hasher->is_running;
}

struct hasher *hasher_open(const struct hasher_setup *setup)
{
    struct hasher *hasher = calloc(1, sizeof *hasher);
    if (!hasher)
        return NULL;
    hasher->setup = *setup;
    if (pthread_mutex_init(&hasher->lock, NULL) != 0) {
        free(hasher);
        return NULL;
    }
    if (pthread_cond_init(&hasher->has_task, NULL) != 0) {
        (void)pthread_mutex_destroy(&hasher->lock);
        free(hasher);
        return NULL;
    }
    if (start_thread(hasher))
        return hasher;
    hasher_close(hasher);
    return NULL;
}

void hasher_close(struct hasher *hasher)
{
    if (!hasher)
        return;
    (void)pthread_mutex_lock(&hasher->lock);
    hasher->is_over = true;
    (void)pthread_cond_broadcast(&hasher->has_task);
    (void)pthread_mutex_unlock(&hasher->lock);
    if (hasher->is_running)
        (void)pthread_join(hasher->thread, NULL);
    notes_free(&hasher->tasks);
    notes_free(&hasher->answers);
    (void)pthread_cond_destroy(&hasher->has_task);
    (void)pthread_mutex_destroy(&hasher->lock);
    free(hasher);
}

bool hasher_ask(struct hasher *hasher, const struct hash_task *task)
{
    struct note *note = malloc(sizeof *note);
    if (!note)
        return false;
    note->task = *task;
    (void)pthread_mutex_lock(&hasher->lock);
    bool has_room = hasher->tasks.count < HASHER_WAITING_MAX;
    if (has_room) {
        notes_put(&hasher->tasks, note);
        (void)pthread_cond_signal(&hasher->has_task);
    }
    (void)pthread_mutex_unlock(&hasher->lock);
    if (!has_room)
        note_free(note);
    return has_room;
}

bool hasher_collect(struct hasher *hasher, struct hash_task *answer)
{
    (void)pthread_mutex_lock(&hasher->lock);
    struct note *note = notes_take(&hasher->answers);
    (void)pthread_mutex_unlock(&hasher->lock);
    if (!note)
        return false;
    *answer = note->task;
    note_free(note);
    return true;
}
