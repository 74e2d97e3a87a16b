/* Which statement writes a row, with which values, and what the row depends on. */
#include <string.h>

#include "base/skeleton.h"
#include "store/postgres_write.h"

#include "play/moves.h"
#include "store/recent.h"

/* ---- the values of a row, in the order of postgres_sql.c ---- */

static void put_player(struct pg_query *q, const struct row *row, size_t index)
{
    const struct player_row *p = &row->player;
    (void)index;
    pg_put(q, p->id);
    pg_put_text(q, p->name);
    pg_put(q, p->created_ms);
    pg_put(q, p->misses.count);
    pg_put(q, p->misses.last_ms);
    pg_put(q, skeleton_hash(p->name));
}

static void put_session(struct pg_query *q, const struct row *row, size_t index)
{
    const struct session_row *s = &row->session;
    (void)index;
    pg_put_bytes(q, s->token_hash, ROW_HASH_BYTES);
    pg_put(q, s->player_id);
    pg_put(q, s->created_ms);
    pg_put(q, s->seen_ms);
    pg_put(q, s->agent);
}

static void put_account(struct pg_query *q, const struct row *row, size_t index)
{
    const struct account_row *a = &row->account;
    (void)index;
    pg_put(q, a->player_id);
    pg_put_text(q, a->login[0] ? a->login : NULL);
    pg_put_text(q, a->password[0] ? a->password : NULL);
    pg_put_bytes(q, a->has_recovery ? a->recovery : NULL, ROW_HASH_BYTES);
    pg_put(q, a->created_ms);
    pg_put_bytes(q, a->has_totp ? a->totp : NULL, ROW_TOTP_BYTES);
    pg_put(q, a->totp_step);
    if (a->login[0])
        pg_put(q, skeleton_hash(a->login));
    else
        pg_put_null(q);
}

static void put_code(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->code.player_id);
    pg_put(q, row->code.totp_step);
}

static void put_sanction(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->sanction.player_id);
    pg_put(q, row->sanction.mute_ms);
    pg_put(q, row->sanction.ban_ms);
}

static void put_device(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->device.player_id);
    pg_put_bytes(q, row->device.hash, ROW_HASH_BYTES);
    pg_put(q, row->device.seen_ms);
}

static void put_passkey(struct pg_query *q, const struct row *row, size_t index)
{
    const struct passkey_row *p = &row->passkey;
    (void)index;
    pg_put_bytes(q, p->id, p->id_len);
    pg_put(q, p->player_id);
    pg_put(q, p->algorithm);
    pg_put_bytes(q, p->key, p->key_len);
    pg_put(q, p->counter);
    pg_put_text(q, p->name);
    pg_put(q, p->created_ms);
    pg_put(q, p->used_ms);
}

static void put_passkey_use(struct pg_query *q, const struct row *row, size_t index)
{
    const struct passkey_row *p = &row->passkey;
    (void)index;
    pg_put_bytes(q, p->id, p->id_len);
    pg_put(q, p->player_id);
    pg_put(q, p->counter);
    pg_put(q, p->used_ms);
}

static void put_passkey_gone(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put_bytes(q, row->passkey_gone.id, row->passkey_gone.id_len);
    pg_put(q, row->passkey_gone.player_id);
}

static void put_logout(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put_bytes(q, row->logout.token_hash, ROW_HASH_BYTES);
    pg_put(q, row->logout.player_id);
}

static void put_logout_all(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->logout.player_id);
}

static void put_presence(struct pg_query *q, const struct row *row, size_t index)
{
    const struct presence_row *p = &row->presence;
    (void)index;
    pg_put(q, p->player_id);
    pg_put(q, p->node ? p->node : p->from);
    pg_put(q, p->since_ms);
    if (p->node)
        pg_put(q, p->from);
}

static void put_seat(struct pg_query *q, const struct seat_row *seat)
{
    pg_put(q, seat->kind);
    pg_put(q, seat->level);
    pg_put(q, seat->style);
    pg_put(q, seat->player_id);
    pg_put(q, seat->network);
}

static void put_clock(struct pg_query *q, const struct clock_row *clock)
{
    pg_put(q, clock->kind);
    pg_put(q, clock->initial_ms);
    pg_put(q, clock->increment_ms);
}

