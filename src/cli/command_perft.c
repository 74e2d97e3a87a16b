#include <inttypes.h>
#include <stdio.h>

#include "cli/cli.h"

/* A plain game is counted in its own type, which is faster. */
static uint64_t count_moves(const ff_variant_game *game, int ply)
{
    if (!cli_is_plain(game->position.rules))
        return ff_variant_perft(game, ply);
    ff_game plain = cli_plain_game(game);
    return ff_perft(&plain.position, ply);
}

static int perft_print(const ff_variant_game *game, int depth)
{
    for (int ply = 1; ply <= depth; ply++) {
        char line[48];
        int len = snprintf(line, sizeof line, "%d %" PRIu64 "\n", ply, count_moves(game, ply));
        int status = cli_print(line, (size_t)len);
        if (status)
            return status;
    }
    return 0;
}

static int run(int argc, char **argv)
{
    struct game_words words = {.moves = ""};
    const char *rest[2];
    const struct option options[] = {{"--board", &words.board, NULL},
                                     {"--variant", &words.variant, NULL},
                                     {"--pie", NULL, &words.has_pie},
                                     {NULL, NULL, NULL}};
    ff_variant_rules rules;
    ff_variant_game game;
    long depth;
    int count;
    int status = options_read(&command_perft, options, argc, argv, rest, 2, &count);
    if (status)
        return status;
    if (count == 0)
        return cli_fail(CLI_BAD_USAGE, "perft needs a depth (see fourfall perft --help)");
    if (count == 2)
        words.moves = rest[1];
    status = cli_variant_game(&game, &rules, &words);
    if (status)
        return status;
    int longest = cli_is_plain(&rules) ? rules.upright.cells : FF_PLIES_MAX;
    status = option_number(&depth, "the depth", rest[0], 1, longest);
    return status ? status : perft_print(&game, (int)depth);
}

static const struct command_option perft_options[] = {
    {"--board", "B", "@board", "the board (7x6, or the variant's own)"},
    CLI_VARIANT_OPTIONS,
    {NULL, NULL, NULL, NULL}};

const struct command command_perft = {
    "perft",
    "count the move sequences to each ply",
    "[--board B] [--variant V] [--pie] DEPTH [MOVES]",
    run,
    .options = perft_options,
    .about =
        "Prints a line PLY COUNT for each ply from 1 to DEPTH: the number of move sequences of "
        "that length from the start, or from the position after MOVES. A game ends at a win. On "
        "7x6 the counts begin 7, 49, 343, 2401, 16807, 117649, 823536; in popout 7, 49, 392, "
        "3087.",
};
