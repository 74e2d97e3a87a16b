/* The Engine.IO session of a client: handshake, heartbeat, sending, closing. */
#include "sio/eio.h"

const char *eio_reason_text(enum eio_reason reason)
{
#define EIO_REASON_TEXT(code, text) text,
    static const char *const texts[] = {EIO_REASONS(EIO_REASON_TEXT)};
#undef EIO_REASON_TEXT
    return (unsigned)reason < EIO_REASON_COUNT ? texts[reason] : "unknown reason";
}

void eio_init(struct sio_client *c, struct sio *sio, const char *sid)
{
    size_t len = strnlen(sid, ID_LEN);
    *c = (struct sio_client){.sio = sio, .queue = eio_queue_new(sio->config.queue_max_bytes)};
    memcpy(c->sid, sid, len);
}

void eio_free(struct sio_client *c)
{
    eio_queue_free(&c->queue);
    sio_decoder_free(&c->decoder);
}

/* A client that does not answer pings will not answer a close frame either. */
void eio_socket_close(const struct sio_client *c, struct net_socket *socket, enum eio_reason reason)
{
    if (reason == EIO_TIMED_OUT)
        net_socket_cut(socket);
    else
        net_socket_close(socket, c->sio->is_stopping ? NET_CLOSE_GOING_AWAY : NET_CLOSE_NORMAL,
                         NULL);
}

void eio_end(struct sio_client *c, enum eio_reason reason)
{
    if (c->state == EIO_IS_CLOSED)
        return;
    c->state = EIO_IS_CLOSED;
    /* A client that sent a close packet gets none back; its poll ends with a noop. */
    eio_polling_end(c, reason == EIO_BY_CLIENT ? "6" : "1");
    eio_upgrade_end(c);
    if (c->socket)
        eio_socket_close(c, c->socket, reason);
    c->socket = NULL;
    eio_queue_free(&c->queue);
    sio_client_closed(c, reason);
}

void eio_overflow(struct sio_client *c)
{
    c->is_overfull = true;
    eio_queue_free(&c->queue);
    sio_client_account(c);
    sio_client_schedule(c);
}

/* Queued frames are sent before the close. On polling they may have to wait for the next poll. */
void eio_finish_close(struct sio_client *c)
{
    eio_flush(c);
    if (c->state == EIO_IS_CLOSING && c->transport == EIO_WEBSOCKET)
        eio_end(c, EIO_BY_SERVER);
}

void eio_close(struct sio_client *c)
{
    if (c->state != EIO_IS_OPEN)
        return;
    c->state = EIO_IS_CLOSING;
    c->close_until_ms = eio_now_ms(c) + c->sio->config.close_timeout_ms;
    eio_finish_close(c);
}

static void socket_send(struct net_socket *socket, const struct eio_frame *frame)
{
    if (frame->shared)
        net_socket_send_shared(socket, frame->shared);
    else
        net_socket_send(socket, frame->is_binary ? NET_BINARY : NET_TEXT, frame->bytes, frame->len);
}

void eio_flush(struct sio_client *c)
{
    struct eio_frame frame;
    if (c->transport == EIO_POLLING) {
        eio_polling_flush(c);
        return;
    }
    for (size_t at = 0; eio_queue_walk(&c->queue, &at, &frame);)
        socket_send(c->socket, &frame);
    eio_queue_free(&c->queue);
    sio_client_account(c);
}

bool eio_send(struct sio_client *c, const struct eio_frame *frame)
{
    if (c->state != EIO_IS_OPEN || c->is_overfull)
        return false;
    if (c->transport == EIO_WEBSOCKET) {
        socket_send(c->socket, frame);
        return true;
    }
    if (eio_queue_push(&c->queue, frame) == BUFFER_OK)
        eio_polling_flush(c);
    else
        eio_overflow(c);
    sio_client_account(c);
    return !c->is_overfull;
}

/* Sends a ping, or ends a client that has not answered the last one. Deadlines follow the schedule
 * of pings; after a ping that was sent late the client still has half the timeout to answer. */
