#include "cli/completion.h"

static const char above[] =
    "# Completes fourfall in fish. Written by `fourfall completion fish`.\n"
    "complete -c fourfall -f\n"
    "complete -c fourfall -n __fish_use_subcommand -l help -d 'list the commands'\n"
    "complete -c fourfall -n __fish_use_subcommand -l version -d 'show the version'\n";

static void put_text(struct completion *script, const char *text)
{
    completion_put(script, "'");
    completion_put_quoted(script, text, "\\", "\\'");
    completion_put(script, "'");
}

static void put_head(struct completion *script, const struct command *command)
{
    completion_put(script, "complete -c fourfall -n '__fish_seen_subcommand_from %s'",
                   command->name);
}

static void put_value(struct completion *script, const struct command_option *option)
{
    char words[WORDS_MAX];
    switch (words_write(words, option->words, option->value)) {
    case WORDS_LIST:
        completion_put(script, " -x -a '%s'", words);
        break;
    case WORDS_FILES:
        completion_put(script, " -r -F");
        break;
    case WORDS_FOLDERS:
        completion_put(script, " -x -a '(__fish_complete_directories)'");
        break;
    case WORDS_NONE:
        completion_put(script, " -x");
    }
}

static void put_option(struct completion *script, const struct command *command,
                       const struct command_option *option)
{
    put_head(script, command);
    completion_put(script, " -l %s", option->name + 2);
    if (option->value)
        put_value(script, option);
    completion_put(script, " -d ");
    put_text(script, option->text);
    completion_put(script, "\n");
}

static void put_command(struct completion *script, const struct command *command)
{
    char words[WORDS_MAX];
    completion_put(script, "complete -c fourfall -n __fish_use_subcommand -a %s -d ",
                   command->name);
    put_text(script, command->summary);
    completion_put(script, "\n");
    if (command->words) {
        (void)words_write(words, command->words, NULL);
        put_head(script, command);
        completion_put(script, " -a '%s'\n", words);
    }
    if (completion_takes_file(command)) {
        put_head(script, command);
        completion_put(script, " -F\n");
    }
    completion_each_option(script, command, put_option);
}

void completion_fish(struct completion *script)
{
    char commands[WORDS_MAX];
    (void)words_write(commands, "@command", NULL);
    completion_put(script, "%s", above);
    completion_put(script,
                   "complete -c fourfall -n __fish_use_subcommand -a help -d 'show the help of a "
                   "command'\n"
                   "complete -c fourfall -n '__fish_seen_subcommand_from help' -a '%s'\n",
                   commands);
    for (int i = 0; cli_commands[i]; i++)
        put_command(script, cli_commands[i]);
}
