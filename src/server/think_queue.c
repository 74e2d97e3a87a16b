#include "server/think_queue.h"

#include <stddef.h>
#include <stdlib.h>

enum {
    LEAST_MS = 40, /* a shorter search of Perfect is hardly better than Hard */
    PATIENCE = 8,  /* a question is overtaken until it has waited for so many times its cost */
};

/* The questions of one address, the next one first. start_us is the virtual time at which that one
 * begins. An account without questions is freed: what an idle address used before is forgotten. */
struct think_account {
    uint64_t address;
    int64_t start_us;
    struct think_question *first, *last; /* waiting */
    int questions;                       /* waiting or running */
    struct think_account *next;
};

void think_queue_open(struct think_queue *queue, int threads, int think_ms)
{
    *queue = (struct think_queue){.threads = threads, .think_ms = think_ms};
}

bool think_queue_is_empty(const struct think_queue *queue)
{
    return !queue->accounts;
}

/* Searching the list is fast enough: only addresses with a question are in it. */
static struct think_account *account_find(struct think_queue *queue, uint64_t address)
{
    struct think_account *account = queue->accounts;
    while (account && account->address != address)
        account = account->next;
    return account;
}

static struct think_account *account_open(struct think_queue *queue, uint64_t address)
{
    struct think_account *account = calloc(1, sizeof *account);
    if (!account)
        return NULL;
    account->address = address;
    account->next = queue->accounts;
    queue->accounts = account;
    queue->account_count++;
    return account;
}

static void account_free(struct think_queue *queue, struct think_account *account)
{
    struct think_account **at = &queue->accounts;
    while (*at != account)
        at = &(*at)->next;
    *at = account->next;
    queue->account_count--;
    free(account);
}

static int64_t turn_of(const struct think_question *question)
{
    return question->asked_us + (int64_t)PATIENCE * question->cost_us;
}

/* The list is sorted. New questions belong near its end, so the walk is short. */
static void account_insert(struct think_account *account, struct think_question *question)
{
    struct think_question *before = account->last;
    while (before && turn_of(before) > turn_of(question))
        before = before->prev;
    question->prev = before;
    question->next = before ? before->next : account->first;
    *(before ? &before->next : &account->first) = question;
    *(question->next ? &question->next->prev : &account->last) = question;
    account->questions++;
}

static void limits_renew(struct think_queue *queue)
{
    for (struct think_question *at = queue->running; at; at = at->next) {
        int64_t part = (int64_t)queue->think_ms * queue->threads / queue->account_count /
                       at->account->questions;
        part = part > LEAST_MS ? part : LEAST_MS;
        part = part < queue->think_ms ? part : queue->think_ms;
        atomic_store_explicit(&at->limit_ms, (int32_t)part, memory_order_relaxed);
    }
}

bool think_queue_put(struct think_queue *queue, struct think_question *question, int64_t now_us)
{
    struct think_account *account = account_find(queue, question->address);
    if (!account)
        account = account_open(queue, question->address);
    if (!account)
        return false;
    if (!account->first && account->start_us < queue->virtual_us)
        account->start_us = queue->virtual_us; /* time that was not used is not saved */
    question->asked_us = now_us;
    question->account = account;
    account_insert(account, question);
    limits_renew(queue);
    return true;
}

/* Of two that would be finished at the same virtual time the older one is first. */
static bool is_before(const struct think_question *a, const struct think_question *b)
{
    int64_t end_a = a->account->start_us + a->cost_us, end_b = b->account->start_us + b->cost_us;
    return end_a != end_b ? end_a < end_b : a->asked_us < b->asked_us;
}

struct think_question *think_queue_take(struct think_queue *queue, int64_t now_us)
{
    struct think_question *best = NULL;
    for (struct think_account *at = queue->accounts; at; at = at->next)
        if (at->first && (!best || is_before(at->first, best)))
            best = at->first;
    if (!best)
        return NULL;
    struct think_account *account = best->account;
    account->first = best->next;
    *(best->next ? &best->next->prev : &account->last) = NULL;
    account->start_us += best->cost_us;
    best->started_us = now_us;
    best->next = queue->running;
    queue->running = best;
    limits_renew(queue);
    return best;
}

void think_queue_done(struct think_queue *queue, struct think_question *question, int64_t used_us)
{
    struct think_account *account = question->account;
    struct think_question **at = &queue->running;
    while (*at != question)
        at = &(*at)->next;
    *at = question->next;
    account->start_us += used_us - question->cost_us;
    queue->virtual_us += used_us / queue->account_count;
    if (--account->questions == 0)
        account_free(queue, account);
    limits_renew(queue);
}

bool think_question_must_stop(const struct think_question *question, int64_t now_us)
{
    int32_t limit_ms = atomic_load_explicit(&question->limit_ms, memory_order_relaxed);
    return now_us - question->started_us >= (int64_t)limit_ms * 1000;
}
