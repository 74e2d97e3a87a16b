#include "store/transfer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/copy.h"
#include "store/lock_file.h"
#include "store/postgres.h"
#include "store/sqlite.h"
#include "store/transfer_parts.h"

enum { BUSY_MS = 5000, PATH_SIZE = 4096, TEXT_MAX = 16 << 10, OUT_MAX = 1 << 20 };

enum store_err transfer_fail(struct transfer *t, enum store_err err, const char *table,
                             const char *why)
{
    int len = (int)strcspn(why, "\n");
    (void)snprintf(t->problem, STORE_PROBLEM_SIZE, "%s%s%.*s", table ? table : "",
                   table ? ": " : "", len > 400 ? 400 : len, why);
    return err;
}

/* ---- copying and comparing: the same for both directions ---- */

struct direction {
    enum store_err (*begin)(struct transfer *t, const struct transfer_table *table);
    enum store_err (*next)(struct transfer *t, const struct transfer_table *table,
                           struct cell_row *out, bool *is_there);
    enum store_err (*open)(struct transfer *t, const struct transfer_table *table);
    enum store_err (*put)(struct transfer *t, const struct transfer_table *table,
                          const struct cell_row *row);
    enum store_err (*close)(struct transfer *t, const struct transfer_table *table);
};

static const struct direction to_postgres = {transfer_sqlite_begin, transfer_sqlite_next,
                                             transfer_postgres_open, transfer_postgres_put,
                                             transfer_postgres_close};
static const struct direction to_sqlite = {transfer_postgres_begin, transfer_postgres_next,
                                           transfer_sqlite_open, transfer_sqlite_put,
                                           transfer_sqlite_close};

static enum store_err copy_table(struct transfer *t, const struct direction *way,
                                 const struct transfer_table *table)
{
    struct cell_row row;
    bool is_there = true;
    enum store_err err = way->open(t, table); /* before `begin`, which occupies the connection */
    if (!err)
        err = way->begin(t, table);
    while (!err && is_there) {
        err = way->next(t, table, &row, &is_there);
        if (!err && is_there)
            err = way->put(t, table, &row);
    }
    return err ? err : way->close(t, table);
}

static bool is_same_cell(const struct cell *a, const struct cell *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == CELL_REAL)
        return a->real == b->real;
    if (a->kind == CELL_NUMBER)
        return a->number == b->number;
    return a->len == b->len && (a->len == 0 || memcmp(a->bytes, b->bytes, a->len) == 0);
}

static bool is_same_row(const struct cell_row *a, const struct cell_row *b)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (!is_same_cell(&a->at[i], &b->at[i]))
            return false;
    return true;
}

/* Reads a table from both databases and compares row by row. */
static enum store_err compare_table(struct transfer *t, const struct transfer_table *table,
                                    int64_t *rows)
{
    struct cell_row ours, theirs;
    bool is_ours = true, is_theirs = true;
    enum store_err err = transfer_sqlite_begin(t, table);
    if (!err)
        err = transfer_postgres_begin(t, table);
    while (!err && is_ours && is_theirs) {
        err = transfer_sqlite_next(t, table, &ours, &is_ours);
        if (!err)
            err = transfer_postgres_next(t, table, &theirs, &is_theirs);
        if (!err && (is_ours != is_theirs || (is_ours && !is_same_row(&ours, &theirs)))) {
            char why[64];
            (void)snprintf(why, sizeof why, "row %lld differs in the copy", (long long)*rows + 1);
            err = transfer_fail(t, STORE_E_CORRUPT, table->name, why);
        }
        *rows += !err && is_ours;
    }
    return err;
}

static enum store_err copy_all(struct transfer *t, const struct direction *way)
{
    enum store_err err = STORE_OK;
    for (int i = 0; i < transfer_table_count && !err; i++)
        err = copy_table(t, way, &transfer_tables[i]);
    return err;
}

static enum store_err compare_all(struct transfer *t, struct transfer_facts *facts)
{
    enum store_err err = STORE_OK;
    *facts = (struct transfer_facts){0};
    for (int i = 0; i < transfer_table_count && !err; i++) {
        const struct transfer_table *table = &transfer_tables[i];
        int64_t rows = 0;
        err = compare_table(t, table, &rows);
        facts->rows += rows;
        if (table == transfer_player)
            facts->players = rows;
        if (table == transfer_game)
            facts->games = rows;
    }
    return err;
}

/* ---- PostgreSQL: opening, and what is derived from the rows ---- */

