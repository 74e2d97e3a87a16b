#include <libwebsockets.h>
#include <sys/socket.h>

#include "net/inside.h"

enum { CLOSING_MS = 3000, LINGERING_MS = 1000, AHEAD_MAX = 32 * 1024 };

/* How long a connection may stay in a phase; 0 for ever. */
static int phase_ms(const struct net *net, enum conn_phase phase)
{
    switch (phase) {
    case CONN_READING:
        return net->limits.request_ms;
    case CONN_IDLE:
        return net->limits.idle_ms;
    case CONN_ANSWERING:
        return net->limits.answer_ms;
    case CONN_CLOSING:
        return CLOSING_MS;
    case CONN_LINGERING:
        return LINGERING_MS;
    default:
        return 0;
    }
}

void conn_enter(struct conn *conn, enum conn_phase phase)
{
    conn->phase = phase;
    conn->deadline_ms = conn->net->now_ms + phase_ms(conn->net, phase);
    list_remove(&conn->timed);
    list_append(&conn->net->timed[phase], &conn->timed);
}

void conn_list(struct conn *conn)
{
    list_remove(&conn->todo);
    list_append(&conn->net->todo, &conn->todo);
}

void conn_drop(struct conn *conn)
{
    conn->is_dead = true;
    conn_list(conn);
}

void conn_expire(struct net *net)
{
    for (int phase = 0; phase < CONN_PHASE_COUNT; phase++) {
        struct link *ring = &net->timed[phase], *at = ring->next;
        if (phase_ms(net, (enum conn_phase)phase) == 0)
            continue;
        for (; at != ring; at = at->next) {
            struct conn *conn = LIST_OWNER(at, struct conn, timed);
            if (conn->deadline_ms > net->now_ms)
                break;
            conn_drop(conn);
        }
    }
}

static void conn_born(struct conn *conn, struct lws *wsi)
{
    struct net *net = lws_context_user(lws_get_context(wsi));
    size_t head_max = net->limits.target_max + net->limits.headers_max;
    conn->net = net;
    conn->wsi = wsi;
    conn->fd = lws_get_socket_fd(wsi);
    list_init(&conn->timed);
    list_init(&conn->todo);
    conn->in = buffer_with_max(
        AHEAD_MAX + (head_max > net->limits.message_max ? head_max : net->limits.message_max));
    conn_enter(conn, CONN_READING);
    net->connection_count++;
}

static void conn_tell_closed(struct conn *conn)
{
    struct net *net = conn->net;
    struct net_request *request = conn->request;
    struct net_socket *socket = conn->socket;
    bool is_known = request && (request->is_delivered || request->user);
    if (is_known && net->handlers.request_closed) {
        net->has_acted = true;
        net->handlers.request_closed(net->context, request);
    }
    if (socket && socket->is_opened && net->handlers.socket_closed) {
        net->has_acted = true;
        net->handlers.socket_closed(net->context, socket, socket->code);
    }
}

static void conn_gone(struct conn *conn)
{
    if (!conn->net)
        return;
    conn->is_dead = true;
    conn_tell_closed(conn);
    list_remove(&conn->timed);
    list_remove(&conn->todo);
    request_free(conn->request);
    socket_free(conn->socket);
    buffer_free(&conn->in);
    output_free(conn);
    conn->net->connection_count--;
    conn->net = NULL;
}

/* Understands as much as it can of what is there; says how much that was. */
static size_t conn_step(struct conn *conn, uint8_t *data, size_t len)
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
        return 0; /* a request sent ahead waits for its turn */
    }
}

static size_t conn_consume(struct conn *conn, uint8_t *data, size_t len)
{
    size_t used = 0, step = 1;
    while (step > 0 && used < len && !conn->is_dead) {
        step = conn_step(conn, data + used, len - used);
        used += step;
    }
    return conn->is_dead ? len : used;
}

/* Goes on with what was kept. The memory is given back as soon as nothing is left. */
static void conn_resume(struct conn *conn)
{
    size_t used = conn_consume(conn, (uint8_t *)conn->in.bytes, conn->in.len);
    buffer_drop(&conn->in, used);
    if (conn->in.len == 0)
        buffer_free(&conn->in);
}

static void conn_receive(struct conn *conn, uint8_t *data, size_t len)
{
    if (conn->is_dead)
        return;
    bool is_direct = conn->in.len == 0;
    size_t used = is_direct ? conn_consume(conn, data, len) : 0;
    if (used < len && buffer_append(&conn->in, data + used, len - used) != BUFFER_OK)
        conn_drop(conn);
    else if (!is_direct)
        conn_resume(conn);
}

/* The last word is said. Closing now could make the kernel throw it away together with bytes that
 * the peer is still sending, so only our half is closed until the peer closes, too. */
static void conn_linger(struct conn *conn)
{
    conn->ends_after_output = false;
    buffer_free(&conn->in);
    conn_enter(conn, CONN_LINGERING);
    if (shutdown(conn->fd, SHUT_WR) != 0)
        conn_drop(conn);
}

static void conn_output_done(struct conn *conn)
{
    if (conn->ends_after_output)
        conn_linger(conn);
    else if (conn->phase == CONN_ANSWERING)
        conn_enter(conn, CONN_IDLE);
    if (conn->in.len > 0 && !conn->is_dead)
        conn_resume(conn);
}

void conn_attend(struct conn *conn)
{
    output_flush(conn);
    if (!conn->is_dead && output_is_empty(conn))
        conn_output_done(conn);
    if (conn->is_dead)
        lws_set_timeout(conn->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_SYNC);
}

static void drain_one(struct conn *conn)
{
    if (conn->phase == CONN_OPEN)
        net_socket_close(conn->socket, NET_CLOSE_GOING_AWAY, "the server is stopping");
    else if (conn->phase == CONN_IDLE || conn->phase == CONN_READING)
        conn_drop(conn);
    else if (conn->phase == CONN_ANSWERING)
        conn->ends_after_output = true;
}

static void each_conn(struct net *net, void (*visit)(struct conn *conn))
{
    for (int phase = 0; phase < CONN_PHASE_COUNT; phase++) {
        struct link *ring = &net->timed[phase];
        for (struct link *at = ring->next, *next; at != ring; at = next) {
            next = at->next; /* the visit may move it to another ring */
            visit(LIST_OWNER(at, struct conn, timed));
        }
    }
}

void conn_drain(struct net *net)
{
    each_conn(net, drain_one);
}

void conn_drop_all(struct net *net)
{
    each_conn(net, conn_drop);
}

int conn_serve(struct lws *wsi, int reason, struct conn *conn, void *bytes, size_t len)
{
    switch (reason) {
    case LWS_CALLBACK_RAW_ADOPT:
        if (!conn)
            return -1; /* out of memory */
        conn_born(conn, wsi);
        break;
    case LWS_CALLBACK_RAW_RX:
        conn_receive(conn, bytes, len);
        break;
    case LWS_CALLBACK_RAW_WRITEABLE:
        conn_list(conn);
        break;
    case LWS_CALLBACK_RAW_CLOSE:
        conn_gone(conn);
        break;
    default:
        break;
    }
    return 0;
}
