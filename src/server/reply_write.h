/* Answers to commands, as Socket.IO frames: {ok: true, …} or {ok: false, error: {code, message}}. */
#ifndef SERVER_REPLY_WRITE_H
#define SERVER_REPLY_WRITE_H

#include "server/event_write.h"

/* Lines of chat that go with a reply, oldest first. */
struct chat_lines {
    const struct chat_row *row;
    size_t count;
};

/* The answer to a command: through its acknowledgement if it asked for one (message->ack is its id),
 * otherwise as event error-message, and then it must be a refusal. `chat` may be null. */
enum json_write_err reply_write(struct buffer *out, const struct message *message,
                                const struct outbox *outbox, const struct chat_lines *chat);

/* A refusal that never reached the service; `id` as in struct socket_packet. */
enum json_write_err refusal_frame_write(struct buffer *out, int64_t id, const char *code,
                                        const char *text);

#endif
