/* Frames that wait for a client's next poll: bounded, in order, kept in their WebSocket form because
 * an upgrade may come before the poll. */
#ifndef SIO_EIO_QUEUE_H
#define SIO_EIO_QUEUE_H

#include <stdbool.h>

#include "base/buffer.h"

/* The bytes of one WebSocket message. `shared`, if not NULL, is the caller's own handle of the same
 * bytes: where a frame is written at once, it is passed through, so that nothing need be copied. */
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

/* The maximum counts a few bytes for each frame besides its own. */
static inline struct eio_queue eio_queue_new(size_t bytes_max)
{
    return (struct eio_queue){buffer_with_max(bytes_max)};
}

static inline bool eio_queue_is_empty(const struct eio_queue *q)
{
    return q->records.len == 0;
}

/* A copy of the frame, whole or not at all. */
enum buffer_err eio_queue_push(struct eio_queue *q, const struct eio_frame *frame);

/* The frame at `at` bytes from the front, which is moved behind it; false at the end. The bytes live
 * until the queue changes. */
bool eio_queue_walk(const struct eio_queue *q, size_t *at, struct eio_frame *out);

/* Moves frames from the front into a payload while it stays within max bytes; the first goes in any
 * case, alone if it must. A frame there is no memory for stays, with those behind it. */
enum buffer_err eio_queue_flush(struct eio_queue *q, struct buffer *payload, size_t max);

/* Empties it and gives its memory back. */
void eio_queue_free(struct eio_queue *q);

#endif
