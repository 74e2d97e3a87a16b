/* Scripts that complete `fourfall` in a shell, written from the tables of the commands. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "base/buffer.h"
#include "cli/cli.h"
#include "cli/words.h"

/* Collects the script; the first error stays. */
struct completion {
    struct buffer *out;
    enum buffer_err err;
};

void completion_bash(struct completion *script);
void completion_zsh(struct completion *script);
void completion_fish(struct completion *script);

void completion_put(struct completion *script, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Text inside single quotes, with a backslash before each of `marks`. A quote is written as `quote`. */
void completion_put_quoted(struct completion *script, const char *text, const char *marks,
                           const char *quote);

/* Calls `visit` for every option of the command that is listed, its settings and --help among them. */
typedef void completion_visit(struct completion *script, const struct command *command,
                              const struct command_option *option);
void completion_each_option(struct completion *script, const struct command *command,
                            completion_visit *visit);

/* A FILE is among the arguments that are not options. */
bool completion_takes_file(const struct command *command);

#endif