/* A connection that waits for its answers, without the settings of the store, which are for short statements. */
static enum store_err connect_to(struct transfer *t, struct postgres_store *s)
{
    static const char begin[] = "RESET ALL; SET client_encoding = 'UTF8'; "
                                "SET client_min_messages = 'error'; "
                                "BEGIN ISOLATION LEVEL REPEATABLE READ; "
                                "LOCK TABLE node IN EXCLUSIVE MODE NOWAIT";
    int64_t nodes = 0;
    pg_link_close(&s->link[PG_WRITER]);
    enum store_err err = pg_link_connect(s, PG_WRITER);
    if (!err)
        err = postgres_check_version(s, PG_WRITER);
    if (err)
        return transfer_fail(t, err, NULL, s->problem);
    t->conn = s->link[PG_WRITER].conn;
    if (PQsetnonblocking(t->conn, 0) != 0)
        return transfer_fail(t, STORE_E_GONE, NULL, PQerrorMessage(t->conn));
    /* The lock keeps servers out until the end: each must change this table every second. */
    err = transfer_postgres_exec(t, begin, NULL);
    if (!err)
        err = transfer_postgres_exec(
            t, "SELECT count(*) FROM node WHERE beat_ms > epoch_ms() - 10000", &nodes);
    if (!err && nodes == 0)
        return STORE_OK;
    if (err && err != STORE_E_BUSY)
        return err;
    return transfer_fail(t, STORE_E_IN_USE, NULL,
                         "a server is using the PostgreSQL database; stop all of them first");
}

static enum store_err open_postgres(struct transfer *t, const struct store_postgres *options,
                                    bool is_target, struct store **out)
{
    struct store_postgres mine = *options;
    mine.is_lazy = !is_target;
    enum store_err err = store_open_postgres(out, &mine, t->problem);
    return err ? err : connect_to(t, postgres_of(*out));
}

static enum store_err check_empty(struct transfer *t)
{
    for (int i = 0; i < transfer_table_count; i++) {
        int64_t count = 0;
        if (strcmp(transfer_tables[i].name, "secret") == 0)
            continue; /* a new database has one */
        enum store_err err = transfer_postgres_exec(t, transfer_tables[i].postgres_count, &count);
        if (err)
            return err;
        if (count)
            return transfer_fail(t, STORE_E_EXISTS, NULL,
                                 "the PostgreSQL database is not empty; copy to a new one");
    }
    return transfer_postgres_exec(t, "DELETE FROM secret", NULL);
}

/* Live rows, counters and sequences follow from the rows. Slot 0 belongs to no server. */
static const char derive_postgres[] =
    "INSERT INTO live SELECT id, version, left0_ms, left1_ms, moved_ms, deadline_ms, ply, offer, "
    "moves, times, to_move FROM game WHERE status = 1; "
    "INSERT INTO tally SELECT 'player', 0, 0, count(*) FROM player; "
    "INSERT INTO tally SELECT 'session', 0, 0, count(*) FROM session; "
    "INSERT INTO tally SELECT 'game', status, 0, count(*) FROM game GROUP BY status; "
    "INSERT INTO standing SELECT 0, class, floor(greatest(counted_rating, 0))::integer / 4, 0, "
    "count(*) FROM rating WHERE counted_games > 0 AND counted_deviation <= 110 GROUP BY 2, 3; "
    "INSERT INTO standing SELECT 1, class, counted_wins, 0, count(*) FROM rating "
    "WHERE counted_wins > 0 GROUP BY 2, 3; "
    "SELECT setval(pg_get_serial_sequence('game', 'seq'), max(seq)) FROM game; "
    "SELECT setval(pg_get_serial_sequence('push', 'id'), max(id)) FROM push; "
    "SELECT setval(pg_get_serial_sequence('report', 'id'), max(id)) FROM report; "
    "SELECT setval(pg_get_serial_sequence('moderation', 'id'), max(id)) FROM moderation; "
    "SELECT setval(pg_get_serial_sequence('audit', 'id'), max(id)) FROM audit; "
    "ANALYZE";

static enum store_err write_pauses(struct transfer *t, const struct transfer_pauses *pauses)
{
    enum store_err err = transfer_postgres_put_pair(
        t, "UPDATE alive SET at_ms = greatest($1::bigint, $2::bigint)", pauses->alive_ms, 0);
    for (int i = 0; i < pauses->count && !err; i++)
        err = transfer_postgres_put_pair(t,
                                         "INSERT INTO outage (began_ms, ended_ms) VALUES ($1, $2) "
                                         "ON CONFLICT DO NOTHING",
                                         pauses->pause[i].from_ms, pauses->pause[i].to_ms);
    return err;
}

