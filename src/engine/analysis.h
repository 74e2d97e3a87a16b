/* Calls that analysis and review share. */
#ifndef ENGINE_ANALYSIS_H
#define ENGINE_ANALYSIS_H

#include "fourfall.h"

/* A column with the score `best`, the exact score of the position: one that wins or blocks at once,
 * or else the most central one. The game must not be over. Adds to *nodes. */
ff_err analysis_best_column(ff_solver *solver, const ff_position *p, int best, int *column,
                            uint64_t *nodes);

/* The score of the move that ended the game here, for the player who made it. */
int analysis_end_score(const ff_position *p);

#endif
