/* The live row of a running game: what a move changes, as bytes that are written in place.
 *
 * A statement decodes the record of a row and encodes it again. Writing into a blob does neither and
 * takes an eighth of the instructions (docs/server-speed.md). All numbers are little-endian. Every move
 * has its text and the milliseconds since the move before, as in the columns moves and times. A sign in front of
 * the letter takes the highest byte of the time, which no time of this millennium needs. */
#include <stdio.h>
#include <string.h>

#include "play/moves.h"
#include "store/sqlite.h"

enum {
    AT_ID = 0,
    AT_MOVED = 8,
    AT_DEADLINE = 16,
    AT_LEFT = 24,
    AT_PLY = 40,
    AT_OFFER = 42,
    AT_MOVES = 43,
    OFFER_BITS =
        0x0f, /* the other half of this byte has the seat to move + 1; 0 in rows of older versions */
    TO_MOVE_SHIFT = 4,
    MOVE_BYTES = 7,
    TIME_BYTES = 6,
    SPACE_PLIES =
        28, /* a blob has space for a multiple of this, and grows; short rows share pages */
    STATE_MAX = AT_MOVES + MOVE_BYTES * (LIVE_PLIES / SPACE_PLIES + 1) * SPACE_PLIES,
};

static inline void put_number(uint8_t *at, int64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)((uint64_t)value >> 8 * i);
}

static inline int64_t get_number(const uint8_t *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    int unused = 64 - 8 * bytes; /* the shifts extend the sign */
    return (int64_t)(value << unused) >> unused;
}

static void put_head(uint8_t *state, const struct live *live)
{
    put_number(state + AT_ID, live->id, 8);
    put_number(state + AT_MOVED, live->moved_ms, 8);
    put_number(state + AT_DEADLINE, live->deadline_ms, 8);
    put_number(state + AT_LEFT, live->left_ms[0], 8);
    put_number(state + AT_LEFT + 8, live->left_ms[1], 8);
    put_number(state + AT_PLY, live->ply, 2);
    state[AT_OFFER] = (uint8_t)(live->offer | (live->to_move + 1) << TO_MOVE_SHIFT);
}

static void get_head(const uint8_t *state, struct live *live)
{
    live->id = get_number(state + AT_ID, 8);
    live->moved_ms = get_number(state + AT_MOVED, 8);
    live->deadline_ms = get_number(state + AT_DEADLINE, 8);
    live->left_ms[0] = get_number(state + AT_LEFT, 8);
    live->left_ms[1] = get_number(state + AT_LEFT + 8, 8);
    live->ply = (uint16_t)get_number(state + AT_PLY, 2);
    live->offer = state[AT_OFFER] & OFFER_BITS;
    int to_move = (state[AT_OFFER] >> TO_MOVE_SHIFT) - 1;
    live->to_move = (uint8_t)(to_move < 0 ? live->ply % ROW_SEATS : to_move);
}

static size_t at_move(int ply)
{
    return AT_MOVES + (size_t)ply * MOVE_BYTES;
}

static size_t size_for(int plies)
{
    return at_move((plies / SPACE_PLIES + 1) * SPACE_PLIES);
}

static void put_move(uint8_t *at, const struct timed_move *move)
{
    bool has_sign = move->text[1] != '\0';
    at[0] = (uint8_t)move->text[has_sign];
    put_number(at + 1, move->spent_ms, TIME_BYTES);
    if (has_sign)
        at[TIME_BYTES] = (uint8_t)move->text[0];
}

static struct timed_move get_move(const uint8_t *at)
{
    if (!moves_is_sign((char)at[TIME_BYTES]))
        return (struct timed_move){{(char)at[0]}, get_number(at + 1, TIME_BYTES)};
    return (struct timed_move){{(char)at[TIME_BYTES], (char)at[0]},
                               get_number(at + 1, TIME_BYTES - 1)};
}

size_t live_write_moves(char out[ROW_MOVES_SIZE], const struct timed_move *moves, int plies)
{
    size_t len = 0;
    for (int ply = 0; ply < plies; ply++)
        for (const char *at = moves[ply].text; *at; at++)
            out[len++] = *at;
    out[len] = '\0';
    return len;
}

