/* Games in the bodies of REST answers: the state of the move contract (ff_state_read_json reads it), the
 * entries of lists and exports, the history of moves. */
#ifndef API_STATE_WRITE_H
#define API_STATE_WRITE_H

#include "api/game_view.h"
#include "json/write.h"

/* The whole state as an object. A game that did not end on the board (resigned, out of time, agreed,
 * cancelled) is "completed" too, which the core cannot say of its position. */
void state_write(struct json_write *w, const struct game_view *game);

/* The same and what else a page shows: clock, deadline, how the game ended. */
void state_write_shown(struct json_write *w, const struct game_view *game);

/* An entry of a list: the state, and the row's fields for lists. `result` is "won", "lost", "drawn" or
 * null. `is_own`: the list is for a player of the game, who also gets the code of a waiting one. */
void state_write_listed(struct json_write *w, const struct game_view *game,
                        const struct game_row *row, const char *result, bool is_own);

/* The answer to /history. at_ms: when each of the first `count` moves was made. */
void state_write_history(struct json_write *w, const struct game_view *game, const int64_t *at_ms,
                         size_t count);

/* A game in the file that a player downloads: compact, from the player's point of view. */
void state_write_exported(struct json_write *w, const struct game_row *row,
                          const char *const name[ROW_SEATS], int64_t player_id,
                          const int64_t *at_ms, size_t count);

/* An ISO 8601 time in UTC; null for 0. */
void state_write_moment(struct json_write *w, const char *key, int64_t ms);

#endif