static void heartbeat(struct sio_client *c, int64_t now_ms)
{
    static const struct eio_frame ping = {.bytes = "2", .len = 1};
    int64_t timeout_ms = c->sio->config.ping_timeout_ms;
    if (c->awaits_pong) {
        eio_end(c, EIO_TIMED_OUT);
        return;
    }
    c->awaits_pong = true;
    c->has_extended = false;
    c->heartbeat_ms += timeout_ms;
    if (c->heartbeat_ms < now_ms + timeout_ms / 2)
        c->heartbeat_ms = now_ms + timeout_ms / 2;
    (void)eio_send(c, &ping);
}

void eio_tick(struct sio_client *c)
{
    int64_t now_ms = eio_now_ms(c);
    if (c->is_overfull)
        eio_end(c, EIO_TOO_SLOW);
    if (c->state == EIO_IS_OPEN && now_ms >= c->heartbeat_ms)
        heartbeat(c, now_ms);
    if (c->state == EIO_IS_CLOSING && now_ms >= c->close_until_ms)
        eio_end(c, EIO_BY_SERVER);
    if (c->probe != EIO_PROBE_NONE && now_ms >= c->upgrade_until_ms)
        eio_upgrade_end(c);
}

int64_t eio_due_ms(const struct sio_client *c)
{
    int64_t due_ms = INT64_MAX;
    if (c->state == EIO_IS_OPEN)
        due_ms = c->is_overfull ? 0 : c->heartbeat_ms;
    if (c->state == EIO_IS_CLOSING)
        due_ms = c->close_until_ms;
    if (c->probe != EIO_PROBE_NONE && c->upgrade_until_ms < due_ms)
        due_ms = c->upgrade_until_ms;
    return due_ms;
}

/* Any packet shows that the client is alive: the first one while a pong is late extends its
 * deadline once. */
static void note_alive(struct sio_client *c, enum eio_type type)
{
    if (type == EIO_PONG) {
        c->awaits_pong = false;
        c->heartbeat_ms = eio_now_ms(c) + c->sio->config.ping_interval_ms;
    } else if (c->awaits_pong && !c->has_extended) {
        c->has_extended = true;
        c->heartbeat_ms = eio_now_ms(c) + c->sio->config.ping_timeout_ms;
    }
}

bool eio_take(struct sio_client *c, const struct eio_packet *packet)
{
    if (c->state != EIO_IS_OPEN)
        return true;
    note_alive(c, packet->type);
    switch (packet->type) {
    case EIO_MESSAGE:
        sio_session_message(c, packet);
        return true;
    case EIO_CLOSE:
        eio_end(c, EIO_BY_CLIENT);
        return true;
    case EIO_PING: /* in this protocol only the server pings */
        eio_end(c, EIO_BROKEN);
        return false;
    default:
        return true;
    }
}

enum { HANDSHAKE_MAX = 512 };

static void send_handshake(struct sio_client *c)
{
    const struct sio_config *config = &c->sio->config;
    const struct eio_handshake handshake = {
        .sid = c->sid,
        .may_upgrade = config->may_upgrade && c->transport == EIO_POLLING,
        .ping_interval_ms = config->ping_interval_ms,
        .ping_timeout_ms = config->ping_timeout_ms,
        .max_payload_bytes = (int64_t)config->max_payload_bytes,
    };
    struct buffer b = buffer_with_max(HANDSHAKE_MAX);
    if (eio_handshake_encode(&b, &handshake) == BUFFER_OK) {
        struct eio_frame frame = eio_frame_text(b.bytes, b.len);
        (void)eio_send(c, &frame);
    } else {
        eio_overflow(c); /* memory is short: the next tick closes it */
    }
    buffer_free(&b);
}

static void open_session(struct sio_client *c, enum eio_transport transport)
{
    c->state = EIO_IS_OPEN;
    c->transport = (uint8_t)transport;
    c->heartbeat_ms = eio_now_ms(c) + c->sio->config.ping_interval_ms;
    send_handshake(c);
    sio_session_open(c);
}

void eio_open_polling(struct sio_client *c, struct net_request *request)
{
    c->poll = request;
    open_session(c, EIO_POLLING);
}

void eio_open_socket(struct sio_client *c, struct net_socket *socket)
{
    c->socket = socket;
    open_session(c, EIO_WEBSOCKET);
}
