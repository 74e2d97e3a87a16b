/* Reading one row. */
#include <stdlib.h>
#include <string.h>

#include "store/sqlite.h"

static void read_seat(struct query *q, struct seat_row *seat)
{
    seat->kind = query_get_small(q);
    seat->level = query_get_small(q);
    seat->style = query_get_small(q);
    seat->player_id = query_get(q);
}

static void read_progress(struct query *q, struct game_row *out)
{
    out->flags = query_get_small(q);
    out->status = query_get_small(q);
    out->winner = query_get_small(q);
    out->reason = query_get_small(q);
    out->offer = query_get_small(q);
    out->ply = (uint16_t)query_get(q);
    out->left_ms[0] = query_get(q);
    out->left_ms[1] = query_get(q);
    out->moved_ms = query_get(q);
    out->deadline_ms = query_get(q);
}

int64_t sqlite_read_game(struct query *q, struct game_row *out)
{
    int64_t seq = query_get(q);
    out->id = query_get(q);
    query_get_text(q, out->board, sizeof out->board);
    query_get_text(q, out->code, sizeof out->code);
    read_seat(q, &out->seat[0]);
    read_seat(q, &out->seat[1]);
    out->clock.kind = query_get_small(q);
    out->clock.initial_ms = query_get(q);
    out->clock.increment_ms = query_get(q);
    read_progress(q, out);
    out->rematch_of = query_get(q);
    out->created_ms = query_get(q);
    out->updated_ms = query_get(q);
    out->finished_ms = query_get(q);
    query_get_text(q, out->moves, sizeof out->moves);
    out->chat_seq = (uint32_t)query_get(q);
    q->is_malformed |= strlen(out->moves) != out->ply;
    return seq;
}

enum store_err query_end_one(struct query *q, bool is_there)
{
    enum store_err err = query_end(q);
    return err || is_there ? err : STORE_E_MISSING;
}

static enum store_err read_one_game(struct query *q, struct game_row *out)
{
    struct game_row game = {0};
    bool is_there = query_next(q);
    if (is_there)
        (void)sqlite_read_game(q, &game);
    enum store_err err = query_end_one(q, is_there);
    if (!err)
        *out = game;
    return err;
}

enum store_err sqlite_game(struct store *store, int64_t id, struct game_row *out)
{
    struct query q = query_begin(sqlite_of(store), SQL_GAME);
    query_put(&q, id);
    return read_one_game(&q, out);
}

enum store_err sqlite_game_by_code(struct store *store, const char *code, struct game_row *out)
{
    struct query q = query_begin(sqlite_of(store), SQL_GAME_BY_CODE);
    query_put_text(&q, code, -1);
    return read_one_game(&q, out);
}

/* Computes the times from the differences in the text, backwards from the last move at moved_ms.
 * False if the text does not have one number for each ply. */
static bool times_from_text(const char *text, int64_t moved_ms, int64_t *at_ms, size_t ply)
{
    size_t count = 0;
    char *end;
    for (; *text; text = end + 1) {
        if (count == ply)
            return false;
        at_ms[count++] = strtoll(text, &end, 10);
        if (end == text || *end != ' ')
            return false;
    }
    for (size_t i = ply; i-- > 0;) {
        int64_t delta = at_ms[i];
        at_ms[i] = moved_ms;
        moved_ms -= delta;
    }
    return count == ply;
}

enum store_err sqlite_game_times(struct store *store, int64_t id, int64_t *at_ms, size_t *count)
{
    int64_t times[ROW_MOVES_SIZE - 1], moved_ms = 0;
    size_t ply = 0;
    struct query q = query_begin(sqlite_of(store), SQL_GAME_TIMES);
    query_put(&q, id);
    bool is_there = query_next(&q);
    if (is_there) {
        ply = (size_t)query_get(&q);
        moved_ms = query_get(&q);
        const char *text = (const char *)sqlite3_column_text(q.statement, q.read++);
        q.is_malformed =
            !text || ply >= ROW_MOVES_SIZE || !times_from_text(text, moved_ms, times, ply);
    }
    enum store_err err = query_end_one(&q, is_there);
    if (err)
        return err;
    memcpy(at_ms, times, ply * sizeof *times);
    *count = ply;
    return STORE_OK;
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
}

