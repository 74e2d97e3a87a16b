/* The score of every column of a position, as far as a time limit lets the solver prove it. */
#ifndef CLI_COLUMN_SEARCH_H
#define CLI_COLUMN_SEARCH_H

#include "cli/search_limit.h"
#include "engine/report.h"

/* Searches until every score is exact or the limit is over. The columns share the time, so that an
 * easy one is not kept waiting by a hard one. FF_OK in both cases; FF_E_OVER and FF_E_SOLVER_BOARD
 * as ff_analyse. */
ff_err column_search(ff_solver *solver, const ff_position *position, struct search_limit *limit,
                     struct column_scores *out);

#endif
