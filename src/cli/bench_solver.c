#include "cli/bench_solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/large.h"
#include "cli/cli.h"
#include "cli/exact.h"

/* Positions of the standard sets with their published scores: openings and middle games, easy and
 * hard, won, drawn and lost. */
static const struct {
    const char *moves;
    int score;
} positions[] = {
    {"1616621455211", 6},
    {"1215164456626", -4},
    {"43547622727711", -5},
    {"36317211227332", -1},
    {"32751571231557", -3},
    {"274552224131661", 0},
    {"6614446666373154", -4},
    {"54174711342446722", 2},
    {"54451332667341656", 0},
    {"576144672552167723", 3},
    {"5631441265612732", 2},
    {"753234545216725725513333", 2},
    {"31611637744667362222537", -2},
    {"22144426444", 15},
    {"7214747762562", 12},
    {"572657366", -12},
    {"613312261154", -2},
};

/* Prints the line of a position and adds its nodes to the total; fails if the score is wrong. */
static int bench_position(ff_solver *solver, const ff_rules *rules, size_t i, uint64_t *total)
{
    char line[128];
    ff_game game;
    ff_solution solution;
    const char *moves = positions[i].moves;
    ff_err err = ff_game_read(&game, rules, moves, strlen(moves), NULL);
    ff_solver_reset(solver);
    if (!err)
        err = ff_solver_solve(solver, &game.position, &solution);
    if (err)
        return cli_fail(CLI_BAD_INPUT, "%s: %s", moves, ff_err_text(err));
    if (solution.low != positions[i].score)
        return cli_fail(CLI_BAD_INPUT, "%s is %d, not %d", moves, solution.low, positions[i].score);
    *total += solution.nodes;
    int len = snprintf(line, sizeof line, "%-26s %3d %10llu\n", moves, solution.low,
                       (unsigned long long)solution.nodes);
    return cli_print(line, (size_t)len);
}

static int bench_positions(ff_solver *solver, const ff_rules *rules)
{
    char line[64];
    uint64_t total = 0;
    int status = 0;
    for (size_t i = 0; !status && i < sizeof positions / sizeof *positions; i++)
        status = bench_position(solver, rules, i, &total);
    if (status)
        return status;
    int len = snprintf(line, sizeof line, "Bench: %llu\n", (unsigned long long)total);
    return cli_print(line, (size_t)len);
}

int bench_solver(const char *path)
{
    ff_rules rules;
    ff_solver *solver = NULL;
    void *memory = large_alloc(FF_SOLVER_GOOD);
    if (!memory)
        return cli_fail(CLI_BAD_INPUT, "not enough memory for the solver");
    ff_err err = ff_rules_init(&rules, ff_classic);
    if (!err)
        err = ff_solver_open(&solver, &rules, memory, FF_SOLVER_GOOD);
    int status = err ? cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err)) : 0;
    if (!status)
        status = exact_use_path(solver, path);
    if (!status)
        status = bench_positions(solver, &rules);
    free(memory);
    return status;
}
