/* Socket.IO frames of the one namespace that games use. */
#ifndef SERVER_ONLINE_FRAME_H
#define SERVER_ONLINE_FRAME_H

#include "api/reply_write.h"
#include "sio/sio_packet.h"

enum { NAME_SPACE = 0 };

_Static_assert((uint64_t)SIO_NO_ID == REPLY_NO_ACK, "api and sio agree on a missing id");

/* Begins an acknowledgement with this id or, for REPLY_NO_ACK, an event. An array follows. */
static inline struct json_write frame_begin(struct buffer *out, uint64_t ack)
{
    const struct sio_head head = {ack == REPLY_NO_ACK ? SIO_EVENT : SIO_ACK, "/", (int64_t)ack, 0};
    return sio_packet_write(out, &head);
}

#endif
