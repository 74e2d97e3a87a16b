/* Doubly linked rings whose links are members of other structs. A link that is in no ring points to
 * itself, so it may always be removed. */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct link {
    struct link *next, *previous;
};

static inline void list_init(struct link *link)
{
    link->next = link->previous = link;
}

static inline bool list_is_empty(const struct link *ring)
{
    return ring->next == ring;
}

static inline void list_remove(struct link *link)
{
    link->next->previous = link->previous;
    link->previous->next = link->next;
    list_init(link);
}

/* Appends a link that is in no ring. */
static inline void list_append(struct link *ring, struct link *link)
{
    link->previous = ring->previous;
    link->next = ring;
    ring->previous->next = link;
    ring->previous = link;
}

/* Moves all links of one ring to an empty one. */
static inline void list_move(struct link *to, struct link *from)
{
    if (list_is_empty(from))
        return;
    *to = *from;
    to->next->previous = to;
    to->previous->next = to;
    list_init(from);
}

#define LIST_OWNER(link, type, member) ((type *)(void *)((char *)(link)-offsetof(type, member)))

#endif
