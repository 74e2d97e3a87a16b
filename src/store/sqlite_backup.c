#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/sqlite.h"

/* The source is a connection of its own whose read transaction lasts from the first to the last
 * step. So the copy is the database of one moment, and commits between the steps neither get into it
 * nor make it start again. Until it is whole it is called path.part. */
struct backup {
    struct store_backup base;
    struct sqlite_store *store;
    sqlite3 *from, *to;
    sqlite3_backup *copy;
    char path[4096], part[4096 + 8];
};

static enum store_err fail_with_errno(struct backup *b, const char *path)
{
    enum store_err err = errno == ENOSPC   ? STORE_E_FULL
                         : errno == EROFS  ? STORE_E_READONLY
                         : errno == EACCES ? STORE_E_READONLY
                         : errno == EEXIST ? STORE_E_EXISTS
                                           : STORE_E_IO;
    (void)snprintf(b->store->problem, sizeof b->store->problem, "backup to %.300s: %s", path,
                   strerror(errno));
    return err;
}

static enum store_err fail_with_code(struct backup *b, sqlite3 *db, int code)
{
    enum store_err err = sqlite_err(code);
    (void)snprintf(b->store->problem, sizeof b->store->problem, "backup to %.300s: %s", b->path,
                   db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
    return err;
}

/* The rename would silently replace a file: so the name must be free. What an earlier backup left
 * unfinished is of no use to anybody. */
static enum store_err claim_name(struct backup *b, const char *path)
{
    if ((size_t)snprintf(b->path, sizeof b->path, "%s", path) >= sizeof b->path) {
        errno = ENAMETOOLONG;
        return fail_with_errno(b, "a path too long");
    }
    (void)snprintf(b->part, sizeof b->part, "%s.part", path);
    if (access(path, F_OK) == 0) {
        errno = EEXIST;
        return fail_with_errno(b, path);
    }
    int file = open(b->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return fail_with_errno(b, b->part);
    (void)close(file); /* nothing was written to it */
    return STORE_OK;
}

static enum store_err open_source(struct backup *b)
{
    enum { FLAGS = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE };
    int64_t tables;
    const char *path = sqlite3_db_filename(b->store->writer, "main");
    int code = sqlite3_open_v2(path, &b->from, FLAGS, NULL);
    if (!code)
        code = sqlite_exec(b->from, "BEGIN");
    if (!code) /* the transaction begins with the first reading */
        code = sqlite_number(b->from, "SELECT count(*) FROM sqlite_schema", &tables);
    return code ? fail_with_code(b, b->from, code) : STORE_OK;
}

static enum store_err open_target(struct backup *b)
{
    enum { FLAGS = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE };
    int code = sqlite3_open_v2(b->part, &b->to, FLAGS, NULL);
    if (code)
        return fail_with_code(b, b->to, code);
    b->copy = sqlite3_backup_init(b->to, "main", b->from, "main");
    return b->copy ? STORE_OK : fail_with_code(b, b->to, sqlite3_extended_errcode(b->to));
}

enum store_err sqlite_backup_begin(struct store *store, const char *path, struct store_backup **out)
{
    struct backup *b = calloc(1, sizeof *b);
    if (!b)
        return STORE_E_MEMORY;
    b->base.ops = store->ops;
    b->store = sqlite_of(store);
    enum store_err err = claim_name(b, path);
    if (err) {
        free(b); /* a file of that name is not ours to remove */
        return err;
    }
    err = open_source(b);
    if (!err)
        err = open_target(b);
    if (err)
        sqlite_backup_end(&b->base);
    else
        *out = &b->base;
    return err;
}

/* A name is durable when its folder is. */
static int sync_folder(const char *path)
{
    char folder[4096];
    (void)snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = 0;
    int file = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int result = fsync(file);
    (void)close(file); /* it was open for reading */
    return result;
}

static enum store_err finish(struct backup *b)
{
    int code = sqlite3_backup_finish(b->copy);
    b->copy = NULL;
    if (code)
        return fail_with_code(b, b->to, code);
    code = sqlite3_close(b->to);
    b->to = NULL;
    if (code)
        return fail_with_code(b, NULL, code);
    if (rename(b->part, b->path) != 0 || sync_folder(b->path) != 0)
        return fail_with_errno(b, b->path);
    b->part[0] = 0;
    return STORE_OK;
}

enum store_err sqlite_backup_step(struct store_backup *backup, int pages, bool *is_done)
{
    struct backup *b = (struct backup *)backup;
    int code = b->copy ? sqlite3_backup_step(b->copy, pages) : SQLITE_MISUSE;
    if (code == SQLITE_OK) {
        *is_done = false;
        return STORE_OK;
    }
    if (code != SQLITE_DONE)
        return fail_with_code(b, NULL, code);
    enum store_err err = finish(b);
    *is_done = !err;
    return err;
}

void sqlite_backup_end(struct store_backup *backup)
{
    struct backup *b = (struct backup *)backup;
    (void)sqlite3_backup_finish(
        b->copy); /* null after the last step; before it there is no result */
    (void)sqlite3_close_v2(b->to);
    (void)sqlite3_close_v2(b->from);
    if (b->part[0])
        (void)unlink(b->part);
    free(b);
}
