#include <signal.h>
#include <time.h>

#include "net/conn.h"

int64_t loop_clock_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t loop_clock_ms(void)
{
    return loop_clock_us() / 1000;
}

static void on_turn(struct ev_loop *loop, ev_check *watcher, int events)
{
    struct net *net = watcher->data;
    (void)loop;
    (void)events;
    net->now_ms = loop_clock_ms();
}

static void on_tick(struct ev_loop *loop, ev_timer *watcher, int events)
{
    struct net *net = watcher->data;
    (void)loop;
    (void)events;
    conn_expire(net);
    listen_again(net);
    if (net->is_draining && net->now_ms >= net->drained_ms)
        net->is_over = true;
    if (net->handlers.tick) {
        net->has_acted = true;
        net->handlers.tick(net->context, net->now_ms);
    }
}

static void on_wake(struct ev_loop *loop, ev_async *watcher, int events)
{
    struct net *net = watcher->data;
    (void)loop;
    (void)events;
    if (atomic_exchange(&net->is_woken, false) && net->handlers.woken) {
        net->has_acted = true;
        net->handlers.woken(net->context);
    }
}

static void on_signal(struct ev_loop *loop, ev_signal *watcher, int events)
{
    (void)loop;
    (void)events;
    net_stop(watcher->data);
}

static void on_hangup(struct ev_loop *loop, ev_signal *watcher, int events)
{
    struct net *net = watcher->data;
    (void)loop;
    (void)events;
    net->has_acted = true;
    net->handlers.hangup(net->context);
}

void loop_watch(struct net *net)
{
    double seconds = net->limits.tick_ms / 1000.0;
    ev_check_init(&net->checker, on_turn);
    ev_set_priority(&net->checker, EV_MAXPRI); /* sets the time before any other callback runs */
    ev_timer_init(&net->ticker, on_tick, seconds, seconds);
    ev_async_init(&net->waker, on_wake);
    ev_signal_init(&net->terminated, on_signal, SIGTERM);
    ev_signal_init(&net->interrupted, on_signal, SIGINT);
    net->checker.data = net->ticker.data = net->waker.data = net;
    net->terminated.data = net->interrupted.data = net;
    ev_signal_init(&net->hung_up, on_hangup, SIGHUP);
    net->hung_up.data = net;
    if (net->handlers.hangup)
        ev_signal_start(net->loop, &net->hung_up);
    ev_check_start(net->loop, &net->checker);
    ev_timer_start(net->loop, &net->ticker);
    ev_async_start(net->loop, &net->waker);
    ev_signal_start(net->loop, &net->terminated);
    ev_signal_start(net->loop, &net->interrupted);
}

void loop_unwatch(struct net *net)
{
    ev_check_stop(net->loop, &net->checker);
    ev_timer_stop(net->loop, &net->ticker);
    ev_async_stop(net->loop, &net->waker);
    ev_signal_stop(net->loop, &net->terminated);
    ev_signal_stop(net->loop, &net->interrupted);
    ev_signal_stop(net->loop, &net->hung_up);
}

/* Attending to connections may run handlers, which may queue more. So this repeats until there is
 * nothing left to do, and calls `end_of_turn` each time before anything leaves. */
static void turn_end(struct net *net)
{
    while (net->has_acted || !list_is_empty(&net->todo) || !list_is_empty(&net->wires_todo)) {
        if (net->has_acted && net->handlers.end_of_turn) {
            net->has_acted = false;
            net->handlers.end_of_turn(net->context, net->now_ms);
        }
        net->has_acted = false;
        link_flush(net);
        struct link now;
        list_init(&now);
        list_move(&now, &net->todo);
        while (!list_is_empty(&now)) {
            struct conn *conn = LIST_OWNER(now.next, struct conn, todo);
            list_remove(&conn->todo);
            conn_attend(conn);
        }
    }
    link_free_closed(net);
}

/* The net was stopped. Is it time to drain? */
static bool drain_is_due(struct net *net)
{
    const struct net_handlers *handlers = &net->handlers;
    if (net->draining_ms == 0) {
        net->draining_ms = net->now_ms + net->limits.notice_ms;
        if (handlers->stopping)
            handlers->stopping(net->context);
    }
    if (net->now_ms < net->draining_ms)
        return false;
    bool is_late = net->now_ms >= net->draining_ms + net->limits.drain_ms;
    return is_late || !handlers->may_drain || handlers->may_drain(net->context);
}

static void turn_drain(struct net *net)
{
    int stops = atomic_load(&net->stops);
    if (stops > 0 && !net->is_draining && (stops > 1 || drain_is_due(net))) {
        net->is_draining = true;
        net->drained_ms = net->now_ms + net->limits.drain_ms;
        listen_close(net);
        if (net->handlers.draining)
            net->handlers.draining(net->context);
        net->has_acted = true;
        turn_end(net);
        conn_drain(net);
    }
    if (stops > 1)
        net->is_over = true;
}

/* Reads what has come. Connections that had sent more than they may use in one turn go on after those
 * that have just sent something. */
static void turn_read(struct net *net)
{
    struct link held;
    list_init(&held);
    list_move(&held, &net->held); /* whoever is held from now on waits for the next turn */
    (void)ev_run(net->loop, list_is_empty(&held) ? EVRUN_ONCE : EVRUN_NOWAIT);
    while (!list_is_empty(&held)) {
        struct conn *conn = LIST_OWNER(held.next, struct conn, held);
        list_remove(&conn->held);
        input_resume(conn);
    }
}

static void ignore_broken_pipes(void)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &ignore, NULL);
}

static void turn_run(struct net *net)
{
    turn_read(net);
    turn_drain(net);
    turn_end(net);
    if (net->is_draining && net->connection_count == 0)
        net->is_over = true;
}

void net_turn(struct net *net)
{
    ignore_broken_pipes();
    turn_run(net);
}

void net_run(struct net *net)
{
    ignore_broken_pipes();
    while (!net->is_over)
        turn_run(net);
    conn_drop_all(net);
    turn_end(net);
}

void net_stop(struct net *net)
{
    atomic_fetch_add(&net->stops, 1);
    ev_async_send(net->loop, &net->waker);
}

void net_wake(struct net *net)
{
    atomic_store(&net->is_woken, true);
    ev_async_send(net->loop, &net->waker);
}
