#include "rest/hash_queue.h"

#include <sodium.h>
#include <stdlib.h>

#include "base/budgets.h"

enum { LEAST = 8 }; /* of one address, however many others wait */

struct hash_wait {
    struct hash_wait *next;
    uint64_t address;
    int round; /* tasks of this address that waited when it came */
    struct hash_task task;
};

static int count_of(const struct hash_queue *queue, uint64_t address)
{
    int count = 0;
    for (const struct hash_wait *wait = queue->first; wait; wait = wait->next)
        count += wait->address == address;
    return count;
}

bool hash_queue_add(struct hash_queue *queue, uint64_t address, const struct hash_task *task,
                    int places)
{
    int own = count_of(queue, address);
    const struct budget_limit limit = {places, places, LEAST};
    if (queue->count >= places || own >= budget_share(limit, queue->count - own))
        return false;
    struct hash_wait *wait = malloc(sizeof *wait);
    if (!wait)
        return false;
    *wait = (struct hash_wait){.address = address, .round = own, .task = *task};
    *(queue->last ? &queue->last->next : &queue->first) = wait;
    queue->last = wait;
    queue->count++;
    return true;
}

/* Where the pointer to the first task of the lowest round is. */
static struct hash_wait **next_of(struct hash_queue *queue)
{
    struct hash_wait **best = &queue->first;
    for (struct hash_wait **at = &queue->first; *at; at = &(*at)->next)
        if ((*at)->round < (*best)->round)
            best = at;
    return best;
}

bool hash_queue_take(struct hash_queue *queue, struct hash_task *out)
{
    struct hash_wait **at = next_of(queue), *wait = *at;
    if (!wait)
        return false;
    *out = wait->task;
    *at = wait->next;
    queue->count--;
    queue->last = queue->first;
    while (queue->last && queue->last->next)
        queue->last = queue->last->next;
    sodium_memzero(wait, sizeof *wait);
    free(wait);
    return true;
}

void hash_queue_clear(struct hash_queue *queue)
{
    struct hash_task task;
    while (hash_queue_take(queue, &task))
        sodium_memzero(&task, sizeof task);
}
