/*
 * The event loop, HTTP and WebSocket: the one door between the program and its sockets.
 *
 * A program fills a net_config, opens it, runs it, closes it. Everything it does in between happens
 * in the handlers, all on the thread that called net_run, one after the other; no handler is ever
 * called from within a call into net, so a handler may call anything here without being entered
 * again. Only net_wake and net_stop may be called from other threads and from signal handlers.
 *
 * One turn of the loop: every socket that is ready is read and its handlers run; then `tick`, if it
 * is due; then `end_of_turn`; then everything queued so far goes out, in the order it was queued.
 * Nothing that a handler queues leaves before `end_of_turn` has run: that is where a group commit
 * belongs, and an answer given there still leaves in the same turn.
 */
#ifndef NET_NET_H
#define NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct net;         /* the loop and its listening socket */
struct net_request; /* one HTTP request, from its arrival until it is answered or gone */
struct net_socket;  /* one WebSocket, from its opening until `socket_closed` has returned */
struct net_message; /* bytes shared by many receivers, counted */

#define NET_ERRORS(X)                                                 \
    X(NET_OK, "all is well")                                          \
    X(NET_E_ADDRESS, "the address cannot be used on this machine")    \
    X(NET_E_PORT_TAKEN, "another program is listening there already") \
    X(NET_E_FORBIDDEN, "this user may not listen there")              \
    X(NET_E_CERTIFICATE, "the certificate or its key cannot be used") \
    X(NET_E_LOOP, "the event loop cannot be started")                 \
    X(NET_E_MEMORY, "out of memory")

#define NET_ERROR_CODE(code, text) code,
enum net_err { NET_ERRORS(NET_ERROR_CODE) NET_ERR_COUNT };
#undef NET_ERROR_CODE

const char *net_err_text(enum net_err err);

enum net_method { NET_GET, NET_HEAD, NET_POST, NET_PUT, NET_PATCH, NET_DELETE, NET_OPTIONS };

/* The request headers that can be asked for. */
enum net_field {
    NET_HOST,
    NET_ORIGIN,
    NET_CONTENT_TYPE,
    NET_CONTENT_LENGTH,
    NET_COOKIE,
    NET_AUTHORIZATION,
    NET_ACCEPT_ENCODING,
    NET_IF_NONE_MATCH,
    NET_FORWARDED_FOR,
    NET_FORWARDED_PROTO,
    NET_USER_AGENT,
    NET_FIELD_COUNT
};

/* What a message of a WebSocket is. */
enum net_kind { NET_TEXT, NET_BINARY };

/* Close codes of RFC 6455 that net itself uses. */
enum net_close {
    NET_CLOSE_NORMAL = 1000,
    NET_CLOSE_GOING_AWAY = 1001,
    NET_CLOSE_PROTOCOL = 1002,
    NET_CLOSE_ABNORMAL = 1006, /* only told to `socket_closed`: there was no close frame */
    NET_CLOSE_NOT_UTF8 = 1007,
    NET_CLOSE_POLICY = 1008,
    NET_CLOSE_TOO_BIG = 1009
};

struct net_header {
    const char *name; /* lower case, without a colon */
    const char *value;
};

/*
 * What the program does. Handlers that are null are not called; `request` must be there.
 *
 * request         A request has come whole, body included. It is answered now, with net_request_answer, or
 *                 later: the handle stays valid until it is answered or `request_closed` has returned. If
 *                 net_request_is_upgrade, it must be accepted or answered before the handler returns
 *                 (otherwise net answers 400).
 * body_max        How long a body this request may have, asked once when its headers are there. A longer one
 *                 is answered 413. Without this handler net_limits.body_max holds for all.
 * request_closed  The client of a request not yet answered is gone. The handle is invalid after return.
 * socket_opened   The handshake of an accepted request is on its way; the first moment to send.
 * message         A whole message, its fragments joined. `data` is valid until return and not terminated.
 * socket_closed   The last call for this socket, exactly once for each one opened. `code` is the close code
 *                 received or sent, 1006 without one. The handle is invalid after return.
 * woken           net_wake was called, once or several times since.
 * tick            Every net_limits.tick_ms.
 * end_of_turn     See above. Sockets were read or a handler ran; not called in turns without either.
 * draining        net_stop was called or SIGTERM or SIGINT came; see net_run.
 * request_begun   The head of a request is there; its body may still be on its way. Called once for every
 *                 request, before `request`. It may be answered at once, which ends the connection, too,
 *                 or be given a user: then `request_closed` also tells if the client goes before `request`.
 */
