#include "server/think_queue.h"

#include <stddef.h>
#include <stdlib.h>

enum {
    LEAST_MS = 40, /* a shorter search is hardly better than Hard */
    PATIENCE = 8,  /* a question waits for so many times its cost before it counts as urgent */
};

/* The questions of one address. start_us is the virtual time at which its next question begins. An
 * account without questions is freed: what an idle address used before is forgotten. */
struct think_account {
    uint64_t address;
    int64_t start_us;
    struct {
        struct think_question *first, *last;
    } waiting[THINK_LANES];
    int questions, longs; /* waiting or running */
    struct think_account *next;
};

void think_queue_open(struct think_queue *queue, const struct think_queue_setup *setup)
{
    *queue = (struct think_queue){.setup = *setup};
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
    account->start_us = queue->virtual_us;
    account->next = queue->accounts;
    queue->accounts = account;
    queue->accounts_count++;
    return account;
}

static void account_free(struct think_queue *queue, struct think_account *account)
{
    struct think_account **at = &queue->accounts;
    while (*at != account)
        at = &(*at)->next;
    *at = account->next;
    queue->accounts_count--;
    free(account);
}

/* The addresses with long searches share the time, and the games of an address share its part. */
static int32_t limit_of(const struct think_queue *queue, const struct think_question *question)
{
    int32_t most = queue->setup.think_ms;
    if (question->lane != THINK_LONG)
        return most;
    int64_t part = (int64_t)most * queue->setup.threads / queue->long_accounts;
    part /= question->account->longs;
    if (part < LEAST_MS)
        part = LEAST_MS;
    return part < most ? (int32_t)part : most;
}

static void limits_renew(struct think_queue *queue)
{
    for (struct think_question *at = queue->running; at; at = at->next)
        atomic_store_explicit(&at->limit_ms, limit_of(queue, at), memory_order_relaxed);
}

static void count_long(struct think_queue *queue, struct think_account *account, int change)
{
    queue->long_accounts -= account->longs > 0;
    account->longs += change;
    queue->long_accounts += account->longs > 0;
}

static bool is_waiting(const struct think_account *account)
{
    return account->waiting[THINK_QUICK].first || account->waiting[THINK_LONG].first;
}

bool think_queue_put(struct think_queue *queue, struct think_question *question, int64_t now_us)
{
    struct think_account *account = account_find(queue, question->address);
    if (!account)
        account = account_open(queue, question->address);
    if (!account)
        return false;
    if (!is_waiting(account) && account->start_us < queue->virtual_us)
        account->start_us = queue->virtual_us; /* time that was not used is not saved */
    question->asked_us = now_us;
    question->account = account;
    question->next = NULL;
    if (account->waiting[question->lane].first)
        account->waiting[question->lane].last->next = question;
    else
        account->waiting[question->lane].first = question;
    account->waiting[question->lane].last = question;
    account->questions++;
    queue->waiting[question->lane]++;
    if (question->lane == THINK_LONG)
        count_long(queue, account, 1);
    limits_renew(queue);
    return true;
}

static int64_t urgency_of(const struct think_question *question)
{
    return question->asked_us + (int64_t)PATIENCE * question->cost_us;
}

/* The question that this address would answer next. */
static struct think_question *account_head(const struct think_account *account, bool is_quick_only)
{
    struct think_question *quick = account->waiting[THINK_QUICK].first;
    struct think_question *slow = is_quick_only ? NULL : account->waiting[THINK_LONG].first;
    if (!quick || !slow)
        return quick ? quick : slow;
    return urgency_of(slow) < urgency_of(quick) ? slow : quick;
}

/* Of two that would be finished at the same virtual time the older one is first. */
static bool is_before(const struct think_question *a, const struct think_question *b)
{
    int64_t end_a = a->account->start_us + a->cost_us, end_b = b->account->start_us + b->cost_us;
    return end_a != end_b ? end_a < end_b : a->asked_us < b->asked_us;
}

struct think_question *think_queue_take(struct think_queue *queue, bool is_quick_only,
                                        int64_t now_us)
{
    struct think_question *best = NULL;
    for (struct think_account *at = queue->accounts; at; at = at->next) {
        struct think_question *head = account_head(at, is_quick_only);
        if (head && (!best || is_before(head, best)))
            best = head;
    }
    if (!best)
        return NULL;
    struct think_account *account = best->account;
    account->waiting[best->lane].first = best->next;
    account->start_us += best->cost_us;
    queue->waiting[best->lane]--;
    best->started_us = now_us;
    best->next = queue->running;
    queue->running = best;
    limits_renew(queue);
    return best;
}

void think_queue_done(struct think_queue *queue, struct think_question *question, int64_t now_us)
{
    struct think_account *account = question->account;
    struct think_question **at = &queue->running;
    int64_t took_us = now_us - question->started_us;
    while (*at != question)
        at = &(*at)->next;
    *at = question->next;
    account->start_us += took_us - question->cost_us;
    queue->virtual_us += took_us / queue->accounts_count;
    if (question->lane == THINK_LONG)
        count_long(queue, account, -1);
    if (--account->questions == 0)
        account_free(queue, account);
    limits_renew(queue);
}

bool think_question_must_stop(const struct think_question *question, int64_t now_us)
{
    int32_t limit_ms = atomic_load_explicit(&question->limit_ms, memory_order_relaxed);
    return now_us - question->started_us >= (int64_t)limit_ms * 1000;
}
