/* Socket.IO protocol 5: packets inside Engine.IO messages.
 *
 *   type [attachments -] [namespace ,] [id] [JSON]        and as many binary messages as attachments
 *
 * Reading: a decoder takes Engine.IO messages and gives whole packets. Binary data stays beside the
 * JSON: where it belongs there is a placeholder, checked, which socket_packet_binary resolves.
 *
 * Writing: a packet is begun in a buffer as a whole Engine.IO frame (the 4 before it included), and
 * its JSON follows through json_write. Such a frame may be kept and sent to many. */
#ifndef WIRE_SOCKET_PACKET_H
#define WIRE_SOCKET_PACKET_H

#include "wire/json_read.h"
#include "wire/json_write.h"

enum socket_type {
    SOCKET_CONNECT,
    SOCKET_DISCONNECT,
    SOCKET_EVENT,
    SOCKET_ACK,
    SOCKET_CONNECT_ERROR,
    SOCKET_BINARY_EVENT,
    SOCKET_BINARY_ACK
};

enum { SOCKET_NO_ID = -1, SOCKET_NAMESPACE_MAX = 64, SOCKET_ATTACHMENTS_MAX = 32 };

struct socket_binary {
    const char *bytes;
    size_t len;
};

/* Texts point into what was decoded; everything lives until the decoder's next message. */
struct socket_packet {
    enum socket_type type; /* as it was sent */
    const char *name;      /* of the namespace, without a query; not terminated */
    size_t name_len;
    const char *query; /* what follows a question mark in the namespace */
    size_t query_len;
    int64_t id;   /* SOCKET_NO_ID: none */
    json_t *data; /* NULL: none. An array for events and acknowledgements, else an object */
    int attachments;
    const struct socket_binary *binaries; /* as many as attachments */
};

#define SOCKET_PACKET_ERRORS(X)                                                        \
    X(SOCKET_PACKET_OK, "all is well")                                                 \
    X(SOCKET_PACKET_MORE, "attachments are still to come")                             \
    X(SOCKET_PACKET_E_TYPE, "a packet has an unknown type")                            \
    X(SOCKET_PACKET_E_ATTACHMENTS, "the number of attachments is missing or too high") \
    X(SOCKET_PACKET_E_NAMESPACE, "the namespace is too long")                          \
    X(SOCKET_PACKET_E_ID, "the acknowledgement id is too large")                       \
    X(SOCKET_PACKET_E_JSON, "the payload is not valid JSON")                           \
    X(SOCKET_PACKET_E_PAYLOAD, "the payload does not suit the packet's type")          \
    X(SOCKET_PACKET_E_RESERVED, "the event's name is reserved")                        \
    X(SOCKET_PACKET_E_PLACEHOLDER, "a placeholder names no attachment")                \
    X(SOCKET_PACKET_E_TEXT, "text came where an attachment was expected")              \
    X(SOCKET_PACKET_E_BINARY, "an attachment came that belongs to no packet")          \
    X(SOCKET_PACKET_E_SIZE, "the attachments are too large")                           \
    X(SOCKET_PACKET_E_MEMORY, "out of memory")

#define SOCKET_PACKET_ERROR_CODE(code, text) code,
enum socket_packet_err { SOCKET_PACKET_ERRORS(SOCKET_PACKET_ERROR_CODE) SOCKET_PACKET_ERR_COUNT };
#undef SOCKET_PACKET_ERROR_CODE

const char *socket_packet_err_text(enum socket_packet_err err);

struct socket_limits {
    struct json_limits json;
    int attachments_max; /* at most SOCKET_ATTACHMENTS_MAX */
    size_t attachments_bytes_max;
};

/* The text of one packet, attachments aside: for a binary one `binaries` is still NULL. On success the
 * caller owns packet->data. */
enum socket_packet_err socket_packet_decode(struct socket_packet *out, const char *text, size_t len,
                                            const struct socket_limits *limits);

/* The attachment a placeholder stands for; false if the value is no placeholder. */
bool socket_packet_binary(const struct socket_packet *packet, const json_t *value,
                          struct socket_binary *out);

/* The name of an event; NULL if the packet is none or its name is a number. */
const char *socket_packet_event(const struct socket_packet *packet);

/* At most one packet waits for its attachments, and is kept here meanwhile. */
struct socket_decoder {
    const struct socket_limits *limits;
    struct socket_packet packet; /* waiting, or the one given out last */
    bool is_waiting;
    int binary_count;
    struct buffer text;     /* a copy of the waiting packet's namespace and query */
    struct buffer bytes;    /* its attachments, one after the other */
    struct buffer binaries; /* where they are; offsets until the last one has come */
};

void socket_decoder_init(struct socket_decoder *d, const struct socket_limits *limits);
void socket_decoder_free(struct socket_decoder *d);

/* The next Engine.IO message. OK: *out is a whole packet, which lives until the next call. MORE: there
 * will be one. Anything else: the sender breaks the protocol, and nothing is waiting any more. */
enum socket_packet_err socket_decoder_take(struct socket_decoder *d, const char *bytes, size_t len,
                                           bool is_binary, struct socket_packet *out);

/* What stands before the JSON. */
struct socket_head {
    enum socket_type type; /* EVENT or ACK: attachments make it the binary one */
    const char *name;      /* of the namespace, terminated */
    int64_t id;
    int attachments;
};

/* Begins a frame; the JSON, if there is any, goes through the writer. json_write_finish then tells
 * whether the whole frame is there; if not, nothing of it is. */
struct json_write socket_packet_write(struct buffer *out, const struct socket_head *head);

/* A packet without JSON. */
enum buffer_err socket_packet_write_bare(struct buffer *out, const struct socket_head *head);

/* Begins ["name", of an event without attachments; the arguments follow, then the array's end. */
struct json_write socket_event_write(struct buffer *out, const char *name_space, int64_t id,
                                     const char *event);

/* {"_placeholder":true,"num":0} */
void socket_placeholder_write(struct json_write *w, int number);

/* A value that was read, written again. */
void json_write_value(struct json_write *w, const json_t *value);

#endif