struct net_handlers {
    void (*request)(void *context, struct net_request *request);
    size_t (*body_max)(void *context, const struct net_request *request);
    void (*request_closed)(void *context, struct net_request *request);
    void (*socket_opened)(void *context, struct net_socket *socket);
    void (*message)(void *context, struct net_socket *socket, enum net_kind kind, const char *data,
                    size_t len);
    void (*socket_closed)(void *context, struct net_socket *socket, int code);
    void (*woken)(void *context);
    void (*tick)(void *context, int64_t now_ms);
    void (*end_of_turn)(void *context, int64_t now_ms);
    void (*draining)(void *context);
    void (*request_begun)(void *context, struct net_request *request);
};

/* Every limit is enforced by net. What breaks one is refused or cut, and nobody else notices. */
struct net_limits {
    size_t target_max;   /* bytes of path and query together; beyond: 414 */
    size_t headers_max;  /* bytes of all header lines together; beyond: 431 */
    size_t body_max;     /* bytes of a request's body; beyond: 413 */
    size_t message_max;  /* bytes of a WebSocket message; beyond: closed with 1009 */
    size_t output_max;   /* bytes queued for one WebSocket; beyond: cut */
    int connections_max; /* beyond: closed on arrival; fewer if the process may not have as many */
    int request_ms;      /* a request or a handshake must be complete within this, or it is cut */
    int answer_ms;       /* a client that takes no byte of its answer for this long is cut */
    int idle_ms;         /* a connection without a request is closed after this */
    int drain_ms;        /* see net_run */
    int tick_ms;
};

/* Sane values for a game server: 4 KiB, 8 KiB, 64 KiB, 64 KiB, 1 MiB, 20,000, 10 s, 20 s, 60 s, 3 s, 100 ms. */
extern const struct net_limits net_limits_default;

struct net_config {
    const char *address; /* numeric, IPv4 or IPv6 without brackets; "0.0.0.0" or "::" for all */
    int port;            /* 0: any free one */
    const char *certificate_path, *key_path; /* PEM files; null for plain HTTP and WebSocket */
    const struct net_header *headers; /* put on every response, net's own refusals included */
    size_t header_count;
    struct net_limits limits;
    struct net_handlers handlers;
    void *context; /* handed to every handler */
};

/* The loop. */

/* Listens when it returns NET_OK. Strings and headers are copied. At most one net per process at a time. */
enum net_err net_open(struct net **out, const struct net_config *config);

/*
 * Runs until stopped. SIGTERM and SIGINT are caught meanwhile and stop it, SIGPIPE is ignored.
 * Stopping: no connection is accepted any more, `draining` runs, WebSockets are closed with 1001 at
 * the end of that turn, requests already received may still be answered. Net_run returns as soon
 * as everything is closed, after drain_ms at the latest, at once if it is stopped a second time.
 * Whatever is left then is cut, with its handlers called.
 */
void net_run(struct net *net);

void net_stop(struct net *net);  /* from any thread or signal handler */
void net_wake(struct net *net);  /* likewise; `woken` runs soon on the loop's thread */
void net_close(struct net *net); /* null is allowed; no other thread may call in any more */

int net_port(const struct net *net);
int net_connection_count(const struct net *net);
int net_connections_max(const struct net *net);    /* what came of the limit */
uint64_t net_refused_count(const struct net *net); /* closed on arrival, since the beginning */
int64_t net_now_ms(const struct net *net);         /* monotonic, as of the beginning of this turn */

