/* Decides which question the computer answers next, and how long it may think about it.
 *
 * The time of the threads is shared between addresses by weighted fair queueing: each address has
 * an account with a virtual time that grows by what its searches cost, and the question that would
 * be finished first in virtual time is next. So a cheap question of a new address overtakes a long
 * queue of another one, and nobody waits for ever, because virtual time passes for all. Within an
 * address games take turns, and quick questions come before long ones until those have waited for
 * several times their cost.
 *
 * The time of a long search shrinks with the queue: the addresses share what the threads can do in
 * the longest search, and the games of an address share its part. Running searches notice a change.
 *
 * Time is an argument. The caller locks: only think_question_must_stop may be called on any thread
 * without a lock. */
#ifndef SERVER_THINK_QUEUE_H
#define SERVER_THINK_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Quick: Easy, Medium, Hard and the like. Long: searches that use all the time they get. */
enum think_lane { THINK_QUICK, THINK_LONG, THINK_LANES };

struct think_account;

/* A part of the caller's task, which must stay where it is until think_queue_done. The caller sets
 * the first three fields; the rest belongs to the queue. */
struct think_question {
    uint64_t address;
    int32_t cost_us; /* expected */
    uint8_t lane;
    int64_t asked_us, started_us;
    struct think_account *account;
    struct think_question *next;
    _Atomic int32_t limit_ms; /* the longest search; may change while it runs */
};

struct think_queue_setup {
    int threads;  /* that answer any question; THINK_LONG needs one of these */
    int think_ms; /* the longest search */
};

struct think_queue {
    struct think_queue_setup setup;
    struct think_account *accounts;
    struct think_question *running;
    int64_t virtual_us;
    int accounts_count, long_accounts; /* with a question; with a long one */
    int waiting[THINK_LANES];
};

void think_queue_open(struct think_queue *queue, const struct think_queue_setup *setup);

/* All questions must have been taken and be done. */
bool think_queue_is_empty(const struct think_queue *queue);

/* False if memory is short. */
bool think_queue_put(struct think_queue *queue, struct think_question *question, int64_t now_us);

/* The next question; null if there is none, or only long ones and `is_quick_only`. */
struct think_question *think_queue_take(struct think_queue *queue, bool is_quick_only,
                                        int64_t now_us);

/* The question that was taken has its answer. Its address pays for the time it took. */
void think_queue_done(struct think_queue *queue, struct think_question *question, int64_t now_us);

bool think_question_must_stop(const struct think_question *question, int64_t now_us);

#endif
