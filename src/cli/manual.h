/* Manual pages in mdoc, written from the tables of the commands. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "base/buffer.h"
#include "cli/cli.h"

/* fourfall-COMMAND.1 */
enum buffer_err manual_write_command(struct buffer *out, const struct command *command);

/* fourfall.1: the commands, boards and moves, the environment, the exit statuses. */
enum buffer_err manual_write_all(struct buffer *out);

#endif
