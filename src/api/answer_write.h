/* The bodies of REST answers that are no game and no player. */
#ifndef API_ANSWER_WRITE_H
#define API_ANSWER_WRITE_H

#include "api/game_view.h"
#include "api/token.h"
#include "play/refusal.h"
#include "json/write.h"

/* {error: {code, message}}, and `game` unless it is null: the state for a client that is behind. */
void answer_write_error(struct json_write *w, const char *code, const char *text,
                        const struct game_view *game);

/* The answer to /validate: valid, or why not. */
void answer_write_validation(struct json_write *w, enum refusal refusal,
                             const struct refusal_detail *detail);

/* A new game: its state, a seat each with the token of a new guest (null for others), and the code to
 * join with; null if no seat is open. */
void answer_write_created(struct json_write *w, const struct game_view *game,
                          const struct token *const fresh[ROW_SEATS], const char *code);

/* The token of the device alone, into an open object. */
void answer_write_device(struct json_write *w, const struct token *device);

/* {ok: true} */
void answer_write_ok(struct json_write *w);

#endif
