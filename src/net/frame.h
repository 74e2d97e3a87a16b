/* WebSocket frames of RFC 6455, as a server reads and writes them. Pure: no socket, no memory. */
#ifndef NET_FRAME_H
#define NET_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_op {
    FRAME_CONTINUE = 0x0,
    FRAME_TEXT = 0x1,
    FRAME_BINARY = 0x2,
    FRAME_CLOSE = 0x8,
    FRAME_PING = 0x9,
    FRAME_PONG = 0xA
};

enum { FRAME_HEADER_MAX = 10, FRAME_MASK_LEN = 4, FRAME_CONTROL_MAX = 125, FRAME_REASON_MAX = 123 };

struct frame {
    enum frame_op op;
    bool is_final;
    size_t header_len;
    size_t payload_len;
    uint8_t mask[4];
};

enum frame_result { FRAME_OK, FRAME_MORE, FRAME_BAD, FRAME_TOO_BIG };

/*
 * Reads the header of a client's frame. FRAME_MORE: it is incomplete. FRAME_BAD: a protocol error
 * (reserved bits or codes, no mask, a long or fragmented control frame, a length not in its shortest
 * form). FRAME_TOO_BIG: the payload exceeds `payload_max`. The payload follows the header and need not
 * be complete.
 */
enum frame_result frame_read(struct frame *out, const uint8_t *data, size_t len,
                             size_t payload_max);

/* Unmasks the payload in place. */
void frame_unmask(const struct frame *frame, uint8_t *payload);

/* Writes the header of an unfragmented frame of a server; returns its length. */
size_t frame_write_header(uint8_t out[FRAME_HEADER_MAX], enum frame_op op, size_t payload_len);

/*
 * The code of a close frame's payload: 1005 if it is empty, 1002 if it is malformed or has a reserved
 * code, 1007 if the reason is not UTF-8.
 */
int frame_close_code(const uint8_t *payload, size_t len);

#endif
