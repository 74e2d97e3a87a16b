#include "cli/network_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { FILE_MAX = 4 << 20 };

/* Reads the whole file into memory of its own; the problem, or null. */
static const char *network_read(struct network_memory *network, const char *path)
{
    FILE *in = fopen(path, "rb");
    uint8_t *bytes = in ? malloc(FILE_MAX) : NULL;
    size_t len = bytes ? fread(bytes, 1, FILE_MAX, in) : 0;
    const char *problem = in && !ferror(in) ? NULL : strerror(errno);
    if (in)
        (void)fclose(in);
    size_t size = problem ? 0 : ff_network_size(bytes, len);
    network->memory = size ? malloc(size) : NULL;
    if (!problem) {
        ff_err err = size == 0         ? FF_E_NETWORK
                     : network->memory ? ff_network_open(&network->network, bytes, len,
                                                         network->memory, size)
                                       : FF_E_NETWORK_MEMORY;
        problem = err ? ff_err_text(err) : NULL;
    }
    free(bytes);
    return problem;
}

int network_memory_open(struct network_memory *network, const ff_rules *rules)
{
    char path[4096];
    const char *named = getenv("FOURFALL_NETWORK");
    *network = (struct network_memory){NULL, NULL};
    if (rules && !ff_board_equal(rules->board, ff_cube))
        return 0;
    if (!named)
        named = cli_beside_program(path, sizeof path, "../data/cube.net");
    if (!named)
        named = cli_beside_program(path, sizeof path, "../share/fourfall/cube.net");
    if (!named && rules)
        (void)cli_fail(0, "there is no cube.net beside the program: the computer plays the cube "
                          "without its network, which is weaker");
    if (!named)
        return 0;
    const char *problem = network_read(network, named);
    if (!problem)
        return 0;
    network_memory_close(network);
    return cli_fail(CLI_BAD_INPUT, "network %s: %s", named, problem);
}

void network_memory_close(struct network_memory *network)
{
    free(network->memory);
    *network = (struct network_memory){NULL, NULL};
}
