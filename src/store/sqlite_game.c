/* Writing games: INSERT when created, then compare-and-set on ply and status. */
#include <string.h>

#include "base/buffer.h"
#include "play/moves.h"
#include "store/sqlite.h"

static void put_seat(struct query *q, const struct seat_row *seat)
{
    query_put(q, seat->kind);
    query_put(q, seat->level);
    query_put(q, seat->style);
    query_put(q, seat->player_id);
    query_put(q, seat->network);
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
        s->more_games[g->status]++;
    if (err || g->status != GAME_PLAYING)
        return err;
    const struct live live = {.seq = sqlite3_last_insert_rowid(s->writer),
                              .id = g->id,
                              .left_ms = {g->left_ms[0], g->left_ms[1]},
                              .moved_ms = g->moved_ms,
                              .deadline_ms = g->deadline_ms,
                              .offer = g->offer};
    return live_add(s, &live, NULL);
}

/* Why a compare-and-set of a waiting game changed nothing. */
static enum store_err game_refusal(struct sqlite_store *s, int64_t id, int ply)
{
    struct live live;
    enum store_err err = live_find(s, id, ply, &live);
    return err ? err : STORE_E_STATUS;
}

/* For a waiting game, which gets the status `to`. */
static enum store_err compare_and_set(struct query *q, int64_t id, int ply, enum game_status to)
{
    struct sqlite_store *s = q->store;
    int changed = 0;
    enum store_err err = query_run(q, &changed);
    if (!err && !changed)
        err = game_refusal(s, id, ply);
    if (!err) {
        s->more_games[GAME_WAITING]--;
        s->more_games[to]++;
    }
    return err;
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
    return compare_and_set(&q, j->game_id, 0, GAME_PLAYING);
}

/* How a game ends. Its clocks, the offer and so on are in its live row. */
struct game_outcome {
    uint8_t status, winner, reason;
    int64_t at_ms;
};

enum { TIMES_SIZE = LIVE_PLIES * (BUFFER_DIGITS_MAX + 1) };

/* Returns the length. */
static size_t write_times(char out[TIMES_SIZE], const struct timed_move *moves, int plies)
{
    size_t len = 0;
    for (int ply = 0; ply < plies; ply++) {
        char digits[BUFFER_DIGITS_MAX];
        size_t first = buffer_digits(digits, moves[ply].spent_ms);
        memcpy(out + len, digits + first, sizeof digits - first);
        len += sizeof digits - first;
        out[len++] = ' ';
    }
    return len;
}

/* Copies the live row into the game's, which becomes a finished game, and deletes it. */
static enum store_err end_game(struct sqlite_store *s, const struct live *live,
                               const struct timed_move *moves, const struct game_outcome *outcome)
{
    char text[ROW_MOVES_SIZE], times[TIMES_SIZE];
    size_t text_len = live_write_moves(text, moves, live->ply),
           times_len = write_times(times, moves, live->ply);
    struct query q = query_begin(s, SQL_END);
    query_put(&q, live->seq);
    query_put(&q, outcome->status);
    query_put(&q, outcome->winner);
    query_put(&q, outcome->reason);
    query_put(&q, live->offer);
    query_put(&q, live->ply);
    query_put(&q, live->left_ms[0]);
    query_put(&q, live->left_ms[1]);
    query_put(&q, live->moved_ms);
    query_put(&q, live->deadline_ms);
    query_put(&q, outcome->at_ms);
    query_put_text(&q, text, (int)text_len);
    query_put_text(&q, times, (int)times_len);
    int changed = 0;
    enum store_err err = query_run(&q, &changed);
    if (!err && !changed)
        err = STORE_E_STATUS;
    if (err)
        return err;
    s->more_games[GAME_PLAYING]--;
    s->more_games[outcome->status]++;
    err = live_drop(s, live);
    if (err || outcome->status < GAME_WIN || outcome->status > GAME_DRAW)
        return err;
    struct ended_game game = {.seq = live->seq,
                              .at_ms = outcome->at_ms,
                              .plies = live->ply,
                              .winner = outcome->winner,
                              .first_letter = text[0]};
    return ending_count(s, &game);
}

