/* From a proof to its strategy and its files, and from a compact strategy back. */
#ifndef CLI_PROVE_STRATEGY_H
#define CLI_PROVE_STRATEGY_H

#include "cli/prove.h"

struct prove_outputs {
    const char *table, *compact; /* files to write; null: none */
};

/* Walks through the proven lines, which gives each its last ply and its positions, and writes the
 * files. 0, or CLI_BAD_INPUT after a message: a proof with a gap is none. */
int prove_strategy_write(struct prove_job *job, struct prove_line *lines, int count,
                         const struct prove_outputs *outputs);

/* Reads a compact strategy, walks through all its lines, reports each on stdout. The job needs no
 * table. */
int prove_strategy_expand(struct prove_job *job, const char *path, const char *network,
                          const struct prove_outputs *outputs);

/* Reports a line on stdout. */
int prove_line_print(const struct prove_job *job, const struct prove_line *line);

#endif
