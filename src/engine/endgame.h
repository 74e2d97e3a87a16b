#ifndef ENGINE_ENDGAME_H
#define ENGINE_ENDGAME_H

#include "fourfall.h"

/* Proves the columns of an estimate that are still open where so few cells are left that all
 * continuations can be played through. Does nothing elsewhere. */
void endgame_prove(const ff_position *position, ff_estimate *estimate);

#endif
