/* A bell for the tests of workers: counts how often it was rung, and lets a test wait for it. */
#ifndef BASE_BELL_TEST_H
#define BASE_BELL_TEST_H

#include <pthread.h>
#include <time.h>

enum { BELL_DEADLINE_S = 60 };

struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rings;
    int count;
};

static struct bell bell_new(void)
{
    return (struct bell){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
}

/* As a worker's wake; context is the bell. */
static void bell_ring(void *context)
{
    struct bell *bell = context;
    (void)pthread_mutex_lock(&bell->lock);
    bell->count++;
    (void)pthread_cond_signal(&bell->rings);
    (void)pthread_mutex_unlock(&bell->lock);
}

static void bell_wait(struct bell *bell, int count)
{
    struct timespec until;
    int status = 0;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += BELL_DEADLINE_S;
    (void)pthread_mutex_lock(&bell->lock);
    while (bell->count < count && status == 0)
        status = pthread_cond_timedwait(&bell->rings, &bell->lock, &until);
    (void)pthread_mutex_unlock(&bell->lock);
    assert_int_equal(status, 0);
}

#endif
