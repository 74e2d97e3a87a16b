#include <libwebsockets.h>

#include "net/inside.h"

enum {
    GATHER_MAX = 16 * 1024, /* small messages leave together, in one call of the kernel */
    PIECE_MAX = 64 * 1024   /* libwebsockets copies what the kernel refuses: never more than this */
};

struct net_message *net_message_new(enum net_kind kind, const void *data, size_t len)
{
    struct net_message *message = malloc(sizeof *message + FRAME_HEADER_MAX + len);
    if (!message)
        return NULL;
    message->owners = 1;
    message->kind = kind;
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

bool output_add(struct conn *conn, struct net_message *message, size_t from, size_t to)
{
    struct out *out = malloc(sizeof *out);
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

bool output_is_empty(const struct conn *conn)
{
    return !conn->out_first && !lws_partial_buffered(conn->wsi);
}

/* The first `count` bytes are gone. */
static void output_advance(struct conn *conn, size_t count)
{
    conn->queued -= count;
    while (conn->out_first && count >= conn->out_first->to - conn->out_first->from) {
        struct out *out = conn->out_first;
        count -= out->to - out->from;
        conn->out_first = out->next;
        net_message_release(out->message);
        free(out);
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

/* One write: several small messages as one, or a piece of a large one as it lies. */
static bool output_write(struct conn *conn)
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

void output_flush(struct conn *conn)
{
    while (conn->out_first && !conn->is_dead && !lws_partial_buffered(conn->wsi)) {
        if (!output_write(conn))
            conn_drop(conn);
        else if (conn->phase == CONN_ANSWERING)
            conn_enter(conn, CONN_ANSWERING); /* it takes its answer: the deadline moves */
    }
    if (conn->out_first && !conn->is_dead)
        lws_callback_on_writable(conn->wsi);
}

void output_free(struct conn *conn)
{
    while (conn->out_first)
        output_advance(conn, conn->queued);
}
