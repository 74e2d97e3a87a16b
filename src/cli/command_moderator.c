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

static int run_list(const struct moderators_at *at)
{
    char problem[PROBLEM_SIZE];
    int status = 0;
    if (!moderators_list(at, print_login, &status, problem, sizeof problem))
        return cli_fail(CLI_BAD_INPUT, "%s", problem);
    return status;
}

static int run_change(const struct moderators_at *at, const char *login, bool is_moderator)
{
    char problem[PROBLEM_SIZE], line[128];
    if (!moderators_set(at, login, is_moderator, problem, sizeof problem))
        return cli_fail(CLI_BAD_INPUT, "%s", problem);
    int len = snprintf(line, sizeof line, "%.64s is %s moderator\n", login,
                       is_moderator ? "a" : "no longer a");
    return cli_print(line, (size_t)len);
}

static int run(int argc, char **argv)
{
    struct moderators_at at = {0};
    const char *words[2] = {NULL};
    const struct option options[] = {{"--data", &at.folder, NULL},
                                     {"--database", &at.database, NULL},
                                     {"--database-password", &at.password_path, NULL},
                                     {NULL, NULL, NULL}};
    int count;
    int status = options_read(options, argc, argv, words, 2, &count);
    if (status)
        return status;
    if (!at.folder == !at.database)
        return cli_fail(CLI_BAD_USAGE, "say --data FOLDER or --database URL (see --help)");
    if (count == 1 && strcmp(words[0], "list") == 0)
        return run_list(&at);
    bool is_add = count == 2 && strcmp(words[0], "add") == 0;
    if (is_add || (count == 2 && strcmp(words[0], "remove") == 0))
        return run_change(&at, words[1], is_add);
    return cli_fail(CLI_BAD_USAGE, "say add LOGIN, remove LOGIN or list (see --help)");
}

const struct command command_moderator = {
    "moderator", "choose who may moderate a server",
    "usage: fourfall moderator --data FOLDER add LOGIN\n"
    "       fourfall moderator --data FOLDER remove LOGIN\n"
    "       fourfall moderator --data FOLDER list\n"
    "       fourfall moderator --database URL [--database-password FILE] add|remove|list "
    "[LOGIN]\n\n"
    "A moderator is an account that may read the lists below /api/moderation. The server may keep\n"
    "running: the change applies to the next request.\n",
    run};
