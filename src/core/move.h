/* The move contract: what can be wrong with a move, in the order in which it is checked, and the
 * text of each fault. Here legality is decided, for ff_state and for the online service. */
#ifndef CORE_MOVE_H
#define CORE_MOVE_H

#include "fourfall.h"

#define MOVE_TEXT_NOT_YOUR_TURN "It is not your turn"
#define MOVE_TEXT_COLUMN_RANGE "Column must be between 0 and {last}"
#define MOVE_TEXT_COLUMN_FULL "Column {column} is full"
#define MOVE_TEXT_GAME_OVER "Game is already completed"
#define MOVE_TEXT_NOT_IN_GAME "Player {player} is not in this game"
#define MOVE_TEXT_GAME_WAITING "Game is waiting for players"

enum move_fault {
    MOVE_OK,
    MOVE_NOT_YOUR_TURN,
    MOVE_COLUMN_RANGE,
    MOVE_COLUMN_FULL,
    MOVE_GAME_OVER,
    MOVE_NOT_IN_GAME,
    MOVE_GAME_WAITING,
    MOVE_FAULT_COUNT
};

enum { MOVE_NO_SEAT = 2 }; /* the mover does not sit in the game */

/* The side to move. After a win or a draw it stays with the side that moved last. */
int move_side(const ff_position *position);

/* The first fault of a move by the player on `seat` (0, 1 or MOVE_NO_SEAT). The caller knows the
 * phase, because a game can end by resignation or on time while its position could go on. */
enum move_fault move_check(const ff_position *position, ff_phase phase, int seat, int column);

/* The values for the names in braces. */
struct move_detail {
    int column, last_column;
    const char *player_id;
};

/* Writes a text and fills in its names in braces. */
void move_text_write(ff_text *out, const char *text, const struct move_detail *detail);

/* Writes the text of a fault; nothing for MOVE_OK. */
void move_fault_write(ff_text *out, enum move_fault fault, const struct move_detail *detail);

#endif
