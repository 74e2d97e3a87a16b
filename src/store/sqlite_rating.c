/* Ratings: their rows, and the rated games that do not count. */
#include <string.h>

#include "store/recent.h"
#include "store/sqlite.h"

static void read_recent(struct query *q, struct recent_game recent[ROW_RECENT])
{
    const uint8_t *bytes = sqlite3_column_blob(q->statement, q->read);
    size_t len = (size_t)sqlite3_column_bytes(q->statement, q->read++);
    q->is_malformed |= !recent_decode(bytes, len, recent);
}

enum store_err sqlite_write_rating(struct sqlite_store *s, const struct row *row)
{
    const struct rating_row *r = &row->rating;
    const struct counted_row *counted = &r->counted;
    uint8_t recent[RECENT_BYTES_MAX] = {0};
    size_t recent_len = recent_encode(recent, r->recent);
    struct query q = query_begin(s, SQL_PUT_RATING);
    query_put(&q, r->player_id);
    query_put(&q, r->class);
    query_put_real(&q, r->rating);
    query_put_real(&q, r->deviation);
    query_put_real(&q, r->volatility);
    query_put(&q, r->games);
    query_put(&q, r->wins);
    query_put(&q, r->draws);
    query_put(&q, r->losses);
    query_put(&q, r->updated_ms);
    query_put_real(&q, counted->rating);
    query_put_real(&q, counted->deviation);
    query_put_real(&q, counted->volatility);
    query_put(&q, counted->games);
    query_put(&q, counted->wins);
    query_put(&q, counted->draws);
    query_put(&q, counted->losses);
    query_put(&q, counted->updated_ms);
    query_put_bytes(&q, recent, (int)recent_len);
    return query_run(&q, NULL);
}

void sqlite_read_rating(struct query *q, struct rating_row *out)
{
    out->player_id = query_get(q);
    out->class = query_get_small(q);
    out->rating = query_get_real(q);
    out->deviation = query_get_real(q);
    out->volatility = query_get_real(q);
    out->games = (int32_t)query_get(q);
    out->wins = (int32_t)query_get(q);
    out->draws = (int32_t)query_get(q);
    out->losses = (int32_t)query_get(q);
    out->updated_ms = query_get(q);
    out->counted.rating = query_get_real(q);
    out->counted.deviation = query_get_real(q);
    out->counted.volatility = query_get_real(q);
    out->counted.games = (int32_t)query_get(q);
    out->counted.wins = (int32_t)query_get(q);
    out->counted.draws = (int32_t)query_get(q);
    out->counted.losses = (int32_t)query_get(q);
    out->counted.updated_ms = query_get(q);
    read_recent(q, out->recent);
}

static void read_rated(struct query *q, struct rated_row *out)
{
    out->game_id = query_get(q);
    out->at_ms = query_get(q);
    out->class = query_get_small(q);
    out->discount = query_get_small(q);
    int64_t counts = query_get(q);
    for (int seat = 0; seat < ROW_SEATS; seat++)
        out->counts[seat] = counts >> seat & 1;
    out->before[0] = query_get_real(q);
    out->before[1] = query_get_real(q);
    out->after[0] = query_get_real(q);
    out->after[1] = query_get_real(q);
}

enum store_err sqlite_rated(struct store *store, int64_t game_id, struct rated_row *out)
{
    struct rated_row rated = {0};
    struct query q = query_begin(sqlite_of(store), SQL_RATED);
    query_put(&q, game_id);
    bool is_there = query_next(&q);
    if (is_there)
        read_rated(&q, &rated);
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        *out = rated;
    return err;
}

enum store_err sqlite_discounts(struct store *store, struct store_cursor *cursor,
                                struct store_discount *out, size_t max, size_t *count)
{
    struct list_page page = list_page_begin(cursor, INT64_MAX);
    struct query q = query_begin(sqlite_of(store), SQL_DISCOUNTS);
    query_put(&q, page.next.key);
    query_put(&q, page.next.tie);
    query_put(&q, (int64_t)max);
    while (page.count < max && query_next(&q)) {
        struct store_discount *line = &out[page.count];
        read_rated(&q, &line->rated);
        for (int seat = 0; seat < ROW_SEATS; seat++) {
            line->player_id[seat] = query_get(&q);
            query_get_text(&q, line->name[seat], sizeof line->name[seat]);
        }
        line->winner = query_get_small(&q);
        line->reason = query_get_small(&q);
        line->plies = (uint16_t)query_get(&q);
        list_page_add(&page, line->rated.at_ms, line->rated.game_id);
    }
    return list_page_end(&page, &q, cursor, count);
}

enum store_err sqlite_secret(struct store *store, const char *name, uint8_t *out)
{
    uint8_t secret[STORE_SECRET_BYTES] = {0};
    struct query q = query_begin(sqlite_of(store), SQL_SECRET);
    query_put_text(&q, name, -1);
    bool is_there = query_next(&q);
    if (is_there)
        query_get_bytes(&q, secret, sizeof secret);
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        memcpy(out, secret, sizeof secret);
    return err;
}
