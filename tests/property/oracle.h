/* The rules, read cell by cell from a position: slow and simple, without the library's code for
 * lines, sides to move and refusals. */
#ifndef ORACLE_H
#define ORACLE_H

#include "fourfall.h"

enum { ORACLE_DIRECTIONS = 13 };

/* One of each pair of opposite directions. The first four are those of a flat board: right, up, up
 * to the right, down to the right. */
extern const int oracle_direction[ORACLE_DIRECTIONS][3];

/* The cell some steps away from another in a direction, or -1 off the board. */
int oracle_step(const ff_rules *rules, int cell, const int direction[3], int steps);

/* The length of the run of the cell's colour through it. */
int oracle_run(const ff_position *position, int cell, const int direction[3]);

/* Whether the disc in this cell is part of a winning line. */
bool oracle_is_winning(const ff_position *position, int cell);

/* Marks every cell of every winning line and returns how many. */
int oracle_winning_cells(const ff_position *position, bool is_winning[FF_CELLS_MAX]);

/* The lowest row without a disc; the board's height when the column is full. */
int oracle_landing_row(const ff_position *position, int column);

/* The cell where a disc in this column lands, or -1. */
int oracle_landing_cell(const ff_position *position, int column);

/* The player to move by the number of discs; after the end, the player who moved last. */
int oracle_turn(const ff_state *state);

/* Whether two states are equal, each on its own rules. */
bool oracle_is_same_state(const ff_state *a, const ff_state *b);

enum { ORACLE_ERROR_MAX = FF_ID_MAX + 64 };

/* The expected text of a refused move; empty for a valid one. The order of the checks matters. */
void oracle_error(char error[ORACLE_ERROR_MAX], const ff_state *state, const char *player_id,
                  int column);

#endif
