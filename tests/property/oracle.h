/* What the rules say about a position, read off cell by cell: slow, plain, and without the
 * library's own idea of lines, turns and refusals. */
#ifndef ORACLE_H
#define ORACLE_H

#include "fourfall.h"

enum { ORACLE_DIRECTIONS = 13 };

/* One of each pair of opposite directions. The first four are those of a flat board: right, up, up
 * to the right, down to the right. */
extern const int oracle_direction[ORACLE_DIRECTIONS][3];

/* The cell some steps away from another in a direction, or -1 off the board. */
int oracle_step(const ff_rules *rules, int cell, const int direction[3], int steps);

/* How many discs of the cell's colour stand in a row through it. */
int oracle_run(const ff_position *position, int cell, const int direction[3]);

/* Whether the disc in this cell is part of a winning line. */
bool oracle_is_winning(const ff_position *position, int cell);

/* Marks every cell of every winning line. Returns how many cells that are. */
int oracle_winning_cells(const ff_position *position, bool is_winning[FF_CELLS_MAX]);

/* The lowest row without a disc; the board's height when the column is full. */
int oracle_landing_row(const ff_position *position, int column);

/* The cell a disc in this column would come to lie in, or -1. */
int oracle_landing_cell(const ff_position *position, int column);

/* Whose turn it is by the number of discs; after the end it stays with the player who moved last.
 */
int oracle_turn(const ff_state *state);

/* Whether two states hold the same, each on its own rules. */
bool oracle_is_same_state(const ff_state *a, const ff_state *b);

enum { ORACLE_ERROR_MAX = FF_ID_MAX + 64 };

/* The text a refused move must get, empty for a valid one. The order of the checks is part of it.
 */
void oracle_error(char error[ORACLE_ERROR_MAX], const ff_state *state, const char *player_id,
                  int column);

#endif
