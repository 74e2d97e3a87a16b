/* Reading one row. */
#include <stdlib.h>
#include <string.h>

#include "play/moves.h"
#include "store/postgres_reads.h"
#include "store/recent.h"

static void read_seat(struct pg_query *q, struct seat_row *seat)
{
    seat->kind = pg_get_small(q);
    seat->level = pg_get_small(q);
    seat->style = pg_get_small(q);
    seat->player_id = pg_get(q);
    seat->network = (uint32_t)pg_get(q);
}

static void read_clock(struct pg_query *q, struct clock_row *clock)
{
    clock->kind = pg_get_small(q);
    clock->initial_ms = pg_get(q);
    clock->increment_ms = pg_get(q);
}

static void read_progress(struct pg_query *q, struct game_row *out)
{
    out->flags = pg_get_small(q);
    out->status = pg_get_small(q);
    out->winner = pg_get_small(q);
    out->reason = pg_get_small(q);
    out->offer = pg_get_small(q);
    out->to_move = pg_get_small(q);
    out->ply = (uint16_t)pg_get(q);
    out->left_ms[0] = pg_get(q);
    out->left_ms[1] = pg_get(q);
    out->moved_ms = pg_get(q);
    out->deadline_ms = pg_get(q);
}

int64_t postgres_read_game(struct pg_query *q, struct game_row *out)
{
    int64_t seq = pg_get(q);
    out->id = pg_get(q);
    pg_get_text(q, out->board, sizeof out->board);
    pg_get_text(q, out->code, sizeof out->code);
    read_seat(q, &out->seat[0]);
    read_seat(q, &out->seat[1]);
    read_clock(q, &out->clock);
    read_progress(q, out);
    out->rematch_of = pg_get(q);
    out->created_ms = pg_get(q);
    out->updated_ms = pg_get(q);
    out->finished_ms = pg_get(q);
    pg_get_text(q, out->moves, sizeof out->moves);
    out->chat_seq = (uint32_t)pg_get(q);
    out->rematch = pg_get_small(q);
    out->version = (uint32_t)pg_get(q);
    q->is_malformed |= moves_count(out->moves) != out->ply || out->to_move >= ROW_SEATS;
    return seq;
}

static enum store_err read_one_game(struct pg_query *q, struct game_row *out)
{
    struct game_row game = {0};
    bool is_there = pg_next(q);
    if (is_there)
        (void)postgres_read_game(q, &game);
    enum store_err err = pg_end_one(q, is_there);
    if (!err)
        *out = game;
    return err;
}

enum store_err postgres_game(struct store *store, int64_t id, struct game_row *out)
{
    struct pg_query q = pg_begin(postgres_of(store), PG_GAME);
    pg_put(&q, id);
    return read_one_game(&q, out);
}

enum store_err postgres_game_by_code(struct store *store, const char *code, struct game_row *out)
{
    struct pg_query q = pg_begin(postgres_of(store), PG_GAME_BY_CODE);
    pg_put_text(&q, code);
    return read_one_game(&q, out);
}

enum { TIME_SIZE = 21, TIMES_SIZE = ROW_PLIES_MAX * TIME_SIZE + 1 };

/* Reads the column `times`: for each ply the milliseconds since the one before, and a space. */
static void read_times(struct pg_query *q, int64_t *spent_ms, size_t ply)
{
    char text[TIMES_SIZE];
    size_t count = 0;
    pg_get_text(q, text, sizeof text);
    for (char *at = text, *end; *at && !q->is_malformed; at = end + 1) {
        int64_t value = strtoll(at, &end, 10);
        q->is_malformed |= count == ply || end == at || *end != ' ';
        if (!q->is_malformed)
            spent_ms[count++] = value;
    }
    q->is_malformed |= count != ply;
}

enum store_err postgres_game_times(struct store *store, int64_t id, int64_t *at_ms, size_t *count)
{
    int64_t spent_ms[ROW_PLIES_MAX], ply = 0, moved_ms = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_GAME_TIMES);
    pg_put(&q, id);
    bool is_there = pg_next(&q);
    if (is_there) {
        ply = pg_get(&q);
        moved_ms = pg_get(&q);
        q.is_malformed |= ply < 0 || ply > ROW_PLIES_MAX;
        read_times(&q, spent_ms, (size_t)ply);
    }
    enum store_err err = pg_end_one(&q, is_there);
    if (err)
        return err;
    *count = (size_t)ply;
    for (; ply-- > 0; moved_ms -= spent_ms[ply])
        at_ms[ply] = moved_ms;
    return STORE_OK;
}

void postgres_read_rating(struct pg_query *q, struct rating_row *out)
{
    uint8_t recent[RECENT_BYTES_MAX];
    out->player_id = pg_get(q);
    out->class = pg_get_small(q);
    out->rating = pg_get_real(q);
    out->deviation = pg_get_real(q);
    out->volatility = pg_get_real(q);
    out->games = (int32_t)pg_get(q);
    out->wins = (int32_t)pg_get(q);
    out->draws = (int32_t)pg_get(q);
    out->losses = (int32_t)pg_get(q);
    out->updated_ms = pg_get(q);
    out->counted.rating = pg_get_real(q);
    out->counted.deviation = pg_get_real(q);
    out->counted.volatility = pg_get_real(q);
    out->counted.games = (int32_t)pg_get(q);
    out->counted.wins = (int32_t)pg_get(q);
    out->counted.draws = (int32_t)pg_get(q);
    out->counted.losses = (int32_t)pg_get(q);
    out->counted.updated_ms = pg_get(q);
    size_t len = pg_get_blob(q, recent, sizeof recent);
    q->is_malformed |= !recent_decode(recent, len, out->recent);
}

