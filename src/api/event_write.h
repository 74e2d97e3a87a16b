/* What the service says, as the arrays that Socket.IO sends: ["event",{…}]. The caller begins the writer,
 * with or without something in front, and finishes it. */
#ifndef API_EVENT_WRITE_H
#define API_EVENT_WRITE_H

#include "api/token.h"
#include "play/outbox.h"
#include "json/write.h"

/* What SESSION says of its receiver besides the message. */
struct session_view {
    const struct token *token;
    const struct account_row *account; /* null: a guest */
};

/* An event for one receiver, or for all spectators alike. `session` is read for SESSION only. */
void event_write(struct json_write *w, const struct message *message, const struct outbox *outbox,
                 const struct session_view *session);

/* game-update, written once for everybody who sees the game, as spectators get it. *turn_at: where in the
 * buffer `isYourTurn` belongs, which is all that differs between receivers. */
void update_write(struct json_write *w, const struct snapshot *snapshot, size_t *turn_at);

/* The bytes event_write would give for this seat, made of what update_write wrote. */
enum json_write_err update_copy(struct buffer *out, const struct buffer *update, size_t turn_at,
                                const struct snapshot *snapshot, int seat);

/* A snapshot as EVENT_GAME_START or EVENT_GAME_UPDATE. */
void snapshot_write(struct json_write *w, const struct snapshot *snapshot, int seat,
                    enum event event);

/* The pieces: an event's name and an object open behind it, and the end of both. */
void event_begin(struct json_write *w, const char *event);
void event_end(struct json_write *w);

/* The fields of one line of chat, live or from the store. */
void chat_line_write(struct json_write *w, const struct chat_row *row);

/* The ready-made messages: [{id, name, text}, …]. */
void quicks_write(struct json_write *w);

#endif
