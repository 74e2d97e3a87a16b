#include "net/link.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/conn.h"
#include "net/fetch_tls.h"
#include "net/link_parts.h"

enum {
    OUT_MAX = 64 * 1024 * 1024, /* callers have smaller limits of their own */
    READS_MAX = 8               /* of INPUT_MAX bytes in one turn */
};
static const double patience_s = 1;

enum wire_phase { WIRE_NAMING, WIRE_CONNECTING, WIRE_SHAKING, WIRE_OPEN, WIRE_OVER };

/* A wire is freed at the end of the turn in which it is closed, because its own event may close it. Output is written at
 * the end of a turn; if the kernel does not take all of it, the rest when the socket is ready. */
struct wire {
    struct net *net;
    const struct wire_events *events;
    void *user;
    enum wire_phase phase;
    struct fetch_url url; /* host and port */
    char *path, *ca_path; /* may be null */
    bool is_encrypted;
    struct link_places places;
    int place;     /* the one being tried */
    ev_io watcher; /* of the pipe of a name's question, then of the socket; fd -1: none */
    ev_timer patience;
    BIO *bio;
    struct buffer out;
    size_t out_sent;
    struct link todo; /* in net->wires_todo, or net->wires_closed */
};

static void wire_watch(struct wire *wire, int fd, int events)
{
    ev_io_stop(wire->net->loop, &wire->watcher);
    ev_io_set(&wire->watcher, fd, events);
    if (fd >= 0)
        ev_io_start(wire->net->loop, &wire->watcher);
}

/* Gives back the descriptor and everything around it. */
static void wire_hang_up(struct wire *wire)
{
    int fd = wire->watcher.fd;
    wire_watch(wire, -1, 0);
    ev_timer_stop(wire->net->loop, &wire->patience);
    BIO_free_all(wire->bio);
    wire->bio = NULL;
    ERR_clear_error(); /* the queue is shared with the connections of clients */
    if (fd >= 0)
        (void)close(fd);
}

static void wire_fail(struct wire *wire, const char *why)
{
    wire_hang_up(wire);
    wire->phase = WIRE_OVER;
    list_remove(&wire->todo);
    wire->net->has_acted = true;
    wire->events->closed(wire->user, why);
}

static void wire_connect(struct wire *wire);

/* This address did not work: the next one, if there is one. */
static void wire_connect_next(struct wire *wire, const char *why)
{
    if (wire->place + 1 >= wire->places.count) {
        wire_fail(wire, why);
        return;
    }
    wire_hang_up(wire);
    wire->place++;
    wire_connect(wire);
}

static void wire_connect(struct wire *wire)
{
    const struct link_place *place = &wire->places.place[wire->place];
    int family = place->address.ss_family, yes = 1;
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    wire->phase = WIRE_CONNECTING;
    if (fd < 0) {
        wire_connect_next(wire, strerror(errno));
        return;
    }
    if (family != AF_UNIX)
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    int failed = connect(fd, (const struct sockaddr *)&place->address, place->len);
    int error = failed ? errno : 0;
    wire_watch(wire, fd, EV_WRITE);
    if (error != 0 && error != EINPROGRESS) {
        wire_connect_next(wire, strerror(error));
    } else if (wire->place + 1 < wire->places.count) {
        ev_timer_set(&wire->patience, patience_s, 0);
        ev_timer_start(wire->net->loop, &wire->patience);
    }
}

/* Bytes that the caller queued, as many as the kernel takes. False: broken. */
static bool wire_write(struct wire *wire)
{
    while (wire->out_sent < wire->out.len) {
        size_t left = wire->out.len - wire->out_sent, sent = 0;
        if (BIO_write_ex(wire->bio, wire->out.bytes + wire->out_sent, left, &sent) != 1)
            return BIO_should_retry(wire->bio);
        wire->out_sent += sent;
    }
    buffer_clear(&wire->out);
    wire->out_sent = 0;
    return true;
}

static void wire_flush(struct wire *wire)
{
    if (!wire_write(wire)) {
        wire_fail(wire, "the connection was lost");
        return;
    }
    int events = EV_READ | (wire->out.len > 0 ? EV_WRITE : 0);
    if (wire->watcher.events != events)
        wire_watch(wire, wire->watcher.fd, events);
}

