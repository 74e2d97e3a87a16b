/* Engine.IO protocol 4: packets, alone (a WebSocket frame) and strung together (a polling payload).
 *
 * A text packet is a digit for its type and its text. A binary packet is always a message: the bytes
 * themselves in a WebSocket frame, the letter b and base64 in a payload. */
#ifndef WIRE_ENGINE_PACKET_H
#define WIRE_ENGINE_PACKET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

enum engine_type {
    ENGINE_OPEN,
    ENGINE_CLOSE,
    ENGINE_PING,
    ENGINE_PONG,
    ENGINE_MESSAGE,
    ENGINE_UPGRADE,
    ENGINE_NOOP
};

enum { ENGINE_SEPARATOR = 0x1E };

/* The bytes belong to whoever made the packet. */
struct engine_packet {
    enum engine_type type;
    bool is_binary;
    const char *data;
    size_t len;
};

#define ENGINE_PACKET_ERRORS(X)                                      \
    X(ENGINE_PACKET_OK, "all is well")                               \
    X(ENGINE_PACKET_E_EMPTY, "a packet is empty")                    \
    X(ENGINE_PACKET_E_TYPE, "a packet has an unknown type")          \
    X(ENGINE_PACKET_E_UTF8, "a packet is not valid UTF-8")           \
    X(ENGINE_PACKET_E_BASE64, "a binary packet is not valid base64") \
    X(ENGINE_PACKET_E_SIZE, "a packet or payload is too large")      \
    X(ENGINE_PACKET_E_COUNT, "a payload has too many packets")       \
    X(ENGINE_PACKET_E_MEMORY, "out of memory")

#define ENGINE_PACKET_ERROR_CODE(code, text) code,
enum engine_packet_err { ENGINE_PACKET_ERRORS(ENGINE_PACKET_ERROR_CODE) ENGINE_PACKET_ERR_COUNT };
#undef ENGINE_PACKET_ERROR_CODE

const char *engine_packet_err_text(enum engine_packet_err err);

/* One WebSocket frame. The packet points into `bytes`. */
enum engine_packet_err engine_packet_decode(struct engine_packet *out, const char *bytes,
                                            size_t len, bool is_binary);

/* The frame of a packet: for a binary one the bytes alone. Whole or not at all. */
enum buffer_err engine_packet_encode(struct buffer *out, const struct engine_packet *packet);

/* A payload is walked packet by packet. The text of a packet points into the payload; the bytes of a
 * binary one stand in `scratch`, which lives until the next packet. */
struct engine_payload {
    const char *bytes;
    size_t len, at;
    int left; /* packets still allowed */
    struct buffer scratch;
};

enum engine_packet_err engine_payload_begin(struct engine_payload *out, const char *bytes,
                                            size_t len, size_t bytes_max, int packets_max);
bool engine_payload_has_more(const struct engine_payload *p);
enum engine_packet_err engine_payload_next(struct engine_payload *p, struct engine_packet *out);
void engine_payload_end(struct engine_payload *p);

/* Adds one frame to a payload being written, with a separator if it is not the first. */
enum buffer_err engine_payload_add(struct buffer *out, const char *frame, size_t len,
                                   bool is_binary);

/* How many bytes engine_payload_add would add after a first packet. */
size_t engine_payload_cost(size_t len, bool is_binary);

/* What the open packet tells the client. */
struct engine_handshake {
    const char *sid;
    bool may_upgrade; /* to WebSocket */
    int64_t ping_interval_ms, ping_timeout_ms, max_payload_bytes;
};

/* The frame of the open packet. Whole or not at all. */
enum buffer_err engine_handshake_encode(struct buffer *out, const struct engine_handshake *h);

#endif
