#include "server/watchers.h"

#include <stddef.h>

static struct watchers_set *set_of(struct watchers *watchers, int64_t game_id)
{
    return &watchers->set[(uint64_t)game_id % WATCHERS_SETS];
}

/* The place of a node in a game, or else a free one; null: the set is full. */
static struct watchers_place *place_find(struct watchers_set *set, int64_t game_id, int32_t node)
{
    struct watchers_place *unused = NULL;
    for (int i = 0; i < WATCHERS_PLACES; i++) {
        struct watchers_place *place = &set->place[i];
        if (place->game_id == game_id && place->node == node)
            return place;
        if (place->game_id == 0 && !unused)
            unused = place;
    }
    return unused;
}

static void place_set(struct watchers *watchers, struct watchers_set *set,
                      struct watchers_place *place, int32_t count)
{
    place->count = count;
    place->age = 0;
    if (place->has_news)
        return;
    place->has_news = true;
    set->news++;
    watchers->news++;
}

void watchers_hear(struct watchers *watchers, int64_t game_id, int32_t node, int32_t count)
{
    struct watchers_set *set = set_of(watchers, game_id);
    struct watchers_place *place = place_find(set, game_id, node);
    if (!place || (place->game_id == 0 && count == 0))
        return;
    watchers->used += place->game_id == 0;
    place->game_id = game_id;
    place->node = node;
    place_set(watchers, set, place, count);
}

void watchers_second(struct watchers *watchers)
{
    for (int i = 0; i < WATCHERS_SETS && watchers->used > 0; i++)
        for (int j = 0; j < WATCHERS_PLACES; j++) {
            struct watchers_place *place = &watchers->set[i].place[j];
            if (place->count > 0 && ++place->age == WATCHERS_SECONDS)
                place_set(watchers, &watchers->set[i], place, 0);
        }
}

static int32_t sum_of(const struct watchers_set *set, int64_t game_id)
{
    int32_t sum = 0;
    for (int i = 0; i < WATCHERS_PLACES; i++)
        if (set->place[i].game_id == game_id)
            sum += set->place[i].count;
    return sum;
}

bool watchers_next(const struct watchers *watchers, int64_t *game_id, int32_t *count)
{
    const struct watchers_set *set = watchers->set;
    const struct watchers_place *place;
    if (watchers->news == 0)
        return false;
    while (set->news == 0)
        set++;
    place = set->place;
    while (!place->has_news)
        place++;
    *game_id = place->game_id;
    *count = sum_of(set, place->game_id);
    return true;
}

void watchers_told(struct watchers *watchers, int64_t game_id)
{
    struct watchers_set *set = set_of(watchers, game_id);
    for (int i = 0; i < WATCHERS_PLACES; i++) {
        struct watchers_place *place = &set->place[i];
        if (place->game_id != game_id)
            continue;
        set->news -= place->has_news;
        watchers->news -= place->has_news;
        place->has_news = false;
        if (place->count > 0)
            continue;
        watchers->used--;
        *place = (struct watchers_place){0};
    }
}