/* The columns of PG_PLAYER before the rating. */
static void read_player(struct pg_query *q, struct player_rows *out)
{
    struct player_row *player = &out->player;
    player->id = pg_get(q);
    pg_get_text(q, player->name, sizeof player->name);
    player->created_ms = pg_get(q);
    player->erased_ms = pg_get(q);
    out->sanction.player_id = out->presence.player_id = player->id;
    out->sanction.mute_ms = pg_get(q);
    out->sanction.ban_ms = pg_get(q);
    player->misses.count = pg_get_small(q);
    player->misses.last_ms = pg_get(q);
    player->has_account = pg_get(q) != 0;
    out->presence.node = (int32_t)pg_get(q);
    out->presence.since_ms = pg_get(q);
}

enum store_err postgres_player(struct store *store, int64_t id, struct player_rows *out)
{
    struct player_rows rows = {0};
    bool is_there = false;
    struct pg_query q = pg_begin(postgres_of(store), PG_PLAYER);
    pg_put(&q, id);
    for (; pg_next(&q); is_there = true) {
        struct rating_row rating;
        read_player(&q, &rows);
        if (pg_get_null(&q))
            continue;
        postgres_read_rating(&q, &rating);
        if (rating.class < RATING_CLASSES)
            rows.rating[rating.class] = rating;
    }
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        *out = rows;
    return err;
}

void postgres_read_session(struct pg_query *q, struct session_row *out)
{
    pg_get_bytes(q, out->token_hash, sizeof out->token_hash);
    out->player_id = pg_get(q);
    out->created_ms = pg_get(q);
    out->seen_ms = pg_get(q);
}

enum store_err postgres_session(struct store *store, const uint8_t *token_hash,
                                struct session_row *out)
{
    struct session_row session = {0};
    struct pg_query q = pg_begin(postgres_of(store), PG_SESSION);
    pg_put_bytes(&q, token_hash, ROW_HASH_BYTES);
    bool is_there = pg_next(&q);
    if (is_there) {
        postgres_read_session(&q, &session);
        session.agent = (uint16_t)pg_get(&q);
    }
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        *out = session;
    return err;
}

enum store_err postgres_request(struct store *store, int64_t player_id, const char *request,
                                int64_t *game_id)
{
    int64_t id = 0;
    struct pg_query q = pg_begin(postgres_of(store), PG_REQUEST);
    pg_put(&q, player_id);
    pg_put_text(&q, request);
    bool is_there = pg_next(&q);
    if (is_there)
        id = pg_get(&q);
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        *game_id = id;
    return err;
}

void postgres_read_rated(struct pg_query *q, struct rated_row *out)
{
    out->game_id = pg_get(q);
    out->at_ms = pg_get(q);
    out->class = pg_get_small(q);
    out->discount = pg_get_small(q);
    int64_t counts = pg_get(q);
    for (int seat = 0; seat < ROW_SEATS; seat++)
        out->counts[seat] = counts >> seat & 1;
    out->before[0] = pg_get_real(q);
    out->before[1] = pg_get_real(q);
    out->after[0] = pg_get_real(q);
    out->after[1] = pg_get_real(q);
}

enum store_err postgres_rated(struct store *store, int64_t game_id, struct rated_row *out)
{
    struct rated_row rated = {0};
    struct pg_query q = pg_begin(postgres_of(store), PG_RATED);
    pg_put(&q, game_id);
    bool is_there = pg_next(&q);
    if (is_there)
        postgres_read_rated(&q, &rated);
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        *out = rated;
    return err;
}

enum store_err postgres_secret(struct store *store, const char *name, uint8_t *out)
{
    uint8_t secret[STORE_SECRET_BYTES] = {0};
    struct pg_query q = pg_begin(postgres_of(store), PG_SECRET);
    pg_put_text(&q, name);
    bool is_there = pg_next(&q);
    if (is_there)
        pg_get_bytes(&q, secret, sizeof secret);
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        memcpy(out, secret, sizeof secret);
    return err;
}

/* Adds up the slots of each count. */
enum store_err postgres_counts(struct store *store, struct store_counts *out)
{
    struct store_counts counts = {0};
    struct pg_query q = pg_begin(postgres_of(store), PG_COUNTS);
    while (pg_next(&q)) {
        bool is_game = pg_get(&q), is_player = pg_get(&q);
        uint8_t kind = pg_get_small(&q);
        int64_t count = pg_get(&q);
        if (is_game && kind <= GAME_CANCELLED)
            counts.games[kind] += count;
        else
            *(is_player ? &counts.players : &counts.sessions) += count;
    }
    enum store_err err = pg_end(&q);
    if (!err)
        *out = counts;
    return err;
}

void postgres_read_queue(struct pg_query *q, struct queue_row *out)
{
    out->player_id = pg_get(q);
    out->is_waiting = true;
    pg_get_text(q, out->board, sizeof out->board);
    read_clock(q, &out->clock);
    out->is_rated = pg_get(q) != 0;
    out->network = (uint32_t)pg_get(q);
    out->since_ms = pg_get(q);
}

enum store_err postgres_waiting(struct store *store, int64_t player_id, struct queue_row *out)
{
    struct queue_row row = {0};
    struct pg_query q = pg_begin(postgres_of(store), PG_WAITING);
    pg_put(&q, player_id);
    bool is_there = pg_next(&q);
    if (is_there)
        postgres_read_queue(&q, &row);
    enum store_err err = pg_end_one(&q, is_there);
    if (!err)
        *out = row;
    return err;
}
