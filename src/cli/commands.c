#include <string.h>

#include "cli/cli.h"

const struct command *const cli_commands[] = {
    &command_serve,      &command_backup,    &command_restore,
    &command_copy,       &command_moderator, &command_health,
    &command_play,       &command_state,     &command_svg,
    &command_perft,      &command_solve,     &command_analyse,
    &command_review,     &command_match,     &command_prove,
    &command_book,       &command_bench,     &command_engine,
    &command_completion, &command_man,       NULL};

const struct command *cli_command_find(const char *name)
{
    for (int i = 0; cli_commands[i]; i++)
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    return NULL;
}
