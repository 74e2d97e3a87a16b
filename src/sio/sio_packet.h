/* Socket.IO protocol 5: packets inside Engine.IO messages.
 *
 *   type [attachments -] [namespace ,] [id] [JSON]        and as many binary messages as attachments
 *
 * Reading: a decoder takes Engine.IO messages and returns whole packets. Binary data is kept
 * separate from the JSON, which has placeholders for it. The decoder checks them;
 * sio_packet_binary resolves one.
 *
 * Writing: sio_packet_write begins a whole Engine.IO frame (with the leading 4) in a buffer, and
 * json_write adds its JSON. Such a frame may be sent to any number of clients. */
#ifndef SIO_SIO_PACKET_H
#define SIO_SIO_PACKET_H

#include "json/read.h"
#include "json/write.h"

enum sio_type {
    SIO_CONNECT,
    SIO_DISCONNECT,
    SIO_EVENT,
    SIO_ACK,
    SIO_CONNECT_ERROR,
    SIO_BINARY_EVENT,
    SIO_BINARY_ACK
};

enum { SIO_NO_ID = -1, SIO_NAMESPACE_MAX = 64, SIO_ATTACHMENTS_MAX = 32 };

struct sio_binary {
    const char *bytes;
    size_t len;
};

/* Texts point into the decoded message. Everything is valid until the decoder's next message. */
struct sio_packet {
    enum sio_type type; /* as it was sent */
    const char *name;   /* of the namespace, without a query; not terminated */
    size_t name_len;
    const char *query; /* after the question mark of the namespace; NULL: none */
    size_t query_len;
    int64_t id;   /* SIO_NO_ID: none */
    json_t *data; /* NULL: none. An array for events and acknowledgements, else an object */
    int attachments;
    const struct sio_binary *binaries; /* as many as attachments */
};

#define SIO_PACKET_ERRORS(X)                                                        \
    X(SIO_PACKET_OK, "no error")                                                    \
    X(SIO_PACKET_MORE, "attachments are still to come")                             \
    X(SIO_PACKET_E_TYPE, "a packet has an unknown type")                            \
    X(SIO_PACKET_E_ATTACHMENTS, "the number of attachments is missing or too high") \
    X(SIO_PACKET_E_NAMESPACE, "the namespace is too long")                          \
    X(SIO_PACKET_E_ID, "the acknowledgement id is too large")                       \
    X(SIO_PACKET_E_JSON, "the payload is not valid JSON")                           \
    X(SIO_PACKET_E_PAYLOAD, "the payload does not suit the packet's type")          \
    X(SIO_PACKET_E_RESERVED, "the event's name is reserved")                        \
    X(SIO_PACKET_E_PLACEHOLDER, "a placeholder names no attachment")                \
    X(SIO_PACKET_E_TEXT, "text came where an attachment was expected")              \
    X(SIO_PACKET_E_BINARY, "an attachment came that belongs to no packet")          \
    X(SIO_PACKET_E_SIZE, "the attachments are too large")                           \
    X(SIO_PACKET_E_MEMORY, "out of memory")

#define SIO_PACKET_ERROR_CODE(code, text) code,
enum sio_packet_err { SIO_PACKET_ERRORS(SIO_PACKET_ERROR_CODE) SIO_PACKET_ERR_COUNT };
#undef SIO_PACKET_ERROR_CODE

const char *sio_packet_err_text(enum sio_packet_err err);

struct sio_limits {
    struct json_limits json;
    int attachments_max; /* at most SIO_ATTACHMENTS_MAX */
    size_t attachments_bytes_max;
};

/* Decodes the text of one packet, without attachments: `binaries` is NULL. On success the caller
 * owns packet->data. */
enum sio_packet_err sio_packet_decode(struct sio_packet *out, const char *text, size_t len,
                                      const struct sio_limits *limits);

/* The attachment that a placeholder names; false if the value is no placeholder. */
bool sio_packet_binary(const struct sio_packet *packet, const json_t *value,
                       struct sio_binary *out);

/* The name of an event; NULL if the packet is no event or its name is a number. */
const char *sio_packet_event(const struct sio_packet *packet);

/* Holds the packet that waits for its attachments; there is at most one. */
struct sio_decoder {
    const struct sio_limits *limits;
    struct sio_packet packet; /* the waiting packet, or the last one returned */
    bool is_waiting;
    int binary_count;
    struct buffer text;     /* a copy of the waiting packet's namespace and query */
    struct buffer bytes;    /* the bytes of its attachments, one after the other */
    struct buffer binaries; /* struct sio_binary of each; pointers are set when the last has come */
};

void sio_decoder_init(struct sio_decoder *d, const struct sio_limits *limits);
void sio_decoder_free(struct sio_decoder *d);

/* Takes the next Engine.IO message. OK: *out is a whole packet, valid until the next call. MORE:
 * attachments are missing. Otherwise the sender broke the protocol, and the waiting packet is
 * discarded. */
enum sio_packet_err sio_decoder_take(struct sio_decoder *d, const char *bytes, size_t len,
                                     bool is_binary, struct sio_packet *out);

/* The part of a packet before its JSON. */
struct sio_head {
    enum sio_type type; /* EVENT and ACK become binary if there are attachments */
    const char *name;   /* of the namespace, terminated */
    int64_t id;
    int attachments;
};

/* Begins a frame; its JSON is written with the returned writer. If json_write_finish then returns
 * an error, nothing of the frame is in the buffer. */
struct json_write sio_packet_write(struct buffer *out, const struct sio_head *head);

/* A packet without JSON. */
enum buffer_err sio_packet_write_bare(struct buffer *out, const struct sio_head *head);

/* Begins ["name", of an event without attachments. The caller writes the arguments and ends the
 * array. */
struct json_write sio_event_write(struct buffer *out, const char *name_space, int64_t id,
                                  const char *event);

/* {"_placeholder":true,"num":0} */
void sio_placeholder_write(struct json_write *w, int number);

/* Writes a JSON value that was read before. */
void json_write_value(struct json_write *w, const json_t *value);

#endif
