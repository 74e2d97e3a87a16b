/* What describes a game in a message: the same fields in events and in the bodies of REST. */
#ifndef API_GAME_READ_H
#define API_GAME_READ_H

#include "play/command.h"
#include "json/read.h"

/* A board nobody knows is one without cells; nothing said is the classic one. */
void game_read_board(struct json_fields *f, ff_board *out);

/* {initialMs, incrementMs?} for all moves together, {perMoveMs} for each by itself, none for no clock.
 * Strict: other keys are a fault. */
void game_read_clock(struct json_fields *f, struct clock_row *out, bool is_strict);

/* level, style?: false if nothing is said. An opponent nobody knows has a level nobody has. */
bool game_read_computer(struct json_fields *f, struct seat_order *seat, enum json_need need);

/* The fault of an object within, unless there was one before. */
void game_read_fault(struct json_fields *f, const struct json_fields *inner);

#endif
