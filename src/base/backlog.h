/* Memory that waits for slow clients: bytes that a client has not read, or has not sent completely.
 *
 * Each client that has some is in one ring, the slowest first. When an address, or all together, would
 * hold too many bytes, clients are dropped: the one that has been slow for longest and is not in a
 * game; if all are in games, the slowest of those. */
#ifndef BASE_BACKLOG_H
#define BASE_BACKLOG_H

#include "base/budgets.h"
#include "base/list.h"

struct backlog_holder;

/* is_playing: is this client in a running game? May be null.
 * drop: closes the client later, at the end of the turn; must not call backlog_set. */
struct backlog_owner {
    bool (*is_playing)(const struct backlog_holder *holder);
    void (*drop)(struct backlog_holder *holder);
};

/* A member of the client's struct. */
struct backlog_holder {
    struct link link;
    const struct backlog_owner *owner;
    uint64_t address;
    size_t bytes;
};

struct backlog {
    struct budgets *budgets;
    struct link ring;
};

void backlog_open(struct backlog *backlog, struct budgets *budgets);
void backlog_join(struct backlog_holder *holder, const struct backlog_owner *owner,
                  uint64_t address);

/* How much it holds now. May drop this client or others; the bytes of a dropped client are given back
 * at once. */
void backlog_set(struct backlog *backlog, struct backlog_holder *holder, size_t bytes);

#endif
