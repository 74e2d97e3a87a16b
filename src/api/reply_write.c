#include "api/reply_write.h"

#include <string.h>

#include "api/view_write.h"
#include "base/utf8.h"
#include "json/pair.h"

/* One refusal as clients see it. */
struct failure {
    const char *code, *text;
    bool is_retryable;
    int64_t wait_ms; /* 0: none is shown */
};

static void write_error(struct json_write *w, const struct failure *failure)
{
    pair_text(w, "code", failure->code);
    pair_text(w, "message", failure->text);
    if (failure->is_retryable)
        pair_bool(w, "retryable", true);
    if (failure->wait_ms > 0)
        pair_int(w, "waitMs", failure->wait_ms);
}

static void ack_begin(struct json_write *w, bool is_ok)
{
    json_write_array(w);
    json_write_object(w);
    pair_bool(w, "ok", is_ok);
}

/* {ok: false, error: {…}}. The object stays open. */
static void refused_ack_begin(struct json_write *w, const struct failure *failure)
{
    ack_begin(w, false);
    json_write_key(w, "error");
    json_write_object(w);
    write_error(w, failure);
    json_write_object_end(w);
}

static void error_message_write(struct json_write *w, const struct failure *failure,
                                const char *event)
{
    event_begin(w, "error-message");
    write_error(w, failure);
    pair_text(w, "event", event);
    event_end(w);
}

void malformed_write(struct json_write *w, uint64_t ack, const char *event, const char *code,
                     const char *text)
{
    const struct failure failure = {.code = code, .text = text};
    bool is_named = event && utf8_is_valid(event, strlen(event));
    if (ack == REPLY_NO_ACK) {
        error_message_write(w, &failure, is_named ? event : NULL);
        return;
    }
    refused_ack_begin(w, &failure);
    event_end(w);
}

/* A stale move is answered with the game as it stands. */
static void refused_write(struct json_write *w, const struct message *m,
                          const struct snapshot *snapshot)
{
    char text[REFUSAL_TEXT_SIZE];
    enum refusal refusal = (enum refusal)m->refusal;
    const struct failure failure = {
        .code = refusal_code(refusal),
        .text = text,
        .is_retryable = refusal_is_retryable(refusal),
        .wait_ms = refusal == REFUSAL_QUEUE_WAIT ? m->detail.wait_ms : 0,
    };
    (void)refusal_write(text, sizeof text, refusal, &m->detail);
    if (m->ack == REPLY_NO_ACK) {
        error_message_write(w, &failure, command_name((enum command_kind)m->command));
        return;
    }
    refused_ack_begin(w, &failure);
    if (snapshot) {
        json_write_key(w, "game");
        json_write_object(w);
        view_write_update(w, snapshot, m->seat);
        json_write_object_end(w);
    }
    event_end(w);
}

static int side_of(const struct snapshot *s, int64_t player_id)
{
    for (int i = 0; i < ROW_SEATS; i++)
        if (s->seat[i].who.kind == SEAT_PLAYER && s->seat[i].who.player_id == player_id)
            return snapshot_side(s, i);
    return ROW_NOBODY;
}

static void write_lines(struct json_write *w, const struct snapshot *snapshot,
                        const struct chat_lines *chat)
{
    json_write_key(w, "chat");
    json_write_array(w);
    for (size_t i = 0; chat && i < chat->count; i++) {
        json_write_object(w);
        chat_line_write(w, &chat->row[i]);
        view_write_side(w, "from", side_of(snapshot, chat->row[i].player_id));
        json_write_object_end(w);
    }
    json_write_array_end(w);
}

static void write_resumed(struct json_write *w, const struct snapshot *snapshot, int seat,
                          const struct chat_lines *chat)
{
    view_write_start(w, snapshot, seat);
    write_lines(w, snapshot, chat);
}

static void write_done(struct json_write *w, const struct message *m,
                       const struct snapshot *snapshot, const struct chat_lines *chat)
{
    switch ((enum command_kind)m->command) {
    case COMMAND_JOIN_QUEUE:
        pair_int(w, "size", m->size);
        break;
    case COMMAND_SET_NAME:
        pair_text(w, "name", m->name);
        break;
    case COMMAND_CONFIRM_MATCH:
        view_write_id(w, "matchId", m->match_id);
        break;
    case COMMAND_CREATE_GAME:
        if (snapshot)
            view_write_start(w, snapshot, m->seat);
        break;
    case COMMAND_MAKE_MOVE:
        view_write_id(w, "gameId", m->game_id);
        pair_int(w, "ply", m->ply);
        pair_bool(w, "repeated", m->is_repeat);
        break;
    case COMMAND_RESUME:
    case COMMAND_WATCH:
        if (snapshot)
            write_resumed(w, snapshot, m->seat, chat);
        break;
    default:
        if (m->game_id > 0)
            view_write_id(w, "gameId", m->game_id);
    }
}

void reply_write(struct json_write *w, const struct message *message, const struct outbox *outbox,
                 const struct chat_lines *chat)
{
    const struct snapshot *snapshot =
        message->snapshot >= 0 ? &outbox->snapshot[message->snapshot] : NULL;
    if (message->refusal) {
        refused_write(w, message, snapshot);
        return;
    }
    ack_begin(w, true);
    write_done(w, message, snapshot, chat);
    event_end(w);
}
