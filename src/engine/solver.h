/* What the rest of the engine asks of the solver beyond the public calls. */
#ifndef ENGINE_SOLVER_H
#define ENGINE_SOLVER_H

#include "fourfall.h"

/* FF_OK, or FF_E_SOLVER_BOARD for a position on another board than the solver's. */
ff_err solver_check(const ff_solver *solver, const ff_position *position);

/* The score cut off to low..high, for those who know bounds already or need no more than one
 * answer: within s-1..s it says whether the score reaches s. Otherwise like ff_solver_solve. */
ff_err solver_solve_within(ff_solver *solver, const ff_position *position, int low, int high,
                           ff_solution *out);

#endif
