/* The leases of the servers that share the database: store/shared.h. */
#include <time.h>

#include "store/postgres.h"

enum { SILENCE_MS = 3000 };

static int64_t now_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static enum store_err beat_once(struct postgres_store *s, struct store_beat *beat)
{
    int64_t began_us = now_us();
    struct pg_query q = pg_begin(s, PG_BEAT);
    pg_put(&q, beat->node);
    pg_put(&q, (int64_t)beat->secret);
    pg_put_text(&q, beat->address);
    pg_put(&q, beat->online);
    pg_put(&q, STORE_LEASE_MS);
    pg_put(&q, SILENCE_MS);
    bool is_there = pg_next(&q);
    beat->round_trip_us = now_us() - began_us;
    if (is_there) {
        beat->node = (int32_t)pg_get(&q);
        beat->now_ms = pg_get(&q);
        beat->is_keeper = pg_get(&q) != 0;
        beat->is_new = pg_get(&q) != 0;
        beat->nodes = (int32_t)pg_get(&q);
        beat->buried = (int32_t)pg_get(&q);
        beat->online_elsewhere = (int32_t)pg_get(&q);
    }
    return pg_end_one(&q, is_there);
}

/* They come newest first. */
static enum store_err read_outages(struct postgres_store *s, struct store_beat *beat)
{
    struct store_outage found[STORE_OUTAGES_MAX];
    int32_t count = 0;
    struct pg_query q = pg_begin(s, PG_OUTAGES);
    pg_put(&q, STORE_OUTAGES_MAX);
    while (count < STORE_OUTAGES_MAX && pg_next(&q)) {
        found[count].began_ms = pg_get(&q);
        found[count++].ended_ms = pg_get(&q);
    }
    enum store_err err = pg_end(&q);
    for (int32_t i = 0; i < count && !err; i++)
        beat->outage[i] = found[count - 1 - i];
    beat->outages = err ? beat->outages : count;
    return err;
}

/* If there are more than can be named, those that joined last: they come with the highest number first. */
static enum store_err read_nodes(struct postgres_store *s, struct store_beat *beat)
{
    struct pg_query q = pg_begin(s, PG_NODES);
    pg_put(&q, STORE_NODES_MAX);
    beat->livings = 0;
    while (beat->livings < STORE_NODES_MAX && pg_next(&q)) {
        struct store_node *node = &beat->living[beat->livings++];
        node->node = (int32_t)pg_get(&q);
        pg_get_text(&q, node->address, sizeof node->address);
    }
    return pg_end(&q);
}

enum store_err postgres_beat(struct store *store, struct store_beat *beat)
{
    struct postgres_store *s = postgres_of(store);
    struct store_beat next = *beat;
    enum store_err err = pg_link_open(s, PG_WRITER); /* connecting is no part of the round trip */
    if (!err)
        err = beat_once(s, &next);
    if (!err)
        err = read_outages(s, &next);
    if (!err)
        err = read_nodes(s, &next);
    if (!err)
        *beat = next;
    return err;
}

enum store_err postgres_leave(struct store *store, int32_t node)
{
    struct pg_query q = pg_begin(postgres_of(store), PG_LEAVE);
    pg_put(&q, node);
    (void)pg_next(&q);
    return pg_end(&q);
}
