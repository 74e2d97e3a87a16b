/* `fourfall bench solver`: one number that tells whether a change altered what the search visits. */
#ifndef CLI_BENCH_SOLVER_H
#define CLI_BENCH_SOLVER_H

/* Solves a fixed list of positions and prints their nodes; the path may be null. Returns the exit
 * status. */
int bench_solver(const char *path);

#endif
