/* Reading what players report and what moderators did. */
#include "store/postgres_reads.h"

enum store_err postgres_reports(struct store *store, struct store_cursor *cursor,
                                struct store_report *out, size_t max, size_t *count)
{
    struct pg_page page = pg_page_begin(cursor, 0);
    struct pg_query q = pg_begin(postgres_of(store), PG_REPORTS);
    pg_put(&q, page.next.key);
    pg_put(&q, (int64_t)max);
    while (page.count < max && pg_next(&q)) {
        struct store_report *entry = &out[page.count];
        struct report_row *row = &entry->report;
        row->id = pg_get(&q);
        row->player_id = pg_get(&q);
        row->sender_id = pg_get(&q);
        row->game_id = pg_get(&q);
        row->kind = pg_get_small(&q);
        pg_get_text(&q, row->text, sizeof row->text);
        row->sent_ms = pg_get(&q);
        pg_get_text(&q, entry->name, sizeof entry->name);
        pg_get_text(&q, entry->sender_name, sizeof entry->sender_name);
        pg_page_add(&page, row->id, 0);
    }
    return pg_page_end(&page, &q, cursor, count);
}

enum store_err postgres_moderations(struct store *store, int64_t player_id,
                                    struct store_cursor *cursor, struct store_moderation *out,
                                    size_t max, size_t *count)
{
    struct pg_page page = pg_page_begin(cursor, INT64_MAX);
    struct pg_query q =
        pg_begin(postgres_of(store), player_id ? PG_MODERATIONS_OF : PG_MODERATIONS);
    pg_put(&q, page.next.key);
    pg_put(&q, (int64_t)max);
    if (player_id)
        pg_put(&q, player_id);
    while (page.count < max && pg_next(&q)) {
        struct store_moderation *entry = &out[page.count];
        struct moderation_row *row = &entry->moderation;
        row->id = pg_get(&q);
        row->moderator_id = pg_get(&q);
        row->player_id = pg_get(&q);
        row->action = pg_get_small(&q);
        row->until_ms = pg_get(&q);
        pg_get_text(&q, row->reason, sizeof row->reason);
        row->at_ms = pg_get(&q);
        pg_get_text(&q, entry->name, sizeof entry->name);
        pg_get_text(&q, entry->moderator_name, sizeof entry->moderator_name);
        pg_page_add(&page, row->id, 0);
    }
    return pg_page_end(&page, &q, cursor, count);
}
