/* Checks an Engine.IO request, with the refusals of the reference server in its order. */
#ifndef SIO_EIO_REQUEST_H
#define SIO_EIO_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

enum eio_transport { EIO_TRANSPORT_NONE, EIO_POLLING, EIO_WEBSOCKET };
enum eio_method { EIO_GET, EIO_POST, EIO_OTHER_METHOD };

/* Code and text as the reference server answers them; EIO_PASS is not sent. */
#define EIO_REFUSALS(X)                                    \
    X(EIO_REFUSE_TRANSPORT, "Transport unknown")           \
    X(EIO_REFUSE_SID, "Session ID unknown")                \
    X(EIO_REFUSE_METHOD, "Bad handshake method")           \
    X(EIO_REFUSE_REQUEST, "Bad request")                   \
    X(EIO_REFUSE_FORBIDDEN, "Forbidden")                   \
    X(EIO_REFUSE_PROTOCOL, "Unsupported protocol version") \
    X(EIO_PASS, "the request is valid")

#define EIO_REFUSAL_CODE(code, text) code,
enum eio_refusal { EIO_REFUSALS(EIO_REFUSAL_CODE) EIO_REFUSAL_COUNT };
#undef EIO_REFUSAL_CODE

const char *eio_refusal_text(enum eio_refusal refusal);
int eio_refusal_status(enum eio_refusal refusal); /* the HTTP status */

/* {"code":1,"message":"Session ID unknown"} */
enum buffer_err eio_refusal_encode(struct buffer *out, enum eio_refusal refusal);

/* "polling" or "websocket"; none for null and anything else. */
enum eio_transport eio_transport_read(const char *text);

/* The parts of a request that are checked. Other parameters are ignored, such as `t` (against
 * caches) and `b64` (of protocol 3). */
struct eio_request {
    const char *version;          /* parameter EIO; null: absent */
    enum eio_transport transport; /* parameter transport; none: absent or unknown */
    bool has_sid;
    enum eio_method method;
    bool is_upgrade;            /* it asks for a WebSocket */
    bool is_forbidden;          /* its Origin is not allowed */
    enum eio_transport session; /* the transport of the session it names; none: no such session */
};

enum eio_refusal eio_request_check(const struct eio_request *r);

#endif
