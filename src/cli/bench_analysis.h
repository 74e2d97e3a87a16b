/* `fourfall bench analysis`: how long all scores of a position take, by the number of discs. */
#ifndef CLI_BENCH_ANALYSIS_H
#define CLI_BENCH_ANALYSIS_H

enum { BENCH_GAMES = 1000 };

/* Analyses `games` positions of random games for every ply, with the program's book, and prints
 * median, 99th percentile and worst CPU time. Returns the exit status. */
int bench_analysis(int games);

#endif
