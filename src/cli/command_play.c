#include "cli/cli.h"
#include "cli/play.h"

static int run(int argc, char **argv)
{
    const char *board = NULL;
    const struct option options[] = {{"--board", &board, NULL}, {NULL, NULL, NULL}};
    ff_rules rules;
    int count;
    int status = options_read(options, argc, argv, NULL, 0, &count);
    if (!status)
        status = cli_rules(&rules, board);
    return status ? status : play_run(&rules);
}

const struct command command_play = {
    "play", "a game for two in the terminal",
    "usage: fourfall play [--board B]\n\n"
    "A game for two players on one keyboard. In a terminal the board is drawn and the keys are "
    "shown below it; in a\n"
    "pipe each line is a move, a string of moves, or one of undo, redo, new, moves, help, quit.\n",
    run};
