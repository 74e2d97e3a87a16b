/* Passkeys: the public keys with which players log in. */
#include "store/sqlite.h"

static enum store_err use(struct sqlite_store *s, const struct passkey_row *p)
{
    int changed = 0;
    struct query q = query_begin(s, SQL_USE_PASSKEY);
    query_put_bytes(&q, p->id, p->id_len);
    query_put(&q, p->player_id);
    query_put(&q, p->counter);
    query_put(&q, p->used_ms);
    enum store_err err = query_run(&q, &changed);
    return err || changed ? err : STORE_E_STALE;
}

enum store_err sqlite_write_passkey(struct sqlite_store *s, const struct row *row)
{
    const struct passkey_row *p = &row->passkey;
    if (p->is_use)
        return use(s, p);
    struct query q = query_begin(s, SQL_ADD_PASSKEY);
    query_put_bytes(&q, p->id, p->id_len);
    query_put(&q, p->player_id);
    query_put(&q, p->algorithm);
    query_put_bytes(&q, p->key, p->key_len);
    query_put(&q, p->counter);
    query_put_text(&q, p->name, -1);
    query_put(&q, p->created_ms);
    query_put(&q, p->used_ms);
    return query_run(&q, NULL);
}

enum store_err sqlite_write_passkey_gone(struct sqlite_store *s, const struct row *row)
{
    const struct passkey_gone_row *gone = &row->passkey_gone;
    int changed = 0;
    struct query q = query_begin(s, SQL_DROP_PASSKEY);
    query_put_bytes(&q, gone->id, gone->id_len);
    query_put(&q, gone->player_id);
    enum store_err err = query_run(&q, &changed);
    return err || changed ? err : STORE_E_MISSING;
}

static void read_passkey(struct query *q, struct passkey_row *out)
{
    *out = (struct passkey_row){0};
    out->id_len = (uint16_t)query_get_blob(q, out->id, sizeof out->id);
    out->player_id = query_get(q);
    out->algorithm = (int32_t)query_get(q);
    out->key_len = (uint16_t)query_get_blob(q, out->key, sizeof out->key);
    out->counter = (uint32_t)query_get(q);
    query_get_text(q, out->name, sizeof out->name);
    out->created_ms = query_get(q);
    out->used_ms = query_get(q);
}

enum store_err sqlite_passkey(struct store *store, const uint8_t *id, size_t id_len,
                              struct passkey_row *out)
{
    struct passkey_row row = {0};
    struct query q = query_begin(sqlite_of(store), SQL_PASSKEY);
    query_put_bytes(&q, id, (int)id_len);
    bool is_there = query_next(&q);
    if (is_there)
        read_passkey(&q, &row);
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        *out = row;
    return err;
}

enum store_err sqlite_passkeys(struct store *store, int64_t player_id,
                               struct passkey_row out[STORE_PASSKEYS_MAX], size_t *count)
{
    size_t found = 0;
    struct query q = query_begin(sqlite_of(store), SQL_PASSKEYS);
    query_put(&q, player_id);
    query_put(&q, STORE_PASSKEYS_MAX);
    while (found < STORE_PASSKEYS_MAX && query_next(&q))
        read_passkey(&q, &out[found++]);
    enum store_err err = query_end(&q);
    if (!err)
        *count = found;
    return err;
}
