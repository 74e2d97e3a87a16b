#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* Finds the option of an argument, with or without "=value"; null if there is none. */
static const struct option *option_find(const struct option *options, const char *argument)
{
    size_t len = strcspn(argument, "=");
    for (; options->name; options++)
        if (strlen(options->name) == len && strncmp(options->name, argument, len) == 0)
            return options;
    return NULL;
}

/* Reads the option at argv[*at] and its value. *at becomes the last argument used. */
static int option_take(const struct option *options, int argc, char **argv, int *at)
{
    const char *argument = argv[*at];
    const struct option *option = option_find(options, argument);
    if (!option)
        return cli_fail(CLI_BAD_USAGE, "unknown option '%s' (see --help)", argument);
    const char *equals = strchr(argument, '=');
    if (option->flag) {
        *option->flag = true;
        return equals ? cli_fail(CLI_BAD_USAGE, "option '%s' takes no value", option->name) : 0;
    }
    if (!equals && *at + 1 == argc)
        return cli_fail(CLI_BAD_USAGE, "option '%s' needs a value", option->name);
    *option->value = equals ? equals + 1 : argv[++*at];
    return 0;
}

/* Both tables have the same options: what help promises is read, and what is read has help. */
static bool tables_agree(const struct command_option *listed, const struct option *read)
{
    int count = 0;
    for (int i = 0; listed[i].name; i++, count++) {
        const struct option *option = option_find(read, listed[i].name);
        if (!option || !option->flag != (listed[i].value != NULL))
            return false;
    }
    for (int i = 0; read[i].name; i++)
        count--;
    return count == 0;
}

int options_read(const struct command *command, const struct option *options, int argc, char **argv,
                 const char **rest, int rest_max, int *rest_count)
{
    bool has_ended = false;
    *rest_count = 0;
    if (!command->options || !tables_agree(command->options, options))
        return cli_fail(CLI_BAD_USAGE,
                        "a defect of this program: the options of '%s' are not those "
                        "of its table",
                        command->name);
    for (int i = 0; i < argc; i++) {
        int status = 0;
        if (!has_ended && strcmp(argv[i], "--") == 0)
            has_ended = true;
        else if (!has_ended && strncmp(argv[i], "--", 2) == 0)
            status = option_take(options, argc, argv, &i);
        else if (*rest_count == rest_max)
            status = cli_fail(CLI_BAD_USAGE, "unexpected argument '%s' (see --help)", argv[i]);
        else
            rest[(*rest_count)++] = argv[i];
        if (status)
            return status;
    }
    return 0;
}

int option_number(long *out, const char *name, const char *text, long min, long max)
{
    char *end;
    if (!text)
        return 0;
    errno = 0;
    long number = strtol(text, &end, 10);
    bool is_decimal = text[0] == '-' || (text[0] >= '0' && text[0] <= '9');
    if (!is_decimal || *end || end == text || errno || number < min || number > max)
        return cli_fail(CLI_BAD_USAGE, "%s must be a whole number between %ld and %ld, not '%s'",
                        name, min, max, text);
    *out = number;
    return 0;
}
