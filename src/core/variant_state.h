/* What the reader and the writer of a variant's game in JSON share. */
#ifndef CORE_VARIANT_STATE_H
#define CORE_VARIANT_STATE_H

#include "fourfall.h"

/* The last move; row and column are -1 for a move of the whole board. The row counts from the top. */
struct variant_last_move {
    ff_action action;
    int row, column, player;
};

/* What a move is refused with; the names in braces are those of core/move.h. */
const char *variant_fault_text(ff_err err);

/* False if there is no move. */
bool variant_last_move(struct variant_last_move *out, const ff_variant_game *game);

#endif
