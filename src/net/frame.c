#include "net/frame.h"

#include <string.h>

#include "base/utf8.h"

enum {
    FINAL = 0x80,
    RESERVED = 0x70,
    OP = 0x0F,
    MASKED = 0x80,
    LEN = 0x7F,
    LEN16 = 126,
    LEN64 = 127
};

static bool op_is_known(unsigned op)
{
    return op <= FRAME_BINARY || (op >= FRAME_CLOSE && op <= FRAME_PONG);
}

static bool op_is_control(unsigned op)
{
    return op >= FRAME_CLOSE;
}

static uint64_t big_endian(const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* Checks the first two bytes. */
static bool start_is_legal(const uint8_t *data)
{
    unsigned op = data[0] & OP, len = data[1] & LEN;
    if ((data[0] & RESERVED) || !op_is_known(op) || !(data[1] & MASKED))
        return false;
    return !op_is_control(op) || ((data[0] & FINAL) && len <= FRAME_CONTROL_MAX);
}

enum frame_result frame_read(struct frame *out, const uint8_t *data, size_t len, size_t payload_max)
{
    if (len < 2)
        return FRAME_MORE;
    if (!start_is_legal(data))
        return FRAME_BAD;
    unsigned short_len = data[1] & LEN;
    size_t extra = short_len == LEN16 ? 2 : short_len == LEN64 ? 8 : 0;
    if (len < 2 + extra)
        return FRAME_MORE;
    uint64_t payload = extra ? big_endian(data + 2, extra) : short_len;
    if ((extra == 2 && payload < LEN16) || (extra == 8 && (payload <= 0xFFFF || payload >> 63)))
        return FRAME_BAD;
    if (payload > payload_max)
        return FRAME_TOO_BIG;
    if (len < 2 + extra + 4)
        return FRAME_MORE;
    struct frame frame = {.op = (enum frame_op)(data[0] & OP),
                          .is_final = (data[0] & FINAL) != 0,
                          .header_len = 2 + extra + 4,
                          .payload_len = (size_t)payload};
    memcpy(frame.mask, data + 2 + extra, 4);
    *out = frame;
    return FRAME_OK;
}

void frame_unmask(const struct frame *frame, uint8_t *payload)
{
    size_t i = 0;
    uint32_t mask;
    memcpy(&mask, frame->mask, sizeof mask);
    const uint64_t twice = (uint64_t)mask << 32 | mask;
    for (; i + sizeof twice <= frame->payload_len; i += sizeof twice) {
        uint64_t word;
        memcpy(&word, payload + i, sizeof word);
        word ^= twice;
        memcpy(payload + i, &word, sizeof word);
    }
    for (; i < frame->payload_len; i++)
        payload[i] ^= frame->mask[i & 3];
}

size_t frame_write_header(uint8_t out[FRAME_HEADER_MAX], enum frame_op op, size_t payload_len)
{
    size_t extra = payload_len < LEN16 ? 0 : payload_len <= 0xFFFF ? 2 : 8;
    out[0] = (uint8_t)(FINAL | op);
    out[1] = (uint8_t)(extra == 0 ? payload_len : extra == 2 ? LEN16 : LEN64);
    for (size_t i = 0; i < extra; i++)
        out[2 + i] = (uint8_t)((uint64_t)payload_len >> 8 * (extra - 1 - i));
    return 2 + extra;
}

/* The codes that a close frame may have: those of the RFC and its registry, and private ones. */
static bool code_may_be_sent(int code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

int frame_close_code(const uint8_t *payload, size_t len)
{
    enum { NO_CODE = 1005, PROTOCOL = 1002, NOT_UTF8 = 1007 };
    if (len == 0)
        return NO_CODE;
    if (len == 1)
        return PROTOCOL;
    int code = payload[0] << 8 | payload[1];
    if (!code_may_be_sent(code))
        return PROTOCOL;
    return utf8_is_valid((const char *)payload + 2, len - 2) ? code : NOT_UTF8;
}
