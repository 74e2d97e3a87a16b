/* Writing: one function for each kind of row, and the transaction of a turn. Rows of games are in
 * sqlite_game.c and sqlite_ending.c, those of accounts in sqlite_account.c. */
#include <stdio.h>
#include <string.h>

#include "store/sqlite.h"

static enum store_err write_player(struct sqlite_store *s, const struct row *row)
{
    const struct player_row *p = &row->player;
    struct query q = query_begin(s, SQL_PUT_PLAYER);
    query_put(&q, p->id);
    query_put_text(&q, p->name, -1);
    query_put(&q, p->created_ms);
    query_put(&q, p->misses.count);
    query_put(&q, p->misses.last_ms);
    enum store_err err = query_run(&q, NULL);
    return err ? err : sqlite_name_account(s, p->id);
}

static enum store_err write_session(struct sqlite_store *s, const struct row *row)
{
    const struct session_row *session = &row->session;
    int changed = 0;
    struct query q = query_begin(s, session->is_use ? SQL_USE_SESSION : SQL_PUT_SESSION);
    query_put_bytes(&q, session->token_hash, ROW_HASH_BYTES);
    query_put(&q, session->player_id);
    query_put(&q, session->created_ms);
    query_put(&q, session->seen_ms);
    query_put(&q, session->agent);
    enum store_err err = query_run(&q, &changed);
    return !err && changed == 0 && !session->is_use ? STORE_E_EXISTS : err;
}

static enum store_err trim_chat(struct sqlite_store *s, const struct chat_row *line)
{
    struct query q = query_begin(s, SQL_TRIM_CHAT);
    query_put(&q, line->game_id);
    query_put(&q, line->channel);
    query_put(&q, STORE_CHAT_KEPT);
    return query_run(&q, NULL);
}

static enum store_err write_chat(struct sqlite_store *s, const struct row *row)
{
    const struct chat_row *line = &row->chat;
    struct query q = query_begin(s, SQL_ADD_CHAT);
    query_put(&q, line->game_id);
    query_put(&q, line->channel);
    query_put(&q, line->seq);
    query_put(&q, line->player_id);
    query_put(&q, line->quick);
    query_put_text(&q, line->text, -1);
    query_put(&q, line->sent_ms);
    enum store_err err = query_run(&q, NULL);
    return err ? err : trim_chat(s, line);
}

static enum store_err drop_queue(struct sqlite_store *s, int64_t player_id)
{
    struct query q = query_begin(s, SQL_DROP_QUEUE);
    query_put(&q, player_id);
    return query_run(&q, NULL);
}

static enum store_err write_queue(struct sqlite_store *s, const struct row *row)
{
    const struct queue_row *w = &row->queue;
    if (!w->is_waiting)
        return drop_queue(s, w->player_id);
    struct query q = query_begin(s, SQL_PUT_QUEUE);
    query_put(&q, w->player_id);
    query_put_text(&q, w->board, -1);
    query_put(&q, w->clock.kind);
    query_put(&q, w->clock.initial_ms);
    query_put(&q, w->clock.increment_ms);
    query_put(&q, w->is_rated);
    query_put(&q, w->network);
    query_put(&q, w->since_ms);
    return query_run(&q, NULL);
}

static enum store_err write_row(struct sqlite_store *s, const struct row *row)
{
    static enum store_err (*const writers[ROW_KINDS])(struct sqlite_store *, const struct row *) = {
        [ROW_PLAYER] = write_player,
        [ROW_RATING] = sqlite_write_rating,
        [ROW_SESSION] = write_session,
        [ROW_GAME] = sqlite_write_game,
        [ROW_JOIN] = sqlite_write_join,
        [ROW_MOVE] = sqlite_write_move,
        [ROW_RESULT] = sqlite_write_result,
        [ROW_OFFER] = sqlite_write_offer,
        [ROW_RATED] = sqlite_write_rated,
        [ROW_CHAT] = write_chat,
        [ROW_QUEUE] = write_queue,
        [ROW_ACCOUNT] = sqlite_write_account,
        [ROW_LOGOUT] = sqlite_write_logout,
        [ROW_ERASE] = sqlite_write_erase,
        [ROW_REQUEST] = sqlite_write_request,
        [ROW_PUSH] = sqlite_write_push,
        [ROW_PUSH_GONE] = sqlite_write_push_gone,
        [ROW_PUSH_DUE] = sqlite_write_push_due,
        [ROW_DEVICE] = sqlite_write_device,
        [ROW_PURGE] = sqlite_write_purge,
        [ROW_AUDIT] = sqlite_write_audit,
        [ROW_SANCTION] = sqlite_write_sanction,
        [ROW_MODERATION] = sqlite_write_moderation,
        [ROW_REPORT] = sqlite_write_report,
        [ROW_REPORT_CLOSED] = sqlite_write_report_closed,
        [ROW_PASSKEY] = sqlite_write_passkey,
        [ROW_PASSKEY_GONE] = sqlite_write_passkey_gone,
        [ROW_CODE] = sqlite_write_code,
    };
    if (row->kind < ROW_KINDS && writers[row->kind])
        return writers[row->kind](s, row);
    (void)snprintf(s->problem, sizeof s->problem, "There is no row of kind %d", row->kind);
    return STORE_E_ROW;
}

/* ---- the turn ---- */

static enum store_err run(struct sqlite_store *s, enum sql which)
{
    struct query q = query_begin(s, which);
    return query_run(&q, NULL);
}

/* After some failures SQLite has rolled back by itself; a second rollback would be an error. */
static void turn_forget(struct sqlite_store *s)
{
    live_close(s);
    memset(s->more_games, 0, sizeof s->more_games);
    if (!sqlite3_get_autocommit(s->writer))
        (void)run(s, SQL_ROLLBACK); /* if it fails, the next BEGIN reports it */
    s->has_turn = false;
}

/* A failure of the disk or a lock fails the whole turn at once. Otherwise every later row would wait
 * for the same lock or disk again and block the event loop. */
static enum store_err turn_fail(struct sqlite_store *s, enum store_err err)
{
    s->turn_err = err;
    turn_forget(s);
    return err;
}

static enum store_err turn_begin(struct sqlite_store *s)
{
    if (s->has_turn)
        return STORE_OK;
    enum store_err err = run(s, SQL_BEGIN);
    s->has_turn = !err;
    return err;
}

enum store_err sqlite_write(struct store *store, const struct row *row)
{
    struct sqlite_store *s = sqlite_of(store);
    if (s->turn_err)
        return s->turn_err;
    enum store_err err = turn_begin(s);
    if (!err)
        err = write_row(s, row);
    return store_err_class(err) >= STORE_RETRY ? turn_fail(s, err) : err;
}

enum store_err sqlite_commit(struct store *store)
{
    struct sqlite_store *s = sqlite_of(store);
    enum store_err err = s->turn_err;
    live_close(s);
    if (!err && s->has_turn)
        err = ending_write_counts(s);
    if (!err && s->has_turn)
        err = run(s, SQL_COMMIT);
    turn_forget(s);
    s->turn_err = STORE_OK;
    return err;
}

void sqlite_rollback(struct store *store)
{
    struct sqlite_store *s = sqlite_of(store);
    turn_forget(s);
    s->turn_err = STORE_OK;
}
