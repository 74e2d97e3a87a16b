/* Reading push subscriptions, and the messages that are still to be delivered. */
#include "store/postgres_reads.h"

static void read_push(struct pg_query *q, struct push_row *out)
{
    *out = (struct push_row){.id = pg_get(q)};
    pg_get_text(q, out->endpoint, sizeof out->endpoint);
    out->player_id = pg_get(q);
    pg_get_bytes(q, out->token_hash, sizeof out->token_hash);
    pg_get_bytes(q, out->key, sizeof out->key);
    pg_get_bytes(q, out->auth, sizeof out->auth);
    pg_get_text(q, out->language, sizeof out->language);
    out->created_ms = pg_get(q);
}

enum store_err postgres_push(struct store *store, int64_t id, struct push_row *out)
{
    struct push_row row = {0};
    struct pg_query q = pg_begin(postgres_of(store), PG_PUSH);
    pg_put(&q, id);
    bool is_there = pg_next(&q);
    if (is_there)
        read_push(&q, &row);
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        *out = row;
    return err;
}

enum store_err postgres_pushes(struct store *store, int64_t player_id, struct push_row *out,
                               size_t *count)
{
    size_t found = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_PUSHES);
    pg_put(&q, player_id);
    pg_put(&q, STORE_PUSHES_KEPT);
    while (found < STORE_PUSHES_KEPT && pg_next(&q))
        read_push(&q, &out[found++]);
    return pg_end_list(&q, found, count);
}

enum store_err postgres_pushes_due(struct store *store, int64_t until_ms, struct push_due_row *out,
                                   size_t max, size_t *count)
{
    size_t found = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_PUSHES_DUE);
    pg_put(&q, until_ms);
    pg_put(&q, (int64_t)max);
    while (found < max && pg_next(&q)) {
        struct push_due_row *row = &out[found++];
        *row = (struct push_due_row){.push_id = pg_get(&q)};
        row->game_id = pg_get(&q);
        row->kind = pg_get_small(&q);
        row->ply = (uint16_t)pg_get(&q);
        row->tries = pg_get_small(&q);
        row->due_ms = pg_get(&q);
    }
    return pg_end_list(&q, found, count);
}
