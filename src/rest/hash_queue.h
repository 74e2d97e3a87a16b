/* Tasks that wait for the hasher, in a fair order: of each address first its first one, then its second, and so on. So
 * somebody who logs in to their own account without end delays others by one hash, not by hundreds.
 *
 * One address holds at most half of what the others leave. */
#ifndef REST_HASH_QUEUE_H
#define REST_HASH_QUEUE_H

#include "rest/hasher.h"

/* With an eighth kept for known devices, half of the rest is a school that logs in at the same moment: it waits some
 * seconds. */
enum { HASH_QUEUE_MAX = 512 };

struct hash_wait;

struct hash_queue {
    struct hash_wait *first, *last; /* as they came */
    int count;
};

/* Copies the task; `places`: of HASH_QUEUE_MAX that this task may take. False if there is none for this address, or
 * no memory. */
bool hash_queue_add(struct hash_queue *queue, uint64_t address, const struct hash_task *task,
                    int places);

/* The task whose turn it is; false if none waits. */
bool hash_queue_take(struct hash_queue *queue, struct hash_task *out);

/* Wipes and frees all tasks. */
void hash_queue_clear(struct hash_queue *queue);

#endif
