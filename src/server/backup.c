#include "server/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/data_folder.h"
#include "store/copy.h"
#include "store/lock_file.h"

enum { PATH_SIZE = 4096, NAME_SIZE = 48, WHEN_SIZE = 32 };

static const char database[] = "fourfall.db", alive[] = "alive";

/* A backup or a restore, and where to write its result. */
struct job {
    const char *folder, *file;
    char *text;
    size_t size;
};

static bool path_of(char out[PATH_SIZE], const struct job *job, const char *name, const char *end)
{
    if ((size_t)snprintf(out, PATH_SIZE, "%s/%s%s", job->folder, name, end) < PATH_SIZE)
        return true;
    (void)snprintf(job->text, job->size, "the data folder '%.200s…': %s", job->folder,
                   strerror(ENAMETOOLONG));
    return false;
}

static bool fail(const struct job *job, const char *path)
{
    (void)snprintf(job->text, job->size, "%s: %s", path, strerror(errno));
    return false;
}

static void write_time(char out[WHEN_SIZE], int64_t ms)
{
    struct tm parts;
    time_t seconds = (time_t)(ms / 1000);
    if (ms <= 0 || !gmtime_r(&seconds, &parts) ||
        strftime(out, WHEN_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        (void)snprintf(out, WHEN_SIZE, "an unknown time");
}

/* Reads the heartbeat file (see alive.h), which a backup includes. */
static void note_read(struct copy_note *note, const char *path)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    memset(note, 0, sizeof *note);
    if (file < 0)
        return; /* without it clocks show the time after their last moves */
    ssize_t len = read(file, note->bytes, sizeof note->bytes);
    if (len >= 0 && fstat(file, &status) == 0) {
        note->len = (size_t)len;
        note->taken_ms = (int64_t)status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1000000;
    }
    (void)close(file); /* it was open for reading */
}

/* A server with a key elsewhere (--push-key), or without push messages, has none in its folder. */
static bool key_read(const struct job *job, struct copy_note *note)
{
    char path[PATH_SIZE];
    if (!path_of(path, job, DATA_PUSH_KEY, ""))
        return false;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT || fail(job, path);
    ssize_t len = read(file, note->key, sizeof note->key);
    note->key_len = len > 0 ? (size_t)len : 0;
    bool is_read = len >= 0 || fail(job, path);
    (void)close(file); /* it was open for reading */
    return is_read;
}

bool backup_write(const char *folder, const char *file, char *text, size_t size)
{
    const struct job job = {folder, file, text, size};
    char path[PATH_SIZE], problem[STORE_PROBLEM_SIZE] = "";
    struct copy_note note;
    struct copy_facts facts;
    if (!path_of(path, &job, alive, ""))
        return false;
    note_read(&note, path);
    if (!key_read(&job, &note) || !path_of(path, &job, database, ""))
        return false;
    if (copy_out(path, file, &note, &facts, problem) != STORE_OK) {
        (void)snprintf(text, size, "no backup was made: %s", problem);
        return false;
    }
    (void)snprintf(text, size, "%s: %lld players, %lld games (schema version %lld)", file,
                   (long long)facts.players, (long long)facts.games, (long long)facts.version);
    return true;
}

/* Restoring */

/* Root may run the restore, but the server runs as the owner of the folder. */
static void give_to_owner(const struct job *job, const char *path)
{
    struct stat status;
    if (geteuid() == 0 && stat(job->folder, &status) == 0)
        (void)!chown(path, status.st_uid, status.st_gid);
}

static bool note_write(const struct job *job, const struct copy_note *note, const char *path)
{
    const struct timespec moment = {.tv_sec = (time_t)(note->taken_ms / 1000),
                                    .tv_nsec = note->taken_ms % 1000 * 1000000};
    const struct timespec times[] = {moment, moment};
    if (note->taken_ms <= 0)
        return unlink(path) == 0 || errno == ENOENT || fail(job, path);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return fail(job, path);
    bool is_written = write(file, note->bytes, note->len) == (ssize_t)note->len &&
                      futimens(file, times) == 0 && fsync(file) == 0;
    if (!is_written)
        (void)fail(job, path);
    give_to_owner(job, path);
    return close(file) == 0 && is_written;
}

/* The key that the restored subscriptions are bound to. A backup without one leaves the folder's key alone. */
static bool key_write(const struct job *job, const struct copy_note *note)
{
    char path[PATH_SIZE];
    if (note->key_len == 0)
        return true;
    if (!path_of(path, job, DATA_PUSH_KEY, ""))
        return false;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return fail(job, path);
    bool is_written = write(file, note->key, note->key_len) == (ssize_t)note->key_len &&
                      fchmod(file, 0600) == 0 && fsync(file) == 0;
    if (!is_written)
        (void)fail(job, path);
    give_to_owner(job, path);
    return close(file) == 0 && is_written;
}

/* Finds a free name for the old database: the time, and a number if that name is taken. */
static bool name_old(const struct job *job, char name[NAME_SIZE])
{
    enum { TRIES = 100 };
    char path[PATH_SIZE], when[WHEN_SIZE];
    struct tm parts;
    time_t now = time(NULL);
    if (!gmtime_r(&now, &parts) ||
        strftime(when, sizeof when, "fourfall.db.%Y%m%dT%H%M%SZ", &parts) == 0)
        return fail(job, job->folder);
    (void)snprintf(name, NAME_SIZE, "%s", when);
    for (int i = 2; path_of(path, job, name, "") && i < TRIES; i++) {
        if (access(path, F_OK) != 0)
            return true;
        (void)snprintf(name, NAME_SIZE, "%s-%d", when, i);
    }
    errno = EEXIST;
    return fail(job, name);
}

/* Renames the old database and its write-ahead log, which holds the last moves. The shared-memory
 * file holds no data and is removed. */
static bool rename_old(const struct job *job, char name[NAME_SIZE])
{
    static const char *const ends[] = {"", "-wal"};
    char from[PATH_SIZE], to[PATH_SIZE];
    if (!name_old(job, name))
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (!path_of(from, job, database, ends[i]) || !path_of(to, job, name, ends[i]))
            return false;
        if (rename(from, to) != 0 && errno != ENOENT)
            return fail(job, from);
    }
    if (!path_of(from, job, database, "-shm"))
        return false;
    return unlink(from) == 0 || errno == ENOENT || fail(job, from);
}

