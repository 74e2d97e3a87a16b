/* The tables of a PostgreSQL database: whether they are ours, and their migration. */
#include <stdio.h>

#include "store/postgres.h"
#include "store/steps.h"

/* Of our tables in the database; -1: it has none of ours, but others; 0: it is empty. */
static const char version_sql[] =
    "DO $$ BEGIN "
    "IF to_regclass('fourfall_schema') IS NULL THEN "
    "PERFORM set_config('fourfall.version', CASE WHEN EXISTS (SELECT 1 FROM pg_class "
    "WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')) "
    "THEN '-1' ELSE '0' END, false); "
    "ELSE PERFORM set_config('fourfall.version', (SELECT version::text FROM fourfall_schema), "
    "false); "
    "END IF; END $$; SELECT current_setting('fourfall.version')";

static enum store_err check_range(struct postgres_store *s, int64_t version)
{
    if (version < 0) {
        (void)snprintf(s->problem, sizeof s->problem,
                       "The database has tables of another program, and none of Fourfall's");
        return STORE_E_NOT_OURS;
    }
    if (version <= postgres_count)
        return STORE_OK;
    (void)snprintf(s->problem, sizeof s->problem,
                   "The database has schema version %lld, this program knows versions up to %d: "
                   "use the newer program, or a backup of version %d",
                   (long long)version, postgres_count, postgres_count);
    return STORE_E_NEWER;
}

enum store_err postgres_check_version(struct postgres_store *s, enum pg_role role)
{
    int64_t version = 0;
    enum store_err err = pg_link_exec(s, role, version_sql, &version);
    if (!err)
        err = check_range(s, version);
    if (err || version == postgres_count)
        return err;
    (void)snprintf(
        s->problem, sizeof s->problem,
        "The database has schema version %lld, this program needs %d: it was not migrated",
        (long long)version, postgres_count);
    return STORE_E_MIGRATE;
}

static enum store_err apply(struct postgres_store *s, const struct schema_step *step)
{
    int64_t version = 0;
    enum store_err err = pg_link_exec(s, PG_WRITER, step->sql, NULL);
    if (!err)
        err = pg_link_exec(s, PG_WRITER, "SELECT version FROM fourfall_schema", &version);
    if (!err && version == step->version)
        return STORE_OK;
    char why[STORE_PROBLEM_SIZE];
    (void)snprintf(why, sizeof why, "%s", err ? s->problem : "it does not set its version");
    (void)snprintf(s->problem, sizeof s->problem, "%s failed, the database stays as it was: %.300s",
                   step->file, why);
    return store_err_class(err) == STORE_RETRY ? err : STORE_E_MIGRATE;
}

/* All missing steps in one transaction. The lock lets one program in at a time; the others find nothing to do. */
static enum store_err migrate_locked(struct postgres_store *s)
{
    int64_t version = 0;
    enum store_err err = pg_link_exec(s, PG_WRITER,
                                      "BEGIN; SET LOCAL statement_timeout = 0; "
                                      "SELECT pg_advisory_xact_lock(1177832524, 0)",
                                      NULL);
    if (!err)
        err = pg_link_exec(s, PG_WRITER, version_sql, &version);
    if (!err)
        err = check_range(s, version);
    for (int i = 0; i < postgres_count && !err; i++)
        if (postgres_steps[i].version > version)
            err = apply(s, &postgres_steps[i]);
    return err;
}

enum store_err postgres_migrate(struct postgres_store *s)
{
    enum { MIGRATION_MS = 600000 };
    int timeout_ms = s->timeout_ms;
    enum store_err err = pg_link_connect(s, PG_WRITER);
    if (err)
        return err;
    s->timeout_ms = MIGRATION_MS;
    err = migrate_locked(s);
    if (!err)
        err = pg_link_exec(s, PG_WRITER, "COMMIT", NULL);
    s->timeout_ms = timeout_ms;
    pg_link_close(&s->link[PG_WRITER]); /* rolls back what was not committed */
    return err;
}
