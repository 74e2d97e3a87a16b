#include "cli/cli.h"

static int run(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

static const struct command_option engine_options[] = {{NULL, NULL, NULL, NULL}};
const struct command command_engine = {"engine", "play for another program", "",
                                       run,      .options = engine_options,  .about = "x"};
