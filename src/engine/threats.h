#ifndef ENGINE_THREATS_H
#define ENGINE_THREATS_H

#include "fourfall.h"

/* The columns where a disc of this colour would complete a line now, one bit each, whichever side
 * is to move. None when the game is over. */
uint64_t threats_at_once(const ff_position *p, ff_color color);

/* Whether a disc of this colour in an empty cell would complete a line. The game must not be over.
 */
bool threats_has(const ff_position *p, ff_color color, int column, int row);

#endif
