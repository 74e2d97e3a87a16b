/* Fields of a new game that events and the bodies of REST share. */
#ifndef API_GAME_READ_H
#define API_GAME_READ_H

#include "play/command.h"
#include "json/read.h"

/* The classic board if there is no such field; an unknown board is read as one without cells. */
void game_read_board(struct json_fields *f, ff_board *out);

/* {initialMs, incrementMs?} for the whole game, {perMoveMs} for each move, absent for no clock. Strict: other
 * keys are a fault. */
void game_read_clock(struct json_fields *f, struct clock_row *out, bool is_strict);

/* level, style?: false if there is no level. An unknown word is read as FF_LEVEL_COUNT or FF_STYLE_COUNT. */
bool game_read_computer(struct json_fields *f, struct seat_order *seat, enum json_need need);

/* requestId?: 1 to 36 bytes. Empty if there is none. */
void game_read_request(struct json_fields *f, char out[ROW_REQUEST_SIZE]);

/* Takes over the fault of an inner object, unless there was one before. */
void game_read_fault(struct json_fields *f, const struct json_fields *inner);

#endif
