/* Names that the reader and the writer of a state's JSON share. */
#ifndef CORE_STATE_JSON_H
#define CORE_STATE_JSON_H

#include "core/json.h"
#include "core/moment.h"
#include "core/state.h"

extern const char *const state_color_names[2]; /* by ff_color */

/* The inverse of ff_cell_from_top. */
int state_cell_shown_at(const ff_rules *rules, int index);

/* The last move's column and its row, counted from the top. False if no move is known. */
struct state_last_move {
    int row, column, seat;
};
bool state_last_move(struct state_last_move *out, const ff_state *state);

#endif
