/* A PostgreSQL server for tests; include cmocka.h first. tools/run-tests starts one for all suites and names it in
 * FF_POSTGRES; without it, a program starts its own with tools/postgres and ends it when it exits. Every program has
 * a database of its own, copied from a template that has the tables, and every test finds it empty. */
#ifndef STORE_POSTGRES_SERVER_TEST_H
#define STORE_POSTGRES_SERVER_TEST_H

#include <postgresql/libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/store.h"

enum { POSTGRES_URL_SIZE = 256, POSTGRES_TIMEOUT_MS = 20000 };

static char postgres_folder[64];             /* of a server of our own */
static char postgres_url[POSTGRES_URL_SIZE]; /* without a database */
static pid_t postgres_starter, postgres_owner;

/* Runs tools/postgres; *line (may be null) is the first line of its output. False: it failed. */
static inline bool postgres_tool(const char *command, char *line, size_t size)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        (void)execl("tools/postgres", "tools/postgres", command, postgres_folder, (char *)NULL);
        _exit(127);
    }
    (void)close(ends[1]);
    FILE *output = fdopen(ends[0], "r");
    if (line && (!output || !fgets(line, (int)size, output)))
        line[0] = '\0';
    if (output)
        (void)fclose(output);
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static inline void postgres_stop(void)
{
    if (getpid() != postgres_starter) /* a child of the test */
        return;
    (void)postgres_tool("stop", NULL, 0);
    (void)postgres_tool("remove", NULL, 0);
}

/* The server's address without a database; null: there is none, and none could be started. */
static inline const char *postgres_server(void)
{
    const char *given = getenv("FF_POSTGRES");
    if (postgres_url[0])
        return postgres_url;
    if (given) {
        (void)snprintf(postgres_url, sizeof postgres_url, "%s", given);
    } else {
        (void)snprintf(postgres_folder, sizeof postgres_folder, "/tmp/fourfall-pg-XXXXXX");
        if (!mkdtemp(postgres_folder))
            return NULL;
        postgres_starter = getpid();
        (void)atexit(postgres_stop);
        if (!postgres_tool("start", postgres_url, sizeof postgres_url))
            return NULL;
    }
    char *database = strrchr(postgres_url, '/');
    if (!database)
        return NULL;
    *database = '\0';
    return postgres_url;
}

static inline PGconn *postgres_connect(const char *database)
{
    char url[POSTGRES_URL_SIZE + 64];
    const char *server = postgres_server();
    if (!server)
        return NULL;
    (void)snprintf(url, sizeof url, "%s/%s", server, database);
    PGconn *conn = PQconnectdb(url);
    if (PQstatus(conn) == CONNECTION_OK)
        return conn;
    print_error("%s", PQerrorMessage(conn));
    PQfinish(conn);
    return NULL;
}

/* Runs SQL; returns the number of rows, or -1. *first (may be null) is the first column of the first row. */
static inline int postgres_run(PGconn *conn, const char *sql, char *first, size_t size)
{
    PGresult *result = conn ? PQexec(conn, sql) : NULL;
    ExecStatusType status = PQresultStatus(result);
    int rows = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK ? PQntuples(result) : -1;
    if (rows < 0 && conn)
        print_error("%s", PQerrorMessage(conn));
    if (first)
        (void)snprintf(first, size, "%s", rows > 0 ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    return rows;
}

static inline enum store_err postgres_open_test(struct store **out, const char *database,
                                                char problem[STORE_PROBLEM_SIZE])
{
    char url[POSTGRES_URL_SIZE + 64];
    (void)snprintf(url, sizeof url, "%s/%s", postgres_server(), database);
    const struct store_postgres options = {.url = url, .timeout_ms = POSTGRES_TIMEOUT_MS};
    return store_open_postgres(out, &options, problem);
}

/* One suite makes the template, the others wait. */
static inline bool postgres_make_template(PGconn *conn)
{
    char problem[STORE_PROBLEM_SIZE] = "";
    struct store *store = NULL;
    bool is_made = postgres_run(conn, "SELECT pg_advisory_lock(1)", NULL, 0) == 1;
    int found =
        postgres_run(conn, "SELECT 1 FROM pg_database WHERE datname = 'ff_template'", NULL, 0);
    if (is_made && found == 0) {
        is_made = postgres_run(conn, "CREATE DATABASE ff_new", NULL, 0) == 0 &&
                  postgres_open_test(&store, "ff_new", problem) == STORE_OK;
        store_close(store);
        is_made = is_made &&
                  postgres_run(conn, "ALTER DATABASE ff_new RENAME TO ff_template", NULL, 0) == 0;
    }
    if (problem[0])
        print_error("%s\n", problem);
    return postgres_run(conn, "SELECT pg_advisory_unlock(1)", NULL, 0) == 1 && is_made;
}

static char postgres_database[64]; /* of this process */

static inline void postgres_drop(const char *name)
{
    char sql[160];
    PGconn *conn = postgres_connect("postgres");
    (void)snprintf(sql, sizeof sql, "DROP DATABASE IF EXISTS %s WITH (FORCE)", name);
    (void)postgres_run(conn, sql, NULL, 0);
    PQfinish(conn);
}

static inline void postgres_drop_own(void)
{
    if (!postgres_starter && postgres_owner == getpid()) /* a server of our own is removed anyway */
        postgres_drop(postgres_database);
}

/* Creates a database of this name; is_empty: without our tables. */
static inline bool postgres_create(const char *name, bool is_empty)
{
    static bool has_template;
    char sql[160];
    PGconn *conn = postgres_connect("postgres");
    has_template = has_template || (conn && postgres_make_template(conn));
    (void)snprintf(sql, sizeof sql, "CREATE DATABASE %s TEMPLATE %s", name,
                   is_empty ? "template1" : "ff_template");
    bool is_made = has_template && postgres_run(conn, sql, NULL, 0) == 0;
    PQfinish(conn);
    return is_made;
}

/* Deletes all rows: the tables are as good as new, in a tenth of the time of a new database. */
static inline bool postgres_empty(const char *name)
{
    static const char sql[] =
        "SET session_replication_role = replica; DO $$ DECLARE t text; BEGIN "
        "FOR t IN SELECT relname FROM pg_class WHERE relkind = 'r' "
        "AND relnamespace = 'public'::regnamespace AND relname <> 'fourfall_schema' "
        "LOOP EXECUTE format('DELETE FROM %I', t); END LOOP; END $$; "
        "INSERT INTO alive VALUES (0); "
        "INSERT INTO secret VALUES ('address', sha256(gen_random_uuid()::text::bytea))";
    PGconn *conn = postgres_connect(name);
    bool is_empty = conn && postgres_run(conn, sql, NULL, 0) >= 0;
    PQfinish(conn);
    return is_empty;
}

/* The database for a test, with empty tables: the process has one, and uses it again. */
static inline bool postgres_take(char name[64])
{
    if (!postgres_database[0]) {
        (void)snprintf(name, 64, "ff_%d", (int)getpid());
        if (!postgres_create(name, false))
            return false;
        (void)snprintf(postgres_database, sizeof postgres_database, "%s", name);
        postgres_owner = getpid();
        return atexit(postgres_drop_own) == 0;
    }
    (void)snprintf(name, 64, "%s", postgres_database);
    return postgres_empty(name);
}

#endif
