#include <stdio.h>

#include "store/sqlite.h"

struct list_page list_page_begin(const struct store_cursor *cursor, int64_t first)
{
    if (cursor->is_started)
        return (struct list_page){*cursor, 0};
    return (struct list_page){{false, first, first}, 0};
}

void list_page_add(struct list_page *page, int64_t key, int64_t tie)
{
    page->next = (struct store_cursor){true, key, tie};
    page->count++;
}

enum store_err list_page_end(const struct list_page *page, struct query *q,
                             struct store_cursor *cursor, size_t *count)
{
    enum store_err err = query_end(q);
    if (err)
        return err;
    if (page->count)
        *cursor = page->next;
    *count = page->count;
    return STORE_OK;
}

static void swap_bytes(unsigned char *a, unsigned char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

enum store_err query_end_newest(struct query *q, void *rows, size_t found, size_t row_size,
                                size_t *count)
{
    unsigned char *bytes = rows;
    enum store_err err = query_end(q);
    if (err)
        return err;
    for (size_t i = 0; i < found / 2; i++)
        swap_bytes(bytes + i * row_size, bytes + (found - 1 - i) * row_size, row_size);
    *count = found;
    return STORE_OK;
}

static void put_filter(struct query *q, const struct store_filter *filter, const char *last)
{
    query_put(q, filter->has_class);
    query_put(q, filter->rating_class);
    query_put(q, filter->result);
    query_put(q, filter->opponent_id);
    query_put_text(q, filter->opponent_name, -1);
    query_put_text(q, last, -1);
}

enum { LAST_SIZE = ROW_NAME_SIZE + 4 };

/* An upper bound of all names with this beginning: followed by the last Unicode character. */
static void last_of(char out[LAST_SIZE], const char *beginning)
{
    (void)snprintf(out, LAST_SIZE, "%s\xF4\x8F\xBF\xBF", beginning);
}

/* Chooses the statement for a search by opponent name. If few players have such a name, their ids are
 * looked up first. If many have, scanning the player's games soon finds one of them. */
static enum store_err choose_statement(struct sqlite_store *s, const struct store_query *query,
                                       const char *last, enum sql *out)
{
    *out = (enum sql)(SQL_LISTS + (int)query->list);
    if (query->list != STORE_PLAYER_DONE || !query->filter.opponent_name[0])
        return STORE_OK;
    struct query q = query_begin(s, SQL_MANY_NAMESAKES);
    query_put_text(&q, query->filter.opponent_name, -1);
    query_put_text(&q, last, -1);
    if (!query_next(&q))
        *out = SQL_DONE_AGAINST_FEW;
    return query_end(&q);
}

static bool is_ascending(enum store_list list)
{
    return list == STORE_RUNNING || list == STORE_DUE;
}

static int64_t sort_key(enum store_list list, const struct game_row *game)
{
    return list == STORE_DUE ? game->deadline_ms : game->finished_ms;
}

static bool is_listed(const struct store_query *query, const struct game_row *game)
{
    return query->list != STORE_PLAYER_TO_MOVE ||
           game->seat[game->to_move].player_id == query->player_id;
}

enum store_err sqlite_list(struct store *store, const struct store_query *query,
                           struct store_cursor *cursor, struct store_listed *out, size_t max,
                           size_t *count)
{
    if ((unsigned)query->list >= STORE_LISTS)
        return STORE_E_ROW;
    char last[LAST_SIZE];
    enum sql which;
    last_of(last, query->filter.opponent_name);
    enum store_err err = choose_statement(sqlite_of(store), query, last, &which);
    if (err)
        return err;
    struct list_page page = list_page_begin(cursor, is_ascending(query->list) ? -1 : INT64_MAX);
    struct query q = query_begin(sqlite_of(store), which);
    query_put(&q, query->list == STORE_DUE ? query->now_ms : query->player_id);
    query_put(&q, page.next.key);
    query_put(&q, page.next.tie);
    if (query->list != STORE_PLAYER_TO_MOVE) /* of which not every row is listed */
        query_put(&q, (int64_t)max);
    if (query->list == STORE_PLAYER_DONE)
        put_filter(&q, &query->filter, last);
    while (page.count < max && query_next(&q)) {
        struct store_listed *entry = &out[page.count];
        int64_t seq = sqlite_read_game(&q, &entry->game);
        query_get_text(&q, entry->name[0], sizeof entry->name[0]);
        query_get_text(&q, entry->name[1], sizeof entry->name[1]);
        if (is_listed(query, &entry->game))
            list_page_add(&page, sort_key(query->list, &entry->game), seq);
    }
    return list_page_end(&page, &q, cursor, count);
}

enum store_err sqlite_queue(struct store *store, struct store_cursor *cursor, struct queue_row *out,
                            size_t max, size_t *count)
{
    struct list_page page = list_page_begin(cursor, -1);
    struct query q = query_begin(sqlite_of(store), SQL_QUEUE);
    query_put(&q, page.next.key);
    query_put(&q, page.next.tie);
    query_put(&q, (int64_t)max);
    while (page.count < max && query_next(&q)) {
        struct queue_row *row = &out[page.count];
        sqlite_read_queue(&q, row);
        list_page_add(&page, row->since_ms, row->player_id);
    }
    return list_page_end(&page, &q, cursor, count);
}

enum store_err sqlite_chat(struct store *store, int64_t game_id, enum chat_channel channel,
                           struct chat_row *out, size_t max, size_t *count)
{
    size_t found = 0;
    struct query q = query_begin(sqlite_of(store), SQL_CHAT);
    query_put(&q, game_id);
    query_put(&q, channel);
    query_put(&q, (int64_t)max);
    while (found < max && query_next(&q)) {
        struct chat_row *line = &out[found++];
        line->game_id = game_id;
        line->channel = (uint8_t)channel;
        line->seq = (uint32_t)query_get(&q);
        line->player_id = query_get(&q);
        line->quick = (uint16_t)query_get(&q);
        query_get_text(&q, line->text, sizeof line->text);
        line->sent_ms = query_get(&q);
    }
    return query_end_newest(&q, out, found, sizeof *out, count);
}
