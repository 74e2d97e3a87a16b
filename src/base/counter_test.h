/* A counter for tests with threads: one thread adds, another waits until it has reached a
 * number. */
#ifndef BASE_COUNTER_TEST_H
#define BASE_COUNTER_TEST_H

#include <pthread.h>
#include <time.h>

enum { COUNTER_DEADLINE_S = 60 };

struct counter {
    pthread_mutex_t lock;
    pthread_cond_t has_grown;
    int count;
};

static struct counter counter_new(void)
{
    return (struct counter){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
}

/* Can be the `wake` of workers; context is the counter. */
static void counter_add(void *context)
{
    struct counter *counter = context;
    (void)pthread_mutex_lock(&counter->lock);
    counter->count++;
    (void)pthread_cond_signal(&counter->has_grown);
    (void)pthread_mutex_unlock(&counter->lock);
}

static void counter_wait(struct counter *counter, int count)
{
    struct timespec until;
    int status = 0;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += COUNTER_DEADLINE_S;
    (void)pthread_mutex_lock(&counter->lock);
    while (counter->count < count && status == 0)
        status = pthread_cond_timedwait(&counter->has_grown, &counter->lock, &until);
    (void)pthread_mutex_unlock(&counter->lock);
    assert_int_equal(status, 0);
}

#endif
