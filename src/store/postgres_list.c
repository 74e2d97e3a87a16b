/* Lists of games, the queue, chat. */
#include <stdio.h>

#include "store/postgres_reads.h"

struct pg_page pg_page_begin(const struct store_cursor *cursor, int64_t first)
{
    if (cursor->is_started)
        return (struct pg_page){*cursor, 0};
    return (struct pg_page){{false, first, first}, 0};
}

void pg_page_add(struct pg_page *page, int64_t key, int64_t tie)
{
    page->next = (struct store_cursor){true, key, tie};
    page->count++;
}

enum store_err pg_page_end(const struct pg_page *page, struct pg_query *q,
                           struct store_cursor *cursor, size_t *count)
{
    enum store_err err = pg_end_list(q, page->count, count);
    if (!err && page->count)
        *cursor = page->next;
    return err;
}

enum store_err pg_end_list(struct pg_query *q, size_t found, size_t *count)
{
    enum store_err err = pg_end(q);
    if (!err)
        *count = found;
    return err;
}

static void swap_bytes(unsigned char *a, unsigned char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

enum store_err pg_end_newest(struct pg_query *q, void *rows, size_t found, size_t row_size,
                             size_t *count)
{
    unsigned char *bytes = rows;
    enum store_err err = pg_end_list(q, found, count);
    for (size_t i = 0; !err && i < found / 2; i++)
        swap_bytes(bytes + i * row_size, bytes + (found - 1 - i) * row_size, row_size);
    return err;
}

/* ---- games ---- */

static void put_filter(struct pg_query *q, const struct store_filter *filter)
{
    pg_put(q, filter->has_class);
    pg_put(q, filter->rating_class);
    pg_put(q, filter->result);
    pg_put(q, filter->opponent_id);
}

/* Names with this beginning: up to it followed by the last Unicode character. */
static void put_beginning(struct pg_query *q, const char *beginning)
{
    char last[ROW_NAME_SIZE + 4];
    (void)snprintf(last, sizeof last, "%s\xF4\x8F\xBF\xBF", beginning);
    pg_put_text(q, beginning);
    pg_put_text(q, last);
}

static bool is_ascending(enum store_list list)
{
    return list == STORE_RUNNING || list == STORE_DUE;
}

static int64_t sort_key(enum store_list list, const struct game_row *game)
{
    return list == STORE_DUE ? game->deadline_ms : game->finished_ms;
}

enum store_err postgres_list(struct store *store, const struct store_query *query,
                             struct store_cursor *cursor, struct store_listed *out, size_t max,
                             size_t *count)
{
    if ((unsigned)query->list >= STORE_LISTS)
        return STORE_E_ROW;
    bool has_filter = query->list == STORE_PLAYER_DONE;
    bool has_name = has_filter && query->filter.opponent_name[0];
    struct pg_page page = pg_page_begin(cursor, is_ascending(query->list) ? -1 : INT64_MAX);
    struct pg_query q =
        pg_begin(postgres_of(store), has_name ? PG_DONE_NAMED : PG_LISTS + (int)query->list);
    pg_put(&q, query->list == STORE_DUE ? query->now_ms : query->player_id);
    pg_put(&q, page.next.key);
    pg_put(&q, page.next.tie);
    pg_put(&q, (int64_t)max);
    if (has_filter)
        put_filter(&q, &query->filter);
    if (has_name)
        put_beginning(&q, query->filter.opponent_name);
    while (page.count < max && pg_next(&q)) {
        struct store_listed *entry = &out[page.count];
        int64_t seq = postgres_read_game(&q, &entry->game);
        pg_get_text(&q, entry->name[0], sizeof entry->name[0]);
        pg_get_text(&q, entry->name[1], sizeof entry->name[1]);
        pg_page_add(&page, sort_key(query->list, &entry->game), seq);
    }
    return pg_page_end(&page, &q, cursor, count);
}

enum store_err postgres_discounts(struct store *store, struct store_cursor *cursor,
                                  struct store_discount *out, size_t max, size_t *count)
{
    struct pg_page page = pg_page_begin(cursor, INT64_MAX);
    struct pg_query q = pg_begin(postgres_of(store), PG_DISCOUNTS);
    pg_put(&q, page.next.key);
    pg_put(&q, page.next.tie);
    pg_put(&q, (int64_t)max);
    while (page.count < max && pg_next(&q)) {
        struct store_discount *line = &out[page.count];
        postgres_read_rated(&q, &line->rated);
        pg_get_text(&q, line->name[0], sizeof line->name[0]);
        pg_get_text(&q, line->name[1], sizeof line->name[1]);
        line->player_id[0] = pg_get(&q);
        line->player_id[1] = pg_get(&q);
        line->winner = pg_get_small(&q);
        line->reason = pg_get_small(&q);
        line->plies = (uint16_t)pg_get(&q);
        pg_page_add(&page, line->rated.at_ms, line->rated.game_id);
    }
    return pg_page_end(&page, &q, cursor, count);
}

enum store_err postgres_queue(struct store *store, struct store_cursor *cursor,
                              struct queue_row *out, size_t max, size_t *count)
{
    struct pg_page page = pg_page_begin(cursor, -1);
    struct pg_query q = pg_begin(postgres_of(store), PG_QUEUE);
    pg_put(&q, page.next.key);
    pg_put(&q, page.next.tie);
    pg_put(&q, (int64_t)max);
    while (page.count < max && pg_next(&q)) {
        struct queue_row *row = &out[page.count];
        postgres_read_queue(&q, row);
        pg_page_add(&page, row->since_ms, row->player_id);
    }
    return pg_page_end(&page, &q, cursor, count);
}
