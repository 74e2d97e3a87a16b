#include <errno.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "net/conn.h"

enum {
    PARTS_MAX = 32,        /* messages in one system call */
    RECORD_MAX = 16 * 1024 /* bytes in one TLS record */
};

struct net_message *net_message_new(enum net_kind kind, const void *data, size_t len)
{
    struct net_message *message = malloc(sizeof *message + FRAME_HEADER_MAX + len);
    if (!message)
        return NULL;
    message->owners = 1;
    message->kind = kind;
    message->first.message = NULL;
    message->header_len =
        frame_write_header(message->bytes, kind == NET_TEXT ? FRAME_TEXT : FRAME_BINARY, len);
    message->len = message->header_len + len;
    if (len > 0)
        memcpy(message->bytes + message->header_len, data, len);
    return message;
}

struct net_message *net_message_keep(struct net_message *message)
{
    message->owners++;
    return message;
}

void net_message_release(struct net_message *message)
{
    if (message && --message->owners == 0)
        free(message);
}

const void *net_message_data(const struct net_message *message, size_t *len)
{
    *len = message->len - message->header_len;
    return message->bytes + message->header_len;
}

static struct out *out_new(struct net_message *message)
{
    return message->first.message ? malloc(sizeof(struct out)) : &message->first;
}

static void out_free(struct out *out)
{
    struct net_message *message = out->message;
    if (out == &message->first)
        out->message = NULL;
    else
        free(out);
    net_message_release(message);
}

bool output_add(struct conn *conn, struct net_message *message, size_t from, size_t to)
{
    struct out *out = out_new(message);
    if (!out)
        return false;
    *out = (struct out){.message = net_message_keep(message), .from = from, .to = to};
    if (conn->out_last)
        conn->out_last->next = out;
    else
        conn->out_first = out;
    conn->out_last = out;
    conn->queued += to - from;
    conn_list(conn);
    return true;
}

bool output_bytes(struct conn *conn, const void *bytes, size_t len)
{
    struct net_message *message = net_message_new(NET_BINARY, bytes, len);
    bool is_added = message && output_add(conn, message, message->header_len, message->len);
    net_message_release(message);
    return is_added;
}

size_t output_left(const struct conn *conn)
{
    return conn->queued + tls_unsent(conn);
}

/* The first `count` bytes have left. */
static void output_advance(struct conn *conn, size_t count)
{
    conn->queued -= count;
    while (conn->out_first && count >= conn->out_first->to - conn->out_first->from) {
        struct out *out = conn->out_first;
        count -= out->to - out->from;
        conn->out_first = out->next;
        out_free(out);
    }
    if (!conn->out_first)
        conn->out_last = NULL;
    else
        conn->out_first->from += count;
}

static size_t gather(const struct out *out, uint8_t record[RECORD_MAX])
{
    size_t len = 0;
    for (; out && len < RECORD_MAX; out = out->next) {
        size_t part = out->to - out->from;
        if (part > RECORD_MAX - len)
            part = RECORD_MAX - len;
        memcpy(record + len, out->message->bytes + out->from, part);
        len += part;
    }
    return len;
}

/* One record: several small messages copied together, or a piece of a large one where it lies. */
static bool write_encrypted(struct conn *conn, bool *is_full)
{
    uint8_t record[RECORD_MAX];
    const struct out *first = conn->out_first;
    size_t len = first->to - first->from;
    const uint8_t *bytes = first->message->bytes + first->from;
    if (len < RECORD_MAX && first->next) {
        len = gather(first, record);
        bytes = record;
    }
    if (len > RECORD_MAX)
        len = RECORD_MAX;
    if (!tls_send(conn, bytes, len))
        return false;
    output_advance(conn, len);
    *is_full = tls_unsent(conn) > 0;
    return true;
}

static size_t list_parts(struct out *out, struct iovec parts[PARTS_MAX], size_t *len)
{
    size_t count = 0;
    for (*len = 0; out && count < PARTS_MAX; out = out->next) {
        parts[count++] = (struct iovec){out->message->bytes + out->from, out->to - out->from};
        *len += out->to - out->from;
    }
    return count;
}

/* One system call: all messages where they lie. A kernel that takes less than it gets is full, so it is not
 * asked once more only to say so. */
static bool write_plain(struct conn *conn, bool *is_full)
{
    struct iovec parts[PARTS_MAX];
    size_t len, count = list_parts(conn->out_first, parts, &len);
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    ssize_t sent = count == 1
                       ? send(conn->watcher.fd, parts[0].iov_base, parts[0].iov_len, MSG_NOSIGNAL)
                       : sendmsg(conn->watcher.fd, &message, MSG_NOSIGNAL);
    *is_full = sent < (ssize_t)len;
    if (sent < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    output_advance(conn, (size_t)sent);
    return true;
}

void output_flush(struct conn *conn)
{
    size_t left = output_left(conn);
    bool is_whole = !conn->tls || tls_flush(conn), is_full = tls_unsent(conn) > 0;
    while (is_whole && !is_full && conn->out_first)
        is_whole = conn->tls ? write_encrypted(conn, &is_full) : write_plain(conn, &is_full);
    if (!is_whole)
        conn_drop(conn);
    else if (conn->phase == CONN_ANSWERING && output_left(conn) < left)
        conn_enter(conn, CONN_ANSWERING); /* the client takes its answer: the deadline moves */
}

void output_free(struct conn *conn)
{
    while (conn->out_first)
        output_advance(conn, conn->queued);
}
