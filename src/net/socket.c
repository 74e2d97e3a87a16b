#include <stdio.h>

#include "base/utf8.h"
#include "net/inside.h"

void socket_free(struct net_socket *socket)
{
    if (socket)
        buffer_free(&socket->joined);
}

static bool socket_is_deaf(const struct net_socket *socket)
{
    return socket->conn->is_dead || socket->has_sent_close;
}

/* What goes out may not exceed the bound: whoever does not read is cut. */
static void socket_queue(struct net_socket *socket, struct net_message *message)
{
    struct conn *conn = socket->conn;
    size_t room = conn->net->limits.output_max;
    if (conn->queued + message->len > room || !output_add(conn, message, 0, message->len))
        conn_drop(conn);
}

void net_socket_send_shared(struct net_socket *socket, struct net_message *message)
{
    if (!socket_is_deaf(socket))
        socket_queue(socket, message);
}

void net_socket_send(struct net_socket *socket, enum net_kind kind, const void *data, size_t len)
{
    if (socket_is_deaf(socket))
        return;
    struct net_message *message = net_message_new(kind, data, len);
    if (message)
        socket_queue(socket, message);
    else
        conn_drop(socket->conn);
    net_message_release(message);
}

static void send_control(struct net_socket *socket, enum frame_op op, const void *data, size_t len)
{
    uint8_t bytes[FRAME_HEADER_MAX + FRAME_CONTROL_MAX];
    size_t header = frame_write_header(bytes, op, len);
    if (len > 0)
        memcpy(bytes + header, data, len);
    struct conn *conn = socket->conn;
    if (conn->queued > conn->net->limits.output_max || !output_bytes(conn, bytes, header + len))
        conn_drop(conn);
}

static void send_close(struct net_socket *socket, int code, const char *reason)
{
    char payload[FRAME_CONTROL_MAX + 1] = {(char)(code >> 8), (char)code};
    size_t len = reason ? strlen(reason) : 0;
    if (len > FRAME_REASON_MAX)
        len = FRAME_REASON_MAX;
    while (len > 0 && !utf8_is_valid(reason, len))
        len--; /* a character must not be cut in two */
    (void)snprintf(payload + 2, sizeof payload - 2, "%.*s", (int)len, reason ? reason : "");
    send_control(socket, FRAME_CLOSE, payload, len + 2);
    socket->has_sent_close = true;
    socket->code = code;
}

void net_socket_close(struct net_socket *socket, int code, const char *reason)
{
    if (socket_is_deaf(socket))
        return;
    send_close(socket, code, reason);
    conn_enter(socket->conn, CONN_CLOSING);
}

void net_socket_cut(struct net_socket *socket)
{
    conn_drop(socket->conn);
}

/* Both sides have said their last, or only ours counts. */
static void socket_end(struct net_socket *socket)
{
    socket->conn->ends_after_output = true;
    conn_enter(socket->conn, CONN_CLOSING);
    conn_list(socket->conn);
}

/* Against the rules: said once, then nothing of this client is read any more. */
static void socket_fail(struct net_socket *socket, int code)
{
    if (!socket->has_sent_close)
        send_close(socket, code, NULL);
    socket_end(socket);
}

static void socket_got_close(struct net_socket *socket, const uint8_t *payload, size_t len)
{
    enum { NO_CODE = 1005 };
    int code = frame_close_code(payload, len);
    if (!socket->has_sent_close && code == NO_CODE) {
        send_control(socket, FRAME_CLOSE, NULL, 0);
        socket->has_sent_close = true;
        socket->code = code;
    } else if (!socket->has_sent_close) {
        send_close(socket, code, NULL);
    }
    socket_end(socket);
}

static void socket_deliver(struct net_socket *socket, enum net_kind kind, const char *data,
                           size_t len)
{
    struct net *net = socket->conn->net;
    if (kind == NET_TEXT && !utf8_is_valid(data, len)) {
        socket_fail(socket, NET_CLOSE_NOT_UTF8);
    } else if (net->handlers.message) {
        net->has_acted = true;
        net->handlers.message(net->context, socket, kind, data, len);
    }
}

/* A part of a message that comes in several frames. */
static void socket_join(struct net_socket *socket, const struct frame *frame, const char *data)
{
    if (frame->op != FRAME_CONTINUE) {
        socket->is_joining = true;
        socket->joined_kind = frame->op == FRAME_TEXT ? NET_TEXT : NET_BINARY;
    }
    if (buffer_append(&socket->joined, data, frame->payload_len) != BUFFER_OK) {
        socket_fail(socket, NET_CLOSE_TOO_BIG);
    } else if (frame->is_final) {
        socket->is_joining = false;
        socket_deliver(socket, socket->joined_kind, socket->joined.bytes, socket->joined.len);
        buffer_free(&socket->joined);
    }
}

static void socket_got_frame(struct net_socket *socket, const struct frame *frame, uint8_t *payload)
{
    bool is_data = frame->op == FRAME_TEXT || frame->op == FRAME_BINARY;
    if (frame->op == FRAME_CLOSE) {
        socket_got_close(socket, payload, frame->payload_len);
    } else if (socket->has_sent_close || frame->op == FRAME_PONG) {
        return;
    } else if (frame->op == FRAME_PING) {
        send_control(socket, FRAME_PONG, payload, frame->payload_len);
    } else if (is_data == socket->is_joining) {
        socket_fail(socket, NET_CLOSE_PROTOCOL); /* a message within a message, or a part of none */
    } else if (is_data && frame->is_final) {
        socket_deliver(socket, frame->op == FRAME_TEXT ? NET_TEXT : NET_BINARY,
                       (const char *)payload, frame->payload_len);
    } else {
        socket_join(socket, frame, (const char *)payload);
    }
}

/* What may still come in one frame: a message's limit counts all its fragments. */
static size_t payload_max(const struct net_socket *socket)
{
    size_t left = socket->conn->net->limits.message_max - socket->joined.len;
    return left > FRAME_CONTROL_MAX ? left : FRAME_CONTROL_MAX;
}

size_t socket_read(struct conn *conn, uint8_t *data, size_t len)
{
    struct net_socket *socket = conn->socket;
    struct frame frame;
    if (conn->ends_after_output)
        return len; /* the last word is on its way */
    switch (frame_read(&frame, data, len, payload_max(socket))) {
    case FRAME_OK:
        break;
    case FRAME_MORE:
        return 0;
    case FRAME_BAD:
        socket_fail(socket, NET_CLOSE_PROTOCOL);
        return len;
    case FRAME_TOO_BIG:
        socket_fail(socket, NET_CLOSE_TOO_BIG);
        return len;
    }
    if (len - frame.header_len < frame.payload_len)
        return 0;
    frame_unmask(&frame, data + frame.header_len);
    socket_got_frame(socket, &frame, data + frame.header_len);
    return frame.header_len + frame.payload_len;
}

void *net_socket_user(const struct net_socket *socket)
{
    return socket->user;
}

void net_socket_set_user(struct net_socket *socket, void *user)
{
    socket->user = user;
}

size_t net_socket_queued(const struct net_socket *socket)
{
    return socket->conn->queued;
}

const char *net_socket_peer(const struct net_socket *socket)
{
    return socket->conn->peer;
}
