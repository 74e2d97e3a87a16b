#include "server/kept_reviews.h"

#include <string.h>

static struct kept_review *place_of(struct kept_reviews *kept, const struct rest_analysis *wanted)
{
    for (int i = 0; i < KEPT_REVIEWS_MAX; i++) {
        struct kept_review *place = &kept->place[i];
        if (place->used && ruleset_equal(&place->rules, &wanted->rules) &&
            strcmp(place->moves, wanted->moves) == 0)
            return place;
    }
    return NULL;
}

union any_review *kept_reviews_find(struct kept_reviews *kept, const struct rest_analysis *wanted)
{
    struct kept_review *place = place_of(kept, wanted);
    if (!place)
        return NULL;
    place->used = ++kept->uses;
    place->address = wanted->address;
    return &place->review;
}

static bool is_full_for(const struct kept_reviews *kept, uint64_t address)
{
    int count = 0;
    for (int i = 0; i < KEPT_REVIEWS_MAX; i++)
        count += kept->place[i].used && kept->place[i].address == address;
    return count >= KEPT_REVIEWS_OF_ADDRESS;
}

/* An address that has enough places replaces one of its own. A free place counts as the oldest. */
static struct kept_review *place_to_fill(struct kept_reviews *kept, uint64_t address)
{
    bool is_own_only = is_full_for(kept, address);
    struct kept_review *oldest = NULL;
    for (int i = 0; i < KEPT_REVIEWS_MAX; i++) {
        struct kept_review *place = &kept->place[i];
        bool may_go = !is_own_only || (place->used && place->address == address);
        if (may_go && (!oldest || place->used < oldest->used))
            oldest = place;
    }
    return oldest;
}

union any_review *kept_reviews_add(struct kept_reviews *kept, const struct rest_analysis *wanted)
{
    struct kept_review *place = place_to_fill(kept, wanted->address);
    place->used = ++kept->uses;
    place->address = wanted->address;
    place->rules = wanted->rules;
    memcpy(place->moves, wanted->moves, sizeof place->moves);
    return &place->review;
}

void kept_reviews_drop(struct kept_reviews *kept, const struct rest_analysis *wanted)
{
    struct kept_review *place = place_of(kept, wanted);
    if (place)
        place->used = 0;
}
