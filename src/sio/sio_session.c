/* The namespaces of a client: those it has asked to join and those it has joined. A packet that
 * breaks the protocol closes the connection. */
#include "base/entropy.h"
#include "sio/eio.h"

enum { SHORT_FRAME_MAX = 2 * SIO_NAMESPACE_MAX + 512 };

void sio_session_open(struct sio_client *c)
{
    const struct sio_config *config = &c->sio->config;
    bool is_bare = config->handlers.message != NULL;
    c->connect_until_ms = is_bare ? INT64_MAX : eio_now_ms(c) + config->connect_timeout_ms;
    sio_decoder_init(&c->decoder, &config->limits);
}

static uint8_t bit_of(int name_space)
{
    return (uint8_t)(1u << name_space);
}

/* Its index; -1 if there is no such namespace. */
static int namespace_of(const struct sio_client *c, const struct sio_packet *p)
{
    for (int i = 0; i < c->sio->config.namespace_count; i++) {
        const char *name = c->sio->config.namespaces[i];
        if (strlen(name) == p->name_len && memcmp(name, p->name, p->name_len) == 0)
            return i;
    }
    return -1;
}

static void leave(struct sio_client *c, int name_space, const char *reason)
{
    const struct sio_config *config = &c->sio->config;
    bool is_known = ((c->requested | c->joined) & bit_of(name_space)) != 0;
    c->requested &= (uint8_t)~bit_of(name_space);
    c->joined &= (uint8_t)~bit_of(name_space);
    if (is_known && config->handlers.gone)
        config->handlers.gone(config->context, c, name_space, reason);
}

static void leave_all(struct sio_client *c, const char *reason)
{
    c->has_left = true;
    for (int i = 0; i < c->sio->config.namespace_count; i++)
        leave(c, i, reason);
}

/* Calls `gone` at once; the client is closed when its transport allows it. */
static void close_connection(struct sio_client *c, const char *reason)
{
    leave_all(c, reason);
    eio_close(c);
}

void sio_session_closed(struct sio_client *c, enum eio_reason reason)
{
    const struct sio_config *config = &c->sio->config;
    if (config->handlers.message && config->handlers.gone)
        config->handlers.gone(config->context, c, SIO_NO_NAMESPACE, eio_reason_text(reason));
    leave_all(c, eio_reason_text(reason));
}

/* Sends and frees a short frame. It is empty if memory was too short to write it. */
static bool send_buffer(struct sio_client *c, struct buffer *b)
{
    struct eio_frame frame = eio_frame_text(b->bytes, b->len);
    bool is_sent = b->len > 0 && eio_send(c, &frame);
    buffer_free(b);
    return is_sent;
}

static struct json_write packet_begin(struct buffer *b, enum sio_type type, const char *name_space)
{
    const struct sio_head head = {type, name_space, SIO_NO_ID, 0};
    struct json_write w = sio_packet_write(b, &head);
    json_write_object(&w);
    return w;
}

static bool packet_send(struct sio_client *c, struct buffer *b, struct json_write *w)
{
    json_write_object_end(w);
    if (json_write_finish(w) != JSON_WRITE_OK)
        buffer_clear(b);
    return send_buffer(c, b);
}

static bool send_error(struct sio_client *c, const char *name_space, const char *message,
                       const char *code)
{
    struct buffer b = buffer_with_max(SHORT_FRAME_MAX);
    struct json_write w = packet_begin(&b, SIO_CONNECT_ERROR, name_space);
    json_write_key(&w, "message");
    json_write_string(&w, message);
    if (code) {
        json_write_key(&w, "data");
        json_write_object(&w);
        json_write_key(&w, "code");
        json_write_string(&w, code);
        json_write_object_end(&w);
    }
    return packet_send(c, &b, &w);
}

bool sio_admit(struct sio_client *c, int name_space)
{
    struct buffer b = buffer_with_max(SHORT_FRAME_MAX);
    uint8_t bytes[ID_BYTES];
    char sid[ID_LEN + 1];
    if (!(c->requested & bit_of(name_space)))
        return false;
    c->requested &= (uint8_t)~bit_of(name_space);
    entropy_fill(bytes, sizeof bytes);
    base64_id(sid, bytes);
    c->joined |= bit_of(name_space);
    c->connect_until_ms = INT64_MAX;
    struct json_write w = packet_begin(&b, SIO_CONNECT, c->sio->config.namespaces[name_space]);
    json_write_key(&w, "sid");
    json_write_string(&w, sid);
    return packet_send(c, &b, &w);
}

