/* Members of JSON objects, for the files report*.c only. */
#ifndef ENGINE_REPORT_PARTS_H
#define ENGINE_REPORT_PARTS_H

#include "engine/report.h"

/* "red" or "yellow" */
const char *report_color(ff_color color);

/* "playing", "won" or "drawn" */
const char *report_status(const ff_position *position);

/* Append a member with a comma before it: `,"key":7`, `,"key":true`, `,"key":"text"`. */
void report_int(ff_text *out, const char *key, int value);
void report_bool(ff_text *out, const char *key, bool value);
void report_text(ff_text *out, const char *key, const char *value);
void report_threats(ff_text *out, const ff_rules *rules, const ff_threats *threats);

/* Append what is known of a move or position: "proven", with "result" and "withinPlies" if it is, and "chance". */
void report_result(ff_text *out, uint8_t certainty, int plies, int chance);

/* Append `,"accuracy":{"red":75,"yellow":null}`: percent, -1 for a player without a move. */
void report_accuracy(ff_text *out, int red, int yellow);

/* "none", "estimated" or "proven", for an ff_turning. */
const char *report_turning(uint8_t turning);

/* Append the brace and the first members, `{"board":"7x6","moves":"4453"`; and the last, the nodes, with the brace. */
void report_begin(ff_text *out, const ff_game *game);
void report_end(ff_text *out, uint64_t nodes);

#endif
