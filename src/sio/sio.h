/*
 * Socket.IO 5 over Engine.IO 4, server side, at one path of a net. One struct for each client.
 *
 * Net's handlers call sio_request, sio_message and so on for whatever belongs to this path; the program is
 * called back through sio_handlers. The stack below one event is: net reads a WebSocket message or a POST,
 * Engine.IO (eio_*.c) takes a packet out of it and keeps the heartbeat, Socket.IO (sio_session.c) knows which
 * namespaces the client has joined and hands the decoded event to the program.
 *
 * A client lives on long polling, on a WebSocket, or on polling with a WebSocket being probed. Every
 * request is answered exactly once and every socket closed exactly once, unless net says it is gone. Time
 * comes from net_now_ms.
 */
#ifndef SIO_SIO_H
#define SIO_SIO_H

#include <stddef.h>

#include "base/base64.h"
#include "net/net.h"
#include "sio/eio_packet.h"
#include "sio/eio_queue.h"
#include "sio/eio_request.h"
#include "sio/sio_packet.h"

enum { SIO_NAMESPACES_MAX = 8, SIO_NO_NAMESPACE = -1 };

struct sio;
struct sio_client;

/*
 * What the program does. All of them may call anything below, for this client or others. Packets and JSON
 * live until they return. A handler that is null is not called; `connect` and `event` must be there.
 *
 * connect  A client asks to join a namespace. `auth` is its payload, null if it sent none. Answer with
 *          sio_admit or sio_refuse, now or later.
 * event    From an admitted client. packet->id, unless SIO_NO_ID, asks for an acknowledgement.
 * ack      The acknowledgement of an event that was sent with packet->id.
 * gone     An admitted client has left the namespace or was lost; once for each admission.
 * message  Only for a path that speaks bare Engine.IO. Of the others only `gone` is called then, with
 *          SIO_NO_NAMESPACE, when the connection has closed.
 */
struct sio_handlers {
    void (*connect)(void *context, struct sio_client *client, int name_space, const json_t *auth);
    void (*event)(void *context, struct sio_client *client, int name_space,
                  const struct sio_packet *packet);
    void (*ack)(void *context, struct sio_client *client, int name_space,
                const struct sio_packet *packet);
    void (*gone)(void *context, struct sio_client *client, int name_space, const char *reason);
    void (*message)(void *context, struct sio_client *client, const struct eio_packet *packet);
};

struct sio_config {
    const char *path;              /* "/socket.io/" */
    const char *const *namespaces; /* "/", "/admin": a namespace is named by its index */
    int namespace_count;           /* at most SIO_NAMESPACES_MAX */
    size_t clients_max;            /* at a time; beyond: 503; 0: no limit */
    size_t user_bytes;             /* the program's part of each client, all zero at first */

    int64_t ping_interval_ms, ping_timeout_ms;
    int64_t upgrade_timeout_ms; /* a probe must end in an upgrade within this */
    int64_t close_timeout_ms;   /* a closing client on polling gets this long for a last poll */
    int64_t connect_timeout_ms; /* a client that has joined no namespace by then is closed */
    size_t max_payload_bytes;   /* of a POST, of a frame and of the answer to a poll */
    size_t queue_max_bytes;     /* waiting for the next poll; beyond: the client is closed */
    int packets_max;            /* in one POST */
    bool may_upgrade;           /* from polling to WebSocket */
    struct sio_limits limits;

    struct sio_handlers handlers;
    void *context; /* handed to every handler */
};

/* The reference server's values: pings after 25 s, answered within 20 s; 10 s, 30 s and 45 s for upgrade,
 * close and connect; payloads of 1,000,000 bytes, JSON nested 30 deep, 10 attachments; namespace "/" alone.
 * As many packets as the bytes allow, because the stock client puts all it has into one POST; 4 MB for the
 * queue. No path and no handlers. */
extern const struct sio_config sio_config_default;

/* Why a client ended, in the reference server's words where it has some. */
#define EIO_REASONS(X)                  \
    X(EIO_BY_CLIENT, "transport close") \
    X(EIO_BY_SERVER, "forced close")    \
    X(EIO_TIMED_OUT, "ping timeout")    \
    X(EIO_BROKEN, "transport error")    \
    X(EIO_UNREADABLE, "parse error")    \
    X(EIO_TOO_SLOW, "too many bytes waiting")

#define EIO_REASON_CODE(code, text) code,
enum eio_reason { EIO_REASONS(EIO_REASON_CODE) EIO_REASON_COUNT };
#undef EIO_REASON_CODE

const char *eio_reason_text(enum eio_reason reason);

enum eio_state { EIO_IS_OPENING, EIO_IS_OPEN, EIO_IS_CLOSING, EIO_IS_CLOSED };
enum eio_probe { EIO_PROBE_NONE, EIO_PROBE_OPENED, EIO_PROBE_ANSWERED };

