/* The query of an Engine.IO request, and whether the request may pass: the checks and refusals of the
 * reference server, in its order. */
#ifndef WIRE_ENGINE_QUERY_H
#define WIRE_ENGINE_QUERY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

enum engine_transport { ENGINE_TRANSPORT_NONE, ENGINE_POLLING, ENGINE_WEBSOCKET };
enum engine_method { ENGINE_GET, ENGINE_POST, ENGINE_OTHER_METHOD };

enum { ENGINE_SID_MAX = 32 };

/* Only what the protocol knows. `t` against caches and `b64`, which meant something in protocol 3,
 * are allowed and change nothing; so is everything else, for the program above. */
struct engine_query {
    enum engine_transport transport; /* none: absent or unknown */
    bool is_protocol_4;
    bool has_sid;
    char sid[ENGINE_SID_MAX + 1]; /* empty if the one sent cannot be one of ours */
};

/* Code and text as the reference server answers them; OK is not sent. */
#define ENGINE_REFUSALS(X)                                    \
    X(ENGINE_REFUSE_TRANSPORT, "Transport unknown")           \
    X(ENGINE_REFUSE_SID, "Session ID unknown")                \
    X(ENGINE_REFUSE_METHOD, "Bad handshake method")           \
    X(ENGINE_REFUSE_REQUEST, "Bad request")                   \
    X(ENGINE_REFUSE_FORBIDDEN, "Forbidden")                   \
    X(ENGINE_REFUSE_PROTOCOL, "Unsupported protocol version") \
    X(ENGINE_PASS, "all is well")

#define ENGINE_REFUSAL_CODE(code, text) code,
enum engine_refusal { ENGINE_REFUSALS(ENGINE_REFUSAL_CODE) ENGINE_REFUSAL_COUNT };
#undef ENGINE_REFUSAL_CODE

const char *engine_refusal_text(enum engine_refusal refusal);
int engine_refusal_status(enum engine_refusal refusal); /* of HTTP */

/* {"code":1,"message":"Session ID unknown"} */
enum buffer_err engine_refusal_encode(struct buffer *out, enum engine_refusal refusal);

/* Percent signs and plus signs resolved, in place or elsewhere; as URLs do it, a percent sign without two
 * hexadecimal digits stands for itself. Gives the length, never larger. */
size_t engine_query_decode(char *out, const char *text, size_t len);

/* The part of a target after the question mark. Of several parameters with one name the last counts.
 * There is nothing that cannot be parsed. */
void engine_query_parse(struct engine_query *out, const char *text, size_t len);

/* What is known of a request. For a request with a sid, `session` is the transport that session uses,
 * none if there is no such session. */
struct engine_request {
    const struct engine_query *query;
    enum engine_method method;
    bool is_upgrade;   /* it asks for a WebSocket */
    bool is_forbidden; /* the program above says no: its Origin, the rate */
    enum engine_transport session;
};

enum engine_refusal engine_request_check(const struct engine_request *r);

#endif
