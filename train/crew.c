#include "crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "arena.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t begun = PTHREAD_COND_INITIALIZER, ended = PTHREAD_COND_INITIALIZER;
static struct {
    atomic_int started;
    int threads, busy;
    uint64_t round;
    void (*job)(void *host, int thread);
    void *host;
} crew;

static void *crew_thread(void *unused)
{
    uint64_t seen = 0;
    int number = atomic_fetch_add(&crew.started, 1);
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (crew.round == seen)
            pthread_cond_wait(&begun, &lock);
        seen = crew.round;
        pthread_mutex_unlock(&lock);
        crew.job(crew.host, number);
        pthread_mutex_lock(&lock);
        if (--crew.busy == 0)
            pthread_cond_signal(&ended);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

void crew_start(int threads)
{
    for (; crew.threads < threads; crew.threads++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, crew_thread, NULL))
            abort();
        pthread_detach(thread);
    }
}

int crew_size(void)
{
    return crew.threads;
}

void crew_run(void (*job)(void *host, int thread), void *host)
{
    pthread_mutex_lock(&lock);
    crew.job = job;
    crew.host = host;
    crew.busy = crew.threads;
    crew.round++;
    pthread_cond_broadcast(&begun);
    while (crew.busy > 0)
        pthread_cond_wait(&ended, &lock);
    pthread_mutex_unlock(&lock);
}
