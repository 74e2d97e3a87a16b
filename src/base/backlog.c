#include "base/backlog.h"

void backlog_open(struct backlog *backlog, struct budgets *budgets)
{
    backlog->budgets = budgets;
    list_init(&backlog->ring);
}

void backlog_join(struct backlog_holder *holder, const struct backlog_owner *owner,
                  uint64_t address)
{
    *holder = (struct backlog_holder){.owner = owner, .address = address};
    list_init(&holder->link);
}

static void give_back(struct backlog *backlog, struct backlog_holder *holder)
{
    budgets_give(backlog->budgets, BUDGET_QUEUED, holder->address, (int64_t)holder->bytes);
    holder->bytes = 0;
    list_remove(&holder->link);
}

static bool is_playing(const struct backlog_holder *holder)
{
    return holder->owner->is_playing && holder->owner->is_playing(holder);
}

/* The slowest client without a game, else the slowest; of this address, or of all if it is 0. */
static struct backlog_holder *slowest(const struct backlog *backlog, uint64_t address)
{
    struct backlog_holder *first = NULL;
    for (struct link *at = backlog->ring.next; at != &backlog->ring; at = at->next) {
        struct backlog_holder *holder = LIST_OWNER(at, struct backlog_holder, link);
        if (address && holder->address != address)
            continue;
        if (!is_playing(holder))
            return holder;
        if (!first)
            first = holder;
    }
    return first;
}

static void drop(struct backlog *backlog, struct backlog_holder *holder)
{
    give_back(backlog, holder);
    holder->owner->drop(holder);
}

void backlog_set(struct backlog *backlog, struct backlog_holder *holder, size_t bytes)
{
    int64_t more = (int64_t)bytes - (int64_t)holder->bytes;
    if (more < 0) {
        budgets_give(backlog->budgets, BUDGET_QUEUED, holder->address, -more);
        holder->bytes = bytes;
    }
    if (holder->bytes == 0)
        list_remove(&holder->link);
    if (more <= 0)
        return;
    while (!budgets_take(backlog->budgets, BUDGET_QUEUED, holder->address, more)) {
        bool is_full = budgets_is_full(backlog->budgets, BUDGET_QUEUED, more);
        struct backlog_holder *victim = slowest(backlog, is_full ? 0 : holder->address);
        if (!victim || (is_playing(victim) && !is_playing(holder)))
            victim = holder; /* it was not in the ring yet */
        drop(backlog, victim);
        if (victim == holder)
            return;
    }
    if (holder->bytes == 0)
        list_append(&backlog->ring, &holder->link);
    holder->bytes = bytes;
}
