/* Frames that wait for a client's next poll, in order and up to a maximum size. They are kept in
 * their WebSocket form, because an upgrade may come before the poll. */
#ifndef SIO_EIO_QUEUE_H
#define SIO_EIO_QUEUE_H

#include <stdbool.h>

#include "base/buffer.h"

/* The bytes of one WebSocket message. `shared`, if not NULL, is a shared message with the same
 * bytes: a WebSocket sends it without a copy. */
struct eio_frame {
    const char *bytes;
    size_t len;
    bool is_binary;
    struct net_message *shared;
};

static inline struct eio_frame eio_frame_text(const char *bytes, size_t len)
{
    return (struct eio_frame){.bytes = bytes, .len = len};
}

struct eio_queue {
    struct buffer records; /* each frame behind a header of its length and kind */
};

/* The maximum includes a header of a few bytes for each frame. */
static inline struct eio_queue eio_queue_new(size_t bytes_max)
{
    return (struct eio_queue){buffer_with_max(bytes_max)};
}

static inline bool eio_queue_is_empty(const struct eio_queue *q)
{
    return q->records.len == 0;
}

/* Adds a copy of the frame. Adds nothing on failure. */
enum buffer_err eio_queue_push(struct eio_queue *q, const struct eio_frame *frame);

/* Reads the frame at offset *at, and moves *at to the next one; false at the end. The bytes are
 * valid until the queue changes. */
bool eio_queue_walk(const struct eio_queue *q, size_t *at, struct eio_frame *out);

/* Moves frames from the front into a payload of up to `max` bytes. A first frame larger than that
 * is sent alone. If memory is short, the remaining frames stay in the queue. */
enum buffer_err eio_queue_flush(struct eio_queue *q, struct buffer *payload, size_t max);

/* Empties the queue and frees its memory. */
void eio_queue_free(struct eio_queue *q);

#endif
