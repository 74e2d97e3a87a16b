/* `fourfall backup` and `fourfall restore`: the data folder of a server to one file, and back. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "server/backup.h"

enum { TEXT_SIZE = 5000 };

static int result_print(bool is_done, const char *text)
{
    char line[TEXT_SIZE + 2];
    if (!is_done)
        return cli_fail(CLI_BAD_INPUT, "%s", text);
    int len = snprintf(line, sizeof line, "%s\n", text);
    return cli_print(line, (size_t)len);
}

/* Where the data is; one of them is null. */
struct backup_place {
    const char *folder, *database;
};

/* The URL is not repeated: it may have a password. */
static int refuse_database(void)
{
    return cli_fail(
        CLI_BAD_USAGE,
        "this command is for data folders; use pg_basebackup and archived WAL, or "
        "pg_dump, for PostgreSQL (docs/operations.md, \"Backup of a shared database\")");
}

static bool is_database(const struct backup_place *place)
{
    return place->database || (place->folder && (strncmp(place->folder, "postgres://", 11) == 0 ||
                                                 strncmp(place->folder, "postgresql://", 13) == 0));
}

static int read_names(const struct command *command, const struct option *options, int argc,
                      char **argv, const char **file, const struct backup_place *place)
{
    int count;
    int status = options_read(command, options, argc, argv, file, 1, &count);
    if (!status && is_database(place))
        return refuse_database();
    if (!status && !place->folder)
        return cli_fail(CLI_BAD_USAGE, "the data folder is missing: --data FOLDER (see --help)");
    if (!status && count == 0)
        return cli_fail(CLI_BAD_USAGE, "name the backup file");
    return status;
}

static int run_backup(int argc, char **argv)
{
    struct backup_place place = {NULL, NULL};
    const char *file = NULL;
    char text[TEXT_SIZE];
    const struct option options[] = {
        {"--data", &place.folder, NULL}, {"--database", &place.database, NULL}, {NULL, NULL, NULL}};
    int status = read_names(&command_backup, options, argc, argv, &file, &place);
    return status ? status
                  : result_print(backup_write(place.folder, file, text, sizeof text), text);
}

static int run_restore(int argc, char **argv)
{
    struct backup_place place = {NULL, NULL};
    const char *file = NULL;
    bool is_forced = false;
    char text[TEXT_SIZE];
    const struct option options[] = {{"--data", &place.folder, NULL},
                                     {"--database", &place.database, NULL},
                                     {"--force", NULL, &is_forced},
                                     {NULL, NULL, NULL}};
    int status = read_names(&command_restore, options, argc, argv, &file, &place);
    return status ? status
                  : result_print(backup_restore(file, place.folder, is_forced, text, sizeof text),
                                 text);
}

/* --database is accepted to be refused with advice; it is not listed. */
static const struct command_option backup_options[] = {
    {"--data", "FOLDER", NULL, "the data folder of a server"},
    {"--database", "URL", NULL, NULL},
    {NULL, NULL, NULL, NULL}};

const struct command command_backup = {
    "backup",
    "copy a server's data to a file",
    "--data FOLDER FILE",
    run_backup,
    .options = backup_options,
    .about =
        "Copies a server's data to a new file. The server may keep running: everything it has "
        "acknowledged so far is in the copy. The copy is checked and synced before it gets its "
        "name. A PostgreSQL database is backed up with PostgreSQL's own tools: see "
        "docs/operations.md.",
};

static const struct command_option restore_options[] = {
    {"--data", "FOLDER", NULL, "the data folder of a server; it is created if necessary"},
    {"--database", "URL", NULL, NULL},
    {"--force", NULL, NULL, "replace existing data; the old database is kept in the same folder"},
    {NULL, NULL, NULL, NULL}};

const struct command command_restore = {
    "restore",
    "restore a server's data from a backup",
    "FILE --data FOLDER [--force]",
    run_restore,
    .options = restore_options,
    .about = "Checks a backup and installs it as a server's data. The server must be stopped.",
};
