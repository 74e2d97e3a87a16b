#include "wire/engine_session.h"

#include "wire/engine_machine.h"

const struct engine_config engine_config_default = {
    .ping_interval_ms = 25000,
    .ping_timeout_ms = 20000,
    .upgrade_timeout_ms = 10000,
    .close_timeout_ms = 30000,
    .max_payload_bytes = 1000000,
    .queue_max_bytes = 4000000,
    .packets_max = 500000,
    .may_upgrade = true,
};

const char *engine_reason_text(enum engine_reason reason)
{
#define ENGINE_REASON_TEXT(code, text) text,
    static const char *const texts[] = {ENGINE_REASONS(ENGINE_REASON_TEXT)};
#undef ENGINE_REASON_TEXT
    return (unsigned)reason < ENGINE_REASON_COUNT ? texts[reason] : "unknown reason";
}

void engine_session_init(struct engine_session *s, const struct engine_config *config,
                         const struct engine_events *events, void *context, const char *sid)
{
    *s = (struct engine_session){.config = config,
                                 .events = events,
                                 .context = context,
                                 .queue = engine_queue_born(config->queue_max_bytes)};
    size_t len = strnlen(sid, ID_LEN);
    memcpy(s->sid, sid, len);
}

void engine_session_free(struct engine_session *s)
{
    engine_queue_free(&s->queue);
}

void engine_end(struct engine_session *s, enum engine_reason reason)
{
    if (s->state == ENGINE_IS_CLOSED)
        return;
    s->state = ENGINE_IS_CLOSED;
    /* Who said goodbye hears no goodbye; the poll only has to end. */
    engine_polling_end(s, reason == ENGINE_BY_CLIENT ? "6" : "1");
    engine_upgrade_end(s);
    if (s->socket)
        s->events->shut(s->context, s->socket, reason);
    s->socket = NULL;
    engine_queue_free(&s->queue);
    s->events->closed(s->context, reason);
}

void engine_doom(struct engine_session *s)
{
    s->is_doomed = true;
    engine_queue_free(&s->queue);
}

/* What was sent goes first; on polling that may take a poll yet to come. */
void engine_try_close(struct engine_session *s)
{
    engine_flush(s);
    if (s->state == ENGINE_IS_CLOSING && s->transport == ENGINE_WEBSOCKET)
        engine_end(s, ENGINE_BY_SERVER);
}

void engine_session_close(struct engine_session *s, int64_t now_ms)
{
    if (s->state != ENGINE_IS_OPEN)
        return;
    s->state = ENGINE_IS_CLOSING;
    s->close_until_ms = now_ms + s->config->close_timeout_ms;
    engine_try_close(s);
}

void engine_flush(struct engine_session *s)
{
    if (s->transport == ENGINE_POLLING) {
        engine_polling_flush(s);
        return;
    }
    struct engine_frame frame;
    for (size_t at = 0; engine_queue_walk(&s->queue, &at, &frame);)
        s->events->send(s->context, s->socket, &frame);
    engine_queue_free(&s->queue);
}

bool engine_session_send(struct engine_session *s, const struct engine_frame *frame)
{
    if (s->state != ENGINE_IS_OPEN || s->is_doomed)
        return false;
    if (s->transport == ENGINE_WEBSOCKET) {
        s->events->send(s->context, s->socket, frame);
        return true;
    }
    if (engine_queue_push(&s->queue, frame) == BUFFER_OK)
        engine_polling_flush(s);
    else
        engine_doom(s);
    return !s->is_doomed;
}

/* The pings keep to their schedule; after a late one there is still half the time to answer. */
static void beat(struct engine_session *s, int64_t now_ms)
{
    static const struct engine_frame ping = {.bytes = "2", .len = 1};
    int64_t timeout_ms = s->config->ping_timeout_ms;
    if (s->awaits_pong) {
        engine_end(s, ENGINE_TIMED_OUT);
        return;
    }
    s->awaits_pong = true;
    s->has_extended = false;
    s->beat_at_ms += timeout_ms;
    if (s->beat_at_ms < now_ms + timeout_ms / 2)
        s->beat_at_ms = now_ms + timeout_ms / 2;
    (void)engine_session_send(s, &ping);
}

