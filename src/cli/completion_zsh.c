#include "cli/completion.h"

static const char above[] = "#compdef fourfall\n"
                            "# Completes fourfall in zsh. Written by `fourfall completion zsh`.\n"
                            "_fourfall()\n"
                            "{\n"
                            "    local curcontext=$curcontext state line\n"
                            "    typeset -A opt_args\n"
                            "    local -a commands\n"
                            "    commands=(\n";

static const char between[] =
    "        'help:show the help of a command'\n"
    "    )\n"
    "    _arguments -C '(- *)--help[list the commands]' '(- *)--version[show the version]' \\\n"
    "        '1:command:->command' '*::argument:->arguments'\n"
    "    case $state in\n"
    "    command)\n"
    "        _describe -t commands 'fourfall command' commands ;;\n"
    "    arguments)\n"
    "        case $line[1] in\n"
    "        help) _describe -t commands 'fourfall command' commands ;;\n";

static const char below[] = "        esac ;;\n"
                            "    esac\n"
                            "}\n"
                            "if [ \"$funcstack[1]\" = _fourfall ]; then\n"
                            "    _fourfall \"$@\"\n"
                            "else\n"
                            "    compdef _fourfall fourfall\n"
                            "fi\n";

static void put_text(struct completion *script, const char *text)
{
    completion_put_quoted(script, text, "\\[]:", "'\\''");
}

/* The action of _arguments for a value. */
static void put_action(struct completion *script, const char *words, const char *value)
{
    char list[WORDS_MAX];
    switch (words_write(list, words, value)) {
    case WORDS_LIST:
        completion_put(script, "(");
        put_text(script, list);
        completion_put(script, ")");
        break;
    case WORDS_FILES:
        completion_put(script, "_files");
        break;
    case WORDS_FOLDERS:
        completion_put(script, "_files -/");
        break;
    case WORDS_NONE:
        completion_put(script, " ");
    }
}

static void put_option(struct completion *script, const struct command *command,
                       const struct command_option *option)
{
    (void)command;
    completion_put(script, " \\\n            '%s%s[", option->name, option->value ? "=" : "");
    put_text(script, option->text);
    completion_put(script, "]");
    if (option->value) {
        completion_put(script, ":");
        put_text(script, option->value);
        completion_put(script, ":");
        put_action(script, option->words, option->value);
    }
    completion_put(script, "'");
}

static void put_command(struct completion *script, const struct command *command)
{
    completion_put(script, "        %s)\n            _arguments -S", command->name);
    completion_each_option(script, command, put_option);
    if (command->words) {
        completion_put(script, " \\\n            '1: :");
        put_action(script, command->words, NULL);
        completion_put(script, "'");
    }
    completion_put(script, " \\\n            '*: :%s' ;;\n",
                   completion_takes_file(command) ? "_files" : " ");
}

void completion_zsh(struct completion *script)
{
    completion_put(script, "%s", above);
    for (int i = 0; cli_commands[i]; i++) {
        completion_put(script, "        '%s:", cli_commands[i]->name);
        put_text(script, cli_commands[i]->summary);
        completion_put(script, "'\n");
    }
    completion_put(script, "%s", between);
    for (int i = 0; cli_commands[i]; i++)
        put_command(script, cli_commands[i]);
    completion_put(script, "%s", below);
}