/* Reads until the kernel, and TLS, have nothing more. */
static void wire_read(struct wire *wire)
{
    struct net *net = wire->net;
    for (int i = 0; i < READS_MAX && wire->phase == WIRE_OPEN; i++) {
        size_t len = 0;
        if (BIO_read_ex(wire->bio, net->input, sizeof net->input, &len) != 1) {
            if (!BIO_should_retry(wire->bio))
                wire_fail(wire, "the connection was closed by the other side");
            return;
        }
        net->has_acted = true;
        wire->events->received(wire->user, (const char *)net->input, len);
    }
    if (wire->phase == WIRE_OPEN) /* bytes that TLS has already decrypted wake nobody */
        ev_feed_event(net->loop, &wire->watcher, EV_READ);
}

static void wire_opened(struct wire *wire)
{
    wire->phase = WIRE_OPEN;
    wire_watch(wire, wire->watcher.fd, EV_READ);
    wire->net->has_acted = true;
    wire->events->opened(wire->user);
}

static void wire_shake_hands(struct wire *wire)
{
    const struct fetch_trust trust = {.ca_path = wire->ca_path};
    char why[FETCH_WHY_SIZE];
    if (BIO_do_handshake(wire->bio) == 1) {
        if (fetch_tls_check(wire->bio, &trust, why) == FETCH_TLS_OK)
            wire_opened(wire);
        else
            wire_fail(wire, why);
    } else if (BIO_should_retry(wire->bio)) {
        int events = BIO_should_write(wire->bio) ? EV_WRITE : EV_READ;
        wire_watch(wire, wire->watcher.fd, events);
    } else {
        (void)fetch_tls_check(wire->bio, &trust, why); /* writes the reason */
        wire_fail(wire, why);
    }
}