bool sio_refuse(struct sio_client *c, int name_space, const char *message, const char *code)
{
    if (!(c->requested & bit_of(name_space)))
        return false;
    c->requested &= (uint8_t)~bit_of(name_space);
    return send_error(c, c->sio->config.namespaces[name_space], message, code);
}

static void take_connect(struct sio_client *c, const struct sio_packet *p)
{
    const struct sio_config *config = &c->sio->config;
    int name_space = namespace_of(c, p);
    if (name_space >= 0) {
        c->requested |= bit_of(name_space);
        config->handlers.connect(config->context, c, name_space, p->data);
        return;
    }
    char name[SIO_NAMESPACE_MAX + 1];
    memcpy(name, p->name, p->name_len);
    name[p->name_len] = '\0';
    (void)send_error(c, name, "Invalid namespace", NULL);
}

static void take_joined(struct sio_client *c, int name_space, const struct sio_packet *p)
{
    const struct sio_config *config = &c->sio->config;
    if (p->type == SIO_DISCONNECT)
        leave(c, name_space, "client namespace disconnect");
    else if (p->type == SIO_EVENT || p->type == SIO_BINARY_EVENT)
        config->handlers.event(config->context, c, name_space, p);
    else if (config->handlers.ack)
        config->handlers.ack(config->context, c, name_space, p);
}

static void take_packet(struct sio_client *c, const struct sio_packet *p)
{
    int name_space = namespace_of(c, p);
    bool is_known = name_space >= 0 && ((c->requested | c->joined) & bit_of(name_space));
    if (p->type == SIO_CONNECT && !is_known)
        take_connect(c, p);
    else if (p->type != SIO_CONNECT && p->type != SIO_CONNECT_ERROR && is_known &&
             sio_has_joined(c, name_space))
        take_joined(c, name_space, p);
    else
        close_connection(c, "forced server close");
}

void sio_session_message(struct sio_client *c, const struct eio_packet *message)
{
    const struct sio_config *config = &c->sio->config;
    struct sio_packet packet;
    if (config->handlers.message) {
        config->handlers.message(config->context, c, message);
        return;
    }
    if (c->has_left)
        return;
    enum sio_packet_err err =
        sio_decoder_take(&c->decoder, message->data, message->len, message->is_binary, &packet);
    if (err == SIO_PACKET_MORE)
        return;
    if (err)
        close_connection(c, "parse error");
    else
        take_packet(c, &packet);
    sio_decoder_free(&c->decoder); /* an idle client keeps no memory */
}

void sio_session_tick(struct sio_client *c)
{
    if (!c->has_left && eio_now_ms(c) >= c->connect_until_ms)
        close_connection(c, "forced server close");
}

/* Sending and closing */

bool sio_send(struct sio_client *c, int name_space, const char *frame, size_t len)
{
    const struct eio_frame text = eio_frame_text(frame, len);
    return sio_has_joined(c, name_space) && eio_send(c, &text);
}

bool sio_send_shared(struct sio_client *c, int name_space, struct net_message *frame)
{
    struct eio_frame shared = {.shared = frame};
    shared.bytes = net_message_data(frame, &shared.len);
    return sio_has_joined(c, name_space) && eio_send(c, &shared);
}

bool sio_send_binary(struct sio_client *c, int name_space, const char *bytes, size_t len)
{
    const struct eio_frame binary = {.bytes = bytes, .len = len, .is_binary = true};
    return sio_has_joined(c, name_space) && eio_send(c, &binary);
}

bool sio_send_bare(struct sio_client *c, const char *packet, size_t len, bool is_binary)
{
    const struct eio_frame frame = {.bytes = packet, .len = len, .is_binary = is_binary};
    return eio_send(c, &frame);
}

void sio_disconnect(struct sio_client *c, int name_space)
{
    struct buffer b = buffer_with_max(SHORT_FRAME_MAX);
    const struct sio_head head = {SIO_DISCONNECT, c->sio->config.namespaces[name_space], SIO_NO_ID,
                                  0};
    if (!sio_has_joined(c, name_space))
        return;
    (void)sio_packet_write_bare(&b, &head);
    (void)send_buffer(c, &b);
    leave(c, name_space, "server namespace disconnect");
}

void sio_defer(struct sio_client *c)
{
    close_connection(c, "forced server close");
}

void sio_close(struct sio_client *c)
{
    for (int i = 0; i < c->sio->config.namespace_count; i++)
        sio_disconnect(c, i);
    close_connection(c, "forced server close");
}
