/* Reading what belongs to accounts: log-in, sessions, devices, passkeys, their log. */
#include "store/postgres_reads.h"

static void put_account_key(struct pg_query *q, const struct store_account_key *key)
{
    if (key->by == STORE_BY_PLAYER)
        pg_put(q, key->player_id);
    else if (key->by == STORE_BY_LOGIN)
        pg_put_text(q, key->login);
    else
        pg_put_bytes(q, key->recovery, ROW_HASH_BYTES);
}

static void read_account(struct pg_query *q, struct account_row *out)
{
    out->player_id = pg_get(q);
    pg_get_text(q, out->login, sizeof out->login);
    pg_get_text(q, out->password, sizeof out->password);
    out->has_recovery = !pg_get_null(q);
    if (out->has_recovery)
        pg_get_bytes(q, out->recovery, sizeof out->recovery);
    out->created_ms = pg_get(q);
    out->role = pg_get_small(q);
    out->has_totp = !pg_get_null(q);
    if (out->has_totp)
        pg_get_bytes(q, out->totp, sizeof out->totp);
    out->totp_step = pg_get(q);
    out->has_passkey = pg_get(q) != 0;
}

enum store_err postgres_account(struct store *store, const struct store_account_key *key,
                                struct account_row *out)
{
    struct account_row account = {0};
    struct pg_query q = pg_begin(postgres_of(store), PG_ACCOUNT + (int)key->by);
    put_account_key(&q, key);
    bool is_there = pg_next(&q);
    if (is_there)
        read_account(&q, &account);
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        *out = account;
    return err;
}

enum store_err postgres_name_owner(struct store *store, int64_t skeleton, int64_t *player_id)
{
    int64_t id = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_NAME_OWNER);
    pg_put(&q, skeleton);
    bool is_there = pg_next(&q);
    if (is_there)
        id = pg_get(&q);
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        *player_id = id;
    return err;
}

enum store_err postgres_sessions(struct store *store, int64_t player_id, struct session_row *out,
                                 size_t max, size_t *count)
{
    size_t found = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_SESSIONS);
    pg_put(&q, player_id);
    pg_put(&q, (int64_t)max);
    while (found < max && pg_next(&q)) {
        struct session_row *session = &out[found++];
        postgres_read_session(&q, session);
        session->agent = (uint16_t)pg_get(&q);
    }
    return pg_end_list(&q, found, count);
}

enum store_err postgres_stale(struct store *store, int64_t until_ms, struct store_cursor *cursor,
                              struct store_stale *out, size_t max, size_t *count)
{
    struct pg_page page = pg_page_begin(cursor, -1);
    struct pg_query q = pg_begin(postgres_of(store), PG_STALE);
    pg_put(&q, until_ms);
    pg_put(&q, page.next.key);
    pg_put(&q, page.next.tie);
    pg_put(&q, (int64_t)max);
    while (page.count < max && pg_next(&q)) {
        struct store_stale *stale = &out[page.count];
        *stale = (struct store_stale){0};
        postgres_read_session(&q, &stale->session);
        stale->has_account = pg_get(&q) != 0;
        pg_page_add(&page, stale->session.seen_ms, stale->session.player_id);
    }
    return pg_page_end(&page, &q, cursor, count);
}

enum store_err postgres_audit(struct store *store, int64_t player_id, struct store_cursor *cursor,
                              struct audit_row *out, size_t max, size_t *count)
{
    struct pg_page page = pg_page_begin(cursor, INT64_MAX);
    struct pg_query q = pg_begin(postgres_of(store), player_id ? PG_AUDIT_OF : PG_AUDIT);
    pg_put(&q, player_id);
    pg_put(&q, page.next.key);
    pg_put(&q, (int64_t)max);
    while (page.count < max && pg_next(&q)) {
        struct audit_row *line = &out[page.count];
        int64_t id = pg_get(&q);
        line->player_id = pg_get(&q);
        line->at_ms = pg_get(&q);
        line->kind = pg_get_small(&q);
        pg_get_text(&q, line->address, sizeof line->address);
        pg_page_add(&page, id, 0);
    }
    return pg_page_end(&page, &q, cursor, count);
}

enum store_err postgres_devices(struct store *store, int64_t player_id, struct device_row *out,
                                size_t *count)
{
    size_t found = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_DEVICES);
    pg_put(&q, player_id);
    pg_put(&q, STORE_DEVICES_KEPT);
    while (found < STORE_DEVICES_KEPT && pg_next(&q)) {
        struct device_row *device = &out[found++];
        device->player_id = player_id;
        pg_get_bytes(&q, device->hash, sizeof device->hash);
        device->seen_ms = pg_get(&q);
    }
    return pg_end_list(&q, found, count);
}

static void read_passkey(struct pg_query *q, struct passkey_row *out)
{
    *out = (struct passkey_row){0};
    out->id_len = (uint16_t)pg_get_blob(q, out->id, sizeof out->id);
    out->player_id = pg_get(q);
    out->algorithm = (int32_t)pg_get(q);
    out->key_len = (uint16_t)pg_get_blob(q, out->key, sizeof out->key);
    out->counter = (uint32_t)pg_get(q);
    pg_get_text(q, out->name, sizeof out->name);
    out->created_ms = pg_get(q);
    out->used_ms = pg_get(q);
}

enum store_err postgres_passkey(struct store *store, const uint8_t *id, size_t id_len,
                                struct passkey_row *out)
{
    struct passkey_row row = {0};
    struct pg_query q = pg_begin(postgres_of(store), PG_PASSKEY);
    pg_put_bytes(&q, id, id_len);
    bool is_there = pg_next(&q);
    if (is_there)
        read_passkey(&q, &row);
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        *out = row;
    return err;
}

enum store_err postgres_passkeys(struct store *store, int64_t player_id, struct passkey_row *out,
                                 size_t *count)
{
    size_t found = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_PASSKEYS);
    pg_put(&q, player_id);
    pg_put(&q, STORE_PASSKEYS_MAX);
    while (found < STORE_PASSKEYS_MAX && pg_next(&q))
        read_passkey(&q, &out[found++]);
    return pg_end_list(&q, found, count);
}
