/* `fourfall bench solver`: one number that shows whether a change altered the nodes visited. */
#ifndef CLI_BENCH_SOLVER_H
#define CLI_BENCH_SOLVER_H

/* Solves a fixed list of positions and prints their nodes. A null path is the default
 * one. Returns the exit status. */
int bench_solver(const char *path);

#endif
