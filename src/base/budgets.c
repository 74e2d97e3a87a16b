#include "base/budgets.h"

#include <stdlib.h>

enum { NO_PLACE = -1 };

const char *budget_name(enum budget budget)
{
#define BUDGET_TEXT(name, text) text,
    static const char *const texts[] = {BUDGETS(BUDGET_TEXT)};
#undef BUDGET_TEXT
    return (unsigned)budget < BUDGET_COUNT ? texts[budget] : "?";
}

bool budgets_open(struct budgets *budgets, const struct budgets_setup *setup)
{
    int32_t count = setup->addresses > 0 ? setup->addresses : 1;
    *budgets = (struct budgets){.setup = *setup, .chain_count = 1};
    while (budgets->chain_count < (uint64_t)count)
        budgets->chain_count *= 2;
    budgets->places = calloc((size_t)count, sizeof *budgets->places);
    budgets->chains = calloc(budgets->chain_count, sizeof *budgets->chains);
    if (!budgets->places || !budgets->chains) {
        budgets_close(budgets);
        return false;
    }
    for (uint64_t i = 0; i < budgets->chain_count; i++)
        budgets->chains[i] = NO_PLACE;
    for (int32_t i = 0; i < count; i++)
        budgets->places[i].next = i + 1 < count ? i + 1 : NO_PLACE;
    return true;
}

void budgets_close(struct budgets *budgets)
{
    free(budgets->places);
    free(budgets->chains);
    budgets->places = NULL;
    budgets->chains = NULL;
}

/* Where the index of this address's place is; an index of NO_PLACE if it has none. */
static int32_t *find(const struct budgets *budgets, uint64_t address)
{
    uint64_t hash = address * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    int32_t *at = &budgets->chains[hash & (budgets->chain_count - 1)];
    while (*at != NO_PLACE && budgets->places[*at].address != address)
        at = &budgets->places[*at].next;
    return at;
}

static struct budget_place *place_of(const struct budgets *budgets, uint64_t address)
{
    int32_t at = *find(budgets, address);
    return at == NO_PLACE ? NULL : &budgets->places[at];
}

/* Null if every place is taken. */
static struct budget_place *place_new(struct budgets *budgets, uint64_t address)
{
    int32_t at = budgets->free;
    if (at == NO_PLACE)
        return NULL;
    struct budget_place *place = &budgets->places[at];
    budgets->free = place->next;
    *find(budgets, address) = at;
    *place = (struct budget_place){.address = address, .next = NO_PLACE};
    return place;
}

/* An address that holds nothing leaves the table. */
static void place_settle(struct budgets *budgets, struct budget_place *place)
{
    for (int i = 0; i < BUDGET_COUNT; i++)
        if (place->held[i] != 0)
            return;
    int32_t *at = find(budgets, place->address), index = *at;
    *at = place->next;
    place->address = 0;
    place->next = budgets->free;
    budgets->free = index;
}

bool budgets_is_full(const struct budgets *budgets, enum budget budget, int64_t amount)
{
    return !budgets->setup.is_off &&
           budgets->held[budget] + amount > budgets->setup.limit[budget].all;
}

/* `total`: what all hold now, without the amount. */
static bool take_for(struct budgets *budgets, enum budget budget, uint64_t address, int64_t amount,
                     int64_t total)
{
    struct budget_place *place = place_of(budgets, address);
    int64_t own = place ? place->held[budget] : 0;
    if (own + amount > budget_share(budgets->setup.limit[budget], total - own))
        return false;
    if (!place)
        place = place_new(budgets, address);
    if (place)
        place->held[budget] += amount;
    return place != NULL;
}

bool budgets_take(struct budgets *budgets, enum budget budget, uint64_t address, int64_t amount)
{
    bool is_given = !budgets_is_full(budgets, budget, amount);
    if (is_given && address && !budgets->setup.is_off)
        is_given = take_for(budgets, budget, address, amount, budgets->held[budget]);
    if (is_given)
        budgets->held[budget] += amount;
    else
        budgets_refuse(budgets, budget);
    return is_given;
}

static void give_for(struct budgets *budgets, enum budget budget, uint64_t address, int64_t amount)
{
    struct budget_place *place = place_of(budgets, address);
    if (!place)
        return;
    place->held[budget] -= amount;
    if (place->held[budget] == 0)
        place_settle(budgets, place);
}

void budgets_give(struct budgets *budgets, enum budget budget, uint64_t address, int64_t amount)
{
    budgets->held[budget] -= amount;
    if (address && !budgets->setup.is_off)
        give_for(budgets, budget, address, amount);
}

bool budgets_move(struct budgets *budgets, enum budget budget, uint64_t from, uint64_t to,
                  int64_t amount)
{
    if (budgets->setup.is_off || from == to)
        return true;
    if (to && !take_for(budgets, budget, to, amount, budgets->held[budget] - amount)) {
        budgets_refuse(budgets, budget);
        return false;
    }
    if (from)
        give_for(budgets, budget, from, amount);
    return true;
}

void budgets_refuse(struct budgets *budgets, enum budget budget)
{
    budgets->refused[budget]++;
}

int64_t budgets_held_by(const struct budgets *budgets, enum budget budget, uint64_t address)
{
    const struct budget_place *place = place_of(budgets, address);
    return place ? place->held[budget] : 0;
}
