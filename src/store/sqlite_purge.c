/* What expires: guests, sessions, and the log of accounts. */
#include "store/sqlite.h"

enum { AUDIT_STEP = 200 };

/* STORE_E_MISSING: the guest stays. */
static enum store_err find_purgeable(struct sqlite_store *s, const struct purge_row *p,
                                     bool *has_games)
{
    struct query q = query_begin(s, SQL_PURGEABLE);
    query_put(&q, p->player_id);
    query_put(&q, p->before_ms);
    bool is_there = query_next(&q);
    if (is_there)
        *has_games = query_get(&q) != 0;
    return query_end_one(&q, is_there);
}

static enum store_err drop_player(struct sqlite_store *s, int64_t player_id)
{
    struct query q = query_begin(s, SQL_DROP_PLAYER);
    query_put(&q, player_id);
    return query_run(&q, NULL);
}

static enum store_err name_player(struct sqlite_store *s, const struct purge_row *p)
{
    struct query q = query_begin(s, SQL_NAME_PLAYER);
    query_put(&q, p->player_id);
    query_put_text(&q, p->name, -1);
    return query_run(&q, NULL);
}

enum store_err sqlite_write_purge(struct sqlite_store *s, const struct row *row)
{
    const struct purge_row *p = &row->purge;
    const struct row erase = {.kind = ROW_ERASE, .erase = {p->player_id, p->at_ms}};
    bool has_games = false;
    enum store_err err = find_purgeable(s, p, &has_games);
    if (err == STORE_E_MISSING || (!err && has_games && p->is_unplayed))
        return STORE_OK;
    if (!err)
        err = sqlite_write_erase(s, &erase);
    if (err)
        return err;
    return has_games ? name_player(s, p) : drop_player(s, p->player_id);
}

static enum store_err drop_lines(struct sqlite_store *s, int64_t before_ms)
{
    struct query q = query_begin(s, SQL_DROP_AUDIT);
    query_put(&q, before_ms);
    query_put(&q, AUDIT_STEP);
    return query_run(&q, NULL);
}

enum store_err sqlite_write_audit(struct sqlite_store *s, const struct row *row)
{
    const struct audit_row *a = &row->audit;
    if (!a->player_id)
        return drop_lines(s, a->at_ms);
    struct query q = query_begin(s, SQL_ADD_AUDIT);
    query_put(&q, a->player_id);
    query_put(&q, a->at_ms);
    query_put(&q, a->kind);
    query_put_text(&q, a->address, -1);
    return query_run(&q, NULL);
}

enum store_err sqlite_stale(struct store *store, int64_t until_ms, struct store_cursor *cursor,
                            struct store_stale *out, size_t max, size_t *count)
{
    struct list_page page = list_page_begin(cursor, -1);
    struct query q = query_begin(sqlite_of(store), SQL_STALE);
    query_put(&q, until_ms);
    query_put(&q, page.next.key);
    query_put(&q, page.next.tie);
    query_put(&q, (int64_t)max);
    while (page.count < max && query_next(&q)) {
        struct store_stale *stale = &out[page.count];
        *stale = (struct store_stale){.has_account = false};
        query_get_bytes(&q, stale->session.token_hash, sizeof stale->session.token_hash);
        stale->session.player_id = query_get(&q);
        stale->session.created_ms = query_get(&q);
        stale->session.seen_ms = query_get(&q);
        stale->has_account = query_get(&q) != 0;
        list_page_add(&page, stale->session.seen_ms, stale->session.player_id);
    }
    return list_page_end(&page, &q, cursor, count);
}

enum store_err sqlite_audit(struct store *store, int64_t player_id, struct store_cursor *cursor,
                            struct audit_row *out, size_t max, size_t *count)
{
    struct list_page page = list_page_begin(cursor, INT64_MAX);
    struct query q = query_begin(sqlite_of(store), player_id ? SQL_AUDIT_OF : SQL_AUDIT);
    query_put(&q, player_id);
    query_put(&q, page.next.key);
    query_put(&q, (int64_t)max);
    while (page.count < max && query_next(&q)) {
        struct audit_row *line = &out[page.count];
        int64_t id = query_get(&q);
        line->player_id = query_get(&q);
        line->at_ms = query_get(&q);
        line->kind = query_get_small(&q);
        query_get_text(&q, line->address, sizeof line->address);
        list_page_add(&page, id, 0);
    }
    return list_page_end(&page, &q, cursor, count);
}
