/* One Engine.IO session (protocol 4, server side) as a machine without sockets or clocks. Whoever has
 * those tells it what arrived and what time it is; it answers through a table of calls.
 *
 * A session lives on long polling, on a WebSocket, or on polling with a WebSocket being probed. It is
 * opening, open, closing (what was sent must still go out) or closed. Requests and sockets are
 * handles of the host, which the session only compares and hands back.
 *
 * Every request handed in is answered exactly once, now or later, unless the host says it is lost;
 * every socket is closed exactly once, unless it is lost. The calls of the table may use engine_session_send
 * and engine_session_close when they are `message`; otherwise they must not come back to the session
 * before they return. None may free it: a closed session is freed by its host afterwards. */
#ifndef WIRE_ENGINE_SESSION_H
#define WIRE_ENGINE_SESSION_H

#include "wire/base64.h"
#include "wire/engine_packet.h"
#include "wire/engine_query.h"
#include "wire/engine_queue.h"

struct engine_config {
    int64_t ping_interval_ms, ping_timeout_ms;
    int64_t upgrade_timeout_ms; /* a probe must end in an upgrade within this */
    int64_t close_timeout_ms;   /* a closing session waits this long for a last poll */
    size_t max_payload_bytes;   /* of a POST and of a frame; answers to polls keep to it, too */
    size_t queue_max_bytes;     /* waiting for a poll; beyond: the session is closed */
    int packets_max;            /* in one POST */
    bool may_upgrade;           /* from polling to WebSocket */
};

/* The reference server's: 25 s, 20 s, 10 s, 30 s, 1,000,000 bytes, upgrades; and 4 MB for the queue. As
 * many packets as the bytes allow, because the stock client puts all it has into one POST. */
extern const struct engine_config engine_config_default;

/* Why a session ended, in the words of the reference server where it has some. */
#define ENGINE_REASONS(X)                  \
    X(ENGINE_BY_CLIENT, "transport close") \
    X(ENGINE_BY_SERVER, "forced close")    \
    X(ENGINE_TIMED_OUT, "ping timeout")    \
    X(ENGINE_BROKEN, "transport error")    \
    X(ENGINE_UNREADABLE, "parse error")    \
    X(ENGINE_TOO_SLOW, "too many bytes waiting")

#define ENGINE_REASON_CODE(code, text) code,
enum engine_reason { ENGINE_REASONS(ENGINE_REASON_CODE) ENGINE_REASON_COUNT };
#undef ENGINE_REASON_CODE

const char *engine_reason_text(enum engine_reason reason);

struct engine_answer {
    int status;
    const char *content_type;
    const char *body;
    size_t len;
};

struct engine_events {
    void (*answer)(void *context, void *request, const struct engine_answer *answer);
    void (*send)(void *context, void *socket, const struct engine_frame *frame);
    void (*shut)(void *context, void *socket, enum engine_reason reason);
    void (*message)(void *context, const struct engine_packet *packet);
    void (*closed)(void *context, enum engine_reason reason); /* once; nothing comes after it */
};

enum engine_state { ENGINE_IS_OPENING, ENGINE_IS_OPEN, ENGINE_IS_CLOSING, ENGINE_IS_CLOSED };
enum engine_probe { ENGINE_PROBE_NONE, ENGINE_PROBE_OPENED, ENGINE_PROBE_ANSWERED };

struct engine_session {
    const struct engine_config *config;
    const struct engine_events *events;
    void *context;
    char sid[ID_LEN + 1];
    uint8_t state;     /* engine_state */
    uint8_t transport; /* engine_transport */
    uint8_t probe;     /* engine_probe */
    bool awaits_pong, has_extended;
    bool is_doomed;              /* too much was waiting; the next tick ends it */
    void *poll, *post;           /* requests of the polling transport that wait for an answer */
    void *socket, *probe_socket; /* the transport; the one that wants to become it */
    int64_t beat_at_ms;          /* the next ping, or the end of waiting for a pong */
    int64_t upgrade_until_ms, close_until_ms;
    struct engine_queue queue;
};

/* config and events must outlive the session. */
void engine_session_init(struct engine_session *s, const struct engine_config *config,
                         const struct engine_events *events, void *context, const char *sid);
void engine_session_free(struct engine_session *s);

/* Exactly one of these comes first: the handshake. */
void engine_session_open_polling(struct engine_session *s, void *request, int64_t now_ms);
void engine_session_open_socket(struct engine_session *s, void *socket, int64_t now_ms);

/* A GET of the polling transport. */
void engine_session_poll(struct engine_session *s, void *request, int64_t now_ms);

/* A POST: first that it has begun, then its body. Between the two it counts as active. */
void engine_session_post(struct engine_session *s, void *request, int64_t now_ms);
void engine_session_body(struct engine_session *s, void *request, const char *bytes, size_t len,
                         int64_t now_ms);

/* Another WebSocket has been opened for this session, to upgrade it. */
void engine_session_probe(struct engine_session *s, void *socket, int64_t now_ms);

void engine_session_frame(struct engine_session *s, void *socket, const char *bytes, size_t len,
                          bool is_binary, int64_t now_ms);

/* A request or socket is gone without an answer or a close of ours. */
void engine_session_request_lost(struct engine_session *s, void *request);
void engine_session_socket_lost(struct engine_session *s, void *socket);

/* Does what is due. Call it at engine_session_due_ms at the latest; every other input does it, too. */
void engine_session_tick(struct engine_session *s, int64_t now_ms);
int64_t engine_session_due_ms(const struct engine_session *s); /* INT64_MAX: nothing */

/* A whole frame, its type included. Calls only `answer` and `send`, so it is safe wherever the program
 * walks over its clients. False if the session does not take it: it is closing or closed, or too much
 * is waiting, for which it will be closed soon. */
bool engine_session_send(struct engine_session *s, const struct engine_frame *frame);

/* Sends what is waiting, then closes. */
void engine_session_close(struct engine_session *s, int64_t now_ms);

#endif
