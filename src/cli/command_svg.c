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
    int status = options_read(options, argc, argv, &moves, 1, &count);
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

const struct command command_svg = {
    "svg", "write a picture of a position to stdout",
    "usage: fourfall svg [--board B] [--red NAME] [--yellow NAME] [MOVES]\n\n"
    "Draws the position after MOVES as SVG: flat boards from the front, deep boards layer by "
    "layer. "
    "The winning line is\n"
    "highlighted; the names are in the title.\n",
    run};
