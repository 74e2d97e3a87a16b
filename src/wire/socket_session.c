#include "wire/socket_session.h"

static const char *const main_namespace[] = {"/"};

const struct socket_config socket_config_default = {
    .namespaces = main_namespace,
    .namespace_count = 1,
    .connect_timeout_ms = 45000,
    .limits = {.json = {.bytes_max = 1000000, .depth_max = 30},
               .attachments_max = 10,
               .attachments_bytes_max = 1000000},
};

enum { SHORT_FRAME_MAX = 2 * SOCKET_NAMESPACE_MAX + 512 };

void socket_session_init(struct socket_session *s, const struct socket_config *config,
                         const struct socket_events *events, void *context,
                         struct engine_session *engine, int64_t now_ms)
{
    *s = (struct socket_session){.config = config,
                                 .events = events,
                                 .context = context,
                                 .engine = engine,
                                 .connect_until_ms = now_ms + config->connect_timeout_ms};
    socket_decoder_init(&s->decoder, &config->limits);
}

void socket_session_free(struct socket_session *s)
{
    socket_decoder_free(&s->decoder);
}

static uint8_t bit_of(int name_space)
{
    return (uint8_t)(1u << name_space);
}

/* Its place in the list; -1 if there is no such namespace. */
static int namespace_of(const struct socket_session *s, const struct socket_packet *p)
{
    for (int i = 0; i < s->config->namespace_count; i++) {
        const char *name = s->config->namespaces[i];
        if (strlen(name) == p->name_len && memcmp(name, p->name, p->name_len) == 0)
            return i;
    }
    return -1;
}

static void leave(struct socket_session *s, int name_space, const char *reason)
{
    s->asked &= (uint8_t)~bit_of(name_space);
    if (!socket_session_has_joined(s, name_space))
        return;
    s->joined &= (uint8_t)~bit_of(name_space);
    s->events->disconnect(s->context, name_space, reason);
}

static void leave_all(struct socket_session *s, const char *reason)
{
    s->is_over = true;
    for (int i = 0; i < s->config->namespace_count; i++)
        leave(s, i, reason);
}

/* The program hears of it at once; the client as soon as its transport allows. */
static void close_connection(struct socket_session *s, const char *reason, int64_t now_ms)
{
    leave_all(s, reason);
    engine_session_close(s->engine, now_ms);
}

void socket_session_closed(struct socket_session *s, enum engine_reason reason)
{
    leave_all(s, engine_reason_text(reason));
}

/* A frame of ours that was written whole; without memory the client is not worth keeping. */
static bool send_buffer(struct socket_session *s, struct buffer *b)
{
    struct engine_frame frame = engine_frame_text(b->bytes, b->len);
    bool is_sent = b->len > 0 && engine_session_send(s->engine, &frame);
    buffer_free(b);
    return is_sent;
}

/* A packet whose payload is one text in an object: {"sid":"…"}, {"message":"…"} */
static bool send_pair(struct socket_session *s, enum socket_type type, const char *name_space,
                      const char *key, const char *value)
{
    struct buffer b = buffer_with_max(SHORT_FRAME_MAX);
    const struct socket_head head = {type, name_space, SOCKET_NO_ID, 0};
    struct json_write w = socket_packet_write(&b, &head);
    json_write_object(&w);
    json_write_key(&w, key);
    json_write_string(&w, value);
    json_write_object_end(&w);
    if (json_write_finish(&w) != JSON_WRITE_OK)
        buffer_clear(&b);
    return send_buffer(s, &b);
}

bool socket_session_admit(struct socket_session *s, int name_space, char sid[ID_LEN + 1])
{
    uint8_t bytes[ID_BYTES];
    char own[ID_LEN + 1];
    if (!(s->asked & bit_of(name_space)))
        return false;
    s->asked &= (uint8_t)~bit_of(name_space);
    s->events->random(s->context, bytes, sizeof bytes);
    base64_id(own, bytes);
    if (sid)
        memcpy(sid, own, sizeof own);
    s->joined |= bit_of(name_space);
    s->connect_until_ms = INT64_MAX;
    return send_pair(s, SOCKET_CONNECT, s->config->namespaces[name_space], "sid", own);
}

