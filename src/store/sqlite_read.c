/* Reading one row. */
#include <stdlib.h>
#include <string.h>

#include "play/moves.h"
#include "store/sqlite.h"

static void read_seat(struct query *q, struct seat_row *seat)
{
    seat->kind = query_get_small(q);
    seat->level = query_get_small(q);
    seat->style = query_get_small(q);
    seat->player_id = query_get(q);
    seat->network = (uint32_t)query_get(q);
}

static void read_progress(struct query *q, struct game_row *out)
{
    out->flags = query_get_small(q);
    out->status = query_get_small(q);
    out->winner = query_get_small(q);
    out->reason = query_get_small(q);
    out->offer = query_get_small(q);
    out->to_move = query_get_small(q);
    out->ply = (uint16_t)query_get(q);
    out->left_ms[0] = query_get(q);
    out->left_ms[1] = query_get(q);
    out->moved_ms = query_get(q);
    out->deadline_ms = query_get(q);
}

/* Reads the column with the live row. False: there is none, or it is malformed. */
static bool read_live_row(struct query *q, struct live *live, struct timed_move *moves)
{
    bool is_there = sqlite3_column_type(q->statement, q->read) != SQLITE_NULL;
    const void *state = sqlite3_column_blob(q->statement, q->read);
    size_t len = (size_t)sqlite3_column_bytes(q->statement, q->read++);
    bool is_read = is_there && live_decode(state, len, live, moves);
    q->is_malformed |= is_there && !is_read;
    return is_read;
}

/* Reads the live row of a running game over what the game's row has. A move sets updated_ms, too. */
static void read_live(struct query *q, struct game_row *out)
{
    struct live live;
    struct timed_move moves[LIVE_PLIES];
    if (!read_live_row(q, &live, moves))
        return;
    out->ply = live.ply;
    out->offer = live.offer;
    out->to_move = live.to_move;
    out->left_ms[0] = live.left_ms[0];
    out->left_ms[1] = live.left_ms[1];
    out->moved_ms = live.moved_ms;
    out->deadline_ms = live.deadline_ms;
    if (live.ply > 0)
        out->updated_ms = live.moved_ms;
    (void)live_write_moves(out->moves, moves, live.ply);
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
    out->rematch = ROW_NOBODY;
    out->created_ms = query_get(q);
    out->updated_ms = query_get(q);
    out->finished_ms = query_get(q);
    query_get_text(q, out->moves, sizeof out->moves);
    out->chat_seq = (uint32_t)query_get(q);
    read_live(q, out);
    q->is_malformed |= moves_count(out->moves) != out->ply || out->to_move >= ROW_SEATS;
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

bool times_read(struct query *q, struct timed_move *moves, size_t ply)
{
    const char *text = (const char *)sqlite3_column_text(q->statement, q->read++);
    size_t count = 0;
    char *end;
    for (; text && *text; text = end + 1) {
        if (count == ply)
            return false;
        moves[count++].spent_ms = strtoll(text, &end, 10);
        if (end == text || *end != ' ')
            return false;
    }
    return count == ply;
}

/* Reads a row of SQL_GAME_TIMES: the live row where there is one, otherwise the game's columns. */
static void read_times(struct query *q, struct live *live, struct timed_move *moves)
{
    if (read_live_row(q, live, moves))
        return;
    int64_t ply = query_get(q);
    live->moved_ms = query_get(q);
    live->ply = (uint16_t)ply;
    q->is_malformed |= ply < 0 || ply > LIVE_PLIES || !times_read(q, moves, live->ply);
}

enum store_err sqlite_game_times(struct store *store, int64_t id, int64_t *at_ms, size_t *count)
{
    struct live live = {0};
    struct timed_move moves[LIVE_PLIES];
    struct query q = query_begin(sqlite_of(store), SQL_GAME_TIMES);
    query_put(&q, id);
    bool is_there = query_next(&q);
    if (is_there)
        read_times(&q, &live, moves);
    enum store_err err = query_end_one(&q, is_there);
    if (err)
        return err;
    for (size_t ply = live.ply; ply-- > 0; live.moved_ms -= moves[ply].spent_ms)
        at_ms[ply] = live.moved_ms;
    *count = live.ply;
    return STORE_OK;
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
        rows.sanction.player_id = id;
        rows.sanction.mute_ms = query_get(&q);
        rows.sanction.ban_ms = query_get(&q);
        rows.player.misses.count = query_get_small(&q);
        rows.player.misses.last_ms = query_get(&q);
        rows.player.has_account = query_get(&q) != 0;
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
    out->agent = (uint16_t)query_get(q);
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
    out->network = (uint32_t)query_get(q);
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
