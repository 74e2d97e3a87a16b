#include <stdio.h>

#include "base/utf8.h"
#include "net/conn.h"

enum { NO_CODE = 1005 }; /* RFC 6455: the close frame had no code */

static struct conn *conn_of(struct net_socket *socket)
{
    return (struct conn *)socket;
}

static bool socket_is_over(const struct conn *conn)
{
    return conn->is_dead || conn->has_sent_close;
}

/* A client that does not read fills its queue and is cut. */
static void socket_queue(struct conn *conn, struct net_message *message)
{
    size_t max = conn->net->limits.output_max;
    if (conn->queued + message->len > max || !output_add(conn, message, 0, message->len))
        conn_drop(conn);
}

void net_socket_send_shared(struct net_socket *socket, struct net_message *message)
{
    struct conn *conn = conn_of(socket);
    if (!socket_is_over(conn))
        socket_queue(conn, message);
}

void net_socket_send(struct net_socket *socket, enum net_kind kind, const void *data, size_t len)
{
    struct conn *conn = conn_of(socket);
    if (socket_is_over(conn))
        return;
    struct net_message *message = net_message_new(kind, data, len);
    if (message)
        socket_queue(conn, message);
    else
        conn_drop(conn);
    net_message_release(message);
}

static void send_control(struct conn *conn, enum frame_op op, const void *data, size_t len)
{
    uint8_t bytes[FRAME_HEADER_MAX + FRAME_CONTROL_MAX];
    size_t header = frame_write_header(bytes, op, len);
    if (len > 0)
        memcpy(bytes + header, data, len);
    if (conn->queued > conn->net->limits.output_max || !output_bytes(conn, bytes, header + len))
        conn_drop(conn);
}

static void send_close(struct conn *conn, int code, const char *reason)
{
    char payload[FRAME_CONTROL_MAX + 1] = {(char)(code >> 8), (char)code};
    size_t len = reason ? strlen(reason) : 0;
    if (len > FRAME_REASON_MAX)
        len = FRAME_REASON_MAX;
    while (len > 0 && !utf8_is_valid(reason, len))
        len--; /* not within a character */
    (void)snprintf(payload + 2, sizeof payload - 2, "%.*s", (int)len, reason ? reason : "");
    send_control(conn, FRAME_CLOSE, payload, code == NO_CODE ? 0 : len + 2);
    conn->has_sent_close = true;
    conn->close_code = code;
}

void socket_close(struct conn *conn, int code, const char *reason)
{
    if (socket_is_over(conn))
        return;
    send_close(conn, code, reason);
    conn_enter(conn, CONN_CLOSING);
}

void net_socket_close(struct net_socket *socket, int code, const char *reason)
{
    socket_close(conn_of(socket), code, reason);
}

void net_socket_cut(struct net_socket *socket)
{
    conn_drop(conn_of(socket));
}

/* No more frames are read; the connection ends after its output. */
static void socket_end(struct conn *conn)
{
    conn->ends_after_output = true;
    conn_enter(conn, CONN_CLOSING);
    conn_list(conn);
}

/* The client broke the protocol or a limit. */
static void socket_fail(struct conn *conn, int code)
{
    if (!conn->has_sent_close)
        send_close(conn, code, NULL);
    socket_end(conn);
}

static void socket_got_close(struct conn *conn, const uint8_t *payload, size_t len)
{
    if (!conn->has_sent_close)
        send_close(conn, frame_close_code(payload, len), NULL);
    socket_end(conn);
}

static void socket_deliver(struct conn *conn, enum net_kind kind, const char *data, size_t len)
{
    struct net *net = conn->net;
    if (kind == NET_TEXT && !utf8_is_valid(data, len)) {
        socket_fail(conn, NET_CLOSE_NOT_UTF8);
    } else if (net->handlers.message) {
        net->has_acted = true;
        net->handlers.message(net->context, conn_socket(conn), kind, data, len);
    }
}

/* A part of a message that comes in several frames. */
static void socket_join(struct conn *conn, const struct frame *frame, const char *data)
{
    if (frame->op != FRAME_CONTINUE) {
        conn->is_joining = true;
        conn->joined_kind = frame->op == FRAME_TEXT ? NET_TEXT : NET_BINARY;
    }
    if (buffer_append(&conn->joined, data, frame->payload_len) != BUFFER_OK) {
        socket_fail(conn, NET_CLOSE_TOO_BIG);
    } else if (frame->is_final) {
        conn->is_joining = false;
        socket_deliver(conn, (enum net_kind)conn->joined_kind, conn->joined.bytes,
                       conn->joined.len);
        buffer_free(&conn->joined);
    }
}

/* A queued pong takes far more memory than its two bytes on the wire, so a client that reads nothing gets
 * no more of them. */
static void socket_got_ping(struct conn *conn, const uint8_t *payload, size_t len)
{
    enum { PONG_QUEUED_MAX = 16 * 1024 };
    if (conn->queued <= PONG_QUEUED_MAX)
        send_control(conn, FRAME_PONG, payload, len);
}

static void socket_got_frame(struct conn *conn, const struct frame *frame, uint8_t *payload)
{
    bool is_data = frame->op == FRAME_TEXT || frame->op == FRAME_BINARY;
    if (frame->op == FRAME_CLOSE) {
        socket_got_close(conn, payload, frame->payload_len);
    } else if (conn->has_sent_close || frame->op == FRAME_PONG) {
        return;
    } else if (frame->op == FRAME_PING) {
        socket_got_ping(conn, payload, frame->payload_len);
    } else if (is_data == conn->is_joining) {
        /* A message inside a fragmented one, or a continuation without a beginning. */
        socket_fail(conn, NET_CLOSE_PROTOCOL);
    } else if (is_data && frame->is_final) {
        socket_deliver(conn, frame->op == FRAME_TEXT ? NET_TEXT : NET_BINARY, (const char *)payload,
                       frame->payload_len);
    } else {
        socket_join(conn, frame, (const char *)payload);
    }
}

/* The limit of a message counts all its fragments. */
static size_t payload_max(const struct conn *conn)
{
    size_t left = conn->net->limits.message_max - conn->joined.len;
    return left > FRAME_CONTROL_MAX ? left : FRAME_CONTROL_MAX;
}

size_t socket_read(struct conn *conn, uint8_t *data, size_t len)
{
    struct frame frame;
    if (conn->ends_after_output)
        return len;
    switch (frame_read(&frame, data, len, payload_max(conn))) {
    case FRAME_OK:
        break;
    case FRAME_MORE:
        return 0;
    case FRAME_BAD:
        socket_fail(conn, NET_CLOSE_PROTOCOL);
        return len;
    case FRAME_TOO_BIG:
        socket_fail(conn, NET_CLOSE_TOO_BIG);
        return len;
    }
    if (len - frame.header_len < frame.payload_len)
        return 0;
    frame_unmask(&frame, data + frame.header_len);
    socket_got_frame(conn, &frame, data + frame.header_len);
    return frame.header_len + frame.payload_len;
}

void *net_socket_user(const struct net_socket *socket)
{
    return ((const struct conn *)socket)->user;
}

void net_socket_set_user(struct net_socket *socket, void *user)
{
    conn_of(socket)->user = user;
}

size_t net_socket_queued(const struct net_socket *socket)
{
    return output_left((const struct conn *)socket);
}

uint16_t net_socket_label(const struct net_socket *socket)
{
    return ((const struct conn *)socket)->label;
}

const char *net_socket_peer(const struct net_socket *socket)
{
    return ((const struct conn *)socket)->peer;
}