static void put_left(struct pg_query *q, const int64_t left_ms[ROW_SEATS])
{
    pg_put(q, left_ms[0]);
    pg_put(q, left_ms[1]);
}

static void put_game(struct pg_query *q, const struct row *row, size_t index)
{
    const struct game_row *g = &row->game;
    (void)index;
    pg_put(q, g->id);
    pg_put_text(q, g->board);
    pg_put_text(q, g->code);
    put_seat(q, &g->seat[0]);
    put_seat(q, &g->seat[1]);
    put_clock(q, &g->clock);
    pg_put(q, g->flags);
    pg_put(q, g->status);
    pg_put(q, g->winner);
    pg_put(q, g->reason);
    pg_put(q, g->offer);
    pg_put(q, g->rematch);
    put_left(q, g->left_ms);
    pg_put(q, g->moved_ms);
    pg_put(q, g->deadline_ms);
    pg_put(q, g->rematch_of);
    pg_put(q, g->created_ms);
    pg_put(q, g->updated_ms);
    pg_put(q, g->finished_ms);
}

static void put_join(struct pg_query *q, const struct row *row, size_t index)
{
    const struct join_row *j = &row->join;
    (void)index;
    pg_put(q, j->game_id);
    pg_put(q, j->version);
    pg_put(q, j->at);
    put_seat(q, &j->seat);
    put_left(q, j->left_ms);
    pg_put(q, j->moved_ms);
    pg_put(q, j->deadline_ms);
}

static void put_offer(struct pg_query *q, const struct row *row, size_t index)
{
    const struct offer_row *o = &row->offer;
    (void)index;
    pg_put(q, o->game_id);
    pg_put(q, o->version);
    pg_put(q, o->ply);
    pg_put(q, o->offer);
}

static void put_move(struct pg_query *q, const struct row *row, size_t index)
{
    const struct move_row *m = &row->move;
    (void)index;
    pg_put(q, m->game_id);
    pg_put(q, m->version);
    pg_put(q, m->ply);
    pg_put_text(q, m->text);
    pg_put(q, m->offer);
    pg_put(q, m->to_move);
    put_left(q, m->left_ms);
    pg_put(q, m->moved_ms);
    pg_put(q, m->deadline_ms);
}

static void put_cancel(struct pg_query *q, const struct row *row, size_t index)
{
    const struct result_row *r = &row->result;
    (void)index;
    pg_put(q, r->game_id);
    pg_put(q, r->version);
    pg_put(q, r->ply);
    pg_put(q, r->status);
    pg_put(q, r->winner);
    pg_put(q, r->reason);
    put_left(q, r->left_ms);
    pg_put(q, r->finished_ms);
}

static void put_last_move(struct pg_query *q, const struct move_row *m)
{
    pg_put(q, m->game_id);
    pg_put(q, m->version);
    pg_put(q, m->ply);
    pg_put_text(q, m->text);
    pg_put(q, m->status);
    pg_put(q, m->winner);
    pg_put(q, m->reason);
    pg_put(q, m->offer);
    put_left(q, m->left_ms);
    pg_put(q, m->moved_ms);
    pg_put(q, m->deadline_ms);
    pg_put(q, m->moved_ms);
}

static void put_result(struct pg_query *q, const struct result_row *r)
{
    pg_put(q, r->game_id);
    pg_put(q, r->version);
    pg_put(q, r->ply);
    pg_put_text(q, NULL);
    pg_put(q, r->status);
    pg_put(q, r->winner);
    pg_put(q, r->reason);
    pg_put(q, ROW_NOBODY);
    put_left(q, r->left_ms);
    pg_put_null(q);
    pg_put(q, 0);
    pg_put(q, r->finished_ms);
}

/* A game ends with a move or without one. */
static void put_end(struct pg_query *q, const struct row *row, size_t index)
{
    if (row->kind == ROW_MOVE)
        put_last_move(q, &row->move);
    else
        put_result(q, &row->result);
    pg_put(q, (int64_t)index);
}

static void put_rematch(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->rematch.game_id);
    pg_put(q, row->rematch.version);
    pg_put(q, row->rematch.rematch);
}

