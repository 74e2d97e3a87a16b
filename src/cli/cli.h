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
    /* A time limit or a signal ended the work; what was done is printed or saved. */
    CLI_UNFINISHED = 3,
};

/* An option as people see it. Help, manual pages and shell completion are written from these
 * tables; options_read refuses to work with an option that is missing here. Without words a shell offers
 * files for a FILE, folders for a FOLDER, else nothing. */
struct command_option {
    const char *name;  /* "--board" */
    const char *value; /* "B"; null: a flag */
    /* Values that a shell offers, "me|cpu" or a list of cli/words.h; null: it goes by `value`. */
    const char *words;
    const char *text; /* what it does; null: not listed */
};

/* Texts are paragraphs with an empty line between them; the writers break the lines. */
struct command {
    const char *name;
    const char *summary; /* one line for the list */
    const char *usage;   /* the forms of a call, one a line, without "fourfall NAME" */
    int (*run)(int argc, char **argv);    /* arguments after the name; returns the exit status */
    const struct command_option *options; /* ends with a null name */
    const char *words;                    /* of the first argument, "add|remove|list"; or null */
    const char *about, *notes;            /* above and below the options; notes may be null */
    bool has_settings;                    /* the settings of the server are options, too */
};

extern const struct command command_serve, command_play, command_state, command_svg, command_perft,
    command_solve, command_analyse, command_review, command_match, command_book, command_bench,
    command_backup, command_restore, command_copy, command_health, command_moderator, command_prove,
    command_engine, command_completion, command_man;

/* All commands in the order of the list; ends with null. */
extern const struct command *const cli_commands[];

/* Null if there is no command of this name. */
const struct command *cli_command_find(const char *name);

/* Prints "fourfall: …" on stderr and returns `status`, for `return cli_fail(…)`. */
int cli_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes to stdout and flushes it; CLI_BAD_INPUT with a line on stderr if that fails. */
int cli_print(const char *text, size_t len);

/* The monotonic clock. */
int64_t cli_now_ms(void);

/* The ending of a noun that is counted: "" for one, else "s". */
const char *cli_s(long count);

/* The path of a file relative to the folder of this program; null if it cannot be read. */
const char *cli_beside_program(char *path, size_t size, const char *file);

/* An option `--name`, with a value (as the next argument or after '=') unless it is a flag. */
struct option {
    const char *name;
    const char **value;
    bool *flag;
};

/* Separates the arguments into options and at most `rest_max` others, counted in *rest_count; "--" ends
 * the options. Returns 0, or CLI_BAD_USAGE after an error message. The options must be those of the
 * command's table. */
int options_read(const struct command *command, const struct option *options, int argc, char **argv,
                 const char **rest, int rest_max, int *rest_count);

/* A decimal integer between min and max; CLI_BAD_USAGE after an error message that begins with `name`. An
 * option that was not given (null) leaves *out alone. */
int option_number(long *out, const char *name, const char *text, long min, long max);

/* What a command line says of a game: options, and moves in notation. Unset options are null. */
struct game_words {
    const char *board, *variant, *moves;
    bool has_pie;
};

/* The rows of two of these options in a command's table. */
#define CLI_VARIANT_OPTIONS                                                                   \
    {"--variant", "V", "@variant",                                                            \
     "standard, popout, powerup, five, popten, misere, cylinder or turn (docs/variants.md)"}, \
    {                                                                                         \
        "--pie", NULL, NULL, "the second player may answer the first turn by swapping sides"  \
    }

/* The game of a text like "4453", "5x5x5:mmgh" or "popout:44-4". What options and text both name must be
 * the same. The rules must outlive the game. */
int cli_variant_game(ff_variant_game *game, ff_variant_rules *rules,
                     const struct game_words *words);

/* Whether the game is also one of the plain types, which has exact scores. */
bool cli_is_plain(const ff_variant_rules *rules);

/* The same game in the plain type. */
ff_game cli_plain_game(const ff_variant_game *game);

/* The rules of `--board B`, classic if null. */
int cli_rules(ff_rules *rules, const char *board);

/* The game of a text like "4453" or "5x5x5:mmgh". If `--board B` is given too, both boards must be the
 * same. The rules must outlive the game. */
int cli_game(ff_game *game, ff_rules *rules, const char *board, const char *moves);

#endif
