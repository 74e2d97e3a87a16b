#ifndef ENGINE_THREATS_H
#define ENGINE_THREATS_H

#include "fourfall.h"

/* The columns, a bit each, into which a disc of this colour would complete a line if it were
 * dropped now, whoever is to move. None when the game is over. */
uint64_t threats_at_once(const ff_position *p, ff_color color);

/* Would a disc of this colour in an empty cell complete a line? The game is not over. */
bool threats_has(const ff_position *p, ff_color color, int column, int row);

#endif