static bool replace(const struct job *job, const struct copy_note *note, const char *fresh,
                    bool has_old, char old_name[NAME_SIZE])
{
    char path[PATH_SIZE];
    if (has_old && !rename_old(job, old_name))
        return false;
    if (!path_of(path, job, alive, "") || !note_write(job, note, path) || !key_write(job, note) ||
        !path_of(path, job, database, ""))
        return false;
    give_to_owner(job, fresh);
    return (rename(fresh, path) == 0 && copy_sync_folder(path)) || fail(job, path);
}

/* Prepares the restored database next to the old one before touching that. */
static bool restore(const struct job *job, bool has_old)
{
    char fresh[PATH_SIZE], problem[STORE_PROBLEM_SIZE] = "", old_name[NAME_SIZE] = "",
                           when[WHEN_SIZE];
    struct copy_note note;
    struct copy_facts facts;
    if (!path_of(fresh, job, database, ".restored"))
        return false;
    (void)unlink(fresh); /* left by an earlier attempt */
    if (copy_in(job->file, fresh, &note, &facts, problem) != STORE_OK) {
        (void)snprintf(job->text, job->size, "nothing was restored: %s", problem);
        return false;
    }
    if (!replace(job, &note, fresh, has_old, old_name))
        return false;
    write_time(when, note.taken_ms);
    (void)snprintf(job->text, job->size,
                   "%s: %lld players, %lld games as of %s (schema version %lld)%s%s", job->folder,
                   (long long)facts.players, (long long)facts.games, when, (long long)facts.version,
                   has_old ? "; the old database is now " : "", old_name);
    return true;
}

static bool restore_locked(const struct job *job, bool is_forced)
{
    char path[PATH_SIZE];
    if (!path_of(path, job, database, ""))
        return false;
    bool has_old = access(path, F_OK) == 0;
    if (has_old && !is_forced) {
        (void)snprintf(job->text, job->size,
                       "%s already exists; --force replaces it and keeps the old one", path);
        return false;
    }
    return restore(job, has_old);
}

bool backup_restore(const char *file, const char *folder, bool is_forced, char *text, size_t size)
{
    const struct job job = {folder, file, text, size};
    char path[PATH_SIZE];
    int lock = -1, owner = 0;
    if (access(file, R_OK) != 0)
        return fail(&job, file);
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return fail(&job, folder);
    if (!path_of(path, &job, database, ".lock"))
        return false;
    enum lock_answer answer = lock_file_take(path, &lock, &owner);
    if (answer == LOCK_FAILED)
        return fail(&job, path);
    if (answer == LOCK_TAKEN) {
        (void)snprintf(text, size, "a server is using '%s' (process id %d); stop it first", folder,
                       owner);
        return false;
    }
    give_to_owner(&job, path);
    bool is_done = restore_locked(&job, is_forced);
    lock_file_give_back(lock);
    return is_done;
}
