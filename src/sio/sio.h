/*
 * Socket.IO 5 over Engine.IO 4, server side, at one path of a net. One struct for each client.
 *
 * Net's handlers call sio_request, sio_message and so on for requests and sockets of this path;
 * sio calls the program through sio_handlers. The way of one event: net reads a WebSocket message
 * or a POST, Engine.IO (eio_*.c) decodes packets and handles the heartbeat, Socket.IO
 * (sio_session.c) decodes the event, checks that the client has joined its namespace and calls the
 * program.
 *
 * The transport of a client is long polling, a WebSocket, or polling while a WebSocket is probed.
 * Every request is answered exactly once and every socket closed exactly once, unless the client
 * closed it. Time comes from net_now_ms.
 */
#ifndef SIO_SIO_H
#define SIO_SIO_H

#include <stddef.h>

#include "base/backlog.h"
#include "base/base64.h"
#include "base/bucket.h"
#include "net/net.h"
#include "sio/eio_packet.h"
#include "sio/eio_queue.h"
#include "sio/eio_request.h"
#include "sio/sio_packet.h"

enum { SIO_NAMESPACES_MAX = 8, SIO_NO_NAMESPACE = -1 };

struct sio;
struct sio_client;

/*
 * The handlers of the program. They may call any function below, for this client or others.
 * Packets and JSON are valid until the handler returns. Handlers may be null, except `connect` and
 * `event`.
 *
 * connect  A client asks to join a namespace. `auth` is its payload, null if it sent none.
 *          Answer with sio_admit or sio_refuse, now or later, unless it is gone before.
 * event    From an admitted client. packet->id, unless SIO_NO_ID, asks for an acknowledgement.
 * ack      The acknowledgement of an event that was sent with packet->id.
 * must_stay  Memory is short: is there a better client to drop than this slow one?
 * gone     A client that was admitted, or waits for the answer, has left the namespace or disconnected;
 *          once for each `connect` that was not refused. The client is freed soon after.
 * stray    A poll or POST of a session that is not here, but may be at another server; see sio_sid_node. True if the
 *          program takes it: it then answers with sio_answer_stray, now or later, unless the client is gone before.
 * message  Only for a path that speaks bare Engine.IO. Of the other handlers only `gone` is
 *          called then, with SIO_NO_NAMESPACE, when the connection has closed.
 */
struct sio_handlers {
    void (*connect)(void *context, struct sio_client *client, int name_space, const json_t *auth);
    void (*event)(void *context, struct sio_client *client, int name_space,
                  const struct sio_packet *packet);
    void (*ack)(void *context, struct sio_client *client, int name_space,
                const struct sio_packet *packet);
    void (*gone)(void *context, struct sio_client *client, int name_space, const char *reason);
    bool (*stray)(void *context, struct net_request *request);
    void (*message)(void *context, struct sio_client *client, const struct eio_packet *packet);
    bool (*must_stay)(void *context, struct sio_client *client);
};

struct sio_config {
    const char *path;              /* "/socket.io/" */
    char sid_letter;               /* begins the ids of sessions; 0: they begin like any other id */
    const char *const *namespaces; /* "/", "/admin"; `name_space` is an index of this */
    int namespace_count;           /* at most SIO_NAMESPACES_MAX */
    size_t clients_max;            /* at a time; beyond: 503; 0: no limit */
    size_t user_bytes; /* size of the program's data in each client, all zero at first */

    int64_t ping_interval_ms, ping_timeout_ms;
    int64_t upgrade_timeout_ms; /* from the probe to the upgrade */
    int64_t close_timeout_ms;   /* a closing client on polling has this long for its last poll */
    int64_t connect_timeout_ms; /* a client that has joined no namespace by then is closed */
    size_t max_payload_bytes;   /* of a POST, of a message and of the answer to a poll */
    size_t queue_max_bytes;     /* frames that wait for a poll; beyond: the client is closed */
    /* What a client on polling may send: each packet of a POST costs a token. Beyond: it is closed.
     * A burst of 0: no limit. (Net limits WebSockets.) */
    struct bucket_rate input;
    struct backlog *backlog; /* the budgets of addresses; null: none. Must outlive the sio */
    int packets_max;         /* in one POST */
    bool may_upgrade;        /* from polling to WebSocket */
    struct sio_limits limits;

