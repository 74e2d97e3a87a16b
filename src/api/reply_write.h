/* Replies to commands. A client that asked for an acknowledgement gets [{ok: true, …}] or
 * [{ok: false, error: {code, message}}]. Other clients get refusals only, as ["error-message",{…}]. The caller begins
 * the writer and finishes it. */
#ifndef API_REPLY_WRITE_H
#define API_REPLY_WRITE_H

#include "api/event_write.h"

/* In place of an acknowledgement id: the client did not ask for one. */
#define REPLY_NO_ACK UINT64_MAX

/* Lines of chat that go with a reply, oldest first. */
struct chat_lines {
    const struct chat_row *row;
    size_t count;
};

/* message->ack is the acknowledgement's id; with REPLY_NO_ACK the message must be a refusal. `chat` may be
 * null. */
void reply_write(struct json_write *w, const struct message *message, const struct outbox *outbox,
                 const struct chat_lines *chat);

/* A refusal of an event that never became a command. `event` is its name, or null; a name with a lone surrogate
 * is not repeated. */
void malformed_write(struct json_write *w, uint64_t ack, const char *event, const char *code,
                     const char *text);

#endif
