/* What each client address holds of the server's resources, and what all of them hold together.
 *
 * An address may hold up to `each` of a resource, and up to half of what the others leave. So one
 * address never takes everything, several take less and less, and a newcomer always finds a place
 * until very many addresses have come. (`least` is for servers so small that half is too little.) Address 0 stands for clients whose address is not known yet:
 * they count in all only.
 *
 * The table has a place for every address that holds something. Its size is fixed: when no place is
 * left, nothing more is given to new addresses. One thread. */
#ifndef BASE_BUDGETS_H
#define BASE_BUDGETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUDGETS(X)                                                                \
    X(CONNECTIONS, "connections")                                                 \
    X(SESSIONS, "sessions") /* Engine.IO */                                       \
    X(CLIENTS, "clients")   /* Socket.IO */                                       \
    X(QUEUED, "queued-bytes")                                                     \
    X(POLLS, "polls")                                                             \
    X(READS, "reads")       /* questions of REST to the store */                  \
    X(INPUT, "input")       /* a rate of each connection: only counts refusals */ \
    X(REQUESTS, "requests") /* a rate of each address: only counts refusals */

enum budget {
#define BUDGET_ENUM(name, text) BUDGET_##name,
    BUDGETS(BUDGET_ENUM)
#undef BUDGET_ENUM
        BUDGET_COUNT
};

struct budget_limit {
    int64_t all, each;
    int64_t least; /* an address may hold so much even if that is more than half */
};

struct budgets_setup {
    bool is_off; /* everything is given; totals are still counted */
    struct budget_limit limit[BUDGET_COUNT];
    int32_t addresses; /* places in the table */
};

struct budget_place {
    uint64_t address; /* a keyed hash; 0: the place is free */
    int32_t next;     /* in its chain, or in the list of free places; -1: the last */
    int64_t held[BUDGET_COUNT];
};

struct budgets {
    struct budgets_setup setup;
    int64_t held[BUDGET_COUNT];
    uint64_t refused[BUDGET_COUNT];
    struct budget_place *places;
    int32_t *chains;
    uint64_t chain_count;
    int32_t free;
};

/* False if there is no memory. */
bool budgets_open(struct budgets *budgets, const struct budgets_setup *setup);
void budgets_close(struct budgets *budgets);

/* False, and one refusal is counted, if this address or all together would hold too much. */
bool budgets_take(struct budgets *budgets, enum budget budget, uint64_t address, int64_t amount);

/* Gives back what was taken for the same address. */
void budgets_give(struct budgets *budgets, enum budget budget, uint64_t address, int64_t amount);

/* What was taken for one address is another's from now on. False, and nothing changes, if that would
 * hold too much. */
bool budgets_move(struct budgets *budgets, enum budget budget, uint64_t from, uint64_t to,
                  int64_t amount);

/* Would all together hold too much? False if only this address would. */
bool budgets_is_full(const struct budgets *budgets, enum budget budget, int64_t amount);

void budgets_refuse(struct budgets *budgets, enum budget budget); /* counts a refusal */

int64_t budgets_held_by(const struct budgets *budgets, enum budget budget, uint64_t address);

/* The most that one address may hold while the others hold so much. */
static inline int64_t budget_share(struct budget_limit limit, int64_t others)
{
    int64_t half = (limit.all - others + 1) / 2;
    int64_t share = half > limit.least ? half : limit.least;
    return share < limit.each ? share : limit.each;
}

const char *budget_name(enum budget budget); /* for metrics */

#endif