static void put_rating(struct pg_query *q, const struct row *row, size_t index)
{
    const struct rating_row *r = &row->rating;
    const struct counted_row *counted = &r->counted;
    uint8_t recent[RECENT_BYTES_MAX] = {0};
    (void)index;
    pg_put(q, r->player_id);
    pg_put(q, r->class);
    pg_put_real(q, r->rating);
    pg_put_real(q, r->deviation);
    pg_put_real(q, r->volatility);
    pg_put(q, r->games);
    pg_put(q, r->wins);
    pg_put(q, r->draws);
    pg_put(q, r->losses);
    pg_put(q, r->updated_ms);
    pg_put_real(q, counted->rating);
    pg_put_real(q, counted->deviation);
    pg_put_real(q, counted->volatility);
    pg_put(q, counted->games);
    pg_put(q, counted->wins);
    pg_put(q, counted->draws);
    pg_put(q, counted->losses);
    pg_put(q, counted->updated_ms);
    pg_put_bytes(q, recent, recent_encode(recent, r->recent));
}

static void put_rated(struct pg_query *q, const struct row *row, size_t index)
{
    const struct rated_row *r = &row->rated;
    (void)index;
    pg_put(q, r->game_id);
    pg_put(q, r->class);
    pg_put_real(q, r->before[0]);
    pg_put_real(q, r->before[1]);
    pg_put_real(q, r->after[0]);
    pg_put_real(q, r->after[1]);
    pg_put(q, r->at_ms);
    pg_put(q, r->discount);
    pg_put(q, r->counts[0] | r->counts[1] << 1);
}

static void put_chat(struct pg_query *q, const struct row *row, size_t index)
{
    const struct chat_row *line = &row->chat;
    (void)index;
    pg_put(q, line->game_id);
    pg_put(q, line->channel);
    pg_put(q, line->seq);
    pg_put(q, line->player_id);
    pg_put(q, line->quick);
    pg_put_text(q, line->text);
    pg_put(q, line->sent_ms);
}

static void put_request(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->request.player_id);
    pg_put_text(q, row->request.request);
    pg_put(q, row->request.game_id);
}

static void put_queue(struct pg_query *q, const struct row *row, size_t index)
{
    const struct queue_row *w = &row->queue;
    (void)index;
    pg_put(q, w->player_id);
    pg_put_text(q, w->board);
    put_clock(q, &w->clock);
    pg_put(q, w->is_rated);
    pg_put(q, w->network);
    pg_put(q, w->since_ms);
}

static void put_queue_gone(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->queue.player_id);
    pg_put(q, row->queue.since_ms);
}

static void put_match(struct pg_query *q, const struct row *row, size_t index)
{
    const struct match_row *m = &row->match;
    (void)index;
    pg_put(q, m->id);
    pg_put(q, m->player_id[0]);
    pg_put(q, m->player_id[1]);
    pg_put(q, m->since_ms[0]);
    pg_put(q, m->since_ms[1]);
    pg_put(q, m->network[0]);
    pg_put(q, m->network[1]);
    pg_put_text(q, m->board);
    put_clock(q, &m->clock);
    pg_put(q, m->is_rated);
    pg_put(q, m->deadline_ms);
    pg_put(q, m->confirmed);
}

static void put_match_step(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->match.id);
    pg_put(q, row->match.before);
    if (row->match.step == MATCH_CONFIRM)
        pg_put(q, row->match.confirmed);
}

static void put_push(struct pg_query *q, const struct row *row, size_t index)
{
    const struct push_row *p = &row->push;
    (void)index;
    pg_put(q, p->player_id);
    pg_put_text(q, p->endpoint);
    pg_put_bytes(q, p->token_hash, ROW_HASH_BYTES);
    pg_put_bytes(q, p->key, ROW_PUSH_KEY_BYTES);
    pg_put_bytes(q, p->auth, ROW_PUSH_AUTH_BYTES);
    pg_put_text(q, p->language);
    pg_put(q, p->created_ms);
}

static void put_push_gone(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->push_gone.id);
}

static void put_push_gone_of(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put_text(q, row->push_gone.endpoint);
    pg_put(q, row->push_gone.player_id);
}

static void put_push_due(struct pg_query *q, const struct row *row, size_t index)
{
    const struct push_due_row *d = &row->push_due;
    (void)index;
    pg_put(q, d->push_id);
    pg_put(q, d->game_id);
    pg_put(q, d->kind);
    pg_put(q, d->ply);
    pg_put(q, d->tries);
    pg_put(q, d->due_ms);
}

