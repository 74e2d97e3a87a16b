/*
 * What the files of src/net share; no other module includes it.
 *
 * A connection is one struct from accept to close, plain or encrypted, HTTP or WebSocket. Bytes come
 * in through input.c, which asks request.c or socket.c to read them, and go out through output.c;
 * tls.c is a filter between the two and the socket.
 *
 * A connection is in one phase at a time. Each phase with a time limit has a ring of its connections in
 * the order of their deadlines, so only late ones are looked at. A connection that needs attention at
 * the end of the turn (output to write, to be closed) is on the ring `todo`. One with more input than
 * it may use in one turn is on the ring `held` and goes on in the next. No connection is freed while a
 * handler runs.
 */
#ifndef NET_CONN_H
#define NET_CONN_H

#include <ev.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/backlog.h"
#include "base/bucket.h"
#include "base/buffer.h"
#include "net/frame.h"
#include "net/http_head.h"
#include "net/net.h"

struct bio_method_st; /* of OpenSSL */
struct ssl_ctx_st;
struct tls; /* tls.c */

/* The most bytes received by one call; also what a client may send ahead of an answer. */
enum { INPUT_MAX = 32 * 1024 };

enum conn_phase {
    CONN_READING,   /* the TLS handshake, then a request; also before its first byte */
    CONN_IDLE,      /* between requests */
    CONN_HANDLING,  /* the program has the request */
    CONN_ANSWERING, /* the answer is being sent */
    CONN_OPEN,      /* a WebSocket */
    CONN_CLOSING,   /* a close frame was sent; the client's is awaited, or the last bytes leave */
    CONN_LINGERING, /* our half is closed; input is discarded until the client closes, too */
    CONN_PHASE_COUNT
};

/* A part of a message in the queue of one connection. */
struct out {
    struct out *next;
    struct net_message *message; /* null: not queued */
    size_t from, to;
};

/* The fields that every message needs come first and lie together: with thousands of connections,
 * cache misses are the main cost. A `struct net_socket` is this struct under another name. */
struct conn {
    ev_io watcher; /* also holds the descriptor */
    struct net *net;
    struct tls *tls; /* null: plain */
    struct out *out_first, *out_last;
    size_t queued; /* bytes in the queue */
    struct link todo, held;
    void *user;          /* of a WebSocket */
    struct bucket input; /* what a WebSocket may send */
    uint8_t phase;
    bool is_dead;           /* to be closed at the end of the turn, without another word */
    bool has_ended;         /* the client has closed its sending half while an answer was sent */
    bool ends_after_output; /* an answer that says "connection: close", or the last close frame */
    bool is_socket;         /* `socket_opened` was called, `socket_closed` will be */
    bool has_sent_close, is_joining;
    bool is_admin; /* came by the address for operators */
    uint8_t joined_kind;
    int close_code;
    struct buffer in;            /* bytes received and not yet read; no memory when empty */
    struct buffer joined;        /* the fragments of a message so far */
    struct net_request *request; /* being received or being handled */
    struct backlog_holder backlog;
    size_t out_kept;  /* bytes that the kernel did not take at the end of the last turn … */
    size_t out_lent;  /* … but for those of a body that many answers share */
    uint64_t address; /* whose connection it is, for budgets; 0: that of a proxy, not known yet */
    struct link timed;
    int64_t deadline_ms;
    uint16_t label;
    char peer[INET6_ADDRSTRLEN];
};

struct net_request {
    struct conn *conn;
    void *user;
    enum net_method method;
    bool is_upgrade, is_delivered, keeps_alive, is_foreign;
    char forwarded_peer[INET6_ADDRSTRLEN]; /* "": use the connection's */
    const char *forwarded_scheme;
    char *path, *query, *parameters; /* the query as sent, and split into decoded parameters */
    int parameter_count;
    char *fields[HTTP_FIELD_COUNT];
    char *body;
    size_t body_len, body_got;
    int64_t begun_us;
    char texts[];
};

/* One allocation: the header of its frame, then the payload. A body is the payload alone. Most
 * messages have one receiver, so the first place in a queue is in the message itself. */
struct net_message {
    unsigned owners;
    enum net_kind kind;
    size_t header_len, len;
    struct out first;
    uint8_t bytes[];
};

/* The public address, and the one for operators. */
enum { LISTENER_PUBLIC, LISTENER_ADMIN, LISTENER_COUNT };

struct listener {
    ev_io watcher;
    int fd, port; /* -1: not listening */
};

struct net {
    struct net_limits limits;
    struct net_handlers handlers;
    void *context;
    struct net_header *headers;
    size_t header_count;

    struct ev_loop *loop;
    struct ssl_ctx_st *tls_context; /* null: plain */
    struct bio_method_st *tls_bio;
    struct listener listeners[LISTENER_COUNT];
    ev_timer ticker;
    ev_async waker;
    ev_check checker;
    ev_signal terminated, interrupted, hung_up;
    char *certificate_path, *key_path; /* null: plain */

