#include <errno.h>
#include <sys/socket.h>

#include "net/conn.h"

/* Reads as much as it can of what is there; says how much that was. */
static size_t input_step(struct conn *conn, uint8_t *data, size_t len)
{
    switch (conn->phase) {
    case CONN_READING:
    case CONN_IDLE:
        return request_read(conn, (const char *)data, len);
    case CONN_OPEN:
    case CONN_CLOSING:
        return socket_read(conn, data, len);
    case CONN_LINGERING:
        return len;
    default:
        return 0; /* a request sent ahead waits until the one before it is answered */
    }
}

static size_t input_consume(struct conn *conn, uint8_t *data, size_t len)
{
    size_t used = 0, step = 1;
    while (step > 0 && used < len && !conn->is_dead) {
        step = input_step(conn, data + used, len - used);
        used += step;
    }
    return conn->is_dead ? len : used;
}

void input_resume(struct conn *conn)
{
    size_t used = input_consume(conn, (uint8_t *)conn->in.bytes, conn->in.len);
    buffer_drop(&conn->in, used);
    if (conn->in.len == 0)
        buffer_free(&conn->in);
}

void input_take(struct conn *conn, uint8_t *data, size_t len)
{
    bool is_direct = conn->in.len == 0;
    size_t used = is_direct ? input_consume(conn, data, len) : 0;
    if (used < len && buffer_append(&conn->in, data + used, len - used) != BUFFER_OK)
        conn_drop(conn);
    else if (!is_direct)
        input_resume(conn);
}

void input_end(struct conn *conn)
{
    if (conn->phase != CONN_ANSWERING) {
        conn_drop(conn);
        return;
    }
    conn->has_ended = true; /* the answer is still sent */
    conn_list(conn);
}

/* One call for each time the kernel says that there is input: if there is more, it says so again. */
void input_ready(struct conn *conn)
{
    struct net *net = conn->net;
    ssize_t got = recv(conn->watcher.fd, net->input, sizeof net->input, 0);
    if (got > 0 && conn->tls)
        tls_receive(conn, net->input, (size_t)got);
    else if (got > 0)
        input_take(conn, net->input, (size_t)got);
    else if (got == 0)
        input_end(conn);
    else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
        conn_drop(conn);
}
