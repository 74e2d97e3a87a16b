/* The score of every column of a position, as far as a time limit lets the solver prove it. */
#ifndef CLI_COLUMN_SEARCH_H
#define CLI_COLUMN_SEARCH_H

#include "cli/search_limit.h"
#include "fourfall.h"

/* Bounds of a score, from the side to move; the score is exact where both are equal. */
struct column_bounds {
    bool is_open; /* a disc can be dropped here; else the bounds mean nothing */
    int low, high;
};

struct column_scores {
    struct column_bounds column[FF_SOLVER_COLUMNS];
    struct column_bounds best; /* of the position itself; is_open is true */
    int open, solved;          /* columns that take a disc, and those with an exact score */
    uint64_t nodes;
};

/* Searches until every score is exact or the limit is over. The columns share the time, so that an
 * easy one is not kept waiting by a hard one. FF_OK in both cases; FF_E_OVER and FF_E_SOLVER_BOARD
 * as ff_analyse. */
ff_err column_search(ff_solver *solver, const ff_position *position, struct search_limit *limit,
                     struct column_scores *out);

#endif
