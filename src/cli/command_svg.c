#include "cli/cli.h"

static int run(int argc, char **argv)
{
    static char picture[FF_SVG_MAX];
    const char *board = NULL, *names[FF_PLAYERS] = {NULL, NULL}, *moves = "";
    const struct option options[] = {{"--board", &board, NULL},
                                     {"--red", &names[FF_RED], NULL},
                                     {"--yellow", &names[FF_YELLOW], NULL},
                                     {NULL, NULL, NULL}};
    ff_rules rules;
    ff_game game;
    int count;
    int status = options_read(&command_svg, options, argc, argv, &moves, 1, &count);
    if (!status)
        status = cli_game(&game, &rules, board, moves);
    if (status)
        return status;
    ff_text text = ff_text_on(picture, sizeof picture);
    ff_err err = ff_svg_write(&text, &game.position, names);
    if (err)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    return cli_print(picture, text.len);
}

static const struct command_option svg_options[] = {
    {"--board", "B", "@board", "the board (7x6), if MOVES does not begin with one"},
    {"--red", "NAME", NULL, "the player with the red discs, for the title"},
    {"--yellow", "NAME", NULL, "the player with the yellow discs"},
    {NULL, NULL, NULL, NULL}};

const struct command command_svg = {
    "svg",
    "write a picture of a position to stdout",
    "[--board B] [--red NAME] [--yellow NAME] [MOVES]",
    run,
    .options = svg_options,
    .about = "Draws the position after MOVES as SVG: flat boards from the front, deep boards layer "
             "by layer. "
             "The winning line is highlighted; the names are in the title.",
};
