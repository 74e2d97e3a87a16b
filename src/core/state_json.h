/* The names both directions of the state's JSON must agree on. */
#ifndef CORE_STATE_JSON_H
#define CORE_STATE_JSON_H

#include "core/json.h"
#include "core/moment.h"
#include "core/state.h"

extern const char *const state_color_names[2]; /* by ff_color */

/* The cell that JSON and people see `index` cells after the top left one of a layer, and so on (see
 * ff_cell_from_top). */
int state_cell_shown_at(const ff_rules *rules, int index);

/* Row counted from the top, and column, of the move made last; false if no move is known. */
struct state_last_move {
    int row, column, seat;
};
bool state_last_move(struct state_last_move *out, const ff_state *state);

#endif
