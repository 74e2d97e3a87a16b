#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/copy.h"
#include "store/schema.h"
#include "store/sqlite.h"

enum { BUSY_MS = 5000, PATH_MAX_BYTES = 4096 };

struct copying {
    sqlite3 *from, *to;
    const char *from_path, *to_path;
    char part[PATH_MAX_BYTES + 8];
    char *problem;
};

static enum store_err fail(const struct copying *c, enum store_err err, const char *path,
                           const char *why)
{
    (void)snprintf(c->problem, STORE_PROBLEM_SIZE, "%.400s: %s", path, why);
    return err;
}

static enum store_err fail_with_errno(const struct copying *c, const char *path)
{
    enum store_err err = errno == ENOSPC                     ? STORE_E_FULL
                         : errno == EROFS || errno == EACCES ? STORE_E_READONLY
                         : errno == EEXIST                   ? STORE_E_EXISTS
                                                             : STORE_E_IO;
    return fail(c, err, path, strerror(errno));
}

static enum store_err fail_with_code(const struct copying *c, sqlite3 *db, int code)
{
    return fail(c, sqlite_err(code), db == c->from ? c->from_path : c->part,
                db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
}

/* Creates the unfinished file, readable by its owner only. Replaces what an earlier try left. */
static enum store_err claim_name(struct copying *c)
{
    if ((size_t)snprintf(c->part, sizeof c->part, "%s.part", c->to_path) >= sizeof c->part)
        errno = ENAMETOOLONG;
    else
        errno = access(c->to_path, F_OK) == 0 ? EEXIST : 0;
    int file = errno ? -1 : open(c->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) {
        c->part[0] = '\0'; /* do not remove it in the end */
        return fail_with_errno(c, c->to_path);
    }
    (void)close(file); /* nothing was written to it */
    return STORE_OK;
}

/* The read transaction begins with the first read, in schema_check. From then on we see one moment of
 * the file. */
static enum store_err open_source(struct copying *c)
{
    enum { FLAGS = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE };
    int64_t tables = 0;
    if (access(c->from_path, R_OK) != 0)
        return fail_with_errno(c, c->from_path);
    int code = sqlite3_open_v2(c->from_path, &c->from, FLAGS, NULL);
    if (!code)
        code = sqlite3_busy_timeout(c->from, BUSY_MS);
    if (!code)
        code = sqlite_exec(c->from, "BEGIN");
    if (code)
        return fail_with_code(c, c->from, code);
    enum store_err err =
        schema_check(c->from, schema_steps, schema_count, c->from_path, c->problem);
    if (!err && !sqlite_number(c->from, "SELECT count(*) FROM sqlite_schema", &tables) && !tables)
        err = fail(c, STORE_E_NOT_OURS, c->from_path, "the file is empty");
    return err;
}

static enum store_err copy_pages(struct copying *c)
{
    enum { FLAGS = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE };
    int code = sqlite3_open_v2(c->part, &c->to, FLAGS, NULL);
    if (code)
        return fail_with_code(c, c->to, code);
    sqlite3_backup *backup = sqlite3_backup_init(c->to, "main", c->from, "main");
    if (!backup)
        return fail_with_code(c, c->to, sqlite3_extended_errcode(c->to));
    int step = sqlite3_backup_step(backup, -1);
    code = sqlite3_backup_finish(backup);
    if (!code && step != SQLITE_DONE)
        code = step;
    if (!code) /* so that the copy is one file and readable on a read-only disk */
        code = sqlite_exec(c->to, "PRAGMA journal_mode = DELETE");
    return code ? fail_with_code(c, c->to, code) : STORE_OK;
}

static enum store_err check(struct copying *c)
{
    sqlite3_stmt *statement = NULL;
    enum store_err err = STORE_OK;
    int code = sqlite3_prepare_v2(c->to, "PRAGMA integrity_check(1)", -1, &statement, NULL);
    if (!code)
        code = sqlite3_step(statement);
    if (code != SQLITE_ROW)
        err = fail_with_code(c, c->to, code);
    else if (strcmp((const char *)sqlite3_column_text(statement, 0), "ok") != 0)
        err =
            fail(c, STORE_E_CORRUPT, c->from_path, (const char *)sqlite3_column_text(statement, 0));
    (void)sqlite3_finalize(statement); /* repeats the code of the step */
    return err;
}

static enum store_err count(struct copying *c, struct copy_facts *facts)
{
    int code = sqlite_number(c->to, "PRAGMA user_version", &facts->version);
    if (!code)
        code = sqlite_number(c->to, "SELECT count(*) FROM player", &facts->players);
    if (!code)
        code = sqlite_number(c->to, "SELECT count(*) FROM game", &facts->games);
    return code ? fail_with_code(c, c->to, code) : STORE_OK;
}

static enum store_err put_note(struct copying *c, const struct copy_note *note)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite_exec(c->to, "DROP TABLE IF EXISTS backup_note;"
                                  "CREATE TABLE backup_note(taken_ms INTEGER, alive BLOB, "
                                  "push_key BLOB)");
    if (!code)
        code = sqlite3_prepare_v2(c->to, "INSERT INTO backup_note VALUES (?, ?, ?)", -1, &statement,
                                  NULL);
    if (!code)
        code = sqlite3_bind_int64(statement, 1, note->taken_ms);
    if (!code)
        code = sqlite3_bind_blob(statement, 2, note->bytes, (int)note->len, SQLITE_STATIC);
    if (!code)
        code = sqlite3_bind_blob(statement, 3, note->key, (int)note->key_len, SQLITE_STATIC);
    if (!code)
        code = sqlite3_step(statement);
    (void)sqlite3_finalize(statement); /* repeats the code of the step */
    return code == SQLITE_DONE ? STORE_OK : fail_with_code(c, c->to, code);
}

