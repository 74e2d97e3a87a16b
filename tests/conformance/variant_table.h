/* The value of every position of a variant that can be reached from some position, by retrograde analysis: the
 * reference for the computer players of variants. It knows the rules of the library and no strategy at all.
 *
 * First all positions are listed, with their moves. Then come the positions that win with one move, those that
 * lose whatever is played, those that win with two, and so on until nothing changes. What remains is a draw: no
 * side can force a win, so either keeps the game going until a position comes up for the third time. A forced
 * win needs no position twice, because its moves to the end only decrease; so the rule of the third time
 * changes no value. Plies of the longest game (512) are not counted. */
#ifndef VARIANT_TABLE_H
#define VARIANT_TABLE_H

#include "fourfall.h"

struct variant_table;

/* Null if there are more positions than this, or no memory. The board must have at most 64 bits a colour in both
 * orientations. `drawn` positions, which may be none, count as drawn when they come up again. */
struct variant_table *variant_table_open(const ff_variant_position *from, size_t positions_max,
                                         const ff_variant_position *drawn, int drawn_count);
void variant_table_close(struct variant_table *table);

size_t variant_table_count(const struct variant_table *table);

/* +n: the player to move wins with the n-th ply from here; -n: the opponent does; 0: a draw. The position must have
 * been reached and not be over. */
int variant_table_value(const struct variant_table *table, const ff_variant_position *position);

/* The same after a legal move of this position, for the player who makes it; it counts the move. */
int variant_table_move_value(const struct variant_table *table, const ff_variant_position *position,
                             int move);

#endif
