/* WebSocket frames: any bytes are read frame by frame until the end or an error. An accepted frame
 * is one that a client may send, is within the limit, and reads the same however the input is
 * split. The code of a close frame is one that may be sent back. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "net/frame.h"

enum { PAYLOAD_MAX = 70000, CLIENT_HEADER_MAX = FRAME_HEADER_MAX + 4 };

static void check_pieces(const struct frame *frame, const uint8_t *data)
{
    struct frame early;
    for (size_t len = 0; len < frame->header_len; len++)
        check(frame_read(&early, data, len, PAYLOAD_MAX) == FRAME_MORE);
    check(frame_read(&early, data, frame->header_len, PAYLOAD_MAX) == FRAME_OK);
    check(frame_read(&early, data, frame->header_len, frame->payload_len) == FRAME_OK);
    if (frame->payload_len > 0)
        check(frame_read(&early, data, frame->header_len, frame->payload_len - 1) == FRAME_TOO_BIG);
}

/* The server's header for the same length is as long as the client's header without the mask. */
static void check_header(const struct frame *frame, const uint8_t *data)
{
    uint8_t header[FRAME_HEADER_MAX];
    size_t len = frame_write_header(header, frame->op, frame->payload_len);
    check(len + 4 == frame->header_len && frame->header_len <= CLIENT_HEADER_MAX);
    check((data[1] & 0x7F) == header[1] && memcmp(data + 2, header + 2, len - 2) == 0);
    check(frame->op < FRAME_CLOSE || (frame->is_final && frame->payload_len <= FRAME_CONTROL_MAX));
}

static void check_payload(const struct frame *frame, const uint8_t *data)
{
    uint8_t *payload = malloc(frame->payload_len + 1);
    if (!payload)
        exit(1);
    memcpy(payload, data + frame->header_len, frame->payload_len);
    frame_unmask(frame, payload);
    if (frame->op == FRAME_CLOSE) {
        int code = frame_close_code(payload, frame->payload_len);
        check((code == 1005) == (frame->payload_len == 0));
        check(code == 1005 || (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
              (code >= 3000 && code <= 4999));
    }
    frame_unmask(frame, payload);
    check(frame->payload_len == 0 ||
          memcmp(payload, data + frame->header_len, frame->payload_len) == 0);
    free(payload);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct frame frame;
    for (;;) {
        memset(&frame, PATTERN, sizeof frame);
        enum frame_result result = frame_read(&frame, data, size, PAYLOAD_MAX);
        if (result != FRAME_OK) {
            check(is_pattern(&frame, sizeof frame));
            return 0;
        }
        check(frame.payload_len <= PAYLOAD_MAX);
        check_pieces(&frame, data);
        check_header(&frame, data);
        if (size - frame.header_len < frame.payload_len)
            return 0;
        check_payload(&frame, data);
        data += frame.header_len + frame.payload_len;
        size -= frame.header_len + frame.payload_len;
    }
}
