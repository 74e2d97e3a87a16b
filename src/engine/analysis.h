/* Questions about one position that analysis and review share. */
#ifndef ENGINE_ANALYSIS_H
#define ENGINE_ANALYSIS_H

#include "fourfall.h"

/* A column whose score is `best`, the exact score of the position: one that wins or blocks at once,
 * or else the most central one. The game is not over. Nodes are added to *nodes. */
ff_err analysis_best_column(ff_solver *solver, const ff_position *p, int best, int *column,
                            uint64_t *nodes);

/* The score, for the player who made it, of a move that ended the game in this position. */
int analysis_end_score(const ff_position *p);

#endif
