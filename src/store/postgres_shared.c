/* What a server asks about rows that others may have changed: store/shared.h. */
#include "store/postgres_reads.h"

/* The position of a row travels with it, so that answers may come in any order. */
static bool read_at(struct pg_query *q, size_t count, size_t *at)
{
    int64_t read = pg_get(q);
    q->is_malformed |= read < 0 || (uint64_t)read >= count;
    *at = (size_t)read;
    return !q->is_malformed;
}

static enum store_err look_games(struct store *store, struct store_held *held, size_t count)
{
    size_t at;
    if (count == 0)
        return STORE_OK;
    struct pg_query q = pg_begin_batch(postgres_of(store), PG_LOOK_GAMES);
    for (size_t i = 0; i < count; i++) {
        pg_put(&q, (int64_t)i);
        pg_put(&q, held[i].game_id);
        pg_put(&q, held[i].version);
        pg_put(&q, held[i].chat_seq);
        pg_row(&q);
    }
    bool is_there = pg_next(&q);
    for (size_t i = 0; i < count && !q.err; i++)
        held[i].is_changed = false;
    for (; is_there; is_there = pg_next(&q))
        if (read_at(&q, count, &at))
            held[at].is_changed = true;
    return pg_end(&q);
}

static enum store_err read_ids(struct pg_query *q, int64_t *out, size_t max, size_t *count)
{
    size_t found = 0;
    while (found < max && pg_next(q))
        out[found++] = pg_get(q);
    return pg_end_list(q, found, count);
}

static enum store_err look_players(struct store *store, const int64_t *player_id, size_t players,
                                   const int64_t *known, size_t known_count, int64_t *out,
                                   size_t max, size_t *count)
{
    struct pg_query q = pg_begin(postgres_of(store), PG_LOOK_PLAYERS);
    pg_put_longs(&q, player_id, players);
    pg_put_longs(&q, known, known_count);
    pg_put(&q, (int64_t)max);
    return read_ids(&q, out, max, count);
}

static enum store_err stamps(struct store *store, struct store_stamp *stamps, size_t count)
{
    size_t at;
    if (count == 0)
        return STORE_OK;
    struct pg_query q = pg_begin_batch(postgres_of(store), PG_STAMPS);
    for (size_t i = 0; i < count; i++) {
        pg_put(&q, (int64_t)i);
        pg_put(&q, stamps[i].player_id);
        pg_row(&q);
    }
    bool is_there = pg_next(&q);
    for (size_t i = 0; i < count && !q.err; i++)
        stamps[i] = (struct store_stamp){.player_id = stamps[i].player_id,
                                         .presence = {.player_id = stamps[i].player_id}};
    for (; is_there; is_there = pg_next(&q))
        if (read_at(&q, count, &at)) {
            stamps[at].stamp = pg_get(&q);
            stamps[at].presence.node = (int32_t)pg_get(&q);
            stamps[at].presence.since_ms = pg_get(&q);
        }
    return pg_end(&q);
}

static enum store_err matches(struct store *store, struct match_row *out, size_t max, size_t *count)
{
    size_t found = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_MATCHES);
    pg_put(&q, (int64_t)max);
    while (found < max && pg_next(&q)) {
        struct match_row *match = &out[found++];
        *match = (struct match_row){.id = pg_get(&q), .step = MATCH_OPEN};
        match->confirmed = match->before = pg_get_small(&q);
        match->player_id[0] = pg_get(&q);
        match->player_id[1] = pg_get(&q);
        match->since_ms[0] = pg_get(&q);
        match->since_ms[1] = pg_get(&q);
        match->network[0] = (uint32_t)pg_get(&q);
        match->network[1] = (uint32_t)pg_get(&q);
        pg_get_text(&q, match->board, sizeof match->board);
        match->clock.kind = pg_get_small(&q);
        match->clock.initial_ms = pg_get(&q);
        match->clock.increment_ms = pg_get(&q);
        match->is_rated = pg_get(&q) != 0;
        match->deadline_ms = pg_get(&q);
    }
    return pg_end_list(&q, found, count);
}

/* If there are more than `max`, the next call goes on after the last one found. */
static enum store_err orphans(struct store *store, struct store_walk *walk, int64_t *out,
                              size_t max, size_t *count)
{
    int64_t last = 0;
    size_t found = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_ORPHANS);
    pg_put(&q, walk->after_id);
    pg_put(&q, (int64_t)walk->games);
    pg_put(&q, walk->until_ms);
    pg_put(&q, walk->now_ms);
    pg_put(&q, (int64_t)max);
    while (found < max && pg_next(&q)) {
        last = pg_get(&q);
        if (!pg_get_null(&q))
            out[found++] = pg_get(&q);
    }
    enum store_err err = pg_end_list(&q, found, count);
    if (!err)
        walk->after_id = found == max ? out[found - 1] : last;
    return err;
}

const struct store_shared_ops postgres_shared_ops = {
    .beat = postgres_beat,
    .leave = postgres_leave,
    .look_games = look_games,
    .look_players = look_players,
    .stamps = stamps,
    .matches = matches,
    .chat_after = postgres_chat_after,
    .orphans = orphans,
};
