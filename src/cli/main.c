#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/command_text.h"

static int main_help(void)
{
    char text[4096];
    int len = snprintf(text, sizeof text,
                       "Fourfall %s: Connect Four on every board\n\n"
                       "usage: fourfall COMMAND [OPTIONS]\n\n",
                       FF_VERSION);
    for (int i = 0; cli_commands[i]; i++)
        len += snprintf(text + len, sizeof text - (size_t)len, "  %-10s %s\n",
                        cli_commands[i]->name, cli_commands[i]->summary);
    len += snprintf(
        text + len, sizeof text - (size_t)len,
        "\n  fourfall COMMAND --help   tells more about a command\n"
        "  fourfall --version        tells which version this is\n\n"
        "A board is WIDTHxHEIGHT or WIDTHxHEIGHTxDEPTH, with cN behind it to connect N "
        "instead of 4:\n"
        "7x6 (classic), 5x5x5 (cube), 9x7c5. A game is its string of columns, 1-9 or, "
        "on boards with\n"
        "more columns, a-zA-Z: 4453, 5x5x5:mmgh.\n\n"
        "The exit status is 0 on success, 1 if the input is wrong or the work failed, "
        "2 if the command\n"
        "line is wrong, and 3 if a time limit or Ctrl-C came first; solve --help has its own.\n");
    return cli_print(text, (size_t)len);
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static int command_help(const char *name)
{
    const struct command *command = cli_command_find(name);
    if (!command)
        return cli_fail(CLI_BAD_USAGE, "unknown command '%s' (see fourfall --help)", name);
    return command_text_help(command);
}

int main(int argc, char **argv)
{
    static const char version[] = "fourfall " FF_VERSION "\n";
    if (argc < 2)
        return cli_fail(CLI_BAD_USAGE, "no command given (see fourfall --help)");
    bool asks_version = strcmp(argv[1], "--version") == 0;
    bool asks_command = strcmp(argv[1], "help") == 0 && argc > 2;
    int most = asks_version ? 2 : asks_command ? 3 : argc;
    if (argc > most)
        return cli_fail(CLI_BAD_USAGE, "unexpected argument '%s' (see --help)", argv[most]);
    if (asks_version)
        return cli_print(version, strlen(version));
    if (asks_command)
        return command_help(argv[2]);
    if (strcmp(argv[1], "help") == 0 || asks_for_help(1, argv + 1))
        return main_help();
    const struct command *command = cli_command_find(argv[1]);
    if (!command)
        return cli_fail(CLI_BAD_USAGE, "unknown command '%s' (see fourfall --help)", argv[1]);
    if (asks_for_help(argc - 2, argv + 2))
        return command_text_help(command);
    return command->run(argc - 2, argv + 2);
}