/* The length of the column's bytes, which are copied; 0 if they do not fit. */
static size_t take_bytes(uint8_t *out, size_t max, sqlite3_stmt *statement, int column)
{
    size_t len = (size_t)sqlite3_column_bytes(statement, column);
    if (len == 0 || len > max)
        return 0;
    memcpy(out, sqlite3_column_blob(statement, column), len);
    return len;
}

static enum store_err take_note(struct copying *c, struct copy_note *note)
{
    sqlite3_stmt *statement = NULL;
    /* Backups of older versions have no third column. */
    static const char sql[] = "SELECT * FROM backup_note LIMIT 1";
    memset(note, 0, sizeof *note);
    if (sqlite3_prepare_v2(c->to, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        note->taken_ms = sqlite3_column_int64(statement, 0);
        note->len = take_bytes(note->bytes, sizeof note->bytes, statement, 1);
        if (sqlite3_column_count(statement) > 2)
            note->key_len = take_bytes(note->key, sizeof note->key, statement, 2);
    }
    (void)sqlite3_finalize(statement);
    int code = sqlite_exec(c->to, "DROP TABLE IF EXISTS backup_note");
    return code ? fail_with_code(c, c->to, code) : STORE_OK;
}

bool copy_sync_folder(const char *path)
{
    char folder[PATH_MAX_BYTES];
    (void)snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int file = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return false;
    bool is_synced = fsync(file) == 0;
    (void)close(file); /* it was open for reading */
    return is_synced;
}

static enum store_err finish(struct copying *c)
{
    int code = sqlite3_close(c->to);
    c->to = NULL;
    if (code)
        return fail_with_code(c, NULL, code);
    if (rename(c->part, c->to_path) != 0)
        return fail_with_errno(c, c->to_path);
    c->part[0] = '\0';
    return copy_sync_folder(c->to_path) ? STORE_OK : fail_with_errno(c, c->to_path);
}

/* Copies all or nothing. `puts`: write the note into the copy; otherwise take it out. */
static enum store_err copy(struct copying *c, struct copy_note *note, bool puts,
                           struct copy_facts *facts)
{
    enum store_err err = claim_name(c);
    if (!err)
        err = open_source(c);
    if (!err)
        err = copy_pages(c);
    if (!err)
        err = check(c);
    if (!err)
        err = puts ? put_note(c, note) : take_note(c, note);
    if (!err)
        err = count(c, facts);
    if (!err)
        err = finish(c);
    (void)sqlite3_close_v2(c->to); /* still open only after a failure */
    (void)sqlite3_close_v2(c->from);
    if (c->part[0])
        (void)unlink(c->part);
    return err;
}

enum store_err copy_out(const char *from, const char *to, const struct copy_note *note,
                        struct copy_facts *facts, char problem[STORE_PROBLEM_SIZE])
{
    struct copying c = {.from_path = from, .to_path = to};
    struct copy_note written = *note;
    c.problem = problem;
    return copy(&c, &written, true, facts);
}

enum store_err copy_in(const char *from, const char *to, struct copy_note *note,
                       struct copy_facts *facts, char problem[STORE_PROBLEM_SIZE])
{
    struct copying c = {.from_path = from, .to_path = to};
    c.problem = problem;
    return copy(&c, note, false, facts);
}
