#include "server/data_copy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/alive.h"
#include "server/secret_file.h"
#include "store/lock_file.h"
#include "store/transfer.h"

enum { PATH_SIZE = 4096, PASSWORD_SIZE = 256, TIMEOUT_MS = 15000 };

_Static_assert((int)TRANSFER_PAUSES_MAX == (int)ALIVE_GAPS, "the pauses of a club fit both");

/* The folder, and where to write the result. */
struct club_move {
    const char *folder;
    struct store_postgres postgres;
    char *text;
    size_t size;
};

static bool fail(const struct club_move *job, const char *what, const char *why)
{
    (void)snprintf(job->text, job->size, "%s: %s", what, why);
    return false;
}

static bool path_of(char out[PATH_SIZE], const struct club_move *job, const char *name)
{
    if ((size_t)snprintf(out, PATH_SIZE, "%s/%s", job->folder, name) < PATH_SIZE)
        return true;
    return fail(job, "the data folder", strerror(ENAMETOOLONG));
}

static bool summarise(const struct club_move *job, const char *where,
                      const struct transfer_facts *facts)
{
    (void)snprintf(job->text, job->size, "%s: %lld players, %lld games, %lld rows, each compared",
                   where, (long long)facts->players, (long long)facts->games,
                   (long long)facts->rows);
    return true;
}

/* ---- from a folder ---- */

/* A folder without the file had no server yet. */
static bool read_pauses(const struct club_move *job, struct transfer_pauses *out)
{
    char path[PATH_SIZE];
    struct alive alive;
    *out = (struct transfer_pauses){0};
    if (!path_of(path, job, "alive"))
        return false;
    if (access(path, F_OK) != 0)
        return true;
    if (alive_open(&alive, path) != 0)
        return fail(job, path, strerror(errno));
    int64_t first = alive.count > ALIVE_GAPS ? alive.count - ALIVE_GAPS : 0;
    out->alive_ms = alive.last_ms;
    for (int64_t i = first; i < alive.count; i++)
        out->pause[out->count++] = (struct transfer_pause){alive.gap[i % ALIVE_GAPS].from_ms,
                                                           alive.gap[i % ALIVE_GAPS].to_ms};
    alive_close(&alive);
    return true;
}

static bool copy_there(const struct club_move *job)
{
    char path[PATH_SIZE], problem[STORE_PROBLEM_SIZE] = "";
    struct transfer_pauses pauses;
    struct transfer_facts facts;
    if (!read_pauses(job, &pauses) || !path_of(path, job, "fourfall.db"))
        return false;
    if (transfer_to_postgres(path, &job->postgres, &pauses, &facts, problem) != STORE_OK)
        return fail(job, "nothing was copied", problem);
    return summarise(job, "copied to PostgreSQL", &facts);
}

/* ---- to a folder ---- */

/* Root may copy, but the server runs as the owner of the folder. */
static void give_to_owner(const struct club_move *job, const char *path)
{
    struct stat status;
    if (geteuid() == 0 && stat(job->folder, &status) == 0)
        (void)!chown(path, status.st_uid, status.st_gid);
}

static bool write_pauses(const struct club_move *job, const struct transfer_pauses *pauses)
{
    char path[PATH_SIZE];
    struct alive alive = {.last_ms = pauses->alive_ms, .count = pauses->count};
    if (pauses->alive_ms == 0)
        return true;
    for (int i = 0; i < pauses->count; i++)
        alive.gap[i] = (struct alive_gap){pauses->pause[i].from_ms, pauses->pause[i].to_ms};
    if (!path_of(path, job, "alive"))
        return false;
    if (alive_write(&alive, path) != 0)
        return fail(job, path, strerror(errno));
    give_to_owner(job, path);
    return true;
}

static bool copy_back_locked(const struct club_move *job)
{
    char path[PATH_SIZE], problem[STORE_PROBLEM_SIZE] = "";
    struct transfer_pauses pauses;
    struct transfer_facts facts;
    if (!path_of(path, job, "fourfall.db"))
        return false;
    if (transfer_to_sqlite(&job->postgres, path, &pauses, &facts, problem) != STORE_OK)
        return fail(job, "nothing was copied", problem);
    give_to_owner(job, path);
    return write_pauses(job, &pauses) && summarise(job, job->folder, &facts);
}

static bool copy_back(const struct club_move *job)
{
    char path[PATH_SIZE];
    int lock = -1, owner = 0;
    if (mkdir(job->folder, 0700) != 0 && errno != EEXIST)
        return fail(job, job->folder, strerror(errno));
    if (!path_of(path, job, "fourfall.db.lock"))
        return false;
    enum lock_answer answer = lock_file_take(path, &lock, &owner);
    if (answer == LOCK_FAILED)
        return fail(job, path, strerror(errno));
    if (answer == LOCK_TAKEN)
        return fail(job, job->folder, "a server is using it; stop it first");
    give_to_owner(job, path);
    bool is_done = copy_back_locked(job);
    lock_file_give_back(lock);
    return is_done;
}

bool data_copy_is_address(const char *text)
{
    return strncmp(text, "postgres://", 11) == 0 || strncmp(text, "postgresql://", 13) == 0;
}

bool data_copy(const char *from, const char *to, const char *password_path, char *text, size_t size)
{
    char password[PASSWORD_SIZE];
    bool is_back = data_copy_is_address(from);
    const struct club_move job = {.folder = is_back ? to : from,
                                  .postgres = {.url = is_back ? from : to,
                                               .password = password_path ? password : NULL,
                                               .timeout_ms = TIMEOUT_MS},
                                  .text = text,
                                  .size = size};
    if (password_path && !secret_file_read(password, sizeof password, password_path, text, size))
        return false;
    return is_back ? copy_back(&job) : copy_there(&job);
}
