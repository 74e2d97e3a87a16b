#include "store/schema.h"

#include <stdio.h>

#include "base/skeleton.h"
#include "store/sqlite.h"

struct identity {
    int64_t application, version, tables;
};

static int read_identity(sqlite3 *db, struct identity *out)
{
    int code = sqlite_number(db, "PRAGMA application_id", &out->application);
    if (!code)
        code = sqlite_number(db, "PRAGMA user_version", &out->version);
    if (!code)
        code = sqlite_number(db, "SELECT count(*) FROM sqlite_schema", &out->tables);
    return code;
}

static enum store_err not_ours(const char *path, const char *why, char *problem)
{
    (void)snprintf(problem, STORE_PROBLEM_SIZE, "%.300s is not a Fourfall database: %s", path, why);
    return STORE_E_NOT_OURS;
}

enum store_err schema_check(sqlite3 *db, const struct schema_step *steps, int count,
                            const char *path, char problem[STORE_PROBLEM_SIZE])
{
    struct identity is = {0, 0, 0};
    int known = steps[count - 1].version, code = read_identity(db, &is);
    if (code == SQLITE_NOTADB)
        return not_ours(path, "it is not an SQLite database", problem);
    if (code) {
        (void)snprintf(problem, STORE_PROBLEM_SIZE, "%.300s cannot be read: %s", path,
                       sqlite3_errmsg(db));
        return sqlite_err(code);
    }
    bool is_new = is.application == 0 && is.version == 0 && is.tables == 0;
    if (!is_new && is.application != SCHEMA_APPLICATION)
        return not_ours(path, "another program created it", problem);
    if (is.version <= known)
        return STORE_OK;
    (void)snprintf(problem, STORE_PROBLEM_SIZE,
                   "%.300s has schema version %lld, this program knows versions up to %d: "
                   "use the newer program, or a backup of version %d",
                   path, (long long)is.version, known, known);
    return STORE_E_NEWER;
}

/* skeleton(text): see base/skeleton.h. Null for null. */
static void skeleton_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *text = (const char *)sqlite3_value_text(values[0]);
    (void)count;
    if (text)
        sqlite3_result_int64(context, skeleton_hash(text));
    else
        sqlite3_result_null(context);
}

static int add_functions(sqlite3 *db)
{
    return sqlite3_create_function(db, "skeleton", 1,
                                   SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, NULL,
                                   skeleton_of, NULL, NULL);
}

static int apply(sqlite3 *db, const struct schema_step *step)
{
    int64_t version = 0;
    int code = sqlite_exec(db, "BEGIN IMMEDIATE");
    if (!code)
        code = sqlite_exec(db, step->sql);
    if (!code)
        code = sqlite_number(db, "PRAGMA user_version", &version);
    if (!code && version != step->version)
        code = SQLITE_MISMATCH; /* the step did not set its version */
    if (!code)
        code = sqlite_exec(db, "COMMIT");
    return code;
}

static enum store_err apply_failed(sqlite3 *db, const struct schema_step *step, int code,
                                   const char *path, char *problem)
{
    enum store_err err = sqlite_err(code);
    (void)snprintf(problem, STORE_PROBLEM_SIZE, "%.300s stays at schema version %d, %s failed: %s",
                   path, step->version - 1, step->file,
                   code == SQLITE_MISMATCH ? "it does not set its version" : sqlite3_errmsg(db));
    if (!sqlite3_get_autocommit(db))
        (void)sqlite_exec(db, "ROLLBACK"); /* if it fails, closing the file rolls back */
    return store_err_class(err) == STORE_RETRY ? err : STORE_E_MIGRATE;
}

enum store_err schema_migrate(sqlite3 *db, const struct schema_step *steps, int count,
                              const char *path, char problem[STORE_PROBLEM_SIZE])
{
    int64_t version = 0;
    int code = sqlite_number(db, "PRAGMA user_version", &version);
    if (!code)
        code = add_functions(db);
    if (code) {
        (void)snprintf(problem, STORE_PROBLEM_SIZE, "%.300s cannot be read: %s", path,
                       sqlite3_errmsg(db));
        return sqlite_err(code);
    }
    for (int i = 0; i < count; i++) {
        if (steps[i].version <= version)
            continue;
        code = apply(db, &steps[i]);
        if (code)
            return apply_failed(db, &steps[i], code, path, problem);
    }
    return STORE_OK;
}
