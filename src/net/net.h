/*
 * The event loop, HTTP and WebSocket, plain or over TLS: the only module with sockets.
 *
 * A program fills a net_config and calls net_open, net_run, net_close. In between, net calls its
 * handlers, one at a time, all on the thread that called net_run. Handlers are never re-entered: no
 * function here calls one, so a handler may call any of them. Only net_wake and net_stop may be called
 * from other threads and from signal handlers.
 *
 * One turn of the loop: every ready socket is read and its handlers run; then `tick`, if it is due;
 * then `end_of_turn`; then everything queued so far is sent, in the order it was queued. Nothing that a
 * handler queues leaves before `end_of_turn` has run: that is the place for a group commit, and an
 * answer given there still leaves in the same turn.
 */
#ifndef NET_NET_H
#define NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bucket.h"

struct backlog;
struct proxy_list;
struct net;         /* the loop and its listening socket */
struct net_request; /* one HTTP request, from its arrival until it is answered or gone */
struct net_socket;  /* one WebSocket, from its opening until `socket_closed` has returned */
struct net_message; /* bytes shared by many receivers, reference-counted */

#define NET_ERRORS(X)                                                 \
    X(NET_OK, "no error")                                             \
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

/* The request headers that net_request_header can return. */
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
    NET_ACCEPT,
    NET_ACCEPT_LANGUAGE,
    NET_RELAYED, /* of another node: server/relay_mark.h */
    NET_FIELD_COUNT
};

/* The type of a WebSocket message. */
enum net_kind { NET_TEXT, NET_BINARY };

/* Close codes of RFC 6455 that net itself sends or reports. */
enum net_close {
    NET_CLOSE_NORMAL = 1000,
    NET_CLOSE_GOING_AWAY = 1001,
    NET_CLOSE_PROTOCOL = 1002,
    NET_CLOSE_ABNORMAL = 1006, /* only reported to `socket_closed`: there was no close frame */
    NET_CLOSE_NOT_UTF8 = 1007,
    NET_CLOSE_POLICY = 1008,
    NET_CLOSE_TOO_BIG = 1009
};

struct net_header {
    const char *name; /* lower case, without a colon */
    const char *value;
};

/*
 * The program's part. Handlers that are null are not called; `request` is required.
 *
 * request         A request is complete, including its body. Answer it now, with net_request_answer, or later:
 *                 the handle is valid until it is answered or `request_closed` has returned. If
 *                 net_request_is_upgrade, upgrade or answer it before the handler returns (otherwise net
 *                 answers 400).
 * body_max        The longest body this request may have; called once, when its headers are complete. A
 *                 longer body is answered 413. Without this handler net_limits.body_max applies.
 * request_closed  The client of an unanswered request is gone. The handle is invalid after return.
 * socket_opened   A request was upgraded; the socket may now send.
 * message         A whole message, its fragments joined. `data` is valid until return and not terminated.
 * socket_closed   The last call for this socket, exactly once for each one opened. `code` is the close code
 *                 received or sent, 1006 without one. The handle is invalid after return.
 * woken           net_wake was called, once or several times since.
 * tick            Every net_limits.tick_ms.
 * end_of_turn     See above. Not called in turns in which no handler ran.
 * stopping        net_stop was called, or SIGTERM or SIGINT received; everything goes on for notice_ms.
 * may_drain       Is nothing under way whose answer clients should still get? Otherwise draining waits, for drain_ms at
 *                 most.
 * draining        See net_run.
 * hangup          SIGHUP was received. Without this handler SIGHUP ends the process.
 * answered        A request is being answered; for counting only: it must not call net, except to read the
 *                 request, which is null if its head could not be read. `took_us` is the time since its head
 *                 was complete; 0 without a request.
 * request_begun   The head of a request is complete; its body may not be. Called once for every request,
 *                 before `request`. The request may be answered at once, which also ends the connection. If
 *                 it is given a user, `request_closed` is called if the client leaves before `request`.
 * must_stay       Memory is short: is there a better client to drop than this slow one?
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
    void (*stopping)(void *context);
    bool (*may_drain)(void *context);
    void (*draining)(void *context);
    void (*hangup)(void *context);
    void (*answered)(void *context, const struct net_request *request, int status, int64_t took_us);
    void (*request_begun)(void *context, struct net_request *request);
    bool (*must_stay)(void *context, const struct net_socket *socket);
};

/* Net enforces every limit: a client that exceeds one is refused or cut; others are not affected. */
struct net_limits {
    size_t target_max;   /* bytes of path and query together; beyond: 414 */
    size_t headers_max;  /* bytes of all header lines together; beyond: 431 */
    size_t body_max;     /* bytes of a request's body; beyond: 413 */
    size_t message_max;  /* bytes of a WebSocket message; beyond: closed with 1009 */
    size_t output_max;   /* bytes queued for one WebSocket; beyond: cut */
    int connections_max; /* beyond: closed on arrival; fewer if the process may not have as many */
    /* What one WebSocket may send: a read of the socket, each frame and each 4 KiB cost a token.
     * Beyond: cut, with NET_CLOSE_POLICY as the code of `socket_closed`. A burst of 0: no limit. */
    struct bucket_rate input;
    int request_ms; /* for a request, and for the TLS handshake and first request together; then cut */
    int answer_ms; /* a client that reads no byte of its answer for this long is cut */
    int idle_ms;   /* a connection without a request is closed after this */
    int notice_ms; /* from being stopped to draining: a balancer sends new clients elsewhere */
    int drain_ms;  /* see net_run */
    int tick_ms;
};

/* Values for a game server: 4 KiB, 8 KiB, 64 KiB, 64 KiB, 1 MiB, 20,000, 10 s, 20 s, 60 s, 3 s, 100 ms. */
extern const struct net_limits net_limits_default;

