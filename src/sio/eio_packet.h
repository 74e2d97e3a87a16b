/* Engine.IO protocol 4: packets, each alone in a WebSocket message or several in a polling
 * payload.
 *
 * A text packet is a digit for its type and its text. A binary packet is always a message: the
 * bytes themselves in a WebSocket message, the letter b and base64 in a payload. */
#ifndef SIO_EIO_PACKET_H
#define SIO_EIO_PACKET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

enum eio_type { EIO_OPEN, EIO_CLOSE, EIO_PING, EIO_PONG, EIO_MESSAGE, EIO_UPGRADE, EIO_NOOP };

enum { EIO_SEPARATOR = 0x1E };

/* The caller owns the bytes. */
struct eio_packet {
    enum eio_type type;
    bool is_binary;
    const char *data;
    size_t len;
};

#define EIO_PACKET_ERRORS(X)                                      \
    X(EIO_PACKET_OK, "no error")                                  \
    X(EIO_PACKET_E_EMPTY, "a packet is empty")                    \
    X(EIO_PACKET_E_TYPE, "a packet has an unknown type")          \
    X(EIO_PACKET_E_UTF8, "a packet is not valid UTF-8")           \
    X(EIO_PACKET_E_BASE64, "a binary packet is not valid base64") \
    X(EIO_PACKET_E_SIZE, "a packet or payload is too large")      \
    X(EIO_PACKET_E_COUNT, "a payload has too many packets")       \
    X(EIO_PACKET_E_MEMORY, "out of memory")

#define EIO_PACKET_ERROR_CODE(code, text) code,
enum eio_packet_err { EIO_PACKET_ERRORS(EIO_PACKET_ERROR_CODE) EIO_PACKET_ERR_COUNT };
#undef EIO_PACKET_ERROR_CODE

const char *eio_packet_err_text(enum eio_packet_err err);

/* One WebSocket message. The packet points into `bytes`. Net has checked that a text message is
 * valid UTF-8. */
enum eio_packet_err eio_packet_decode(struct eio_packet *out, const char *bytes, size_t len,
                                      bool is_binary);

/* Appends the frame of a packet; of a binary packet the bytes alone. Appends nothing on failure. */
enum buffer_err eio_packet_encode(struct buffer *out, const struct eio_packet *packet);

/* Reads a payload packet by packet. The text of a packet points into the payload. The bytes of a
 * binary packet are in `scratch` and valid until the next packet. */
struct eio_payload {
    const char *bytes;
    size_t len, at;
    int left; /* packets still allowed */
    struct buffer scratch;
};

enum eio_packet_err eio_payload_begin(struct eio_payload *out, const char *bytes, size_t len,
                                      size_t bytes_max, int packets_max);
bool eio_payload_has_more(const struct eio_payload *p);
enum eio_packet_err eio_payload_next(struct eio_payload *p, struct eio_packet *out);
void eio_payload_end(struct eio_payload *p);

/* Adds one frame to a payload being written, with a separator if it is not the first. */
enum buffer_err eio_payload_add(struct buffer *out, const char *frame, size_t len, bool is_binary);

/* How many bytes eio_payload_add adds to a payload that is not empty. */
size_t eio_payload_cost(size_t len, bool is_binary);

/* The content of the open packet. */
struct eio_handshake {
    const char *sid;
    bool may_upgrade; /* to WebSocket */
    int64_t ping_interval_ms, ping_timeout_ms, max_payload_bytes;
};

/* Appends the frame of the open packet. Appends nothing on failure. */
enum buffer_err eio_handshake_encode(struct buffer *out, const struct eio_handshake *h);

#endif