void engine_session_tick(struct engine_session *s, int64_t now_ms)
{
    if (s->is_doomed)
        engine_end(s, ENGINE_TOO_SLOW);
    if (s->state == ENGINE_IS_OPEN && now_ms >= s->beat_at_ms)
        beat(s, now_ms);
    if (s->state == ENGINE_IS_CLOSING && now_ms >= s->close_until_ms)
        engine_end(s, ENGINE_BY_SERVER);
    if (s->probe != ENGINE_PROBE_NONE && now_ms >= s->upgrade_until_ms)
        engine_upgrade_end(s);
}

int64_t engine_session_due_ms(const struct engine_session *s)
{
    int64_t due_ms = INT64_MAX;
    if (s->state == ENGINE_IS_OPEN)
        due_ms = s->is_doomed ? 0 : s->beat_at_ms;
    if (s->state == ENGINE_IS_CLOSING)
        due_ms = s->close_until_ms;
    if (s->probe != ENGINE_PROBE_NONE && s->upgrade_until_ms < due_ms)
        due_ms = s->upgrade_until_ms;
    return due_ms;
}

/* Whatever arrives shows that the client lives, which may stand in for a late pong once. */
static void hear(struct engine_session *s, enum engine_type type, int64_t now_ms)
{
    if (type == ENGINE_PONG) {
        s->awaits_pong = false;
        s->beat_at_ms = now_ms + s->config->ping_interval_ms;
    } else if (s->awaits_pong && !s->has_extended) {
        s->has_extended = true;
        s->beat_at_ms = now_ms + s->config->ping_timeout_ms;
    }
}

bool engine_take(struct engine_session *s, const struct engine_packet *packet, int64_t now_ms)
{
    if (s->state != ENGINE_IS_OPEN)
        return true;
    hear(s, packet->type, now_ms);
    switch (packet->type) {
    case ENGINE_MESSAGE:
        s->events->message(s->context, packet);
        return true;
    case ENGINE_CLOSE:
        engine_end(s, ENGINE_BY_CLIENT);
        return true;
    case ENGINE_PING: /* in this protocol only the server pings */
        engine_end(s, ENGINE_BROKEN);
        return false;
    default:
        return true;
    }
}

static void open_now(struct engine_session *s, enum engine_transport transport, int64_t now_ms)
{
    s->state = ENGINE_IS_OPEN;
    s->transport = (uint8_t)transport;
    s->beat_at_ms = now_ms + s->config->ping_interval_ms;
}

enum { HANDSHAKE_MAX = 512 };

static void encode_handshake(const struct engine_session *s, struct buffer *out)
{
    const struct engine_config *c = s->config;
    struct engine_handshake h = {
        .sid = s->sid,
        .may_upgrade = c->may_upgrade && s->transport == ENGINE_POLLING,
        .ping_interval_ms = c->ping_interval_ms,
        .ping_timeout_ms = c->ping_timeout_ms,
        .max_payload_bytes = (int64_t)c->max_payload_bytes,
    };
    (void)engine_handshake_encode(out, &h); /* a failure leaves it empty, which is seen */
}

static void send_handshake(struct engine_session *s)
{
    struct buffer b = buffer_with_max(HANDSHAKE_MAX);
    encode_handshake(s, &b);
    struct engine_frame frame = engine_frame_text(b.bytes, b.len);
    if (b.len == 0)
        engine_doom(s);
    else
        (void)engine_session_send(s, &frame);
    buffer_free(&b);
}

void engine_session_open_polling(struct engine_session *s, void *request, int64_t now_ms)
{
    open_now(s, ENGINE_POLLING, now_ms);
    s->poll = request;
    send_handshake(s);
}

void engine_session_open_socket(struct engine_session *s, void *socket, int64_t now_ms)
{
    open_now(s, ENGINE_WEBSOCKET, now_ms);
    s->socket = socket;
    send_handshake(s);
}