struct net_config {
    const char *address; /* numeric, IPv4 or IPv6 without brackets; "0.0.0.0" or "::" for all */
    int port;            /* 0: any free one */
    const char *admin_address; /* a second address for operators, always plain HTTP; null: none */
    int admin_port;
    const char *certificate_path, *key_path; /* PEM files; null for plain HTTP and WebSocket */
    const struct net_header *headers; /* put on every response, net's own refusals included */
    size_t header_count;
    struct net_limits limits;
    struct net_handlers handlers;
    void *context;           /* passed to every handler */
    struct backlog *backlog; /* the budgets of addresses; null: none. Must outlive net */
    /* The connections of these count for the address that net_request_forwarded says; null: none. */
    const struct proxy_list *proxies;
};

/* The loop. */

/* Listens when it returns NET_OK. Strings and headers are copied. At most one net per process at a time. */
enum net_err net_open(struct net **out, const struct net_config *config);

/*
 * Runs until stopped. Meanwhile SIGTERM and SIGINT stop it, and SIGPIPE is ignored. Stopping: after notice_ms no
 * connection is accepted any more, `draining` is called, WebSockets are closed with 1001 at the end of
 * that turn, requests already received may still be answered. net_run returns when every connection
 * is closed, after drain_ms at the latest, or at once if it is stopped a second time. Connections that
 * are left then are cut, and their handlers called.
 */
void net_run(struct net *net);

/* Waits for something to do, and makes one turn of the loop: for programs that do something between turns, such as
 * tests. net_run makes all turns itself. */
void net_turn(struct net *net);

void net_stop(struct net *net);  /* from any thread or signal handler */
void net_wake(struct net *net);  /* likewise; `woken` runs soon on the loop's thread */
void net_close(struct net *net); /* null is allowed; no other thread may call in any more */

/* Reads the files of the certificate again, for new connections. On failure the old one stays. */
enum net_err net_renew_certificate(struct net *net);

int net_port(const struct net *net);
int net_admin_port(const struct net *net); /* -1: none */
int net_connection_count(const struct net *net);
int net_connections_max(
    const struct net *net); /* the limit, or less if there are fewer descriptors */
uint64_t net_refused_count(const struct net *net); /* connections closed on arrival */
int64_t net_now_ms(const struct net *net);         /* monotonic, as of the beginning of this turn */

/* Requests. Texts belong to the request and are valid as long as its handle. */

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

/* "https" over TLS; else the scheme that net_request_forwarded was given, null by default. */
const char *net_request_scheme(const struct net_request *request);

/* A proxy forwarded the request: replaces its peer, also for a WebSocket that it becomes, and its scheme
 * ("http", "https" or null: unknown), which must be a constant. False if that address has too many connections: the
 * request must be refused. */
bool net_request_forwarded(struct net_request *request, const char *peer, const char *scheme);

/* The program's verdict on the Origin of a request; false at first. */
void net_request_set_foreign(struct net_request *request, bool is_foreign);
bool net_request_is_foreign(const struct net_request *request);

/* A number of the program's own, which stays with the connection and so with a WebSocket that the request becomes;
 * 0 at first. */
void net_request_set_label(struct net_request *request, uint16_t label);
uint16_t net_request_label(const struct net_request *request);
uint16_t net_socket_label(const struct net_socket *socket);

const char *net_request_body(const struct net_request *request, size_t *len);
bool net_request_is_upgrade(const struct net_request *request);
bool net_request_is_admin(const struct net_request *request); /* came by the admin address */

void *net_request_user(const struct net_request *request); /* null at first */
void net_request_set_user(struct net_request *request, void *user);

/*
 * An answer. Net adds content-length, date, connection and the configured headers (a header given
 * here replaces a configured one of the same name), and omits the body for HEAD and 304.
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

/* The same for a client that must stop: the connection ends with the answer, and requests sent ahead are dropped. */
void net_request_refuse_text(struct net_request *request, int status, const char *text);

/* Accepts a WebSocket and ends the handle. `user` becomes the socket's; `socket_opened` follows. */
void net_request_upgrade(struct net_request *request, void *user);

/*
 * WebSockets, RFC 6455, no extensions. Net guarantees: messages are whole and in order, text is valid
 * UTF-8 (else closed with 1007), frames are masked, control frames are short and unfragmented,
 * reserved bits and opcodes are refused (1002), pings are answered.
 *
 * Sending never fails and calls no handler. A socket whose queue would exceed output_max is cut:
 * messages to it are discarded from then on, and `socket_closed` follows.
 */
void net_socket_send(struct net_socket *socket, enum net_kind kind, const void *data, size_t len);
void net_socket_send_shared(struct net_socket *socket, struct net_message *message);

/* Sends a close frame behind the queue. The reason is cut to 123 bytes; null for none. */
void net_socket_close(struct net_socket *socket, int code, const char *reason);

/* Drops the connection and its queue without a close frame; `socket_closed` follows with 1006. */
void net_socket_cut(struct net_socket *socket);

void *net_socket_user(const struct net_socket *socket);
void net_socket_set_user(struct net_socket *socket, void *user);
size_t net_socket_queued(const struct net_socket *socket); /* bytes not yet handed to the kernel */
const char *net_socket_peer(const struct net_socket *socket);

/* A message for many sockets, or a body for many answers, in one copy. Null: out of memory. */
struct net_message *net_message_new(enum net_kind kind, const void *data, size_t len);
struct net_message *net_message_keep(struct net_message *message); /* one more owner */
void net_message_release(struct net_message *message);             /* one less; null is allowed */
const void *net_message_data(const struct net_message *message,
                             size_t *len); /* without the frame */

#endif
