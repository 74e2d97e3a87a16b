/* Frames that wait for a client's next poll: bounded, in order, kept in their WebSocket form because
 * an upgrade may come before the poll. */
#ifndef WIRE_ENGINE_QUEUE_H
#define WIRE_ENGINE_QUEUE_H

#include <stdbool.h>

#include "base/buffer.h"

/* The bytes of one WebSocket message. `shared`, if not NULL, is the caller's own handle of the same
 * bytes: where a frame is written at once, it is passed through, so that nothing need be copied. */
struct engine_frame {
    const char *bytes;
    size_t len;
    bool is_binary;
    void *shared;
};

static inline struct engine_frame engine_frame_text(const char *bytes, size_t len)
{
    return (struct engine_frame){.bytes = bytes, .len = len};
}

struct engine_queue {
    struct buffer records; /* each frame behind a header of its length and kind */
};

/* The maximum counts a few bytes for each frame besides its own. */
static inline struct engine_queue engine_queue_born(size_t bytes_max)
{
    return (struct engine_queue){buffer_with_max(bytes_max)};
}

static inline bool engine_queue_is_empty(const struct engine_queue *q)
{
    return q->records.len == 0;
}

/* A copy of the frame, whole or not at all. */
enum buffer_err engine_queue_push(struct engine_queue *q, const struct engine_frame *frame);

/* The frame at `at` bytes from the front, which is moved behind it; false at the end. The bytes live
 * until the queue changes. */
bool engine_queue_walk(const struct engine_queue *q, size_t *at, struct engine_frame *out);

/* Moves frames from the front into a payload while it stays within max bytes; the first goes in any
 * case, alone if it must. A frame there is no memory for stays, with those behind it. */
enum buffer_err engine_queue_flush(struct engine_queue *q, struct buffer *payload, size_t max);

/* Empties it and gives its memory back. */
void engine_queue_free(struct engine_queue *q);

#endif