static enum store_err read_ratings(struct sqlite_store *s, int64_t id, struct rating_row *ratings)
{
    struct query q = query_begin(s, SQL_RATINGS);
    query_put(&q, id);
    while (query_next(&q)) {
        struct rating_row rating;
        sqlite_read_rating(&q, &rating);
        if (rating.class < RATING_CLASSES)
            ratings[rating.class] = rating;
    }
    return query_end(&q);
}

enum store_err sqlite_player(struct store *store, int64_t id, struct player_rows *out)
{
    struct player_rows rows = {.player = {.id = id}};
    struct query q = query_begin(sqlite_of(store), SQL_PLAYER);
    query_put(&q, id);
    bool is_there = query_next(&q);
    if (is_there) {
        rows.player.id = query_get(&q);
        query_get_text(&q, rows.player.name, sizeof rows.player.name);
        rows.player.created_ms = query_get(&q);
        rows.player.erased_ms = query_get(&q);
    }
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        err = read_ratings(sqlite_of(store), id, rows.rating);
    if (!err)
        *out = rows;
    return err;
}

void sqlite_read_session(struct query *q, struct session_row *out)
{
    query_get_bytes(q, out->token_hash, sizeof out->token_hash);
    out->player_id = query_get(q);
    out->created_ms = query_get(q);
    out->seen_ms = query_get(q);
}

void sqlite_read_queue(struct query *q, struct queue_row *out)
{
    out->player_id = query_get(q);
    out->is_waiting = true;
    query_get_text(q, out->board, sizeof out->board);
    out->clock.kind = query_get_small(q);
    out->clock.initial_ms = query_get(q);
    out->clock.increment_ms = query_get(q);
    out->is_rated = query_get(q) != 0;
    out->since_ms = query_get(q);
}

enum store_err sqlite_session(struct store *store, const uint8_t *token_hash,
                              struct session_row *out)
{
    struct session_row session = {0};
    struct query q = query_begin(sqlite_of(store), SQL_SESSION);
    query_put_bytes(&q, token_hash, ROW_HASH_BYTES);
    bool is_there = query_next(&q);
    if (is_there)
        sqlite_read_session(&q, &session);
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        *out = session;
    return err;
}

enum store_err sqlite_rated(struct store *store, int64_t game_id, struct rated_row *out)
{
    struct rated_row rated = {0};
    struct query q = query_begin(sqlite_of(store), SQL_RATED);
    query_put(&q, game_id);
    bool is_there = query_next(&q);
    if (is_there) {
        rated.game_id = query_get(&q);
        rated.class = query_get_small(&q);
        rated.before[0] = query_get_real(&q);
        rated.before[1] = query_get_real(&q);
        rated.after[0] = query_get_real(&q);
        rated.after[1] = query_get_real(&q);
    }
    enum store_err err = query_end_one(&q, is_there);
    if (!err)
        *out = rated;
    return err;
}

enum store_err sqlite_counts(struct store *store, struct store_counts *out)
{
    struct store_counts counts = {0};
    struct query q = query_begin(sqlite_of(store), SQL_COUNTS);
    while (query_next(&q)) {
        bool is_game = query_get(&q), is_player = query_get(&q);
        uint8_t kind = query_get_small(&q);
        int64_t count = query_get(&q);
        if (is_game && kind <= GAME_CANCELLED)
            counts.games[kind] = count;
        else
            *(is_player ? &counts.players : &counts.sessions) = count;
    }
    enum store_err err = query_end(&q);
    if (!err)
        *out = counts;
    return err;
}
