/* The service's messages as the arrays that Socket.IO sends: ["event",{…}]. The caller begins the writer and
 * finishes it. */
#ifndef API_EVENT_WRITE_H
#define API_EVENT_WRITE_H

#include "api/token.h"
#include "play/outbox.h"
#include "json/write.h"

/* What EVENT_SESSION shows besides its message. */
struct session_view {
    const struct token *token;
    const struct account_row *account; /* null: a guest */
};

/* An event for one receiver, or for all spectators. `session` is used for EVENT_SESSION only. */
void event_write(struct json_write *w, const struct message *message, const struct outbox *outbox,
                 const struct session_view *session);

/* game-update as spectators get it. *turn_at: where players have `isYourTurn`, the only field that differs between
 * receivers. So it is written once, and copied for each player. */
void update_write(struct json_write *w, const struct snapshot *snapshot, size_t *turn_at);

/* Copies what update_write wrote and adds `isYourTurn`: the same bytes that event_write gives for this seat. */
enum json_write_err update_copy(struct buffer *out, const struct buffer *update, size_t turn_at,
                                const struct snapshot *snapshot, int seat);

/* A snapshot as EVENT_GAME_START or EVENT_GAME_UPDATE. */
void snapshot_write(struct json_write *w, const struct snapshot *snapshot, int seat,
                    enum event event);

/* The event's name and an open object after it; the end of both. */
void event_begin(struct json_write *w, const char *event);
void event_end(struct json_write *w);

/* The fields of one line of chat, live or from the store. */
void chat_line_write(struct json_write *w, const struct chat_row *row);

/* The quick messages: [{id, name, text}, …]. */
void quicks_write(struct json_write *w);

#endif
