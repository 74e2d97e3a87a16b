/* Shared by all subcommands: errors, options, and the game of the command line. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "fourfall.h"

/* Exit statuses: 0, or one of these after one line on stderr. */
enum {
    CLI_BAD_INPUT = 1,
    CLI_BAD_USAGE = 2,
    CLI_UNFINISHED = 3, /* a time limit ended the search; stdout has what was proven */
};

struct command {
    const char *name;
    const char *summary;               /* one line for the list */
    const char *usage;                 /* text of `fourfall NAME --help`; null: run prints it */
    int (*run)(int argc, char **argv); /* arguments after the name; returns the exit status */
};

extern const struct command command_serve, command_play, command_state, command_svg, command_perft,
    command_solve, command_analyse, command_review, command_match, command_book, command_bench,
    command_backup, command_restore, command_copy, command_health, command_moderator, command_prove;

/* Prints "fourfall: …" on stderr and returns `status`, for `return cli_fail(…)`. */
int cli_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes to stdout and flushes it; CLI_BAD_INPUT with a line on stderr if that fails. */
int cli_print(const char *text, size_t len);

/* The path of a file relative to the folder of this program; null if it cannot be read. */
const char *cli_beside_program(char *path, size_t size, const char *file);

/* An option `--name`, with a value (as the next argument or after '=') unless it is a flag. */
struct option {
    const char *name;
    const char **value;
    bool *flag;
};

/* Separates the arguments into options and at most `rest_max` others, counted in *rest_count; "--" ends
 * the options. Returns 0, or CLI_BAD_USAGE after an error message. */
int options_read(const struct option *options, int argc, char **argv, const char **rest,
                 int rest_max, int *rest_count);

/* A decimal integer between min and max; CLI_BAD_USAGE after an error message that begins with `name`. */
int option_number(long *out, const char *name, const char *text, long min, long max);

/* The rules of `--board B`, classic if null. */
int cli_rules(ff_rules *rules, const char *board);

/* The game of a text like "4453" or "5x5x5:mmgh". If `--board B` is given too, both boards must be the
 * same. The rules must outlive the game. */
int cli_game(ff_game *game, ff_rules *rules, const char *board, const char *moves);

#endif
