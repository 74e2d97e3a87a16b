/* Games as JSON, the way clients of the real-time protocol see them. docs/protocol.md shows each. */
#ifndef API_VIEW_WRITE_H
#define API_VIEW_WRITE_H

#include "play/snapshot.h"
#include "json/write.h"

/* `seat` is the receiver's; ROW_NOBODY is a spectator. */

/* The fields of game-update, inside an object that is open. */
void view_write_update(struct json_write *w, const struct snapshot *snapshot, int seat);

/* The same in two halves. Between them stands `isYourTurn`, the only field that differs between receivers. */
void view_write_before_turn(struct json_write *w, const struct snapshot *snapshot);
void view_write_after_turn(struct json_write *w, const struct snapshot *snapshot);

/* The fields of game-start: those of game-update and those that do not change from move to move. The player who
 * waits for an opponent also gets the code to join with. */
void view_write_start(struct json_write *w, const struct snapshot *snapshot, int seat);

/* The fields of game-over. */
void view_write_over(struct json_write *w, const struct snapshot *snapshot);

/* The time control; null for none. left_ms: what each seat has left now, with the one whose clock runs; null: not
 * written. */
void view_write_clock(struct json_write *w, const struct clock_row *clock, const int64_t *left_ms,
                      int running, bool is_swapped);

/* variant and pie, unless the game is plain. */
void view_write_rules(struct json_write *w, const struct ruleset *rules);

void view_write_id(struct json_write *w, const char *key, int64_t id);

/* "X", "O", or null for ROW_NOBODY. */
void view_write_side(struct json_write *w, const char *key, int seat);

#endif
