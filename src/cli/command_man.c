#include <stdio.h>
#include <string.h>

#include "cli/command_text.h"
#include "cli/manual.h"

static int list(void)
{
    char text[1024];
    int len = snprintf(text, sizeof text, "fourfall\n");
    for (int i = 0; cli_commands[i]; i++)
        len +=
            snprintf(text + len, sizeof text - (size_t)len, "fourfall-%s\n", cli_commands[i]->name);
    return cli_print(text, (size_t)len);
}

static int run(int argc, char **argv)
{
    bool lists = false;
    const struct option options[] = {{"--list", NULL, &lists}, {NULL, NULL, NULL}};
    const char *name = "fourfall";
    int count;
    int status = options_read(&command_man, options, argc, argv, &name, 1, &count);
    if (status)
        return status;
    if (lists)
        return list();
    const struct command *command = cli_command_find(name);
    if (!command && strcmp(name, "fourfall") != 0)
        return cli_fail(CLI_BAD_USAGE, "unknown command '%s' (see fourfall --help)", name);
    struct buffer text = buffer_with_max(COMMAND_TEXT_MAX);
    enum buffer_err err = command ? manual_write_command(&text, command) : manual_write_all(&text);
    return command_text_print(err, &text);
}

static const struct command_option man_options[] = {
    {"--list", NULL, NULL, "the names of all pages, one a line"}, {NULL, NULL, NULL, NULL}};

const struct command command_man = {
    "man",
    "write a manual page",
    "[COMMAND]\n--list",
    run,
    .options = man_options,
    .words = "@command",
    .about =
        "Writes the manual page of a command, or of the whole program, to stdout, in the mdoc "
        "format: fourfall man solve | mandoc -a. `make install` and the Debian package install "
        "all of them: man fourfall-solve.",
};