static void put_moderation(struct pg_query *q, const struct row *row, size_t index)
{
    const struct moderation_row *m = &row->moderation;
    (void)index;
    pg_put(q, m->moderator_id);
    pg_put(q, m->player_id);
    pg_put(q, m->action);
    pg_put(q, m->until_ms);
    pg_put_text(q, m->reason);
    pg_put(q, m->at_ms);
}

static void put_report(struct pg_query *q, const struct row *row, size_t index)
{
    const struct report_row *r = &row->report;
    (void)index;
    pg_put(q, r->player_id);
    pg_put(q, r->sender_id);
    pg_put(q, r->game_id);
    pg_put(q, r->kind);
    pg_put_text(q, r->text);
    pg_put(q, r->sent_ms);
}

static void put_report_closed(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->report_closed.id);
    pg_put(q, row->report_closed.closed_ms);
}

static void put_audit(struct pg_query *q, const struct row *row, size_t index)
{
    const struct audit_row *a = &row->audit;
    (void)index;
    pg_put(q, a->player_id);
    pg_put(q, a->at_ms);
    pg_put(q, a->kind);
    pg_put_text(q, a->address);
}

static void put_audit_drop(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->audit.at_ms);
}

static void put_erase(struct pg_query *q, const struct row *row, size_t index)
{
    (void)index;
    pg_put(q, row->erase.player_id);
    pg_put(q, row->erase.erased_ms);
}

static void put_purge(struct pg_query *q, const struct row *row, size_t index)
{
    const struct purge_row *p = &row->purge;
    (void)index;
    pg_put(q, p->player_id);
    pg_put(q, p->before_ms);
    pg_put(q, p->at_ms);
    pg_put(q, p->is_unplayed);
    pg_put_text(q, p->name);
    pg_put(q, skeleton_hash(p->name));
}

/* ---- writers ---- */

_Static_assert(STORE_DEVICES_KEPT == 16 && STORE_PUSHES_KEPT == 8 && STORE_REPORTS_KEPT == 20 &&
                   STORE_CHAT_KEPT == 100,
               "postgres_sql.c has these numbers");

