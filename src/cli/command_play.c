#include "cli/cli.h"
#include "cli/play.h"

static int run(int argc, char **argv)
{
    const char *board = NULL, *moves = "";
    const struct option options[] = {{"--board", &board, NULL}, {NULL, NULL, NULL}};
    ff_rules rules;
    ff_game game;
    int count;
    int status = options_read(options, argc, argv, &moves, 1, &count);
    if (!status)
        status = cli_game(&game, &rules, board, moves);
    return status ? status : play_run(&game);
}

const struct command command_play = {"play", "a game for two in the terminal",
                                     "usage: fourfall play [--board B] [MOVES]\n\n"
                                     "A game for two players on one keyboard, from the start or "
                                     "after MOVES. In a terminal the board is\n"
                                     "drawn and the keys are shown below it; in a pipe each line "
                                     "is a move, a string of moves, or one of\n"
                                     "undo, redo, new, moves, help, quit.\n",
                                     run};
