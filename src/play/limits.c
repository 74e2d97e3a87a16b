#include "play/limits.h"

#include <string.h>

enum { PROBES = 8 };

static int32_t places_of(const struct limits_setup *setup)
{
    int32_t places = PROBES;
    while (places < setup->addresses)
        places *= 2;
    return places;
}

size_t limits_size(const struct limits_setup *setup)
{
    return (size_t)places_of(setup) * sizeof(struct limits_place);
}

void limits_open(struct limits *limits, void *memory, const struct limits_setup *setup)
{
    memset(memory, 0, limits_size(setup));
    *limits = (struct limits){.setup = *setup, .places = memory, .count = places_of(setup)};
}

static int64_t full_at_ms(const struct limits_place *place)
{
    const int64_t full_ms[] = {place->bucket.full_at_ms, place->guests.full_at_ms,
                               place->games.full_at_ms, place->guesses.full_at_ms};
    int64_t last_ms = 0;
    for (size_t i = 0; i < sizeof full_ms / sizeof *full_ms; i++)
        if (full_ms[i] > last_ms)
            last_ms = full_ms[i];
    return last_ms;
}

/* The place of this address; else one whose buckets are full, so that no debt is lost; else the one with
 * the smallest debt, to be shared. */
static struct limits_place *place_of(struct limits *limits, uint64_t address, int64_t now_ms)
{
    uint64_t hash = address * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    struct limits_place *best = NULL;
    for (uint64_t i = 0; i < PROBES; i++) {
        struct limits_place *place = &limits->places[(hash + i) & (uint64_t)(limits->count - 1)];
        if (place->address == address)
            return place;
        if (!best || full_at_ms(place) < full_at_ms(best))
            best = place;
    }
    if (full_at_ms(best) <= now_ms)
        best->address = address;
    return best;
}

enum refusal limits_charge_address(struct limits *limits, uint64_t address, int cost,
                                   int64_t now_ms)
{
    if (limits->setup.is_off)
        return REFUSAL_OK;
    struct limits_place *place = place_of(limits, address, now_ms);
    bool is_taken = bucket_take(&place->bucket, limits->setup.per_address, cost, now_ms);
    return is_taken ? REFUSAL_OK : REFUSAL_SLOW_DOWN;
}

enum refusal limits_charge_guest(struct limits *limits, uint64_t address, int64_t now_ms)
{
    if (limits->setup.is_off || limits->setup.guests.burst == 0)
        return REFUSAL_OK;
    struct limits_place *place = place_of(limits, address, now_ms);
    if (bucket_take(&place->guests, limits->setup.guests, 1, now_ms))
        return REFUSAL_OK;
    limits->refused_guests++;
    return REFUSAL_SLOW_DOWN;
}

enum refusal limits_charge_game(struct limits *limits, uint64_t address, int64_t now_ms)
{
    if (limits->setup.is_off || limits->setup.games.burst == 0)
        return REFUSAL_OK;
    struct limits_place *place = place_of(limits, address, now_ms);
    if (bucket_take(&place->games, limits->setup.games, 1, now_ms))
        return REFUSAL_OK;
    limits->refused_games++;
    return REFUSAL_SLOW_DOWN;
}

bool limits_may_guess(struct limits *limits, uint64_t address, int64_t now_ms)
{
    struct bucket copy = place_of(limits, address, now_ms)->guesses;
    return limits->setup.is_off || limits->setup.guesses.burst == 0 ||
           bucket_take(&copy, limits->setup.guesses, 1, now_ms);
}

void limits_charge_guess(struct limits *limits, uint64_t address, int64_t now_ms)
{
    if (!limits->setup.is_off)
        (void)bucket_take(&place_of(limits, address, now_ms)->guesses, limits->setup.guesses, 1,
                          now_ms);
}

enum refusal limits_charge(struct limits *limits, struct bucket *conn, uint64_t address,
                           enum command_kind kind, int64_t now_ms)
{
    int cost = command_cost(kind);
    if (limits->setup.is_off || cost == 0)
        return REFUSAL_OK;
    struct limits_place *place = place_of(limits, address, now_ms);
    struct bucket was = *conn;
    if (!bucket_take(conn, limits->setup.per_conn, cost, now_ms))
        return REFUSAL_SLOW_DOWN;
    if (bucket_take(&place->bucket, limits->setup.per_address, cost, now_ms))
        return REFUSAL_OK;
    *conn = was;
    return REFUSAL_SLOW_DOWN;
}

bool limits_take(struct limits *limits, uint64_t key, int64_t now_ms)
{
    return limits->setup.is_off || bucket_take(&place_of(limits, key, now_ms)->bucket,
                                               limits->setup.per_address, 1, now_ms);
}

void limits_give_back(struct limits *limits, uint64_t key, int64_t now_ms)
{
    struct limits_place *place = place_of(limits, key, now_ms);
    if (place->address == key && place->bucket.full_at_ms > now_ms)
        place->bucket.full_at_ms -= limits->setup.per_address.token_ms;
}