static const struct pg_write writes[WRITERS] = {
    [WRITE_PLAYER] = {PG_PUT_PLAYER, 0, put_player, STORE_OK, .has_slot = true},
    [WRITE_SESSION] = {PG_PUT_SESSION, 0, put_session, STORE_E_EXISTS, .has_slot = true},
    [WRITE_SESSION_USE] = {PG_USE_SESSION, 0, put_session, STORE_OK},
    [WRITE_ACCOUNT] = {PG_PUT_ACCOUNT, 0, put_account, STORE_OK},
    [WRITE_CODE] = {PG_USE_CODE, 0, put_code, STORE_E_STALE},
    [WRITE_SANCTION] = {PG_ADD_SANCTION, PG_PUT_SANCTION, put_sanction, STORE_OK},
    [WRITE_DEVICE] = {PG_PUT_DEVICE, PG_TRIM_DEVICES, put_device, STORE_OK},
    [WRITE_PASSKEY] = {PG_ADD_PASSKEY, 0, put_passkey, STORE_OK},
    [WRITE_PASSKEY_USE] = {PG_USE_PASSKEY, 0, put_passkey_use, STORE_E_STALE},
    [WRITE_PASSKEY_GONE] = {PG_DROP_PASSKEY, 0, put_passkey_gone, STORE_E_MISSING},
    [WRITE_LOGOUT] = {PG_DROP_SESSION, 0, put_logout, STORE_OK, .has_slot = true},
    [WRITE_LOGOUT_ALL] = {PG_DROP_SESSIONS, 0, put_logout_all, STORE_OK, .has_slot = true},
    [WRITE_PRESENCE] = {PG_PUT_PRESENCE, 0, put_presence, STORE_OK},
    [WRITE_PRESENCE_GONE] = {PG_END_PRESENCE, 0, put_presence, STORE_OK},
    [WRITE_GAME] = {PG_ADD_GAME, 0, put_game, STORE_OK},
    [WRITE_JOIN] = {PG_JOIN, 0, put_join, STORE_E_STALE},
    [WRITE_OFFER] = {PG_OFFER, 0, put_offer, STORE_E_STALE},
    [WRITE_MOVE] = {PG_MOVE, 0, put_move, STORE_E_STALE},
    [WRITE_MOVE_DAYS] = {PG_MOVE_DAYS, 0, put_move, STORE_E_STALE},
    [WRITE_CANCEL] = {PG_CANCEL, 0, put_cancel, STORE_E_STALE},
    [WRITE_END] = {PG_END, 0, put_end, STORE_E_STALE},
    [WRITE_REMATCH] = {PG_REMATCH, 0, put_rematch, STORE_E_STALE},
    [WRITE_RATING] = {PG_PUT_RATING, 0, put_rating, STORE_E_STALE, .has_slot = true},
    [WRITE_RATED] = {PG_ADD_RATED, 0, put_rated, STORE_OK},
    [WRITE_CHAT] = {PG_ADD_CHAT, PG_TRIM_CHAT, put_chat, STORE_OK},
    [WRITE_REQUEST] = {PG_PUT_REQUEST, 0, put_request, STORE_E_EXISTS},
    [WRITE_QUEUE] = {PG_PUT_QUEUE, 0, put_queue, STORE_E_STALE},
    [WRITE_QUEUE_GONE] = {PG_DROP_QUEUE, 0, put_queue_gone, STORE_E_STALE},
    [WRITE_MATCH_OPEN] = {PG_OPEN_MATCH, 0, put_match, STORE_E_STALE},
    [WRITE_MATCH_CONFIRM] = {PG_CONFIRM_MATCH, 0, put_match_step, STORE_E_STALE},
    [WRITE_MATCH_CLOSE] = {PG_CLOSE_MATCH, 0, put_match_step, STORE_E_STALE},
    [WRITE_PUSH] = {PG_PUT_PUSH, PG_TRIM_PUSH, put_push, STORE_OK},
    [WRITE_PUSH_GONE] = {PG_DROP_PUSH, 0, put_push_gone, STORE_OK},
    [WRITE_PUSH_GONE_OF] = {PG_DROP_PUSH_OF, 0, put_push_gone_of, STORE_OK},
    [WRITE_PUSH_DUE] = {PG_ADD_PUSH_DUE, 0, put_push_due, STORE_OK},
    [WRITE_PUSH_AGAIN] = {PG_DELAY_PUSH_DUE, 0, put_push_due, STORE_OK},
    [WRITE_PUSH_DONE] = {PG_DROP_PUSH_DUE, 0, put_push_due, STORE_OK},
    [WRITE_MODERATION] = {PG_ADD_MODERATION, 0, put_moderation, STORE_OK},
    [WRITE_REPORT] = {PG_PUT_REPORT, 0, put_report, STORE_OK, .is_alone = true},
    [WRITE_REPORT_CLOSED] = {PG_CLOSE_REPORT, 0, put_report_closed, STORE_E_MISSING},
    [WRITE_AUDIT] = {PG_ADD_AUDIT, 0, put_audit, STORE_OK},
    [WRITE_AUDIT_DROP] = {PG_DROP_AUDIT, 0, put_audit_drop, STORE_OK, .is_alone = true},
    [WRITE_ERASE] = {PG_ERASE, 0, put_erase, STORE_E_MISSING, .has_slot = true},
    [WRITE_PURGE] = {PG_PURGE, 0, put_purge, STORE_OK, .has_slot = true},
};

const struct pg_write *pg_write_of(enum pg_writer writer)
{
    return &writes[writer];
}

static enum store_err move_writer(const struct move_row *m, enum pg_writer *out)
{
    if (moves_count(m->text) != 1 || m->offer > ROW_NOBODY || m->to_move >= ROW_SEATS)
        return STORE_E_ROW;
    *out = m->deadline_ms ? WRITE_MOVE_DAYS : WRITE_MOVE;
    if (m->status != GAME_PLAYING)
        *out = WRITE_END;
    return STORE_OK;
}

static enum store_err match_writer(const struct match_row *m, enum pg_writer *out)
{
    static const enum pg_writer steps[] = {[MATCH_OPEN] = WRITE_MATCH_OPEN,
                                           [MATCH_CONFIRM] = WRITE_MATCH_CONFIRM,
                                           [MATCH_CLOSE] = WRITE_MATCH_CLOSE};
    if (m->step > MATCH_CLOSE || (m->step == MATCH_OPEN && m->player_id[0] == m->player_id[1]))
        return STORE_E_ROW;
    *out = steps[m->step];
    return STORE_OK;
}