/* Takes a text apart. False unless it has one move for each ply. */
static bool split_moves(struct timed_move *moves, const char *text, int plies)
{
    if (moves_count(text) != plies)
        return false;
    for (int ply = 0; ply < plies; ply++, text += moves_first(text))
        memcpy(moves[ply].text, text, moves_first(text)); /* the rest is zero */
    return true;
}

bool live_decode(const void *bytes, size_t len, struct live *out,
                 struct timed_move moves[LIVE_PLIES])
{
    const uint8_t *state = bytes;
    if (!state || len < AT_MOVES)
        return false;
    get_head(state, out);
    if (out->ply > LIVE_PLIES || len < at_move(out->ply))
        return false;
    for (int ply = 0; ply < out->ply; ply++)
        moves[ply] = get_move(state + at_move(ply));
    return out->to_move < ROW_SEATS;
}

/* ---- the blob handle ---- */

void live_close(struct sqlite_store *s)
{
    (void)sqlite3_blob_close(s->live); /* repeats the code of the last call */
    s->live = NULL;
}

/* Moves the handle to a row. It is open only within a turn, because it would prevent the commit; after a
 * failure it is of no more use. */
static int seek(struct sqlite_store *s, int64_t seq)
{
    int code = s->live ? sqlite3_blob_reopen(s->live, seq)
                       : sqlite3_blob_open(s->writer, "main", "live", "state", seq, 1, &s->live);
    if (code)
        live_close(s);
    return code;
}

/* E_MISSING: there is no such row. SQLite has no code of its own for that. */
static enum store_err read_head(struct sqlite_store *s, int64_t seq, struct live *out)
{
    uint8_t head[AT_MOVES];
    int code = seek(s, seq);
    if (code == SQLITE_ERROR)
        return STORE_E_MISSING;
    if (!code)
        code = sqlite3_blob_read(s->live, head, sizeof head, 0);
    if (code)
        return sqlite_failed(s, code);
    get_head(head, out);
    out->seq = seq;
    return STORE_OK;
}

enum store_err live_read(struct sqlite_store *s, struct live *live,
                         struct timed_move moves[LIVE_PLIES])
{
    uint8_t state[STATE_MAX];
    int64_t seq = live->seq;
    size_t len = at_move(live->ply);
    int code = sqlite3_blob_read(s->live, state, (int)len, 0);
    if (code)
        return sqlite_failed(s, code);
    bool is_whole = live_decode(state, len, live, moves);
    live->seq = seq;
    return is_whole ? STORE_OK : STORE_E_CORRUPT;
}

/* Inserts or replaces a row, with space for more moves than it has. */
static enum store_err put_row(struct sqlite_store *s, const struct live *live,
                              const struct timed_move *moves)
{
    uint8_t state[STATE_MAX] = {0};
    put_head(state, live);
    for (int ply = 0; ply < live->ply; ply++)
        put_move(state + at_move(ply), &moves[ply]);
    live_close(s); /* it may be at this row */
    struct query q = query_begin(s, SQL_PUT_LIVE);
    query_put(&q, live->seq);
    query_put_bytes(&q, state, (int)size_for(live->ply));
    return query_run(&q, NULL);
}

/* ---- rows ---- */

/* Row numbers by game id, so that a move need not search the index of ids, whose pages are spread over
 * the file because ids are random. An entry may be wrong after a rollback: the row has the id, too. */
static struct cached_seq *cache_entry(struct sqlite_store *s, int64_t id)
{
    return &s->seq_cache[(uint64_t)id * UINT64_C(0x9E3779B97F4A7C15) % SEQ_CACHE_SIZE];
}

enum store_err live_add(struct sqlite_store *s, const struct live *live,
                        const struct timed_move *moves)
{
    enum store_err err = put_row(s, live, moves);
    if (!err)
        *cache_entry(s, live->id) = (struct cached_seq){live->id, live->seq};
    return err;
}