    struct sio_handlers handlers;
    void *context; /* passed to every handler */
};

/* The reference server's values: a ping every 25 s, to be answered within 20 s; 10 s, 30 s and 45
 * s for upgrade, close and connect; payloads of 1,000,000 bytes; 10 attachments; only the
 * namespace "/". Also JSON nested up to 30 deep, a queue of 4 MB and 500,000 packets in a POST,
 * because the stock client sends all waiting packets in one POST. No path and no handlers. */
extern const struct sio_config sio_config_default;

/* Why a client was closed, in the reference server's words where it has any. */
#define EIO_REASONS(X)                        \
    X(EIO_BY_CLIENT, "transport close")       \
    X(EIO_BY_SERVER, "forced close")          \
    X(EIO_TIMED_OUT, "ping timeout")          \
    X(EIO_BROKEN, "transport error")          \
    X(EIO_UNREADABLE, "parse error")          \
    X(EIO_TOO_SLOW, "too many bytes waiting") \
    X(EIO_FLOODING, "too many packets")

#define EIO_REASON_CODE(code, text) code,
enum eio_reason { EIO_REASONS(EIO_REASON_CODE) EIO_REASON_COUNT };
#undef EIO_REASON_CODE

const char *eio_reason_text(enum eio_reason reason);

enum eio_state { EIO_IS_OPENING, EIO_IS_OPEN, EIO_IS_CLOSING, EIO_IS_CLOSED };
enum eio_probe { EIO_PROBE_NONE, EIO_PROBE_OPENED, EIO_PROBE_ANSWERED };

/* Fields used by every message come first, so that they share cache lines. The client is freed
 * when it is closed and no WebSocket points to it any more. */
struct sio_client {
    struct sio *sio;
    struct net_socket *socket; /* the transport, unless it is polling */
    uint8_t state;             /* enum eio_state */
    uint8_t transport;         /* enum eio_transport */
    uint8_t probe;             /* enum eio_probe */
    uint8_t requested, joined; /* namespaces, one bit each; requested: not yet admitted */
    bool awaits_pong;
    bool has_extended;    /* its deadline for this pong was already extended */
    bool is_overfull;     /* its queue was full; the next tick closes the client */
    bool has_left;        /* left all namespaces because the connection closes */
    int socket_count;     /* WebSockets that point here */
    int64_t heartbeat_ms; /* time of the next ping, or deadline of the awaited pong */
    int64_t due_ms;       /* the next tick; never later than a deadline of this client */

    struct net_request *poll, *post; /* unanswered requests of the polling transport */
    struct net_socket *probe_socket; /* the WebSocket that probes an upgrade */
    int64_t upgrade_until_ms, close_until_ms, connect_until_ms;
    struct eio_queue queue; /* frames that wait for a poll */
    struct backlog_holder backlog;
    struct bucket input;        /* what it may send on polling */
    uint64_t address;           /* address_hash of the one that opened the session */
    struct sio_decoder decoder; /* a packet that waits for its attachments */

    struct sio_client *next; /* in its hash chain, later in the list of closed clients */
    size_t heap_at;          /* its place in the heap of deadlines */
    char sid[ID_LEN + 1];
    max_align_t user[]; /* the program's data, see sio_user */
};

/* A hash table by session id, and a heap by deadline. The heap is updated lazily: a client
 * whose deadline moves later keeps its place until the old deadline, so a pong does not
 * change the heap. */
struct sio_clients {
    struct sio_client **chains, **heap;
    size_t chain_count, count;
};

