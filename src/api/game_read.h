/* Fields of a new game that events and the bodies of REST share. */
#ifndef API_GAME_READ_H
#define API_GAME_READ_H

#include "play/command.h"
#include "json/read.h"

/* board?, variant?, pie?: the classic game if there are none, the variant's own board if there is no board. An unknown
 * board is read as one without cells, an unknown variant as FF_VARIANT_COUNT. */
void game_read_rules(struct json_fields *f, struct ruleset *out);

/* action?: "drop" if there is none. An unknown word is a fault. */
void game_read_action(struct json_fields *f, enum json_need need, uint8_t *out);

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
