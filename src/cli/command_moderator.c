/* `fourfall moderator`: who may moderate a server. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "server/moderators.h"

enum { PROBLEM_SIZE = 1024 };

static void print_login(void *context, const char *login)
{
    int *status = context;
    char line[64];
    int len = snprintf(line, sizeof line, "%s\n", login);
    if (!*status)
        *status = cli_print(line, (size_t)len);
}

static int run_list(const struct moderators_place *place)
{
    char problem[PROBLEM_SIZE];
    int status = 0;
    if (!moderators_list(place, print_login, &status, problem, sizeof problem))
        return cli_fail(CLI_BAD_INPUT, "%s", problem);
    return status;
}

static int run_change(const struct moderators_place *place, const char *login, bool is_moderator)
{
    char problem[PROBLEM_SIZE], line[128];
    if (!moderators_set(place, login, is_moderator, problem, sizeof problem))
        return cli_fail(CLI_BAD_INPUT, "%s", problem);
    int len = snprintf(line, sizeof line, "%.64s is %s moderator\n", login,
                       is_moderator ? "a" : "no longer a");
    return cli_print(line, (size_t)len);
}

static int run(int argc, char **argv)
{
    struct moderators_place place = {NULL, NULL, NULL};
    const char *words[2] = {NULL};
    const struct option options[] = {{"--data", &place.folder, NULL},
                                     {"--database", &place.database, NULL},
                                     {"--database-password", &place.password_path, NULL},
                                     {NULL, NULL, NULL}};
    int count;
    int status = options_read(&command_moderator, options, argc, argv, words, 2, &count);
    if (status)
        return status;
    if (!place.folder == !place.database)
        return cli_fail(CLI_BAD_USAGE, "say where: --data FOLDER or --database URL (see --help)");
    if (count == 1 && strcmp(words[0], "list") == 0)
        return run_list(&place);
    bool is_add = count == 2 && strcmp(words[0], "add") == 0;
    if (is_add || (count == 2 && strcmp(words[0], "remove") == 0))
        return run_change(&place, words[1], is_add);
    return cli_fail(CLI_BAD_USAGE, "say add LOGIN, remove LOGIN or list (see --help)");
}

static const struct command_option moderator_options[] = {
    {"--data", "FOLDER", NULL, "the data folder of a server"},
    {"--database", "URL", "postgres://",
     "the PostgreSQL database of several servers, in place of --data"},
    {"--database-password", "FILE", NULL, "a file with the password of the PostgreSQL database"},
    {NULL, NULL, NULL, NULL}};

const struct command command_moderator = {
    "moderator",
    "choose who may moderate a server",
    "--data FOLDER add LOGIN\n"
    "--data FOLDER remove LOGIN\n"
    "--data FOLDER list\n"
    "--database postgres://HOST/NAME [--database-password FILE] ...",
    run,
    .options = moderator_options,
    .words = "add|remove|list",
    .about =
        "A moderator is an account that may read the lists below /api/moderation. The server may "
        "keep running: the change applies to the next request.",
};