/* What every message needs comes first. The client stays in memory until it is closed and the last
 * WebSocket that points to it is gone. */
struct sio_client {
    struct sio *sio;
    struct net_socket *socket; /* the transport, unless it is polling */
    uint8_t state;             /* enum eio_state */
    uint8_t transport;         /* enum eio_transport */
    uint8_t probe;             /* enum eio_probe */
    uint8_t asked, joined;     /* a bit for each namespace */
    bool awaits_pong, has_extended;
    bool is_overfull;   /* too many bytes wait for a poll; the next tick closes the client */
    bool has_left;      /* all namespaces, for good */
    int socket_count;   /* WebSockets that point here */
    int64_t beat_at_ms; /* the next ping, or the end of waiting for a pong */
    int64_t due_ms;     /* when to look at it: never later than anything is due */

    struct net_request *poll, *post; /* requests of the polling transport that wait for an answer */
    struct net_socket *probe_socket; /* a WebSocket that wants to become the transport */
    int64_t upgrade_until_ms, close_until_ms, connect_until_ms;
    struct eio_queue queue;     /* frames that wait for a poll */
    struct sio_decoder decoder; /* a packet that waits for its attachments */

    struct sio_client *next; /* in its hash chain, then in the list of clients to be freed */
    size_t heap_at;          /* its place in the heap of deadlines */
    char sid[ID_LEN + 1];
    max_align_t user[]; /* the program's own bytes, see sio_user */
};

/* Clients are found by session id in hash chains. Deadlines are kept in a heap that is corrected lazily: a
 * client whose deadline moves later keeps its place until the old one has come, so a pong costs nothing. */
struct sio_clients {
    struct sio_client **chains, **heap;
    size_t chain_count, count;
};

struct sio {
    struct sio_config config;
    struct net *net;
    struct sio_clients clients;
    struct sio_client *closed;      /* to be freed by the next tick */
    struct sio_client *probed;      /* the one whose WebSocket is being opened just now */
    const struct net_request *post; /* the one whose packets are being read just now */
    bool is_stopping;               /* the server goes away */
};

/* Life. Strings of the configuration must outlive the sio. */
void sio_init(struct sio *sio, const struct sio_config *config);
void sio_attach(struct sio *sio,
                struct net *net);    /* before the first request; null: net is closed */
void sio_free(struct sio *sio);      /* after net is closed; clients left are `gone` */
void sio_close_all(struct sio *sio); /* as gently as each transport allows: the server stops */

/* Does the path of this request belong to this sio, with or without the last slash? */
bool sio_owns(const struct sio *sio, const struct net_request *request);
void sio_request(struct sio *sio, struct net_request *request);
void sio_request_begun(struct sio *sio, struct net_request *request);

/* Handlers of net (see struct net_handlers) for the requests and sockets of any sio. They find the client
 * through the user of the request or socket and ignore the context. */
void sio_request_closed(void *context, struct net_request *request);
void sio_socket_opened(void *context, struct net_socket *socket);
void sio_message(void *context, struct net_socket *socket, enum net_kind kind, const char *data,
                 size_t len);
void sio_socket_closed(void *context, struct net_socket *socket, int code);

/* Does what is due and frees closed clients: with every tick and at every end of a turn. */
void sio_tick(struct sio *sio);

/* Clients */

/* The answer to `connect`; false if this client is not asking. */
bool sio_admit(struct sio_client *client, int name_space);
bool sio_refuse(struct sio_client *client, int name_space, const char *message);

/* A frame written with sio_packet.h, to an admitted client; calls back nothing. The same frame may go to
 * any number of clients; shared, it is not copied for each. Attachments follow their packet as binary
 * frames. False if the client does not take it: it is not there any more, or too much is waiting. */
bool sio_send(struct sio_client *client, int name_space, const char *frame, size_t len);
bool sio_send_shared(struct sio_client *client, int name_space, struct net_message *frame);
bool sio_send_binary(struct sio_client *client, int name_space, const char *bytes, size_t len);

/* The same for a path that speaks bare Engine.IO: a whole packet. */
bool sio_send_bare(struct sio_client *client, const char *packet, size_t len, bool is_binary);

/* Sends the client away from one namespace; the connection stays. */
void sio_disconnect(struct sio_client *client, int name_space);

/* Sends it away from all of them, then closes the connection once everything sent has gone out. */
void sio_close(struct sio_client *client);

/* The client's address, also during the connect and event handlers of a POST; null if not known now. */
const char *sio_peer(const struct sio_client *client);

/* The program's part of a client: user_bytes of its own. */
static inline void *sio_user(struct sio_client *client)
{
    return client->user;
}

static inline bool sio_has_joined(const struct sio_client *client, int name_space)
{
    return client->joined >> name_space & 1;
}

#endif
