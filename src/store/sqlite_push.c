/* Subscriptions to push messages, and the messages that are still to be delivered. */
#include "store/sqlite.h"

/* A player's oldest subscriptions make room for a new one. */
static enum store_err trim(struct sqlite_store *s, int64_t player_id)
{
    struct query q = query_begin(s, SQL_TRIM_PUSH);
    query_put(&q, player_id);
    query_put(&q, STORE_PUSHES_KEPT);
    return query_run(&q, NULL);
}

enum store_err sqlite_write_push(struct sqlite_store *s, const struct row *row)
{
    const struct push_row *p = &row->push;
    struct query q = query_begin(s, SQL_PUT_PUSH);
    query_put_text(&q, p->endpoint, -1);
    query_put(&q, p->player_id);
    query_put_bytes(&q, p->token_hash, ROW_HASH_BYTES);
    query_put_bytes(&q, p->key, ROW_PUSH_KEY_BYTES);
    query_put_bytes(&q, p->auth, ROW_PUSH_AUTH_BYTES);
    query_put_text(&q, p->language, -1);
    query_put(&q, p->created_ms);
    enum store_err err = query_run(&q, NULL);
    return err ? err : trim(s, p->player_id);
}

enum store_err sqlite_write_push_gone(struct sqlite_store *s, const struct row *row)
{
    const struct push_gone_row *g = &row->push_gone;
    struct query q = query_begin(s, g->id ? SQL_DROP_PUSH : SQL_DROP_PUSH_OF);
    if (g->id) {
        query_put(&q, g->id);
    } else {
        query_put_text(&q, g->endpoint, -1);
        query_put(&q, g->player_id);
    }
    return query_run(&q, NULL);
}

enum store_err sqlite_write_push_due(struct sqlite_store *s, const struct row *row)
{
    static const enum sql steps[] = {[PUSH_ADD] = SQL_ADD_PUSH_DUE,
                                     [PUSH_AGAIN] = SQL_DELAY_PUSH_DUE,
                                     [PUSH_DONE] = SQL_DROP_PUSH_DUE};
    const struct push_due_row *d = &row->push_due;
    struct query q = query_begin(s, steps[d->step]);
    query_put(&q, d->push_id);
    query_put(&q, d->game_id);
    query_put(&q, d->kind);
    query_put(&q, d->ply);
    if (d->step != PUSH_DONE) {
        query_put(&q, d->tries);
        query_put(&q, d->due_ms);
    }
    return query_run(&q, NULL);
}

static void read_push(struct query *q, struct push_row *out)
{
    *out = (struct push_row){.id = query_get(q)};
    query_get_text(q, out->endpoint, sizeof out->endpoint);
    out->player_id = query_get(q);
    query_get_bytes(q, out->token_hash, sizeof out->token_hash);
    query_get_bytes(q, out->key, sizeof out->key);
    query_get_bytes(q, out->auth, sizeof out->auth);
    query_get_text(q, out->language, sizeof out->language);
    out->created_ms = query_get(q);
}

enum store_err sqlite_push(struct store *store, int64_t id, struct push_row *out)
{
    struct push_row row = {0};
    struct query q = query_begin(sqlite_of(store), SQL_PUSH);
    query_put(&q, id);
    bool is_there = query_next(&q);
    if (is_there)
        read_push(&q, &row);
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        *out = row;
    return err;
}

enum store_err sqlite_pushes(struct store *store, int64_t player_id,
                             struct push_row out[STORE_PUSHES_KEPT], size_t *count)
{
    size_t found = 0;
    struct query q = query_begin(sqlite_of(store), SQL_PUSHES);
    query_put(&q, player_id);
    query_put(&q, STORE_PUSHES_KEPT);
    while (found < STORE_PUSHES_KEPT && query_next(&q))
        read_push(&q, &out[found++]);
    enum store_err err = query_end(&q);
    if (!err)
        *count = found;
    return err;
}

enum store_err sqlite_pushes_due(struct store *store, int64_t until_ms, struct push_due_row *out,
                                 size_t max, size_t *count)
{
    size_t found = 0;
    struct query q = query_begin(sqlite_of(store), SQL_PUSHES_DUE);
    query_put(&q, until_ms);
    query_put(&q, (int64_t)max);
    while (found < max && query_next(&q)) {
        struct push_due_row *row = &out[found++];
        *row = (struct push_due_row){.push_id = query_get(&q)};
        row->game_id = query_get(&q);
        row->kind = query_get_small(&q);
        row->ply = (uint16_t)query_get(&q);
        row->tries = query_get_small(&q);
        row->due_ms = query_get(&q);
    }
    enum store_err err = query_end(&q);
    if (!err)
        *count = found;
    return err;
}