struct sio {
    struct sio_config config;
    struct net *net;
    struct sio_clients clients;
    int32_t node;                   /* see sio_set_node */
    struct sio_client *closed;      /* to be freed by the next tick */
    struct sio_client *probed;      /* the client whose probe socket is being opened in this call */
    const struct net_request *post; /* the POST whose packets are being handled in this call */
    bool is_stopping;               /* sio_close_all was called */
};

/* Open and close. Strings of the configuration must outlive the sio. */
void sio_init(struct sio *sio, const struct sio_config *config);
void sio_attach(struct sio *sio,
                struct net *net);    /* before the first request; null: net is closed */
void sio_free(struct sio *sio);      /* after net is closed; calls `gone` for remaining clients */
void sio_close_all(struct sio *sio); /* the server stops: sends queued frames, then closes */

/* Does the path of this request belong to this sio, with or without the last slash? */
bool sio_owns(const struct sio *sio, const struct net_request *request);
void sio_request(struct sio *sio, struct net_request *request);
void sio_request_begun(struct sio *sio, struct net_request *request);

/* The ids of new sessions name this server by a number of 24 bits; 0: they name none. */
void sio_set_node(struct sio *sio, int32_t node);

/* The number in the id of a session; 0 if there is none. Ids are guessed and forged: the server of that number may not have
 * such a session. */
int32_t sio_sid_node(const char *sid);

/* The answer of the server that has the session, or (answer null) the same as for any unknown session. */
struct sio_stray_answer {
    int status;
    const char *type; /* of the body; null: none */
    const char *body;
    size_t len;
};
void sio_answer_stray(struct net_request *request, const struct sio_stray_answer *answer);

/* Handlers of net (see struct net_handlers) for the requests and sockets of any sio. They find the
 * client through the user of the request or socket and ignore the context. */
void sio_request_closed(void *context, struct net_request *request);
void sio_socket_opened(void *context, struct net_socket *socket);
void sio_message(void *context, struct net_socket *socket, enum net_kind kind, const char *data,
                 size_t len);
void sio_socket_closed(void *context, struct net_socket *socket, int code);

/* Handles expired deadlines and frees closed clients. Call it in every tick and at every end of a
 * turn. */
void sio_tick(struct sio *sio);

/* Polls that are waiting; walks all clients. */
size_t sio_poll_count(const struct sio *sio);

/* Clients */

/* The answer to `connect`; false if this client has not asked to join. `code` may be null; clients find it in
 * error.data.code. */
bool sio_admit(struct sio_client *client, int name_space);
bool sio_refuse(struct sio_client *client, int name_space, const char *message, const char *code);

/* Sends a frame written with sio_packet.h to an admitted client; calls no handler. The same frame
 * may be sent to any number of clients; a shared one is not copied for each. Attachments follow
 * their packet as binary frames. False if the client has left or its queue is full. */
bool sio_send(struct sio_client *client, int name_space, const char *frame, size_t len);
bool sio_send_shared(struct sio_client *client, int name_space, struct net_message *frame);
bool sio_send_binary(struct sio_client *client, int name_space, const char *bytes, size_t len);

/* The same for a path that speaks bare Engine.IO: a whole packet. */
bool sio_send_bare(struct sio_client *client, const char *packet, size_t len, bool is_binary);

/* Disconnects the client from one namespace; the connection stays open. */
void sio_disconnect(struct sio_client *client, int name_space);

/* Disconnects it from all namespaces, and closes the connection after everything queued was
 * sent. The stock client does not come back by itself. */
void sio_close(struct sio_client *client);

/* Only closes the connection, so that the stock client tries again after a while. */
void sio_defer(struct sio_client *client);

/* The label (net_request_set_label) of the POST whose packets are handled, or of the socket; 0: none. */
uint16_t sio_label(const struct sio_client *client);

/* The program's data in a client: user_bytes bytes. */
static inline void *sio_user(struct sio_client *client)
{
    return client->user;
}

static inline bool sio_has_joined(const struct sio_client *client, int name_space)
{
    return client->joined >> name_space & 1;
}

#endif
