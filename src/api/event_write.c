#include "api/event_write.h"

#include <sodium.h>

#include "api/view_write.h"
#include "play/chat.h"
#include "json/pair.h"

static const struct snapshot *snapshot_of(const struct message *m, const struct outbox *outbox)
{
    return m->snapshot >= 0 ? &outbox->snapshot[m->snapshot] : NULL;
}

void chat_line_write(struct json_write *w, const struct chat_row *row)
{
    const struct chat_quick *quick = row->quick ? chat_quick_find(row->quick) : NULL;
    view_write_id(w, "gameId", row->game_id);
    pair_int(w, "seq", row->seq);
    pair_text(w, "channel", row->channel == CHAT_PLAYERS ? "players" : "spectators");
    view_write_id(w, "playerId", row->player_id);
    if (quick) {
        pair_int(w, "quick", quick->id);
        pair_text(w, "quickName", quick->name);
    }
    pair_text(w, "text", quick ? quick->text : row->text);
    pair_int(w, "sentAt", row->sent_ms);
}

static void write_session(struct json_write *w, const struct message *m,
                          const struct session_view *session)
{
    const struct account_row *account = session->account;
    char text[TOKEN_TEXT_SIZE];
    token_write(text, session->token);
    view_write_id(w, "playerId", m->player_id);
    pair_text(w, "token", text);
    sodium_memzero(text, sizeof text);
    pair_text(w, "name", m->name);
    pair_bool(w, "isGuest", !account);
    json_write_key(w, "account");
    if (!account) {
        json_write_null(w);
        return;
    }
    json_write_object(w);
    pair_text(w, "login", account->login[0] ? account->login : NULL);
    json_write_object_end(w);
}

static void write_match(struct json_write *w, const struct message *m)
{
    view_write_id(w, "matchId", m->match_id);
    json_write_key(w, "opponent");
    json_write_object(w);
    pair_text(w, "name", m->name);
    pair_int(w, "rating", m->rating);
    pair_bool(w, "isProvisional", m->is_provisional);
    json_write_object_end(w);
    pair_int(w, "confirmWithinMs", m->wait_ms);
}

static void write_ratings(struct json_write *w, const struct message *m)
{
    static const char *const sides[ROW_SEATS] = {"X", "O"};
    json_write_key(w, "ratings");
    json_write_object(w);
    for (int i = 0; i < ROW_SEATS; i++) {
        json_write_key(w, sides[i]);
        json_write_object(w);
        int seat = i ^ m->is_swapped;
        pair_int(w, "before", (int64_t)(m->before[seat] + 0.5));
        pair_int(w, "after", (int64_t)(m->after[seat] + 0.5));
        pair_bool(w, "counts", m->counts[seat]);
        json_write_object_end(w);
    }
    json_write_object_end(w);
}

static void write_chat(struct json_write *w, const struct message *m, const struct outbox *outbox)
{
    chat_line_write(w, &outbox->row[m->row].chat);
    view_write_side(w, "from", m->from < ROW_SEATS ? m->from ^ m->is_swapped : m->from);
    pair_text(w, "name", m->name);
}

static void write_cancelled(struct json_write *w, const struct message *m)
{
    view_write_id(w, "matchId", m->match_id);
    pair_text(w, "reason", match_reason_name((enum match_reason)m->reason));
    pair_bool(w, "waiting", m->is_waiting);
    if (m->wait_ms > 0)
        pair_int(w, "waitMs", m->wait_ms);
}

/* Events with a game id and at most one more field. */
static void write_small(struct json_write *w, const struct message *m)
{
    view_write_id(w, "gameId", m->game_id);
    if (m->event == EVENT_OPPONENT_DISCONNECTED)
        pair_int(w, "graceMs", m->wait_ms);
    else if (m->event == EVENT_SPECTATORS)
        pair_int(w, "count", m->size);
    else if (m->event == EVENT_DRAW_OFFERED || m->event == EVENT_REMATCH_OFFERED)
        view_write_side(w, "by", (1 - m->seat) ^ m->is_swapped);
}

