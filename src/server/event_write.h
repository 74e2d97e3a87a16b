/* What the service says, as Socket.IO frames for namespace "/". */
#ifndef SERVER_EVENT_WRITE_H
#define SERVER_EVENT_WRITE_H

#include "play/outbox.h"
#include "server/token.h"
#include "wire/json_write.h"

/* What SESSION says of its receiver besides the message. */
struct session_view {
    const struct token *token;
    const struct account_row *account; /* null: a guest */
};

/* An event for one receiver, or for all spectators alike. `session` is read for SESSION only. Nothing is
 * written on failure. */
enum json_write_err event_write(struct buffer *out, const struct message *message,
                                const struct outbox *outbox, const struct session_view *session);

/* A game-update, written once for all who see the game. */
struct update_frame {
    struct buffer bytes; /* as spectators get it */
    size_t turn_at;      /* where whose turn it is belongs */
};

enum json_write_err update_frame_write(struct update_frame *out, const struct snapshot *snapshot);

/* The bytes event_write would give for this seat. */
enum json_write_err update_frame_copy(struct buffer *out, const struct update_frame *frame,
                                      const struct snapshot *snapshot, int seat);

/* A snapshot for a client that asked without an acknowledgement. */
enum json_write_err snapshot_frame_write(struct buffer *out, const struct snapshot *snapshot,
                                         int seat, enum event event);

/* The pieces: a frame with an event's name and an object open in it, and the end of both. */
struct json_write event_begin(struct buffer *out, const char *event);
enum json_write_err event_end(struct json_write *w);

/* The fields of one line of chat, live or remembered. */
void chat_line_write(struct json_write *w, const struct chat_row *row);

/* The ready-made messages: [{id, name, text}, …]. */
enum json_write_err quicks_write(struct buffer *out);

#endif
