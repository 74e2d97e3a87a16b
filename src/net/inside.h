/*
 * What the files of this room share; nobody else includes it.
 *
 * libwebsockets carries bytes: it reads, writes and encrypts each connection on libev's loop. HTTP
 * and WebSocket are spoken by this room, because the library's own HTTP (4.1) spins on a request that
 * is answered later when its client goes away, cannot refuse what is too long with a status, and keeps
 * its header tables while a long poll waits; see docs/operations.md, "How it speaks".
 *
 * A connection is in one phase at a time, and each phase with a deadline has a ring of its connections
 * in the order of their deadlines, so that finding those that are late costs nothing. Whatever needs
 * attention at the end of the turn (output to write, input to go on with, a connection to drop) puts
 * the connection on the ring `todo`; nothing is dropped while a handler or the library is in it.
 */
#ifndef NET_INSIDE_H
#define NET_INSIDE_H

#include <ev.h>
#include <netinet/in.h>
#include <stdatomic.h>

#include "base/buffer.h"
#include "net/frame.h"
#include "net/http_head.h"
#include "net/list.h"
#include "net/net.h"

struct lws;
struct lws_context;
struct lws_vhost;

enum conn_phase {
    CONN_READING,   /* a request, or the very first byte, is on its way */
    CONN_IDLE,      /* between requests */
    CONN_HANDLING,  /* the program has the request */
    CONN_ANSWERING, /* the answer is on its way */
    CONN_OPEN,      /* a WebSocket */
    CONN_CLOSING,   /* our close frame is out, theirs is awaited */
    CONN_LINGERING, /* all is said; what still comes in is thrown away, so that our words arrive */
    CONN_PHASE_COUNT
};

/* A part of a message on its way out. */
struct out {
    struct out *next;
    struct net_message *message; /* null: nowhere */
    size_t from, to;
};

struct net_socket {
    struct conn *conn;
    void *user;
    enum net_kind joined_kind;
    bool is_joining, is_opened, has_sent_close;
    int code;
    struct buffer joined; /* the fragments of a message so far */
};

/* Lives in libwebsockets' memory of the connection, which is zeroed when it is made. What every message
 * needs comes first and lies together: among thousands of connections, memory is the slow part. */
struct conn {
    struct net *net;
    struct out *out_first, *out_last;
    size_t queued;
    struct link todo;
    int fd;
    enum conn_phase phase;
    bool is_dead;              /* to be dropped at the end of the turn */
    bool ends_after_output;    /* an answer that says "connection: close", or a last close frame */
    struct net_socket *socket; /* `own`, once it is one */
    struct net_socket own;
    struct buffer in; /* bytes received and not yet understood; empty when idle */
    struct lws *wsi;
    struct link timed;
    int64_t deadline_ms;
    struct net_request *request; /* being read or being handled */
    char peer[INET6_ADDRSTRLEN];
};

struct net_request {
    struct conn *conn;
    void *user;
    enum net_method method;
    bool is_upgrade, is_delivered, keeps_alive, is_foreign;
    char forwarded_peer[INET6_ADDRSTRLEN]; /* "": the connection's own */
    const char *forwarded_scheme;
    char *path, *query, *parameters; /* the query as sent, and taken apart */
    int parameter_count;
    char *fields[HTTP_FIELD_COUNT];
    char *body;
    size_t body_len, body_got;
    char texts[];
};

/* One allocation: the header of its frame, then the payload. As a body only the payload is sent. Most
 * messages have one receiver, so the first has its place in the message itself. */
struct net_message {
    unsigned owners;
    enum net_kind kind;
    size_t header_len, len;
    struct out first;
    uint8_t bytes[];
};

struct net {
    struct net_limits limits;
    struct net_handlers handlers;
    void *context;
    struct net_header *headers;
    size_t header_count;

    struct ev_loop *loop;
    struct lws_context *library;
    struct lws_vhost *vhost;
    ev_io listener;
    ev_timer ticker;
    ev_async waker;
    ev_check checker;
    ev_signal terminated, interrupted;
    int listen_fd, port;
    bool is_encrypted;

    struct link timed[CONN_PHASE_COUNT];
    struct link todo;
    int connection_count;
    uint64_t refused_count; /* closed on arrival */
    int64_t now_ms, tick_ms, drained_ms;
    bool has_acted; /* a handler ran since the last end of a turn */
    bool is_draining, is_over;
    atomic_int stops;
    atomic_bool is_woken;
    int64_t date_s;
    char date[32];
};

/* listen.c */
enum net_err listen_open(struct net *net, const char *address, int port);
void listen_close(struct net *net);

/* loop.c */
int64_t loop_clock_ms(void);
void loop_watch(struct net *net);
void loop_unwatch(struct net *net);

/* conn.c: one connection */
int conn_serve(struct lws *wsi, int reason, struct conn *conn, void *bytes, size_t len);
void conn_enter(struct conn *conn, enum conn_phase phase);
void conn_list(struct conn *conn);   /* attend to it at the end of the turn */
void conn_drop(struct conn *conn);   /* then without a word */
void conn_attend(struct conn *conn); /* the end of the turn has come */
void conn_expire(struct net *net);   /* drops those past their deadlines */
void conn_drain(struct net *net);    /* stopping: ends what has nothing to say any more */
void conn_drop_all(struct net *net);

/* output.c */
bool output_add(struct conn *conn, struct net_message *message, size_t from, size_t to);
bool output_bytes(struct conn *conn, const void *bytes, size_t len);
void output_flush(struct conn *conn);
void output_free(struct conn *conn);
bool output_is_empty(const struct conn *conn);

/* request.c: each says how many bytes it used, 0 if it needs more */
size_t request_read(struct conn *conn, const char *data, size_t len);
void request_free(struct net_request *request);

/* answer.c */
void answer_refuse(struct conn *conn, int status); /* what could not be understood; then it ends */

/* socket.c */
size_t socket_read(struct conn *conn, uint8_t *data, size_t len);
void socket_free(struct net_socket *socket);

/* handshake.c */
enum { HANDSHAKE_ACCEPT_SIZE = 32 };
int handshake_check(const struct net_request *request); /* 0, or the status to refuse it with */
void handshake_accept(char out[HANDSHAKE_ACCEPT_SIZE], const char *key);

#endif
