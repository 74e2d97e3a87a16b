#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/role.h"
#include "store/schema.h"
#include "store/sqlite.h"

enum { BUSY_MS = 5000 };

/* An open database, and where to write what went wrong. */
struct role_file {
    sqlite3 *db;
    const char *path;
    char *problem;
};

static enum store_err fail(const struct role_file *file, enum store_err err, const char *why)
{
    (void)snprintf(file->problem, STORE_PROBLEM_SIZE, "%.300s: %s", file->path, why);
    return err;
}

static enum store_err fail_with_code(const struct role_file *file, int code)
{
    return fail(file, sqlite_err(code), file->db ? sqlite3_errmsg(file->db) : sqlite3_errstr(code));
}

/* Migrating a database is the server's task: it may be running, and an older one. */
static enum store_err check_version(const struct role_file *file)
{
    int64_t version = 0;
    enum store_err err =
        schema_check(file->db, schema_steps, schema_count, file->path, file->problem);
    if (err)
        return err;
    int code = sqlite_number(file->db, "PRAGMA user_version", &version);
    if (code)
        return fail_with_code(file, code);
    return version == schema_count
               ? STORE_OK
               : fail(file, STORE_E_MIGRATE,
                      "it was written by an older version; start this version's server once");
}

static enum store_err open_file(struct role_file *file)
{
    enum { FLAGS = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE };
    if (access(file->path, R_OK | W_OK) != 0)
        return fail(file, STORE_E_OPEN, strerror(errno));
    int code = sqlite3_open_v2(file->path, &file->db, FLAGS, NULL);
    if (!code)
        code = sqlite3_busy_timeout(file->db, BUSY_MS);
    return code ? fail_with_code(file, code) : check_version(file);
}

static enum store_err change(const struct role_file *file, const char *login,
                             enum account_role role)
{
    static const char sql[] = "UPDATE account SET role = ?1 WHERE login = ?2";
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(file->db, sql, -1, &statement, NULL);
    if (!code)
        code = sqlite3_bind_int(statement, 1, (int)role);
    if (!code)
        code = sqlite3_bind_text(statement, 2, login, -1, SQLITE_STATIC);
    if (!code)
        code = sqlite3_step(statement);
    enum store_err err = STORE_OK;
    if (code != SQLITE_DONE)
        err = fail_with_code(file, code);
    else if (sqlite3_changes(file->db) == 0)
        err = fail(file, STORE_E_MISSING, "no account has this login");
    (void)sqlite3_finalize(statement); /* repeats the code of the step */
    return err;
}

enum store_err role_set(const char *path, const char *login, enum account_role role,
                        char problem[STORE_PROBLEM_SIZE])
{
    struct role_file file = {.path = path, .problem = problem};
    problem[0] = '\0';
    enum store_err err = open_file(&file);
    if (!err)
        err = change(&file, login, role);
    (void)sqlite3_close_v2(file.db); /* everything is committed or rolled back */
    return err;
}

enum store_err role_list(const char *path, void (*each)(void *context, const char *login),
                         void *context, char problem[STORE_PROBLEM_SIZE])
{
    static const char sql[] =
        "SELECT login FROM account WHERE role = 1 AND login IS NOT NULL ORDER BY login";
    struct role_file file = {.path = path, .problem = problem};
    sqlite3_stmt *statement = NULL;
    problem[0] = '\0';
    enum store_err err = open_file(&file);
    int code = err ? SQLITE_DONE : sqlite3_prepare_v2(file.db, sql, -1, &statement, NULL);
    if (!err && !code)
        while ((code = sqlite3_step(statement)) == SQLITE_ROW)
            each(context, (const char *)sqlite3_column_text(statement, 0));
    if (!err && code != SQLITE_DONE)
        err = fail_with_code(&file, code);
    (void)sqlite3_finalize(statement); /* repeats the code of the step */
    (void)sqlite3_close_v2(file.db);
    return err;
}
