#include "net/conn.h"

#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLOSING_MS = 3000, LINGERING_MS = 1000 };

/* How long a connection may stay in a phase; 0: without limit. */
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
    conn->phase = (uint8_t)phase;
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

static void on_ready(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct conn *conn = watcher->data;
    (void)loop;
    if (events & EV_WRITE)
        conn_list(conn);
    if ((events & EV_READ) && !conn->is_dead)
        input_ready(conn);
}

void conn_watch(struct conn *conn)
{
    bool can_read = !conn->has_ended && list_is_empty(&conn->held);
    int events = (can_read ? EV_READ : 0) | (output_left(conn) > 0 ? EV_WRITE : 0);
    if (conn->watcher.events == events)
        return;
    ev_io_stop(conn->net->loop, &conn->watcher);
    ev_io_set(&conn->watcher, conn->watcher.fd, events);
    ev_io_start(conn->net->loop, &conn->watcher);
}

bool conn_open(struct net *net, int fd, const char *peer, bool is_admin)
{
    size_t head_max = net->limits.target_max + net->limits.headers_max;
    size_t message_max = net->limits.message_max;
    struct conn *conn = calloc(1, sizeof *conn);
    if (!conn)
        return false;
    conn->net = net;
    ev_io_init(&conn->watcher, on_ready, fd, EV_READ);
    conn->is_admin = is_admin;
    if (!conn_take(conn, is_admin ? 0 : conn_owner(net, peer))) {
        free(conn);
        return false;
    }
    if (net->tls_context && !is_admin && !tls_open(conn)) {
        conn_give(conn);
        free(conn);
        return false;
    }
    conn->watcher.data = conn;
    /* One more read always fits behind the longest head or frame that is not yet complete. */
    size_t frame_max = message_max + FRAME_HEADER_MAX + FRAME_MASK_LEN;
    conn->in = buffer_with_max(INPUT_MAX + (head_max > frame_max ? head_max : frame_max));
    conn->joined = buffer_with_max(message_max);
    (void)snprintf(conn->peer, sizeof conn->peer, "%s", peer);
    list_init(&conn->timed);
    list_init(&conn->todo);
    list_init(&conn->held);
    conn_enter(conn, CONN_READING);
    ev_io_start(net->loop, &conn->watcher);
    net->connection_count++;
    return true;
}

static void conn_tell_closed(struct conn *conn)
{
    struct net *net = conn->net;
    struct net_request *request = conn->request;
    bool is_known = request && (request->is_delivered || request->user);
    if (is_known && net->handlers.request_closed) {
        net->has_acted = true;
        net->handlers.request_closed(net->context, request);
    }
    if (conn->is_socket && net->handlers.socket_closed) {
        net->has_acted = true;
        net->handlers.socket_closed(net->context, conn_socket(conn), conn->close_code);
    }
}

static void conn_close(struct conn *conn)
{
    conn_tell_closed(conn);
    conn_give(conn);
    ev_io_stop(conn->net->loop, &conn->watcher);
    if (conn->tls)
        tls_close(conn);
    (void)close(conn->watcher.fd);
    request_free(conn->request);
    buffer_free(&conn->joined);
    buffer_free(&conn->in);
    output_free(conn);
    list_remove(&conn->timed);
    list_remove(&conn->held);
    list_remove(&conn->todo); /* last: the steps above may have put it there */
    conn->net->connection_count--;
    free(conn);
}

/* All output has left. Closing now could make the kernel discard it, because it resets connections that
 * are closed with unread input. So only our half is closed, until the client closes, too. */
static void conn_linger(struct conn *conn)
{
    if (!tls_end(conn))
        return; /* called again when the rest has left */
    conn->ends_after_output = false;
    buffer_free(&conn->in);
    conn_enter(conn, CONN_LINGERING);
    if (conn->has_ended || shutdown(conn->watcher.fd, SHUT_WR) != 0)
        conn_drop(conn);
}

static void conn_output_done(struct conn *conn)
{
    bool is_answered = conn->phase == CONN_ANSWERING && !conn->ends_after_output;
    if (conn->ends_after_output)
        conn_linger(conn);
    if (is_answered)
        conn_enter(conn, CONN_IDLE);
    if (is_answered && conn->in.len > 0)
        input_hold(conn); /* the next request was sent ahead */
    else if (conn->has_ended && conn->phase != CONN_ANSWERING && list_is_empty(&conn->held))
        conn_drop(conn);
}

void conn_attend(struct conn *conn)
{
    if (!conn->is_dead)
        output_flush(conn);
    if (!conn->is_dead && output_left(conn) == 0)
        conn_output_done(conn);
    if (!conn->is_dead)
        conn_account_output(conn);
    if (conn->is_dead)
        conn_close(conn);
    else
        conn_watch(conn);
}

static void drain_one(struct conn *conn)
{
    if (conn->phase == CONN_OPEN)
        socket_close(conn, NET_CLOSE_GOING_AWAY, "the server is stopping");
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
