/* The command line of the load generator. */
#ifndef BENCH_LOAD_OPTIONS_H
#define BENCH_LOAD_OPTIONS_H

struct load_options;

/* Fills in the options. Ends the program for --help (status 0) and for a wrong command line (2). */
void options_read(struct load_options *out, int argc, char **argv);

#endif
