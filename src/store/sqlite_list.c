#include <string.h>

#include "store/sqlite.h"

/* What the pages of every list have in common. A page is read into the caller's array as it comes;
 * count and cursor are set only when it is whole. */
struct page {
    struct store_cursor next;
    size_t count;
};

/* A cursor that has not started stands before everything: at `first` of both its numbers. */
static struct page page_begin(const struct store_cursor *cursor, int64_t first)
{
    if (cursor->is_started)
        return (struct page){*cursor, 0};
    return (struct page){{false, first, first}, 0};
}

static void page_add(struct page *page, int64_t key, int64_t tie)
{
    page->next = (struct store_cursor){true, key, tie};
    page->count++;
}

static enum store_err page_end(const struct page *page, struct query *q,
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

static bool is_ascending(enum store_list list)
{
    return list == STORE_RUNNING || list == STORE_DUE;
}

static int64_t sort_key(enum store_list list, const struct game_row *game)
{
    return list == STORE_DUE ? game->deadline_ms : game->finished_ms;
}

enum store_err sqlite_list(struct store *store, const struct store_query *query,
                           struct store_cursor *cursor, struct store_listed *out, size_t room,
                           size_t *count)
{
    if ((unsigned)query->list >= STORE_LISTS)
        return STORE_E_ROW;
    struct page page = page_begin(cursor, is_ascending(query->list) ? -1 : INT64_MAX);
    struct query q = query_begin(sqlite_of(store), SQL_LISTS + query->list);
    query_put(&q, query->list == STORE_DUE ? query->now_ms : query->player_id);
    query_put(&q, page.next.key);
    query_put(&q, page.next.tie);
    query_put(&q, (int64_t)room);
    while (page.count < room && query_next(&q)) {
        struct store_listed *entry = &out[page.count];
        int64_t seq = sqlite_read_game(&q, &entry->game);
        query_get_text(&q, entry->name[0], sizeof entry->name[0]);
        query_get_text(&q, entry->name[1], sizeof entry->name[1]);
        page_add(&page, sort_key(query->list, &entry->game), seq);
    }
    return page_end(&page, &q, cursor, count);
}

/* A rating is the key of a cursor by its bits. */
static int64_t bits_of(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double real_of(int64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

enum store_err sqlite_leaders(struct store *store, enum rating_class rating_class,
                              struct store_cursor *cursor, struct store_leader *out, size_t room,
                              size_t *count)
{
    struct page page = page_begin(cursor, INT64_MAX);
    struct query q = query_begin(sqlite_of(store), SQL_LEADERS);
    query_put(&q, rating_class);
    query_put_real(&q, cursor->is_started ? real_of(page.next.key) : 1e300);
    query_put(&q, page.next.tie);
    query_put(&q, (int64_t)room);
    while (page.count < room && query_next(&q)) {
        struct store_leader *leader = &out[page.count];
        sqlite_read_rating(&q, &leader->rating);
        query_get_text(&q, leader->name, sizeof leader->name);
        page_add(&page, bits_of(leader->rating.rating), leader->rating.player_id);
    }
    return page_end(&page, &q, cursor, count);
}

enum store_err sqlite_queue(struct store *store, struct store_cursor *cursor, struct queue_row *out,
                            size_t room, size_t *count)
{
    struct page page = page_begin(cursor, -1);
    struct query q = query_begin(sqlite_of(store), SQL_QUEUE);
    query_put(&q, page.next.key);
    query_put(&q, page.next.tie);
    query_put(&q, (int64_t)room);
    while (page.count < room && query_next(&q)) {
        struct queue_row *row = &out[page.count];
        row->player_id = query_get(&q);
        row->is_waiting = true;
        query_get_text(&q, row->board, sizeof row->board);
        row->clock.kind = query_get_small(&q);
        row->clock.initial_ms = query_get(&q);
        row->clock.increment_ms = query_get(&q);
        row->is_rated = query_get(&q) != 0;
        row->since_ms = query_get(&q);
        page_add(&page, row->since_ms, row->player_id);
    }
    return page_end(&page, &q, cursor, count);
}

static void turn_round(struct chat_row *lines, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        struct chat_row line = lines[i];
        lines[i] = lines[count - 1 - i];
        lines[count - 1 - i] = line;
    }
}

enum store_err sqlite_chat(struct store *store, int64_t game_id, enum chat_channel channel,
                           struct chat_row *out, size_t room, size_t *count)
{
    size_t found = 0;
    struct query q = query_begin(sqlite_of(store), SQL_CHAT);
    query_put(&q, game_id);
    query_put(&q, channel);
    query_put(&q, (int64_t)room);
    while (found < room && query_next(&q)) {
        struct chat_row *line = &out[found++];
        line->game_id = game_id;
        line->channel = (uint8_t)channel;
        line->seq = (uint32_t)query_get(&q);
        line->player_id = query_get(&q);
        line->quick = (uint16_t)query_get(&q);
        query_get_text(&q, line->text, sizeof line->text);
        line->sent_ms = query_get(&q);
    }
    enum store_err err = query_end(&q);
    if (err)
        return err;
    turn_round(out, found); /* the newest were asked for, the oldest of them comes first */
    *count = found;
    return STORE_OK;
}
