#include "cli/completion.h"

#include <string.h>

/* It needs nothing but bash itself. Bash makes the "=" of --level=easy a word of its own. */
static const char above[] =
    "# Completes fourfall in bash. Written by `fourfall completion bash`.\n"
    "_fourfall()\n"
    "{\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command=${COMP_WORDS[1]} options='' words='' files=''\n"
    "    COMPREPLY=()\n"
    "    if [ \"$current\" = = ]; then\n"
    "        current=\n"
    "    elif [ \"$before\" = = ]; then\n"
    "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n";

static const char below[] =
    "    if [[ $current == -* ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
    "        return\n"
    "    fi\n"
    "    [ \"$COMP_CWORD\" -gt 2 ] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
    "\"$current\")\n"
    "    if [ -n \"$files\" ] && [ ${#COMPREPLY[@]} -eq 0 ]; then\n"
    "        compopt -o filenames 2> /dev/null\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
    "    fi\n"
    "}\n"
    "complete -F _fourfall fourfall\n";

static void put_value(struct completion *script, const struct command *command,
                      const struct command_option *option)
{
    char words[WORDS_MAX];
    if (!option->value)
        return;
    enum words_kind kind = words_write(words, option->words, option->value);
    completion_put(script, "    '%s %s')\n", command->name, option->name);
    if (kind == WORDS_LIST)
        completion_put(
            script, "        mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$current\")\n", words);
    if (kind == WORDS_FILES || kind == WORDS_FOLDERS)
        completion_put(script,
                       "        compopt -o filenames 2> /dev/null\n"
                       "        mapfile -t COMPREPLY < <(compgen -%c -- \"$current\")\n",
                       kind == WORDS_FILES ? 'f' : 'd');
    completion_put(script, "        return ;;\n");
}

static void put_name(struct completion *script, const struct command *command,
                     const struct command_option *option)
{
    (void)command;
    completion_put(script, " %s", option->name);
}

static void put_command(struct completion *script, const struct command *command)
{
    char words[WORDS_MAX] = "";
    if (command->words)
        (void)words_write(words, command->words, NULL);
    completion_put(script, "    %s)\n        options='", command->name);
    completion_each_option(script, command, put_name);
    completion_put(script, "' words='%s' files=%s ;;\n", words,
                   completion_takes_file(command) ? "yes" : "");
}

void completion_bash(struct completion *script)
{
    char commands[WORDS_MAX];
    (void)words_write(commands, "@command", NULL);
    completion_put(script, "%s", above);
    completion_put(script,
                   "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                   "        mapfile -t COMPREPLY < <(compgen -W '%s help --help --version' -- "
                   "\"$current\")\n"
                   "        return\n"
                   "    fi\n"
                   "    case \"$command $before\" in\n",
                   commands);
    for (int i = 0; cli_commands[i]; i++)
        completion_each_option(script, cli_commands[i], put_value);
    completion_put(script, "    esac\n    case $command in\n    help) words='%s' ;;\n", commands);
    for (int i = 0; cli_commands[i]; i++)
        put_command(script, cli_commands[i]);
    completion_put(script, "    esac\n%s", below);
}
