#include <errno.h>
#include <libwebsockets.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "net/inside.h"

enum {
    PARTS_MAX = 32,         /* messages that leave together, in one call of the kernel */
    GATHER_MAX = 16 * 1024, /* the same for the library, which wants them in one piece */
    PIECE_MAX = 64 * 1024   /* libwebsockets copies what the kernel refuses: never more than this */
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

/* Encrypted bytes that the kernel did not take are kept by the library. */
static bool library_is_full(const struct conn *conn)
{
    return conn->net->is_encrypted && lws_partial_buffered(conn->wsi);
}

bool output_is_empty(const struct conn *conn)
{
    return !conn->out_first && !library_is_full(conn);
}

/* The first `count` bytes are gone. */
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

static size_t gather(const struct out *out, uint8_t *into)
{
    size_t len = 0;
    for (; out && len < GATHER_MAX; out = out->next) {
        size_t part = out->to - out->from;
        if (part > GATHER_MAX - len)
            part = GATHER_MAX - len;
        memcpy(into + len, out->message->bytes + out->from, part);
        len += part;
    }
    return len;
}

/* One write through the library: several small messages as one, or a piece of a large one as it lies. */
static bool write_encrypted(struct conn *conn)
{
    uint8_t together[GATHER_MAX];
    const struct out *first = conn->out_first;
    size_t len = first->to - first->from;
    uint8_t *bytes = first->message->bytes + first->from;
    if (len < GATHER_MAX && first->next) {
        len = gather(first, together);
        bytes = together;
    }
    if (len > PIECE_MAX)
        len = PIECE_MAX;
    if (lws_write(conn->wsi, bytes, len, LWS_WRITE_RAW) < 0)
        return false;
    output_advance(conn, len);
    return true;
}

static size_t list_parts(struct out *out, struct iovec parts[PARTS_MAX])
{
    size_t count = 0;
    for (; out && count < PARTS_MAX; out = out->next)
        parts[count++] = (struct iovec){out->message->bytes + out->from, out->to - out->from};
    return count;
}

/* One write to the kernel, all messages as they lie. What is not encrypted does not need the library,
 * whose way down is longer and copies what the kernel refuses. *is_full: it has taken what it can. */
static bool write_plain(struct conn *conn, bool *is_full)
{
    struct iovec parts[PARTS_MAX];
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = list_parts(conn->out_first, parts)};
    ssize_t sent = message.msg_iovlen == 1
                       ? send(conn->fd, parts[0].iov_base, parts[0].iov_len, MSG_NOSIGNAL)
                       : sendmsg(conn->fd, &message, MSG_NOSIGNAL);
    if (sent < 0) {
        *is_full = errno == EAGAIN || errno == EWOULDBLOCK;
        return *is_full || errno == EINTR;
    }
    output_advance(conn, (size_t)sent);
    return true;
}

static bool output_write(struct conn *conn, bool *is_full)
{
    if (!conn->net->is_encrypted)
        return write_plain(conn, is_full);
    bool is_written = write_encrypted(conn);
    *is_full = library_is_full(conn);
    return is_written;
}

void output_flush(struct conn *conn)
{
    bool is_full = library_is_full(conn);
    while (conn->out_first && !conn->is_dead && !is_full) {
        size_t queued = conn->queued;
        if (!output_write(conn, &is_full))
            conn_drop(conn);
        else if (conn->phase == CONN_ANSWERING && conn->queued < queued)
            conn_enter(conn, CONN_ANSWERING); /* it takes its answer: the deadline moves */
    }
    if (conn->out_first && !conn->is_dead)
        (void)lws_callback_on_writable(conn->wsi); /* it fails for those that are closing only */
}

void output_free(struct conn *conn)
{
    while (conn->out_first)
        output_advance(conn, conn->queued);
}
