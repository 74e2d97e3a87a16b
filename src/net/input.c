#include <errno.h>
#include <sys/socket.h>

#include "net/conn.h"

/* Frames or requests of one connection; then others have their turn. */
enum { STEPS_A_TURN = 16, CHARGED_BYTES = 4096 };

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

/* A WebSocket pays for what it sends, whatever that is. */
static void input_pay(struct conn *conn, int tokens)
{
    struct net *net = conn->net;
    struct bucket_rate rate = net->limits.input;
    if (rate.burst == 0 || !conn->is_socket || bucket_take(&conn->input, rate, tokens, net->now_ms))
        return;
    if (!conn->is_dead && net->backlog)
        budgets_refuse(net->backlog->budgets, BUDGET_INPUT);
    conn->close_code = NET_CLOSE_POLICY;
    conn_drop(conn);
}

/* Reads until nothing more can be read, or a turn's share of steps is used up. */
static size_t input_consume(struct conn *conn, uint8_t *data, size_t len)
{
    size_t used = 0, step = 1;
    int steps = 0;
    for (; step > 0 && used < len && !conn->is_dead && steps < STEPS_A_TURN; steps++) {
        step = input_step(conn, data + used, len - used);
        used += step;
    }
    if (step > 0 && used < len && !conn->is_dead)
        input_hold(conn);
    input_pay(conn, steps);
    return conn->is_dead ? len : used;
}

void input_hold(struct conn *conn)
{
    list_remove(&conn->held);
    list_append(&conn->net->held, &conn->held);
    conn_watch(conn); /* what the kernel has waits until this is used */
}

static bool is_held(const struct conn *conn)
{
    return !list_is_empty(&conn->held);
}

static void input_use_kept(struct conn *conn)
{
    size_t used = input_consume(conn, (uint8_t *)conn->in.bytes, conn->in.len);
    buffer_drop(&conn->in, used);
    if (conn->in.len == 0)
        buffer_free(&conn->in);
}

void input_resume(struct conn *conn)
{
    if (conn->is_dead)
        return;
    input_use_kept(conn);
    conn_account(conn);
    if (conn->has_ended && conn->phase != CONN_ANSWERING && !is_held(conn))
        conn_drop(conn);
    conn_list(conn); /* it may read again */
}

void input_take(struct conn *conn, uint8_t *data, size_t len)
{
    bool is_direct = conn->in.len == 0;
    size_t used = is_direct ? input_consume(conn, data, len) : 0;
    if (used < len && buffer_append(&conn->in, data + used, len - used) != BUFFER_OK)
        conn_drop(conn);
    else if (!is_direct && !is_held(conn))
        input_use_kept(conn);
    conn_account(conn);
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
    if (got > 0)
        input_pay(conn, 1 + (int)(got / CHARGED_BYTES));
    if (conn->is_dead)
        return;
    if (got > 0 && conn->tls)
        tls_receive(conn, net->input, (size_t)got);
    else if (got > 0)
        input_take(conn, net->input, (size_t)got);
    else if (got == 0)
        input_end(conn);
    else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
        conn_drop(conn);
}
