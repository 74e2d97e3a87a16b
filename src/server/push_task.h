/* One push message on its way: encrypted and sent by a thread, so that a slow push service holds up nothing. */
#ifndef SERVER_PUSH_TASK_H
#define SERVER_PUSH_TASK_H

#include "base/workers.h"
#include "play/id.h"
#include "play/rows.h"
#include "push/vapid.h"
#include "server/push_text.h"

enum { PUSH_PROBLEM_SIZE = 257 };

struct push_task {
    struct push_due_row due;
    struct push_row to;
    char text[PUSH_TEXT_SIZE];
    char topic[ID_TEXT_SIZE]; /* the push service keeps only the last message of a topic */
    int ttl_s;
    int status; /* the result: that of HTTP; 0: no answer */
    int retry_after_s;
    char problem[PUSH_PROBLEM_SIZE]; /* why there was no answer */
};

struct push_senders {
    struct vapid vapid;
    const char *contact; /* null: none */
    bool is_local;       /* for tests: http and private addresses are allowed */
    struct workers *workers;
};

/* Starts the threads. False if there is no memory or no thread. */
bool push_senders_open(struct push_senders *senders, void (*wake)(void *context), void *context);

#endif
