#include <inttypes.h>
#include <stdio.h>

#include "cli/cli.h"

static int perft_print(const ff_position *start, int depth)
{
    for (int ply = 1; ply <= depth; ply++) {
        char line[48];
        int len = snprintf(line, sizeof line, "%d %" PRIu64 "\n", ply, ff_perft(start, ply));
        int status = cli_print(line, (size_t)len);
        if (status)
            return status;
    }
    return 0;
}

static int run(int argc, char **argv)
{
    const char *board = NULL, *rest[1];
    const struct option options[] = {{"--board", &board, NULL}, {NULL, NULL, NULL}};
    ff_rules rules;
    long depth;
    int count;
    int status = options_read(&command_perft, options, argc, argv, rest, 1, &count);
    if (status)
        return status;
    if (count == 0)
        return cli_fail(CLI_BAD_USAGE, "perft needs a depth (see fourfall perft --help)");
    status = cli_rules(&rules, board);
    if (status)
        return status;
    status = option_number(&depth, "the depth", rest[0], 1, rules.cells);
    if (status)
        return status;
    ff_position start = ff_position_start(&rules);
    return perft_print(&start, (int)depth);
}

static const struct command_option perft_options[] = {{"--board", "B", "@board", "the board (7x6)"},
                                                      {NULL, NULL, NULL, NULL}};

const struct command command_perft = {
    "perft",
    "count the move sequences to each ply",
    "[--board B] DEPTH",
    run,
    .options = perft_options,
    .about = "Prints a line PLY COUNT for each ply from 1 to DEPTH: the number of move sequences "
             "of that "
             "length. A game ends at a win. On 7x6 the counts begin 7, 49, 343, 2401, 16807, "
             "117649, 823536.",
};
