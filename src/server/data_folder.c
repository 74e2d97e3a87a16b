#include "server/data_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MS = 200, NAME_MAX_BYTES = 4096 };

static const char database[] = "fourfall.db";

static void file_name(char out[NAME_MAX_BYTES], const struct data_folder *folder, const char *name)
{
    (void)snprintf(out, NAME_MAX_BYTES, "%s/%s", folder->path, name);
}

static bool fail(const struct data_folder *folder, char *why, size_t why_size)
{
    (void)snprintf(why, why_size, "the data folder '%s': %s", folder->path, strerror(errno));
    return false;
}

static bool make_temporary(struct data_folder *folder)
{
    const char *parent = getenv("TMPDIR");
    (void)snprintf(folder->path, sizeof folder->path, "%s/fourfall-XXXXXX",
                   parent && *parent ? parent : "/tmp");
    folder->is_temporary = mkdtemp(folder->path) != NULL;
    return folder->is_temporary;
}

static bool make_folder(struct data_folder *folder, const char *path)
{
    if (!path)
        return make_temporary(folder);
    if ((size_t)snprintf(folder->path, sizeof folder->path, "%s", path) >= sizeof folder->path) {
        errno = ENAMETOOLONG;
        return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool data_folder_open(struct data_folder *folder, const char *path,
                      enum store_durability durability, char *why, size_t why_size)
{
    char name[NAME_MAX_BYTES], problem[STORE_PROBLEM_SIZE] = "";
    *folder = (struct data_folder){.alive = {.file = -1}};
    if (!make_folder(folder, path))
        return fail(folder, why, why_size);
    file_name(name, folder, database);
    struct store_options options = {.path = name, .durability = durability, .busy_ms = BUSY_MS};
    if (store_open_sqlite(&folder->store, &options, problem) != STORE_OK) {
        (void)snprintf(why, why_size, "%s", problem);
        return false;
    }
    file_name(name, folder, "alive");
    if (alive_open(&folder->alive, name) != 0)
        return fail(folder, why, why_size);
    return true;
}

static void remove_all(const struct data_folder *folder)
{
    static const char *const names[] = {"fourfall.db",      "fourfall.db-wal", "fourfall.db-shm",
                                        "fourfall.db.lock", "alive",           DATA_PUSH_KEY};
    char name[NAME_MAX_BYTES];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        file_name(name, folder, names[i]);
        (void)unlink(name); /* not all of them always exist */
    }
    (void)rmdir(folder->path);
}

void data_folder_close(struct data_folder *folder)
{
    store_close(folder->store);
    alive_close(&folder->alive);
    if (folder->is_temporary)
        remove_all(folder);
    *folder = (struct data_folder){.alive = {.file = -1}};
}
