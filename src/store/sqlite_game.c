/* Writing games: INSERT when created, then compare-and-set on ply and status. */
#include "store/sqlite.h"

static void put_seat(struct query *q, const struct seat_row *seat)
{
    query_put(q, seat->kind);
    query_put(q, seat->level);
    query_put(q, seat->style);
    query_put(q, seat->player_id);
}

static void put_progress(struct query *q, const struct game_row *g)
{
    query_put(q, g->flags);
    query_put(q, g->status);
    query_put(q, g->winner);
    query_put(q, g->reason);
    query_put(q, g->offer);
    query_put(q, g->ply);
    query_put(q, g->left_ms[0]);
    query_put(q, g->left_ms[1]);
    query_put(q, g->moved_ms);
    query_put(q, g->deadline_ms);
}

static struct cached_seq *seq_entry(struct sqlite_store *s, int64_t id)
{
    return &s->seq_cache[(uint64_t)id * UINT64_C(0x9E3779B97F4A7C15) % SEQ_CACHE_SIZE];
}

/* An entry may be wrong after a rollback. That is harmless: statements compare the id as well. */
static void seq_remember(struct sqlite_store *s, int64_t id, int64_t seq)
{
    *seq_entry(s, id) = (struct cached_seq){.game_id = id, .seq = seq};
}

/* *seq is 0 if there is no such game. */
static enum store_err seq_find(struct sqlite_store *s, int64_t id, int64_t *seq)
{
    const struct cached_seq *entry = seq_entry(s, id);
    *seq = entry->seq;
    if (entry->seq && entry->game_id == id)
        return STORE_OK;
    struct query q = query_begin(s, SQL_SEQ_OF_GAME);
    query_put(&q, id);
    *seq = query_next(&q) ? query_get(&q) : 0;
    enum store_err err = query_end(&q);
    if (!err && *seq)
        seq_remember(s, id, *seq);
    return err;
}

enum store_err sqlite_write_game(struct sqlite_store *s, const struct row *row)
{
    const struct game_row *g = &row->game;
    if (g->ply != 0)
        return STORE_E_ROW; /* moves come one by one, each with its time */
    struct query q = query_begin(s, SQL_ADD_GAME);
    query_put(&q, g->id);
    query_put_text(&q, g->board, -1);
    query_put_text(&q, g->code, -1);
    put_seat(&q, &g->seat[0]);
    put_seat(&q, &g->seat[1]);
    query_put(&q, g->clock.kind);
    query_put(&q, g->clock.initial_ms);
    query_put(&q, g->clock.increment_ms);
    put_progress(&q, g);
    query_put(&q, g->rematch_of);
    query_put(&q, g->created_ms);
    query_put(&q, g->updated_ms);
    query_put(&q, g->finished_ms);
    query_put_text(&q, g->moves, -1);
    enum store_err err = query_run(&q, NULL);
    if (!err)
        seq_remember(s, g->id, sqlite3_last_insert_rowid(s->writer));
    return err;
}

/* Why a compare-and-set changed nothing. Asks the writer, which sees this turn's rows too. */
static enum store_err game_refusal(struct sqlite_store *s, int64_t id, int ply)
{
    struct query q = query_begin(s, SQL_WHERE_IS_GAME);
    query_put(&q, id);
    bool is_there = query_next(&q);
    bool is_stale = is_there && query_get(&q) != ply;
    enum store_err err = query_end(&q);
    if (err)
        return err;
    return !is_there ? STORE_E_MISSING : is_stale ? STORE_E_STALE : STORE_E_STATUS;
}

static enum store_err compare_and_set(struct query *q, int64_t id, int ply)
{
    int changed = 0;
    enum store_err err = query_run(q, &changed);
    return err || changed ? err : game_refusal(q->store, id, ply);
}

enum store_err sqlite_write_join(struct sqlite_store *s, const struct row *row)
{
    const struct join_row *j = &row->join;
    if (j->at >= ROW_SEATS)
        return STORE_E_ROW;
    struct query q = query_begin(s, SQL_JOIN);
    query_put(&q, j->game_id);
    query_put(&q, j->at);
    put_seat(&q, &j->seat);
    query_put(&q, j->left_ms[0]);
    query_put(&q, j->left_ms[1]);
    query_put(&q, j->moved_ms);
    query_put(&q, j->deadline_ms);
    return compare_and_set(&q, j->game_id, 0);
}

enum store_err sqlite_write_move(struct sqlite_store *s, const struct row *row)
{
    const struct move_row *m = &row->move;
    bool is_last = m->status != GAME_PLAYING;
    int64_t seq;
    enum store_err err = seq_find(s, m->game_id, &seq);
    if (err || !seq)
        return err ? err : STORE_E_MISSING;
    struct query q = query_begin(s, is_last ? SQL_LAST_MOVE : SQL_MOVE);
    query_put(&q, m->game_id);
    query_put(&q, m->ply);
    query_put_text(&q, &m->letter, 1);
    query_put(&q, m->offer);
    query_put(&q, m->left_ms[0]);
    query_put(&q, m->left_ms[1]);
    query_put(&q, m->moved_ms);
    query_put(&q, m->deadline_ms);
    if (is_last) {
        query_put(&q, m->status);
        query_put(&q, m->winner);
        query_put(&q, m->reason);
    }
    query_put(&q, seq);
    return compare_and_set(&q, m->game_id, m->ply);
}

enum store_err sqlite_write_result(struct sqlite_store *s, const struct row *row)
{
    const struct result_row *r = &row->result;
    struct query q = query_begin(s, SQL_RESULT);
    query_put(&q, r->game_id);
    query_put(&q, r->ply);
    query_put(&q, r->status);
    query_put(&q, r->winner);
    query_put(&q, r->reason);
    query_put(&q, r->left_ms[0]);
    query_put(&q, r->left_ms[1]);
    query_put(&q, r->finished_ms);
    return compare_and_set(&q, r->game_id, r->ply);
}

enum store_err sqlite_write_offer(struct sqlite_store *s, const struct row *row)
{
    const struct offer_row *o = &row->offer;
    struct query q = query_begin(s, SQL_OFFER);
    query_put(&q, o->game_id);
    query_put(&q, o->ply);
    query_put(&q, o->offer);
    return compare_and_set(&q, o->game_id, o->ply);
}
