/* Calls of the solver for the rest of the engine. */
#ifndef ENGINE_SOLVER_H
#define ENGINE_SOLVER_H

#include "fourfall.h"

/* The search is compiled several times. All paths visit the same nodes and differ only in speed.
 * SOLVER_GENERAL takes every board, the others take 7x6 alone. */
enum solver_path { SOLVER_GENERAL, SOLVER_PLAIN, SOLVER_AVX2, SOLVER_PATHS };

/* The fastest path for 7x6 on a processor with these extensions, a set of enum cpu_feature. A new
 * solver takes the one for this processor. */
enum solver_path solver_fastest_path(unsigned features);

/* Returns false and changes nothing if the board or the processor does not support the path. */
bool solver_use_path(ff_solver *solver, enum solver_path path);

/* Whether ff_solver_open takes this board. */
bool solver_takes(const ff_rules *rules);

/* Whether it takes this board and solves every position of it, the empty board too, within seconds.
 * On larger boards it finishes only late in a game. */
bool solver_finishes(const ff_rules *rules);

/* FF_E_SOLVER_BOARD if the position is on another board than the solver's. */
ff_err solver_check(const ff_solver *solver, const ff_position *position);

/* Looks the position up in the solver's book. Returns false and leaves *score alone if it is not
 * there. */
bool solver_book_score(const ff_solver *solver, const ff_position *position, int *score);

/* Like ff_solver_solve, with the score clamped to low..high. For callers that know bounds, or need
 * one answer: within s-1..s it tells whether the score reaches s. */
ff_err solver_solve_within(ff_solver *solver, const ff_position *position, int low, int high,
                           ff_solution *out);

#endif