/* Requests. Texts belong to the request and live as long as its handle. */

enum net_method net_request_method(const struct net_request *request);

/* The path, percent-decoded once, beginning with '/', without the query; never contains a byte 0. */
const char *net_request_path(const struct net_request *request);

/* The decoded value of a parameter of the query, "" for one without '='; null if there is none. */
const char *net_request_query(const struct net_request *request, const char *name);

/* The whole query as it was sent, without '?'; "" if there is none. */
const char *net_request_query_string(const struct net_request *request);

/* A header's value; null if it is absent. */
const char *net_request_header(const struct net_request *request, enum net_field field);

const char *net_request_peer(const struct net_request *request); /* numeric address, no port */

/* "https" if we encrypt; else what net_request_forwarded said, null if nothing. */
const char *net_request_scheme(const struct net_request *request);

/* A proxy asks for somebody else: from now on this is the peer, also of the WebSocket the request may
 * become, and this the scheme ("http", "https"; null: not known), which is a constant. */
void net_request_forwarded(struct net_request *request, const char *peer, const char *scheme);

/* The program's verdict on its Origin, kept for everybody who asks later: false at first. */
void net_request_set_foreign(struct net_request *request, bool is_foreign);
bool net_request_is_foreign(const struct net_request *request);

const char *net_request_body(const struct net_request *request, size_t *len);
bool net_request_is_upgrade(const struct net_request *request);

void *net_request_user(const struct net_request *request); /* null at first */
void net_request_set_user(struct net_request *request, void *user);

/*
 * An answer. Net adds content-length, date, connection and the configured headers (a header given
 * here replaces a configured one of its name), and leaves the body out for HEAD and 304.
 * `shared`, if not null, is the body and is sent without copying; otherwise `body` is copied.
 */
struct net_answer {
    int status;
    const char *content_type; /* null: none */
    const struct net_header *headers;
    size_t header_count;
    const void *body;
    size_t body_len;
    struct net_message *shared;
};

/* Ends the handle: it must not be used afterwards. */
void net_request_answer(struct net_request *request, const struct net_answer *answer);

/* The same with a line of plain text. */
void net_request_answer_text(struct net_request *request, int status, const char *text);

/* Accepts a WebSocket and ends the handle. `user` becomes the socket's; `socket_opened` follows. */
void net_request_upgrade(struct net_request *request, void *user);

/*
 * WebSockets, RFC 6455, no extensions. Guaranteed to the program: messages come whole and in order,
 * text is valid UTF-8 (else closed with 1007), frames are masked, control frames are short and
 * unfragmented, reserved bits and opcodes are refused (1002), pings are answered.
 *
 * Sending never fails and never calls back. A socket whose queue would exceed output_max is cut: it
 * swallows what is sent from then on, and `socket_closed` follows in a later turn.
 */
void net_socket_send(struct net_socket *socket, enum net_kind kind, const void *data, size_t len);
void net_socket_send_shared(struct net_socket *socket, struct net_message *message);

/* Closes after what is queued has gone. The reason is cut to 123 bytes; null for none. */
void net_socket_close(struct net_socket *socket, int code, const char *reason);

/* Drops the connection and its queue without a close frame; `socket_closed` follows with 1006. */
void net_socket_cut(struct net_socket *socket);

void *net_socket_user(const struct net_socket *socket);
void net_socket_set_user(struct net_socket *socket, void *user);
size_t net_socket_queued(const struct net_socket *socket); /* bytes not yet handed to the kernel */
const char *net_socket_peer(const struct net_socket *socket);

/* A message for many sockets, or a body for many answers: one copy, counted. Null: out of memory. */
struct net_message *net_message_new(enum net_kind kind, const void *data, size_t len);
struct net_message *net_message_keep(struct net_message *message); /* one more owner */
void net_message_release(struct net_message *message);             /* one less; null is allowed */
const void *net_message_data(const struct net_message *message,
                             size_t *len); /* without the frame */

#endif