static void write_payload(struct json_write *w, const struct message *m,
                          const struct outbox *outbox, const struct session_view *session)
{
    const struct snapshot *snapshot = snapshot_of(m, outbox);
    int seat = m->to == TO_SPECTATORS ? ROW_NOBODY : m->seat;
    switch ((enum event)m->event) {
    case EVENT_SESSION:
        write_session(w, m, session);
        break;
    case EVENT_SESSION_REPLACED:
        view_write_id(w, "playerId", m->player_id);
        break;
    case EVENT_SESSION_ENDED:
        pair_text(w, "reason", m->is_erased ? "deleted" : "logged-out");
        break;
    case EVENT_QUEUE_UPDATE:
        pair_int(w, "size", m->size);
        break;
    case EVENT_MATCH_FOUND:
        write_match(w, m);
        break;
    case EVENT_MATCH_CANCELLED:
        write_cancelled(w, m);
        break;
    case EVENT_GAME_START:
        view_write_start(w, snapshot, seat);
        break;
    case EVENT_GAME_UPDATE:
        view_write_update(w, snapshot, seat);
        break;
    case EVENT_GAME_OVER:
        view_write_over(w, snapshot);
        if (m->has_rating)
            write_ratings(w, m);
        break;
    case EVENT_CHAT_MESSAGE:
        write_chat(w, m, outbox);
        break;
    default:
        write_small(w, m);
    }
}

void event_begin(struct json_write *w, const char *event)
{
    json_write_array(w);
    json_write_string(w, event);
    json_write_object(w);
}

void event_end(struct json_write *w)
{
    json_write_object_end(w);
    json_write_array_end(w);
}

void event_write(struct json_write *w, const struct message *message, const struct outbox *outbox,
                 const struct session_view *session)
{
    event_begin(w, event_name((enum event)message->event));
    write_payload(w, message, outbox, session);
    event_end(w);
}

void update_write(struct json_write *w, const struct snapshot *snapshot, size_t *turn_at)
{
    event_begin(w, event_name(EVENT_GAME_UPDATE));
    view_write_before_turn(w, snapshot);
    *turn_at = w->out->len;
    view_write_after_turn(w, snapshot);
    event_end(w);
}

enum json_write_err update_copy(struct buffer *out, const struct buffer *update, size_t turn_at,
                                const struct snapshot *snapshot, int seat)
{
    static const char yours[] = ",\"isYourTurn\":true", theirs[] = ",\"isYourTurn\":false";
    bool is_yours = snapshot_is_to_move(snapshot, seat);
    const char *turn = is_yours ? yours : theirs;
    size_t turn_len = (is_yours ? sizeof yours : sizeof theirs) - 1;
    if (seat >= ROW_SEATS)
        turn_len = 0;
    char *at = buffer_extend(out, update->len + turn_len);
    if (!at)
        return JSON_WRITE_E_MEMORY;
    memcpy(at, update->bytes, turn_at);
    memcpy(at + turn_at, turn, turn_len);
    memcpy(at + turn_at + turn_len, update->bytes + turn_at, update->len - turn_at);
    return JSON_WRITE_OK;
}

void snapshot_write(struct json_write *w, const struct snapshot *snapshot, int seat,
                    enum event event)
{
    event_begin(w, event_name(event));
    if (event == EVENT_GAME_START)
        view_write_start(w, snapshot, seat);
    else
        view_write_update(w, snapshot, seat);
    event_end(w);
}

void quicks_write(struct json_write *w)
{
    size_t count;
    const struct chat_quick *quick = chat_quicks(&count);
    json_write_array(w);
    for (size_t i = 0; i < count; i++) {
        json_write_object(w);
        pair_int(w, "id", quick[i].id);
        pair_text(w, "name", quick[i].name);
        pair_text(w, "text", quick[i].text);
        json_write_object_end(w);
    }
    json_write_array_end(w);
}
