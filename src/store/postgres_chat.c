/* Chat messages: of a game, and of a player. */
#include "store/postgres_reads.h"

static void read_line(struct pg_query *q, struct chat_row *out)
{
    out->game_id = pg_get(q);
    out->channel = pg_get_small(q);
    out->seq = (uint32_t)pg_get(q);
    out->player_id = pg_get(q);
    out->quick = (uint16_t)pg_get(q);
    pg_get_text(q, out->text, sizeof out->text);
    out->sent_ms = pg_get(q);
}

/* Both statements for a channel begin with these values. */
static struct pg_query begin_channel(struct store *store, enum pg_read which, int64_t game_id,
                                     enum chat_channel channel, size_t max)
{
    struct pg_query q = pg_begin(postgres_of(store), (int)which);
    pg_put(&q, game_id);
    pg_put(&q, channel);
    pg_put(&q, (int64_t)max);
    return q;
}

enum store_err postgres_chat(struct store *store, int64_t game_id, enum chat_channel channel,
                             struct chat_row *out, size_t max, size_t *count)
{
    size_t found = 0;
    struct pg_query q = begin_channel(store, PG_CHAT, game_id, channel, max);
    while (found < max && pg_next(&q))
        read_line(&q, &out[found++]);
    return pg_end_newest(&q, out, found, sizeof *out, count);
}

enum store_err postgres_chat_after(struct store *store, int64_t game_id, enum chat_channel channel,
                                   uint32_t seq, struct chat_row *out, size_t max, size_t *count)
{
    size_t found = 0;
    struct pg_query q = begin_channel(store, PG_CHAT_AFTER, game_id, channel, max);
    pg_put(&q, seq);
    while (found < max && pg_next(&q))
        read_line(&q, &out[found++]);
    return pg_end_list(&q, found, count);
}

/* The second number of the cursor is channel and seq in one. */
enum store_err postgres_player_chat(struct store *store, int64_t player_id,
                                    struct store_cursor *cursor, struct chat_row *out, size_t max,
                                    size_t *count)
{
    struct pg_page page = pg_page_begin(cursor, -1);
    struct pg_query q = pg_begin(postgres_of(store), PG_SAID);
    pg_put(&q, player_id);
    pg_put(&q, page.next.key);
    pg_put(&q, page.next.tie >> 32);
    pg_put(&q, page.next.tie & UINT32_MAX);
    pg_put(&q, (int64_t)max);
    while (page.count < max && pg_next(&q)) {
        struct chat_row *line = &out[page.count];
        read_line(&q, line);
        pg_page_add(&page, line->game_id, (int64_t)line->channel << 32 | line->seq);
    }
    return pg_page_end(&page, &q, cursor, count);
}
