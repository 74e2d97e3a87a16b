/* Decides which question the computer answers next, and how long it may think about it.
 *
 * The time of the threads is shared between addresses by weighted fair queueing: each address has
 * an account with a virtual time that grows by what its searches cost, and the question that would
 * be finished first in virtual time is next. So a cheap question of a new address overtakes a long
 * queue of another one, and nobody waits for ever, because virtual time passes for all. Within an
 * address games take turns; a cheap question overtakes dearer ones, unless these have waited for
 * several times their cost.
 *
 * The time of a search shrinks with the queue: the addresses share what the threads can do in the
 * longest search, and the games of an address share its part. Running searches notice a change.
 *
 * Time is an argument. The caller locks: only think_question_must_stop may be called on any thread
 * without a lock. */
#ifndef SERVER_THINK_QUEUE_H
#define SERVER_THINK_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct think_account;

/* A part of the caller's task, which must stay where it is until think_queue_done. The caller sets
 * the address and the expected cost; the rest belongs to the queue. */
struct think_question {
    uint64_t address;
    int32_t cost_us;
    int64_t asked_us, started_us;
    struct think_account *account;
    struct think_question *next, *prev;
    _Atomic int32_t limit_ms; /* the longest search; may change while it runs */
};

struct think_queue {
    int threads, think_ms; /* the threads that it feeds; the longest search */
    struct think_account *accounts;
    struct think_question *running;
    int64_t virtual_us;
    int account_count; /* with a question that waits or runs */
};

/* A queue is empty when every question that was put has been taken and is done. */
void think_queue_open(struct think_queue *queue, int threads, int think_ms);
bool think_queue_is_empty(const struct think_queue *queue);

/* False if memory is short. */
bool think_queue_put(struct think_queue *queue, struct think_question *question, int64_t now_us);

/* The next question; null if there is none. */
struct think_question *think_queue_take(struct think_queue *queue, int64_t now_us);

/* The question that was taken has its answer. Its address pays for the time it used. */
void think_queue_done(struct think_queue *queue, struct think_question *question, int64_t used_us);

bool think_question_must_stop(const struct think_question *question, int64_t now_us);

#endif
