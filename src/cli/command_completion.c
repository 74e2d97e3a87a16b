#include <string.h>

#include "cli/command_text.h"
#include "cli/completion.h"

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*write)(struct completion *);
    } shells[] = {{"bash", completion_bash}, {"zsh", completion_zsh}, {"fish", completion_fish}};
    const struct option options[] = {{NULL, NULL, NULL}};
    const char *shell;
    int count;
    int status = options_read(&command_completion, options, argc, argv, &shell, 1, &count);
    if (status)
        return status;
    if (count == 0)
        return cli_fail(CLI_BAD_USAGE, "name a shell: bash, zsh or fish (see --help)");
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, shell) == 0) {
            struct buffer text = buffer_with_max(COMMAND_TEXT_MAX);
            struct completion script = {.out = &text};
            shells[i].write(&script);
            return command_text_print(script.err, &text);
        }
    return cli_fail(CLI_BAD_USAGE, "there is completion for bash, zsh and fish, not for '%s'",
                    shell);
}

static const struct command_option completion_options[] = {{NULL, NULL, NULL, NULL}};

const struct command command_completion = {
    "completion",
    "write a script that completes fourfall in a shell",
    "bash|zsh|fish",
    run,
    .options = completion_options,
    .words = "bash|zsh|fish",
    .about =
        "Writes a script to stdout that completes commands, options and their values. `make "
        "install` and the Debian package install it for all three shells. For one user:\n\n"
        "bash: fourfall completion bash > ~/.local/share/bash-completion/completions/fourfall\n\n"
        "zsh: fourfall completion zsh > _fourfall, in a folder of $fpath\n\n"
        "fish: fourfall completion fish > ~/.config/fish/completions/fourfall.fish",
};
