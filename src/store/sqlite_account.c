/* A player's data: account, sessions, create requests, chat, and its deletion. */
#include "store/sqlite.h"

enum store_err sqlite_write_account(struct sqlite_store *s, const struct row *row)
{
    const struct account_row *a = &row->account;
    struct query q = query_begin(s, SQL_PUT_ACCOUNT);
    query_put(&q, a->player_id);
    query_put_text(&q, a->login, -1);
    query_put_text(&q, a->password, -1);
    query_put_bytes(&q, a->has_recovery ? a->recovery : NULL, ROW_HASH_BYTES);
    query_put(&q, a->created_ms);
    query_put_bytes(&q, a->has_totp ? a->totp : NULL, ROW_TOTP_BYTES);
    query_put(&q, a->totp_step);
    enum store_err err = query_run(&q, NULL);
    return err ? err : sqlite_name_account(s, a->player_id);
}

enum store_err sqlite_write_code(struct sqlite_store *s, const struct row *row)
{
    int changed = 0;
    struct query q = query_begin(s, SQL_USE_CODE);
    query_put(&q, row->code.player_id);
    query_put(&q, row->code.totp_step);
    enum store_err err = query_run(&q, &changed);
    return err || changed ? err : STORE_E_STALE;
}

static enum store_err run_for(struct sqlite_store *s, enum sql which, int64_t player_id)
{
    struct query q = query_begin(s, which);
    query_put(&q, player_id);
    return query_run(&q, NULL);
}

enum store_err sqlite_write_logout(struct sqlite_store *s, const struct row *row)
{
    const struct logout_row *l = &row->logout;
    if (l->is_everywhere)
        return run_for(s, SQL_DROP_SESSIONS, l->player_id);
    struct query q = query_begin(s, SQL_DROP_SESSION);
    query_put_bytes(&q, l->token_hash, ROW_HASH_BYTES);
    query_put(&q, l->player_id);
    return query_run(&q, NULL);
}

enum store_err sqlite_write_erase(struct sqlite_store *s, const struct row *row)
{
    static const enum sql all[] = {
        SQL_DROP_SESSIONS, SQL_DROP_ACCOUNT,  SQL_DROP_RATINGS, SQL_DROP_RECORD,   SQL_DROP_STREAK,
        SQL_DROP_PLAYED,   SQL_DROP_SAID,     SQL_DROP_QUEUE,   SQL_DROP_REQUESTS, SQL_DROP_DEVICES,
        SQL_DROP_REPORTS,  SQL_DROP_PASSKEYS, SQL_DROP_AUDIT_OF};
    const struct erase_row *e = &row->erase;
    int changed = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        enum store_err err = run_for(s, all[i], e->player_id);
        if (err)
            return err;
    }
    struct query q = query_begin(s, SQL_ERASE);
    query_put(&q, e->player_id);
    query_put(&q, e->erased_ms);
    enum store_err err = query_run(&q, &changed);
    return err || changed ? err : STORE_E_MISSING;
}

enum store_err sqlite_write_request(struct sqlite_store *s, const struct row *row)
{
    const struct request_row *r = &row->request;
    struct query q = query_begin(s, SQL_PUT_REQUEST);
    query_put(&q, r->player_id);
    query_put_text(&q, r->request, -1);
    query_put(&q, r->game_id);
    return query_run(&q, NULL);
}

enum store_err sqlite_request(struct store *store, int64_t player_id, const char *request,
                              int64_t *game_id)
{
    int64_t id = 0;
    struct query q = query_begin(sqlite_of(store), SQL_REQUEST);
    query_put(&q, player_id);
    query_put_text(&q, request, -1);
    bool is_there = query_next(&q);
    if (is_there)
        id = query_get(&q);
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        *game_id = id;
    return err;
}

static void put_account_key(struct query *q, const struct store_account_key *key)
{
    if (key->by == STORE_BY_PLAYER)
        query_put(q, key->player_id);
    else if (key->by == STORE_BY_LOGIN)
        query_put_text(q, key->login, -1);
    else
        query_put_bytes(q, key->recovery, ROW_HASH_BYTES);
}

enum store_err sqlite_account(struct store *store, const struct store_account_key *key,
                              struct account_row *out)
{
    struct account_row account = {0};
    struct query q =
        query_begin(sqlite_of(store), (enum sql)(SQL_ACCOUNT_BY_PLAYER + (int)key->by));
    put_account_key(&q, key);
    bool is_there = query_next(&q);
    if (is_there) {
        account.player_id = query_get(&q);
        query_get_text(&q, account.login, sizeof account.login);
        query_get_text(&q, account.password, sizeof account.password);
        account.has_recovery = !query_get_null(&q);
        if (account.has_recovery)
            query_get_bytes(&q, account.recovery, sizeof account.recovery);
        account.created_ms = query_get(&q);
        account.role = query_get_small(&q);
        account.has_totp = !query_get_null(&q);
        if (account.has_totp)
            query_get_bytes(&q, account.totp, sizeof account.totp);
        account.totp_step = query_get(&q);
        account.has_passkey = query_get(&q) != 0;
    }
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        *out = account;
    return err;
}

enum store_err sqlite_waiting(struct store *store, int64_t player_id, struct queue_row *out)
{
    struct queue_row row = {0};
    struct query q = query_begin(sqlite_of(store), SQL_WAITING);
    query_put(&q, player_id);
    bool is_there = query_next(&q);
    if (is_there)
        sqlite_read_queue(&q, &row);
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        *out = row;
    return err;
}

enum store_err sqlite_sessions(struct store *store, int64_t player_id, struct session_row *out,
                               size_t max, size_t *count)
{
    size_t found = 0;
    struct query q = query_begin(sqlite_of(store), SQL_SESSIONS);
    query_put(&q, player_id);
    query_put(&q, (int64_t)max);
    while (found < max && query_next(&q))
        sqlite_read_session(&q, &out[found++]);
    enum store_err err = query_end(&q);
    if (!err)
        *count = found;
    return err;
}

/* The second number of the cursor is channel and seq in one. */
enum store_err sqlite_player_chat(struct store *store, int64_t player_id,
                                  struct store_cursor *cursor, struct chat_row *out, size_t max,
                                  size_t *count)
{
    struct list_page page = list_page_begin(cursor, -1);
    struct query q = query_begin(sqlite_of(store), SQL_SAID);
    query_put(&q, player_id);
    query_put(&q, page.next.key);
    query_put(&q, page.next.tie >> 32);
    query_put(&q, page.next.tie & UINT32_MAX);
    query_put(&q, (int64_t)max);
    while (page.count < max && query_next(&q)) {
        struct chat_row *line = &out[page.count];
        line->game_id = query_get(&q);
        line->channel = query_get_small(&q);
        line->seq = (uint32_t)query_get(&q);
        line->player_id = player_id;
        line->quick = (uint16_t)query_get(&q);
        query_get_text(&q, line->text, sizeof line->text);
        line->sent_ms = query_get(&q);
        list_page_add(&page, line->game_id, (int64_t)line->channel << 32 | line->seq);
    }
    return list_page_end(&page, &q, cursor, count);
}