/* The index of deadlines is on the game's row. Only correspondence games have one while they run. */
static enum store_err set_deadline(struct sqlite_store *s, struct live *live, int64_t deadline_ms)
{
    if (live->deadline_ms == deadline_ms)
        return STORE_OK;
    live->deadline_ms = deadline_ms;
    struct query q = query_begin(s, SQL_DEADLINE);
    query_put(&q, live->seq);
    query_put(&q, deadline_ms);
    return query_run(&q, NULL);
}

static void set_clocks(struct live *live, const int64_t left_ms[ROW_SEATS])
{
    live->left_ms[0] = left_ms[0];
    live->left_ms[1] = left_ms[1];
}

static enum store_err end_with_move(struct sqlite_store *s, struct live *live,
                                    const struct move_row *m, const struct timed_move *last)
{
    struct timed_move moves[LIVE_PLIES];
    const struct game_outcome outcome = {m->status, m->winner, m->reason, m->moved_ms};
    enum store_err err = live_read(s, live, moves);
    if (err)
        return err;
    moves[live->ply++] = *last;
    live->offer = m->offer;
    live->moved_ms = m->moved_ms;
    live->deadline_ms = m->deadline_ms;
    set_clocks(live, m->left_ms);
    return end_game(s, live, moves, &outcome);
}

enum store_err sqlite_write_move(struct sqlite_store *s, const struct row *row)
{
    const struct move_row *m = &row->move;
    struct live live;
    if (moves_count(m->text) != 1 || m->offer > ROW_NOBODY || m->to_move >= ROW_SEATS)
        return STORE_E_ROW;
    enum store_err err = live_find(s, m->game_id, m->ply, &live);
    if (!err && m->ply >= LIVE_PLIES)
        err = STORE_E_ROW;
    if (err)
        return err;
    struct timed_move move = {.spent_ms = m->moved_ms - live.moved_ms};
    memcpy(move.text, m->text, sizeof move.text);
    if (m->status != GAME_PLAYING)
        return end_with_move(s, &live, m, &move);
    err = live_push(s, &live, &move);
    if (!err)
        err = set_deadline(s, &live, m->deadline_ms);
    live.offer = m->offer;
    live.to_move = m->to_move;
    live.moved_ms = m->moved_ms;
    set_clocks(&live, m->left_ms);
    return err ? err : live_write(s, &live);
}

static enum store_err cancel_game(struct sqlite_store *s, const struct result_row *r)
{
    struct query q = query_begin(s, SQL_CANCEL);
    query_put(&q, r->game_id);
    query_put(&q, r->ply);
    query_put(&q, r->status);
    query_put(&q, r->winner);
    query_put(&q, r->reason);
    query_put(&q, r->left_ms[0]);
    query_put(&q, r->left_ms[1]);
    query_put(&q, r->finished_ms);
    return compare_and_set(&q, r->game_id, r->ply, GAME_CANCELLED);
}

enum store_err sqlite_write_result(struct sqlite_store *s, const struct row *row)
{
    const struct result_row *r = &row->result;
    struct timed_move moves[LIVE_PLIES];
    struct live live;
    if (r->status == GAME_CANCELLED)
        return cancel_game(s, r);
    const struct game_outcome outcome = {r->status, r->winner, r->reason, r->finished_ms};
    enum store_err err = live_find(s, r->game_id, r->ply, &live);
    if (!err)
        err = live_read(s, &live, moves);
    if (err)
        return err;
    live.offer = ROW_NOBODY;
    live.deadline_ms = 0;
    set_clocks(&live, r->left_ms);
    return end_game(s, &live, moves, &outcome);
}

enum store_err sqlite_write_offer(struct sqlite_store *s, const struct row *row)
{
    const struct offer_row *o = &row->offer;
    struct live live;
    if (o->offer > ROW_NOBODY)
        return STORE_E_ROW;
    enum store_err err = live_find(s, o->game_id, o->ply, &live);
    live.offer = o->offer;
    return err ? err : live_write(s, &live);
}