/* Reads from the game's row what a game without a live row has there. */
static enum store_err add_from_game(struct sqlite_store *s, struct live *live)
{
    struct timed_move moves[LIVE_PLIES];
    memset(moves, 0, sizeof moves);
    char text[ROW_MOVES_SIZE];
    struct query q = query_begin(s, SQL_GAME_STATE);
    query_put(&q, live->seq);
    if (query_next(&q)) {
        live->offer = query_get_small(&q);
        live->left_ms[0] = query_get(&q);
        live->left_ms[1] = query_get(&q);
        live->moved_ms = query_get(&q);
        live->deadline_ms = query_get(&q);
        int64_t ply = query_get(&q);
        live->to_move = query_get_small(&q);
        query_get_text(&q, text, sizeof text);
        q.is_malformed |= ply < 0 || ply > LIVE_PLIES || !split_moves(moves, text, (int)ply);
        live->ply = (uint16_t)(q.is_malformed ? 0 : ply);
        q.is_malformed |= !times_read(&q, moves, live->ply);
    }
    enum store_err err = query_end(&q);
    if (!err)
        err = live_add(s, live, moves);
    return err ? err : sqlite_failed(s, seek(s, live->seq));
}

/* For a game that is not in the cache. E_STATUS: it is not being played. */
static enum store_err find_by_id(struct sqlite_store *s, int64_t id, int ply, struct live *out)
{
    struct query q = query_begin(s, SQL_WHERE_IS_GAME);
    query_put(&q, id);
    bool is_there = query_next(&q);
    bool is_playing = is_there && query_get(&q) == GAME_PLAYING;
    bool is_stale = is_there && query_get(&q) != ply;
    *out = (struct live){.id = id, .seq = is_there ? query_get(&q) : 0};
    enum store_err err = query_end_one(&q, is_there);
    if (!err && !is_playing)
        err = is_stale ? STORE_E_STALE : STORE_E_STATUS;
    if (err)
        return err;
    err = read_head(s, out->seq, out);
    if (err == STORE_E_MISSING)
        err = add_from_game(s, out);
    else if (!err)
        *cache_entry(s, id) = (struct cached_seq){id, out->seq};
    return err;
}

enum store_err live_find(struct sqlite_store *s, int64_t id, int ply, struct live *out)
{
    const struct cached_seq *cached = cache_entry(s, id);
    enum store_err err = STORE_E_MISSING;
    if (cached->seq && cached->game_id == id)
        err = read_head(s, cached->seq, out);
    if (err == STORE_E_MISSING || (!err && out->id != id))
        err = find_by_id(s, id, ply, out);
    return !err && out->ply != ply ? STORE_E_STALE : err;
}

enum store_err live_write(struct sqlite_store *s, const struct live *live)
{
    uint8_t head[AT_MOVES];
    put_head(head, live);
    return sqlite_failed(s, sqlite3_blob_write(s->live, head, sizeof head, 0));
}

/* Gives a row more space. */
static enum store_err grow(struct sqlite_store *s, struct live *live)
{
    struct timed_move moves[LIVE_PLIES];
    memset(moves, 0, sizeof moves);
    enum store_err err = live_read(s, live, moves);
    if (!err)
        err = put_row(s, live, moves);
    return err ? err : sqlite_failed(s, seek(s, live->seq));
}

enum store_err live_push(struct sqlite_store *s, struct live *live, const struct timed_move *move)
{
    uint8_t bytes[MOVE_BYTES];
    enum store_err err = STORE_OK;
    if ((size_t)sqlite3_blob_bytes(s->live) < at_move(live->ply + 1))
        err = grow(s, live);
    put_move(bytes, move);
    if (!err)
        err = sqlite_failed(
            s, sqlite3_blob_write(s->live, bytes, sizeof bytes, (int)at_move(live->ply)));
    live->ply++;
    return err;
}

enum store_err live_drop(struct sqlite_store *s, const struct live *live)
{
    live_close(s);
    struct query q = query_begin(s, SQL_DROP_LIVE);
    query_put(&q, live->seq);
    return query_run(&q, NULL);
}
