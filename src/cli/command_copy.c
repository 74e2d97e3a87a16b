/* `fourfall copy`: a club moves from a data folder to PostgreSQL, or back. */
#include <stdio.h>

#include "cli/cli.h"
#include "server/data_copy.h"

enum { TEXT_SIZE = 5000 };

static int run(int argc, char **argv)
{
    const char *from = NULL, *to = NULL, *password = NULL;
    char text[TEXT_SIZE], line[TEXT_SIZE + 2];
    const struct option options[] = {{"--from", &from, NULL},
                                     {"--to", &to, NULL},
                                     {"--database-password", &password, NULL},
                                     {NULL, NULL, NULL}};
    int count;
    int status = options_read(&command_copy, options, argc, argv, NULL, 0, &count);
    if (status)
        return status;
    if (!from || !to)
        return cli_fail(CLI_BAD_USAGE, "say --from and --to (see --help)");
    if (data_copy_is_address(from) == data_copy_is_address(to))
        return cli_fail(CLI_BAD_USAGE, "one of --from and --to must be a data folder, the other "
                                       "an address like postgres://HOST/NAME");
    if (!data_copy(from, to, password, text, sizeof text))
        return cli_fail(CLI_BAD_INPUT, "%s", text);
    int len = snprintf(line, sizeof line, "%s\n", text);
    return cli_print(line, (size_t)len);
}

static const struct command_option copy_options[] = {
    {"--from", "PLACE", "@place", "a data folder, or an address like postgres://HOST/NAME"},
    {"--to", "PLACE", "@place", "the other kind: an empty database, or a folder without data"},
    {"--database-password", "FILE", NULL, "a file with the password of the PostgreSQL database"},
    {NULL, NULL, NULL, NULL}};

const struct command command_copy = {
    "copy",
    "move a server's data to PostgreSQL, or back",
    "--from FOLDER --to postgres://HOST/NAME [--database-password FILE]\n"
    "--from postgres://HOST/NAME --to FOLDER [--database-password FILE]",
    run,
    .options = copy_options,
    .about = "Copies all data of a server to the other kind of database, which must be empty (the "
             "folder must have no database), and compares it row by row. Everything is copied, or "
             "nothing. The source stays as it is. All servers must be stopped.",
};
