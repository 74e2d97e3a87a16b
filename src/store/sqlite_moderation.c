/* What moderators impose on players, what they did, and what players report. */
#include "store/sqlite.h"

enum store_err sqlite_write_sanction(struct sqlite_store *s, const struct row *row)
{
    const struct sanction_row *sanction = &row->sanction;
    struct query q = query_begin(s, SQL_PUT_SANCTION);
    query_put(&q, sanction->player_id);
    query_put(&q, sanction->mute_ms);
    query_put(&q, sanction->ban_ms);
    return query_run(&q, NULL);
}

enum store_err sqlite_write_moderation(struct sqlite_store *s, const struct row *row)
{
    const struct moderation_row *m = &row->moderation;
    struct query q = query_begin(s, SQL_ADD_MODERATION);
    query_put(&q, m->moderator_id);
    query_put(&q, m->player_id);
    query_put(&q, m->action);
    query_put(&q, m->until_ms);
    query_put_text(&q, m->reason, -1);
    query_put(&q, m->at_ms);
    return query_run(&q, NULL);
}

enum store_err sqlite_write_report(struct sqlite_store *s, const struct row *row)
{
    const struct report_row *r = &row->report;
    struct query q = query_begin(s, SQL_PUT_REPORT);
    query_put(&q, r->player_id);
    query_put(&q, r->sender_id);
    query_put(&q, r->game_id);
    query_put(&q, r->kind);
    query_put_text(&q, r->text, -1);
    query_put(&q, r->sent_ms);
    query_put(&q, STORE_REPORTS_KEPT);
    return query_run(&q, NULL);
}

enum store_err sqlite_write_report_closed(struct sqlite_store *s, const struct row *row)
{
    const struct report_closed_row *r = &row->report_closed;
    int changed = 0;
    struct query q = query_begin(s, SQL_CLOSE_REPORT);
    query_put(&q, r->id);
    query_put(&q, r->closed_ms);
    enum store_err err = query_run(&q, &changed);
    return err || changed ? err : STORE_E_MISSING;
}

enum store_err sqlite_reports(struct store *store, struct store_cursor *cursor,
                              struct store_report *out, size_t max, size_t *count)
{
    struct list_page page = list_page_begin(cursor, 0);
    struct query q = query_begin(sqlite_of(store), SQL_REPORTS);
    query_put(&q, page.next.key);
    query_put(&q, (int64_t)max);
    while (page.count < max && query_next(&q)) {
        struct store_report *entry = &out[page.count];
        struct report_row *row = &entry->report;
        row->id = query_get(&q);
        row->player_id = query_get(&q);
        row->sender_id = query_get(&q);
        row->game_id = query_get(&q);
        row->kind = query_get_small(&q);
        query_get_text(&q, row->text, sizeof row->text);
        row->sent_ms = query_get(&q);
        query_get_text(&q, entry->name, sizeof entry->name);
        query_get_text(&q, entry->sender_name, sizeof entry->sender_name);
        list_page_add(&page, row->id, 0);
    }
    return list_page_end(&page, &q, cursor, count);
}

enum store_err sqlite_moderations(struct store *store, int64_t player_id,
                                  struct store_cursor *cursor, struct store_moderation *out,
                                  size_t max, size_t *count)
{
    struct list_page page = list_page_begin(cursor, INT64_MAX);
    struct query q =
        query_begin(sqlite_of(store), player_id ? SQL_MODERATIONS_OF : SQL_MODERATIONS);
    query_put(&q, page.next.key);
    query_put(&q, (int64_t)max);
    if (player_id)
        query_put(&q, player_id);
    while (page.count < max && query_next(&q)) {
        struct store_moderation *entry = &out[page.count];
        struct moderation_row *row = &entry->moderation;
        row->id = query_get(&q);
        row->moderator_id = query_get(&q);
        row->player_id = query_get(&q);
        row->action = query_get_small(&q);
        row->until_ms = query_get(&q);
        query_get_text(&q, row->reason, sizeof row->reason);
        row->at_ms = query_get(&q);
        query_get_text(&q, entry->name, sizeof entry->name);
        query_get_text(&q, entry->moderator_name, sizeof entry->moderator_name);
        list_page_add(&page, row->id, 0);
    }
    return list_page_end(&page, &q, cursor, count);
}