static enum store_err read_pauses(struct transfer *t, struct transfer_pauses *out)
{
    static const char sql[] = "SELECT began_ms, ended_ms FROM (SELECT * FROM outage "
                              "ORDER BY ended_ms DESC LIMIT 64) AS latest ORDER BY ended_ms";
    *out = (struct transfer_pauses){0};
    enum store_err err = transfer_postgres_exec(t, "SELECT at_ms FROM alive", &out->alive_ms);
    if (err)
        return err;
    PGresult *result = PQexec(t->conn, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        err = transfer_fail(t, STORE_E_GONE, "outage", PQerrorMessage(t->conn));
    for (int i = 0; !err && i < PQntuples(result); i++)
        out->pause[out->count++] =
            (struct transfer_pause){strtoll(PQgetvalue(result, i, 0), NULL, 10),
                                    strtoll(PQgetvalue(result, i, 1), NULL, 10)};
    PQclear(result);
    return err;
}

/* ---- both directions ---- */

static struct transfer transfer_begin(char *problem)
{
    return (struct transfer){.moves = buffer_with_max(TEXT_MAX),
                             .times = buffer_with_max(TEXT_MAX),
                             .out = buffer_with_max(OUT_MAX),
                             .problem = problem};
}

static void transfer_end(struct transfer *t, struct store *sqlite, struct store *postgres)
{
    (void)sqlite3_finalize(t->statement);
    PQclear(t->row);
    buffer_free(&t->moves);
    buffer_free(&t->times);
    buffer_free(&t->out);
    store_close(sqlite);
    store_close(postgres); /* rolls back what was not committed */
}

static enum store_err open_sqlite(struct transfer *t, const char *path, struct store **out)
{
    const struct store_options options = {path, STORE_FULL, BUSY_MS};
    enum store_err err = store_open_sqlite(out, &options, t->problem);
    if (!err)
        t->db = sqlite_of(*out)->writer;
    return err;
}

enum store_err transfer_to_postgres(const char *path, const struct store_postgres *to,
                                    const struct transfer_pauses *pauses,
                                    struct transfer_facts *facts, char problem[STORE_PROBLEM_SIZE])
{
    struct transfer t = transfer_begin(problem);
    struct store *sqlite = NULL, *postgres = NULL;
    enum store_err err = access(path, F_OK) == 0
                             ? open_sqlite(&t, path, &sqlite)
                             : transfer_fail(&t, STORE_E_OPEN, path, strerror(errno));
    if (!err)
        err = open_postgres(&t, to, true, &postgres);
    if (!err)
        err = check_empty(&t);
    if (!err)
        err = copy_all(&t, &to_postgres);
    if (!err)
        err = transfer_postgres_exec(&t, derive_postgres, NULL);
    if (!err)
        err = write_pauses(&t, pauses);
    if (!err)
        err = compare_all(&t, facts);
    if (!err)
        err = transfer_postgres_exec(&t, "COMMIT", NULL);
    transfer_end(&t, sqlite, postgres);
    return err;
}

static const char derive_sqlite[] =
    "UPDATE tally SET count = (SELECT count(*) FROM game WHERE status = kind) WHERE what = 'game'";

/* Writes the file under another name. */
static enum store_err fill_sqlite(struct transfer *t, const char *part,
                                  struct transfer_facts *facts, struct store **out)
{
    enum store_err err = open_sqlite(t, part, out);
    if (!err)
        err = transfer_sqlite_exec(t, "BEGIN IMMEDIATE; DELETE FROM secret");
    if (!err)
        err = copy_all(t, &to_sqlite);
    if (!err)
        err = transfer_sqlite_exec(t, derive_sqlite);
    if (!err)
        err = compare_all(t, facts);
    return err ? err : transfer_sqlite_exec(t, "COMMIT");
}

static void remove_part(const char *part)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    char name[PATH_SIZE + 16];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        (void)snprintf(name, sizeof name, "%s%s", part, ends[i]);
        (void)unlink(name); /* not all of them always exist */
    }
}

static enum store_err give_name(struct transfer *t, const char *part, const char *path)
{
    if (rename(part, path) != 0 || !copy_sync_folder(path))
        return transfer_fail(t, STORE_E_IO, path, strerror(errno));
    return STORE_OK;
}

enum store_err transfer_to_sqlite(const struct store_postgres *from, const char *path,
                                  struct transfer_pauses *pauses, struct transfer_facts *facts,
                                  char problem[STORE_PROBLEM_SIZE])
{
    struct transfer t = transfer_begin(problem);
    struct store *sqlite = NULL, *postgres = NULL;
    char part[PATH_SIZE];
    if ((size_t)snprintf(part, sizeof part, "%s.part", path) >= sizeof part)
        return transfer_fail(&t, STORE_E_OPEN, NULL, strerror(ENAMETOOLONG));
    if (access(path, F_OK) == 0)
        return transfer_fail(&t, STORE_E_EXISTS, path, "it exists already; copy to a new folder");
    remove_part(part); /* left by an earlier attempt */
    enum store_err err = open_postgres(&t, from, false, &postgres);
    if (!err)
        err = read_pauses(&t, pauses);
    if (!err)
        err = fill_sqlite(&t, part, facts, &sqlite);
    transfer_end(&t, sqlite, postgres); /* closing moves the log into the file */
    if (!err)
        err = give_name(&t, part, path);
    remove_part(part);
    return err;
}