bool socket_session_refuse(struct socket_session *s, int name_space, const char *message)
{
    if (!(s->asked & bit_of(name_space)))
        return false;
    s->asked &= (uint8_t)~bit_of(name_space);
    return send_pair(s, SOCKET_CONNECT_ERROR, s->config->namespaces[name_space], "message",
                     message);
}

static void take_connect(struct socket_session *s, const struct socket_packet *p)
{
    int name_space = namespace_of(s, p);
    if (name_space >= 0) {
        s->asked |= bit_of(name_space);
        s->events->connect(s->context, name_space, p->data);
        return;
    }
    char name[SOCKET_NAMESPACE_MAX + 1];
    memcpy(name, p->name, p->name_len);
    name[p->name_len] = '\0';
    (void)send_pair(s, SOCKET_CONNECT_ERROR, name, "message", "Invalid namespace");
}

static void take_joined(struct socket_session *s, int name_space, const struct socket_packet *p)
{
    if (p->type == SOCKET_DISCONNECT)
        leave(s, name_space, "client namespace disconnect");
    else if (p->type == SOCKET_EVENT || p->type == SOCKET_BINARY_EVENT)
        s->events->event(s->context, name_space, p);
    else
        s->events->ack(s->context, name_space, p);
}

static void take_packet(struct socket_session *s, const struct socket_packet *p, int64_t now_ms)
{
    int name_space = namespace_of(s, p);
    bool is_there = name_space >= 0 && ((s->asked | s->joined) & bit_of(name_space));
    if (p->type == SOCKET_CONNECT && !is_there)
        take_connect(s, p);
    else if (p->type != SOCKET_CONNECT && p->type != SOCKET_CONNECT_ERROR && is_there &&
             socket_session_has_joined(s, name_space))
        take_joined(s, name_space, p);
    else
        close_connection(s, "forced server close", now_ms);
}

void socket_session_message(struct socket_session *s, const struct engine_packet *message,
                            int64_t now_ms)
{
    struct socket_packet packet;
    if (s->is_over)
        return;
    enum socket_packet_err err =
        socket_decoder_take(&s->decoder, message->data, message->len, message->is_binary, &packet);
    if (err == SOCKET_PACKET_MORE)
        return;
    if (err)
        close_connection(s, "parse error", now_ms);
    else
        take_packet(s, &packet, now_ms);
    socket_decoder_free(&s->decoder); /* an idle client keeps nothing in memory */
}

void socket_session_tick(struct socket_session *s, int64_t now_ms)
{
    if (!s->is_over && now_ms >= s->connect_until_ms)
        close_connection(s, "forced server close", now_ms);
}

int64_t socket_session_due_ms(const struct socket_session *s)
{
    return s->is_over ? INT64_MAX : s->connect_until_ms;
}

bool socket_session_send(struct socket_session *s, int name_space,
                         const struct engine_frame *frames, int count)
{
    for (int i = 0; i < count; i++)
        if (!socket_session_has_joined(s, name_space) ||
            !engine_session_send(s->engine, &frames[i]))
            return false;
    return true;
}

void socket_session_disconnect(struct socket_session *s, int name_space)
{
    struct buffer b = buffer_with_max(SHORT_FRAME_MAX);
    const struct socket_head head = {SOCKET_DISCONNECT, s->config->namespaces[name_space],
                                     SOCKET_NO_ID, 0};
    if (!socket_session_has_joined(s, name_space))
        return;
    (void)socket_packet_write_bare(&b, &head);
    (void)send_buffer(s, &b);
    leave(s, name_space, "server namespace disconnect");
}

void socket_session_end(struct socket_session *s, int64_t now_ms)
{
    for (int i = 0; i < s->config->namespace_count; i++)
        socket_session_disconnect(s, i);
    close_connection(s, "forced server close", now_ms);
}
