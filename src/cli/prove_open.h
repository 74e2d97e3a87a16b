/* Memory and network of a proof run. Each call returns 0, or an exit status after a message. */
#ifndef CLI_PROVE_OPEN_H
#define CLI_PROVE_OPEN_H

#include "cli/prove.h"

struct prove_memory {
    uint8_t *file; /* of the network */
    size_t file_len;
    void *network, *lines, *table;
    ff_network *opened;
};

/* Null: the network beside the program, if it is of this board; "none": the line potential. */
int prove_open_network(struct prove_job *job, struct prove_memory *memory, const char *named);
int prove_open_board(struct prove_job *job, struct prove_memory *memory);
int prove_open_table(struct prove_job *job, struct prove_memory *memory, long megabytes);
void prove_memory_free(struct prove_memory *memory);

#endif