static enum store_err due_writer(const struct push_due_row *d, enum pg_writer *out)
{
    static const enum pg_writer steps[] = {[PUSH_ADD] = WRITE_PUSH_DUE,
                                           [PUSH_AGAIN] = WRITE_PUSH_AGAIN,
                                           [PUSH_DONE] = WRITE_PUSH_DONE};
    if (d->step > PUSH_DONE)
        return STORE_E_ROW;
    *out = steps[d->step];
    return STORE_OK;
}

static enum store_err some(bool is_writable, enum pg_writer writer, enum pg_writer *out)
{
    if (!is_writable)
        return STORE_E_ROW;
    *out = writer;
    return STORE_OK;
}

enum store_err pg_writer_of(const struct row *row, enum pg_writer *out)
{
    /* 0: see below; otherwise the writer + 1. */
    static const uint8_t plain[ROW_KINDS] = {
        [ROW_PLAYER] = WRITE_PLAYER + 1,
        [ROW_RATING] = WRITE_RATING + 1,
        [ROW_RATED] = WRITE_RATED + 1,
        [ROW_CHAT] = WRITE_CHAT + 1,
        [ROW_ACCOUNT] = WRITE_ACCOUNT + 1,
        [ROW_ERASE] = WRITE_ERASE + 1,
        [ROW_REQUEST] = WRITE_REQUEST + 1,
        [ROW_PUSH] = WRITE_PUSH + 1,
        [ROW_DEVICE] = WRITE_DEVICE + 1,
        [ROW_SANCTION] = WRITE_SANCTION + 1,
        [ROW_MODERATION] = WRITE_MODERATION + 1,
        [ROW_REPORT] = WRITE_REPORT + 1,
        [ROW_REPORT_CLOSED] = WRITE_REPORT_CLOSED + 1,
        [ROW_PASSKEY_GONE] = WRITE_PASSKEY_GONE + 1,
        [ROW_PURGE] = WRITE_PURGE + 1,
        [ROW_CODE] = WRITE_CODE + 1,
    };
    switch (row->kind) {
    case ROW_GAME: /* moves come one by one, each with its time */
        return some(row->game.ply == 0 && !row->game.moves[0], WRITE_GAME, out);
    case ROW_SESSION:
        return some(true, row->session.is_use ? WRITE_SESSION_USE : WRITE_SESSION, out);
    case ROW_JOIN:
        return some(row->join.at < ROW_SEATS, WRITE_JOIN, out);
    case ROW_MOVE:
        return move_writer(&row->move, out);
    case ROW_RESULT:
        return some(true, row->result.status == GAME_CANCELLED ? WRITE_CANCEL : WRITE_END, out);
    case ROW_OFFER:
        return some(row->offer.offer <= ROW_NOBODY, WRITE_OFFER, out);
    case ROW_REMATCH:
        return some(row->rematch.rematch <= ROW_AGREED, WRITE_REMATCH, out);
    case ROW_QUEUE:
        return some(true, row->queue.is_waiting ? WRITE_QUEUE : WRITE_QUEUE_GONE, out);
    case ROW_PRESENCE:
        return some(true, row->presence.node ? WRITE_PRESENCE : WRITE_PRESENCE_GONE, out);
    case ROW_MATCH:
        return match_writer(&row->match, out);
    case ROW_LOGOUT:
        return some(true, row->logout.is_everywhere ? WRITE_LOGOUT_ALL : WRITE_LOGOUT, out);
    case ROW_PASSKEY:
        return some(true, row->passkey.is_use ? WRITE_PASSKEY_USE : WRITE_PASSKEY, out);
    case ROW_PUSH_GONE:
        return some(true, row->push_gone.id ? WRITE_PUSH_GONE : WRITE_PUSH_GONE_OF, out);
    case ROW_PUSH_DUE:
        return due_writer(&row->push_due, out);
    case ROW_AUDIT:
        return some(true, row->audit.player_id ? WRITE_AUDIT : WRITE_AUDIT_DROP, out);
    default:
        break;
    }
    uint8_t writer = row->kind < ROW_KINDS ? plain[row->kind] : 0;
    return some(writer != 0, (enum pg_writer)(writer - 1), out);
}
