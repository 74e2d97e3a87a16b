/* Commands that are not decided yet: they wait for the commit under way, or for rows that are being read.
 *
 * With a database in the same process nothing ever waits. With a database server the loop goes on while a turn is committed:
 * commands that arrive meanwhile are copied here and decided when the outcome is known. Commands of one connection keep their
 * order; those of different connections need not. */
#ifndef SERVER_ONLINE_PENDING_H
#define SERVER_ONLINE_PENDING_H

#include "play/service.h"
#include "server/online_read.h"

struct online;

struct pending {
    struct pending *next;
    struct online *online;
    struct service_command command; /* its texts and rows are in `bytes` */
    struct online_read *read;       /* the rows it asked for; null: none */
    bool has_asked;                 /* it has read what commands of its kind read first */
    int needs;                      /* how often it has asked */
    int32_t reply;                  /* once decided: its message in the outbox */
    max_align_t bytes[];
};

struct pending_list {
    struct pending *first, *last;
    int count;
};

/* Copies a command with everything it points to. Null if there is no memory. */
struct pending *pending_new(struct online *online, const struct service_command *command);
void pending_free(struct pending *pending); /* wipes it; null is allowed */

void pending_put(struct pending_list *list, struct pending *pending);
void pending_put_first(struct pending_list *list, struct pending *pending);
struct pending *pending_take(struct pending_list *list); /* null: empty */
void pending_free_all(struct pending_list *list);

#endif
