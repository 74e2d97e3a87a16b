/* The text of `fourfall COMMAND --help`, from the command's table. */
#ifndef CLI_COMMAND_TEXT_H
#define CLI_COMMAND_TEXT_H

#include "base/buffer.h"
#include "cli/cli.h"

enum { COMMAND_TEXT_MAX = 64 * 1024 };

/* Prints the help of a command; returns the exit status. */
int command_text_help(const struct command *command);

/* Prints the buffer and frees it; an error in writing it is reported. Returns the exit status. */
int command_text_print(enum buffer_err err, struct buffer *text);

#endif
