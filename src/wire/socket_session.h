/* Socket.IO (protocol 5, server side) on top of one Engine.IO session: who is connected to which
 * namespace, and what may be said there. Like the session below it knows no socket and no clock.
 *
 * Namespaces are given as a list and named by their place in it. A client asks to join one; the
 * program admits or refuses it, at once or later. Only between admission and `disconnect` do its events
 * and acknowledgements reach the program. Whatever breaks the protocol closes the connection. */
#ifndef WIRE_SOCKET_SESSION_H
#define WIRE_SOCKET_SESSION_H

#include "wire/engine_session.h"
#include "wire/socket_packet.h"

enum { SOCKET_NAMESPACES_MAX = 8 };

struct socket_config {
    const char *const *namespaces; /* "/", "/admin" */
    int namespace_count;           /* at most SOCKET_NAMESPACES_MAX */
    int64_t connect_timeout_ms;    /* a client that has joined nothing by then is closed */
    struct socket_limits limits;
};

/* 45 s as the reference server; JSON of 1,000,000 bytes nested 30 deep, 10 attachments of 1,000,000
 * bytes together; the namespace "/" alone. */
extern const struct socket_config socket_config_default;

/* They may call anything below, for this session or others. Packets and JSON live until they return.
 *
 * connect     A client wants to join. `auth` is its payload, NULL if it sent none. Answer with
 *             socket_session_admit or socket_session_refuse, now or later.
 * event       packet->id, unless SOCKET_NO_ID, asks for an acknowledgement.
 * ack         The answer to an event that was sent with packet->id.
 * disconnect  An admitted client has left or was lost; once for each admission.
 * random      Bytes nobody can guess.
 */
struct socket_events {
    void (*connect)(void *context, int name_space, const json_t *auth);
    void (*event)(void *context, int name_space, const struct socket_packet *packet);
    void (*ack)(void *context, int name_space, const struct socket_packet *packet);
    void (*disconnect)(void *context, int name_space, const char *reason);
    void (*random)(void *context, uint8_t *bytes, size_t len);
};

struct socket_session {
    const struct socket_config *config;
    const struct socket_events *events;
    void *context;
    struct engine_session *engine;
    struct socket_decoder decoder;
    uint8_t asked, joined; /* a bit for each namespace */
    bool is_over;
    int64_t connect_until_ms;
};

/* config, events and the engine session must outlive this one. The time of joining runs from now. */
void socket_session_init(struct socket_session *s, const struct socket_config *config,
                         const struct socket_events *events, void *context,
                         struct engine_session *engine, int64_t now_ms);
void socket_session_free(struct socket_session *s);

/* From the engine session: its messages, its end, and the time. */
void socket_session_message(struct socket_session *s, const struct engine_packet *message,
                            int64_t now_ms);
void socket_session_closed(struct socket_session *s, enum engine_reason reason);
void socket_session_tick(struct socket_session *s, int64_t now_ms);
int64_t socket_session_due_ms(const struct socket_session *s); /* INT64_MAX: nothing */

/* The answer to `connect`; false if this client is not asking. With NULL for `sid` nobody needs to
 * know the random id that the client gets, otherwise it goes there. */
bool socket_session_admit(struct socket_session *s, int name_space, char sid[ID_LEN + 1]);
bool socket_session_refuse(struct socket_session *s, int name_space, const char *message);

/* Frames written by socket_event_write and the like, for this namespace, and their attachments. The same
 * frames may go to any number of sessions. False if the client is not there (any more). */
bool socket_session_send(struct socket_session *s, int name_space,
                         const struct engine_frame *frames, int count);

/* Sends the client away from one namespace; the connection stays. */
void socket_session_disconnect(struct socket_session *s, int name_space);

/* Sends it away from all of them and closes the connection. */
void socket_session_end(struct socket_session *s, int64_t now_ms);

static inline bool socket_session_has_joined(const struct socket_session *s, int name_space)
{
    return s->joined >> name_space & 1;
}

#endif
