#include "server/reply_write.h"

#include <stdio.h>

#include "server/json_pair.h"
#include "server/view_write.h"
#include "wire/socket_packet.h"

static const char name_space[] = "/";

static struct json_write ack_begin(struct buffer *out, int64_t id)
{
    const struct socket_head head = {SOCKET_ACK, name_space, id, 0};
    struct json_write w = socket_packet_write(out, &head);
    json_write_array(&w);
    json_write_object(&w);
    return w;
}

static void write_error(struct json_write *w, const char *code, const char *text, bool is_retryable)
{
    pair_text(w, "code", code);
    pair_text(w, "message", text);
    if (is_retryable)
        pair_bool(w, "retryable", true);
}

/* {ok: false, error: {…}}, or the error alone as event error-message. The object stays open. */
static struct json_write error_begin(struct buffer *out, int64_t id, const char *code,
                                     const char *text, bool is_retryable)
{
    struct json_write w =
        id == SOCKET_NO_ID ? event_begin(out, "error-message") : ack_begin(out, id);
    if (id == SOCKET_NO_ID) {
        write_error(&w, code, text, is_retryable);
        return w;
    }
    pair_bool(&w, "ok", false);
    json_write_key(&w, "error");
    json_write_object(&w);
    write_error(&w, code, text, is_retryable);
    json_write_object_end(&w);
    return w;
}

enum json_write_err refusal_frame_write(struct buffer *out, int64_t id, const char *code,
                                        const char *text)
{
    struct json_write w = error_begin(out, id, code, text, false);
    return event_end(&w);
}

/* A stale move is answered with where the game stands. */
static enum json_write_err refused_write(struct buffer *out, const struct message *m,
                                         const struct snapshot *snapshot)
{
    char text[REFUSAL_TEXT_SIZE];
    enum refusal refusal = (enum refusal)m->refusal;
    (void)refusal_write(text, sizeof text, refusal, &m->detail);
    struct json_write w = error_begin(out, (int64_t)m->ack, refusal_code(refusal), text,
                                      refusal_is_retryable(refusal));
    if ((int64_t)m->ack == SOCKET_NO_ID) {
        pair_text(&w, "event", command_name((enum command_kind)m->command));
    } else if (snapshot) {
        json_write_key(&w, "game");
        json_write_object(&w);
        view_write_update(&w, snapshot, m->seat);
        json_write_object_end(&w);
    }
    return event_end(&w);
}

/* The game, and how to bring somebody else into it while it waits. */
static void write_created(struct json_write *w, const struct snapshot *s, int seat)
{
    char link[32];
    view_write_start(w, s, seat);
    if (s->status != GAME_WAITING)
        return;
    (void)snprintf(link, sizeof link, "/?join=%s", s->code);
    pair_text(w, "code", s->code);
    pair_text(w, "link", link);
}

static int seat_of(const struct snapshot *s, int64_t player_id)
{
    for (int i = 0; i < ROW_SEATS; i++)
        if (s->seat[i].who.kind == SEAT_PLAYER && s->seat[i].who.player_id == player_id)
            return i;
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
        view_write_side(w, "from", seat_of(snapshot, chat->row[i].player_id));
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
            write_created(w, snapshot, m->seat);
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

enum json_write_err reply_write(struct buffer *out, const struct message *message,
                                const struct outbox *outbox, const struct chat_lines *chat)
{
    const struct snapshot *snapshot =
        message->snapshot >= 0 ? &outbox->snapshot[message->snapshot] : NULL;
    if (message->refusal)
        return refused_write(out, message, snapshot);
    struct json_write w = ack_begin(out, (int64_t)message->ack);
    pair_bool(&w, "ok", true);
    write_done(&w, message, snapshot, chat);
    return event_end(&w);
}
