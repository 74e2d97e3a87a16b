/* Games as JSON, the way clients of the real-time protocol see them. docs/protocol.md shows each. */
#ifndef API_VIEW_WRITE_H
#define API_VIEW_WRITE_H

#include "play/snapshot.h"
#include "json/write.h"

/* Who looks: a seat, or ROW_NOBODY for a spectator, who has no turn. */

/* The fields of game-update, inside an object that is open. */
void view_write_update(struct json_write *w, const struct snapshot *snapshot, int seat);

/* The same in two halves. Whose turn it is, which is all that differs from one who looks to another,
 * stands between them. */
void view_write_before_turn(struct json_write *w, const struct snapshot *snapshot);
void view_write_after_turn(struct json_write *w, const struct snapshot *snapshot);

/* The fields of game-start: those of game-update and all that does not change from move to move. */
void view_write_start(struct json_write *w, const struct snapshot *snapshot, int seat);

/* The fields of game-over. */
void view_write_over(struct json_write *w, const struct snapshot *snapshot);

void view_write_id(struct json_write *w, const char *key, int64_t id);

/* "X", "O", or null for ROW_NOBODY. */
void view_write_side(struct json_write *w, const char *key, int seat);

#endif