    struct link timed[CONN_PHASE_COUNT];
    struct link todo, held;
    struct link wires_todo;           /* connections of our own (link.c) with output to write */
    struct link wires_closed;         /* … and to be freed at the end of the turn */
    struct backlog *backlog;          /* null: no budgets */
    const struct proxy_list *proxies; /* may be null */
    int connection_count;
    uint64_t refused_count; /* closed on arrival */
    int64_t now_ms, drained_ms;
    int64_t draining_ms; /* when a net that was stopped begins to drain; 0: it was not stopped */
    bool has_acted;      /* a handler ran since the last end of a turn */
    bool is_draining, is_over;
    atomic_int stops;
    atomic_bool is_woken;
    int64_t date_s;
    char date[32];
    uint8_t input[INPUT_MAX]; /* for whichever connection is being read */
};

/* listen.c */
enum net_err listen_open(struct net *net, int which, const char *address, int port);
void listen_again(struct net *net); /* after a lack of descriptors */
void listen_close(struct net *net);

/* loop.c */
int64_t loop_clock_ms(void);
int64_t loop_clock_us(void);
void loop_watch(struct net *net);
void loop_unwatch(struct net *net);

/* link.c: connections that this program opened */
void link_flush(struct net *net); /* the end of the turn has come */
void link_free_closed(struct net *net);

/* conn.c: the life of a connection */
/* False: out of memory, or the address has too many; fd is still open. */
bool conn_open(struct net *net, int fd, const char *peer, bool is_admin);
void conn_enter(struct conn *conn, enum conn_phase phase);
void conn_watch(struct conn *conn);  /* waits for what the connection can do now: read, write */
void conn_list(struct conn *conn);   /* puts it on `todo` */
void conn_drop(struct conn *conn);   /* closes it at the end of the turn, without another word */
void conn_attend(struct conn *conn); /* the end of the turn has come */
void conn_expire(struct net *net);   /* drops the connections past their deadlines */
void conn_drain(struct net *net);    /* stopping: ends idle connections and WebSockets */
void conn_drop_all(struct net *net);

/* account.c: budgets of addresses. conn_take, conn_belong: false if the address has too many. */
uint64_t conn_owner(const struct net *net, const char *peer);
bool conn_take(struct conn *conn, uint64_t address);
void conn_give(struct conn *conn);
bool conn_belong(struct conn *conn, const char *peer); /* counts for another address from now on */
void conn_account(struct conn *conn);                  /* what it keeps may have changed */
void conn_account_output(struct conn *conn);           /* … at the end of a turn */

/* input.c */
void input_ready(struct conn *conn);                           /* receives once */
void input_take(struct conn *conn, uint8_t *data, size_t len); /* decrypted, if need be */
void input_end(struct conn *conn);                             /* the client sends no more */
void input_hold(struct conn *conn);   /* the rest of what was kept is for the next turn */
void input_resume(struct conn *conn); /* the next turn: reads what was kept */

/* output.c */
bool output_add(struct conn *conn, struct net_message *message, size_t from, size_t to);
bool output_bytes(struct conn *conn, const void *bytes, size_t len);
void output_flush(struct conn *conn); /* hands the kernel what it takes */
void output_free(struct conn *conn);
size_t output_left(const struct conn *conn); /* bytes not yet handed to the kernel */

/*
 * tls.c: a filter. Bytes from the socket become plain ones for input_take, plain bytes become records
 * for the socket. Records that the kernel does not take are kept here, so no caller sees OpenSSL's
 * WANT_READ or WANT_WRITE. Only for connections with a `tls`, except where said.
 */
enum net_err tls_start(struct net *net); /* with the files named in net */
void tls_stop(struct net *net);
bool tls_open(struct conn *conn);
void tls_close(struct conn *conn); /* also sends close_notify, if that is possible at once */
void tls_receive(struct conn *conn, const uint8_t *bytes, size_t len);
bool tls_send(struct conn *conn, const uint8_t *bytes, size_t len); /* false: broken */
bool tls_flush(struct conn *conn);                                  /* false: broken */
size_t tls_unsent(const struct conn *conn);                         /* bytes kept; 0 if plain */
bool tls_end(struct conn *conn); /* true once close_notify has left; true if plain */

/* request.c: says how many bytes it used, 0 if it needs more */
size_t request_read(struct conn *conn, const char *data, size_t len);
void request_free(struct net_request *request);

/* answer.c */
void answer_refuse(struct conn *conn, int status); /* answers a malformed request; then it ends */

/* socket.c: likewise */
size_t socket_read(struct conn *conn, uint8_t *data, size_t len);
void socket_close(struct conn *conn, int code, const char *reason);

static inline struct net_socket *conn_socket(struct conn *conn)
{
    return (struct net_socket *)conn;
}

/* handshake.c */
enum { HANDSHAKE_ACCEPT_SIZE = 32 };
int handshake_check(const struct net_request *request); /* 0, or the status of the refusal */
void handshake_accept(char out[HANDSHAKE_ACCEPT_SIZE], const char *key);

#endif
