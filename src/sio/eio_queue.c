#include "sio/eio_queue.h"

#include "sio/eio_packet.h"

struct frame_header {
    uint32_t len;
    bool is_binary;
};

enum buffer_err eio_queue_push(struct eio_queue *q, const struct eio_frame *frame)
{
    struct frame_header header = {(uint32_t)frame->len, frame->is_binary};
    if (frame->len > q->records.max) /* this also keeps the length within 32 bits */
        return BUFFER_E_FULL;
    enum buffer_err err = buffer_reserve(&q->records, sizeof header + frame->len);
    if (err)
        return err;
    (void)buffer_append(&q->records, &header, sizeof header);
    return buffer_append(&q->records, frame->bytes, frame->len);
}

bool eio_queue_walk(const struct eio_queue *q, size_t *at, struct eio_frame *out)
{
    struct frame_header header;
    if (*at == q->records.len)
        return false;
    memcpy(&header, q->records.bytes + *at, sizeof header);
    *out = (struct eio_frame){.bytes = q->records.bytes + *at + sizeof header,
                              .len = header.len,
                              .is_binary = header.is_binary};
    *at += sizeof header + header.len;
    return true;
}

enum buffer_err eio_queue_flush(struct eio_queue *q, struct buffer *payload, size_t max)
{
    enum buffer_err err = BUFFER_OK;
    struct eio_frame frame;
    size_t at = 0, taken = 0;
    while (eio_queue_walk(q, &at, &frame)) {
        size_t cost = eio_payload_cost(frame.len, frame.is_binary);
        if (payload->len > 0 && payload->len + cost > max)
            break;
        err = eio_payload_add(payload, frame.bytes, frame.len, frame.is_binary);
        if (err)
            break;
        taken = at;
    }
    buffer_drop(&q->records, taken);
    /* Thousands of idle sessions must not keep the memory of their longest queue. */
    if (eio_queue_is_empty(q))
        buffer_free(&q->records);
    return err;
}

void eio_queue_free(struct eio_queue *q)
{
    buffer_free(&q->records);
}
