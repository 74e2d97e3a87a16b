/* `fourfall bench analysis`: the time for all scores of a position, by ply. */
#ifndef CLI_BENCH_ANALYSIS_H
#define CLI_BENCH_ANALYSIS_H

enum { BENCH_GAMES = 1000 };

/* Analyses `games` random positions of every ply with the program's book and prints median, 99th
 * percentile and worst CPU time. Returns the exit status. */
int bench_analysis(int games);

#endif
