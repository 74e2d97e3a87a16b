/* What a proof run needs before it can search: the network and the memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/large.h"
#include "cli/cli.h"
#include "cli/prove_open.h"

enum { NETWORK_BYTES_MAX = 4 << 20 };

/* Null, or why not. */
static const char *network_load(struct prove_memory *m, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return strerror(errno);
    m->file = malloc(NETWORK_BYTES_MAX);
    m->file_len = m->file ? fread(m->file, 1, NETWORK_BYTES_MAX, file) : 0;
    (void)fclose(file);
    size_t size = ff_network_size(m->file, m->file_len);
    m->network = size ? malloc(size) : NULL;
    if (size && !m->network)
        return "not enough memory";
    ff_err err =
        size ? ff_network_open(&m->opened, m->file, m->file_len, m->network, size) : FF_E_NETWORK;
    return err ? ff_err_text(err) : NULL;
}

/* The network beside the program, for its own board alone. */
static const char *network_default(char *path, size_t size)
{
    static const char *const places[] = {"../data/cube.net", "../share/fourfall/cube.net"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (cli_beside_program(path, size, places[i]))
            return path;
    return NULL;
}

int prove_open_network(struct prove_job *job, struct prove_memory *m, const char *named)
{
    char path[4096];
    const char *used = named ? named : network_default(path, sizeof path);
    if (!used || strcmp(used, "none") == 0)
        return 0;
    const char *problem = network_load(m, used);
    if (problem)
        return cli_fail(CLI_BAD_INPUT, "network %s: %s", used, problem);
    if (!ff_board_equal(m->opened->board, job->rules.board))
        return named ? cli_fail(CLI_BAD_INPUT, "network %s: %s", used, ff_err_text(FF_E_BOT_BOARD))
                     : 0;
    job->network = m->opened;
    job->network_checksum = network_checksum(m->file, m->file_len);
    return 0;
}

int prove_open_board(struct prove_job *job, struct prove_memory *m)
{
    m->lines = malloc(vcf_board_size(&job->rules));
    if (!m->lines)
        return cli_fail(CLI_BAD_INPUT, "not enough memory");
    vcf_board_init(&job->vcf, &job->rules, m->lines);
    prove_board_init(&job->board, &job->vcf);
    return 0;
}

int prove_open_table(struct prove_job *job, struct prove_memory *m, long megabytes)
{
    size_t size = (size_t)megabytes << 20;
    m->table = large_alloc(size);
    if (!m->table)
        return cli_fail(CLI_BAD_INPUT, "not enough memory for a table of %ld MB", megabytes);
    memset(m->table, 0, size);
    prove_table_open(&job->table, m->table, size);
    return 0;
}

void prove_memory_free(struct prove_memory *m)
{
    free(m->file);
    free(m->network);
    free(m->lines);
    free(m->table);
}
