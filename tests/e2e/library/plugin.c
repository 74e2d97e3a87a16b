/* A shared object that contains libfourfall.a. */
#include <fourfall.h>

static uint64_t memory[FF_SOLVER_MIN / sizeof(uint64_t)];

/* The score of a position of 7x6, or FF_COLUMN_CLOSED if there is none. */
int plugin_score(const char *moves, size_t len);

int plugin_score(const char *moves, size_t len)
{
    ff_rules rules;
    ff_game game;
    ff_solver *solver;
    ff_solution solution;
    if (ff_notation_read(&game, &rules, moves, len, NULL) ||
        ff_solver_open(&solver, &rules, memory, sizeof memory) ||
        ff_solver_solve(solver, &game.position, &solution))
        return FF_COLUMN_CLOSED;
    return solution.low;
}