/* The output buffer may move while a record waits to be repeated. */
static bool wire_encrypt(struct wire *wire, char why[FETCH_WHY_SIZE])
{
    const struct fetch_trust trust = {.ca_path = wire->ca_path};
    SSL *ssl = NULL;
    wire->bio = fetch_tls_open(wire->watcher.fd, &wire->url, &trust, why);
    if (!wire->bio || BIO_get_ssl(wire->bio, &ssl) != 1)
        return false;
    SSL_set_mode(ssl, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    return true;
}

static void wire_connected(struct wire *wire)
{
    int error = 0;
    socklen_t len = sizeof error;
    char why[FETCH_WHY_SIZE] = "out of memory";
    ev_timer_stop(wire->net->loop, &wire->patience);
    if (getsockopt(wire->watcher.fd, SOL_SOCKET, SO_ERROR, &error, &len) != 0 || error != 0) {
        wire_connect_next(wire, strerror(error));
        return;
    }
    if (wire->is_encrypted) {
        wire->phase = WIRE_SHAKING;
        if (wire_encrypt(wire, why))
            wire_shake_hands(wire);
        else
            wire_fail(wire, why);
        return;
    }
    wire->bio = BIO_new_socket(wire->watcher.fd, BIO_NOCLOSE);
    if (wire->bio)
        wire_opened(wire);
    else
        wire_fail(wire, why);
}

/* The thread has looked the name up. */
static void wire_named(struct wire *wire)
{
    ssize_t len = read(wire->watcher.fd, &wire->places, sizeof wire->places);
    wire_hang_up(wire);
    if (len != sizeof wire->places || wire->places.error != 0 || wire->places.count == 0)
        wire_fail(wire, len == sizeof wire->places && wire->places.error
                            ? gai_strerror(wire->places.error)
                            : "the host's name cannot be looked up");
    else
        wire_connect(wire);
}

static void on_wire_ready(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct wire *wire = watcher->data;
    (void)loop;
    switch (wire->phase) {
    case WIRE_NAMING:
        wire_named(wire);
        break;
    case WIRE_CONNECTING:
        wire_connected(wire);
        break;
    case WIRE_SHAKING:
        wire_shake_hands(wire);
        break;
    case WIRE_OPEN:
        if ((events & EV_WRITE) || wire->out.len > 0)
            wire_flush(wire);
        if ((events & EV_READ) && wire->phase == WIRE_OPEN)
            wire_read(wire);
        break;
    case WIRE_OVER:
        break;
    }
}

static void wire_start(struct wire *wire)
{
    if (wire->path ? link_name_path(&wire->places, wire->path)
                   : link_name_numeric(&wire->places, wire->url.host, wire->url.port)) {
        wire_connect(wire);
        return;
    }
    int fd = wire->path ? -1 : link_name_ask(wire->url.host, wire->url.port);
    if (fd >= 0)
        wire_watch(wire, fd, EV_READ);
    else
        wire_fail(wire, wire->path ? "its path is too long" : "no thread can look its name up");
}

static void on_patience(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct wire *wire = timer->data;
    (void)loop, (void)events;
    if (wire->phase == WIRE_NAMING)
        wire_start(wire);
    else
        wire_connect_next(wire, "no answer");
}

/* open, send and close, and what the loop needs */

static void wire_free(struct wire *wire)
{
    buffer_free(&wire->out);
    free(wire->path);
    free(wire->ca_path);
    free(wire);
}

static char *text_copy(const char *text, bool *is_short)
{
    char *copy = text ? strdup(text) : NULL;
    *is_short |= text && !copy;
    return copy;
}

/* Nothing happens before the next turn, so that no event comes out of this call. */
static struct wire *link_open(void *context, const struct wire_address *to,
                              const struct wire_events *events, void *user)
{
    bool is_short = false;
    struct wire *wire = calloc(1, sizeof *wire);
    if (!wire)
        return NULL;
    wire->net = context;
    wire->events = events;
    wire->user = user;
    wire->path = text_copy(to->path, &is_short);
    wire->ca_path = text_copy(to->ca_path, &is_short);
    if (is_short) {
        wire_free(wire);
        return NULL;
    }
    (void)snprintf(wire->url.host, sizeof wire->url.host, "%s", to->host ? to->host : "");
    wire->url.port = to->port;
    wire->is_encrypted = to->is_encrypted;
    wire->out = buffer_with_max(OUT_MAX);
    list_init(&wire->todo);
    ev_io_init(&wire->watcher, on_wire_ready, -1, 0);
    ev_timer_init(&wire->patience, on_patience, 0, 0);
    wire->watcher.data = wire->patience.data = wire;
    ev_timer_start(wire->net->loop, &wire->patience);
    return wire;
}

static bool link_send(struct wire *wire, const void *bytes, size_t len, size_t out_max)
{
    size_t waiting = wire->out.len - wire->out_sent;
    if (wire->phase != WIRE_OPEN || waiting > out_max || len > out_max - waiting)
        return false;
    if (wire->out_sent > wire->out.len / 2) {
        buffer_drop(&wire->out, wire->out_sent);
        wire->out_sent = 0;
    }
    if (buffer_append(&wire->out, bytes, len) != BUFFER_OK)
        return false;
    list_remove(&wire->todo);
    list_append(&wire->net->wires_todo, &wire->todo);
    return true;
}

static void link_close(struct wire *wire)
{
    if (!wire)
        return;
    wire_hang_up(wire);
    wire->phase = WIRE_OVER;
    list_remove(&wire->todo);
    list_append(&wire->net->wires_closed, &wire->todo);
}

struct wire_maker net_wires(struct net *net)
{
    return (struct wire_maker){link_open, link_send, link_close, net};
}

void link_flush(struct net *net)
{
    while (!list_is_empty(&net->wires_todo)) {
        struct wire *wire = LIST_OWNER(net->wires_todo.next, struct wire, todo);
        list_remove(&wire->todo);
        wire_flush(wire);
    }
}

void link_free_closed(struct net *net)
{
    struct link *ring = &net->wires_closed;
    for (struct link *at = ring->next, *next; at != ring; at = next) {
        next = at->next;
        wire_free(LIST_OWNER(at, struct wire, todo));
    }
    list_init(ring);
}
