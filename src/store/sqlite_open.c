#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/lock_file.h"
#include "store/schema.h"
#include "store/sqlite.h"

/* Settings of the writer. The commit that makes the write-ahead log 2000 pages long checkpoints it; a
 * longer log is truncated. */
static const char settings[] = "PRAGMA foreign_keys = ON;"
                               "PRAGMA wal_autocheckpoint = 2000;"
                               "PRAGMA journal_size_limit = 16777216;"
                               "PRAGMA cache_size = -16384;"
                               "PRAGMA temp_store = MEMORY;";

static const char *problem_of(const struct store *store)
{
    return ((const struct sqlite_store *)store)->problem;
}

static void close_store(struct store *store)
{
    struct sqlite_store *s = sqlite_of(store);
    live_close(s);
    for (int i = 0; i < SQL_COUNT; i++)
        (void)sqlite3_finalize(s->prepared[i]); /* returns the result of its last run */
    (void)sqlite3_close_v2(s->reader);
    (void)sqlite3_close_v2(s->writer); /* rolls back an open transaction */
    lock_file_give_back(s->lock);
    free(s);
}

static const struct store_ops ops = {
    .close = close_store,
    .problem = problem_of,
    .write = sqlite_write,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .game = sqlite_game,
    .game_by_code = sqlite_game_by_code,
    .player = sqlite_player,
    .session = sqlite_session,
    .rated = sqlite_rated,
    .discounts = sqlite_discounts,
    .secret = sqlite_secret,
    .game_times = sqlite_game_times,
    .counts = sqlite_counts,
    .list = sqlite_list,
    .waiting = sqlite_waiting,
    .request = sqlite_request,
    .account = sqlite_account,
    .sessions = sqlite_sessions,
    .player_chat = sqlite_player_chat,
    .record = sqlite_record,
    .points = sqlite_points,
    .rank = sqlite_rank,
    .leaders = sqlite_leaders,
    .queue = sqlite_queue,
    .push = sqlite_push,
    .name_owner = sqlite_name_owner,
    .stale = sqlite_stale,
    .audit = sqlite_audit,
    .devices = sqlite_devices,
    .pushes = sqlite_pushes,
    .pushes_due = sqlite_pushes_due,
    .passkey = sqlite_passkey,
    .passkeys = sqlite_passkeys,
    .chat = sqlite_chat,
    .reports = sqlite_reports,
    .moderations = sqlite_moderations,
};

static enum store_err cannot(struct sqlite_store *s, enum store_err err, const char *path,
                             const char *why)
{
    (void)snprintf(s->problem, sizeof s->problem, "%.300s cannot be opened: %s", path, why);
    return err;
}

static enum store_err take_lock(struct sqlite_store *s, const char *path)
{
    char name[4096];
    int owner = 0;
    if ((size_t)snprintf(name, sizeof name, "%s.lock", path) >= sizeof name)
        return cannot(s, STORE_E_OPEN, path, strerror(ENAMETOOLONG));
    enum lock_answer answer = lock_file_take(name, &s->lock, &owner);
    if (answer == LOCK_HELD)
        return STORE_OK;
    if (answer == LOCK_FAILED)
        return cannot(s, errno == EROFS || errno == EACCES ? STORE_E_READONLY : STORE_E_OPEN, name,
                      strerror(errno));
    (void)snprintf(s->problem, sizeof s->problem,
                   "%.300s is in use by another process (process id %d)", path, owner);
    return STORE_E_IN_USE;
}

/* Creates the file readable by its owner only; SQLite would let all users read it. The log and the
 * shared memory get the same mode. */
static void make_private(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0)
        (void)close(file); /* SQLite opens it next and reports problems */
}

static enum store_err connect_to(struct sqlite_store *s, sqlite3 **db,
                                 const struct store_options *options, int flags)
{
    int code = sqlite3_open_v2(options->path, db,
                               flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(*db, options->busy_ms);
    if (code == SQLITE_OK)
        return STORE_OK;
    enum store_err err = (code & 0xFF) == SQLITE_CANTOPEN ? STORE_E_OPEN : sqlite_err(code);
    return cannot(s, err, options->path, *db ? sqlite3_errmsg(*db) : sqlite3_errstr(code));
}

/* `PRAGMA journal_mode` returns the mode that is used from now on. */
static enum store_err use_wal(struct sqlite_store *s, const char *path)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(s->writer, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    bool is_wal =
        code == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
    (void)sqlite3_finalize(statement); /* repeats the code of the step */
    if (is_wal)
        return STORE_OK;
    if (code == SQLITE_ROW)
        return cannot(s, STORE_E_OPEN, path, "the file system has no shared memory for its log");
    return cannot(s, sqlite_err(code), path, sqlite3_errmsg(s->writer));
}

static enum store_err open_writer(struct sqlite_store *s, const struct store_options *options)
{
    make_private(options->path);
    enum store_err err =
        connect_to(s, &s->writer, options, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!err)
        err = schema_check(s->writer, schema_steps, schema_count, options->path, s->problem);
    if (!err && sqlite3_db_readonly(s->writer, "main"))
        err = cannot(s, STORE_E_READONLY, options->path, "it is read-only");
    if (!err)
        err = use_wal(s, options->path);
    if (err)
        return err;
    const char *sync = options->durability == STORE_FULL ? "PRAGMA synchronous = FULL"
                                                         : "PRAGMA synchronous = NORMAL";
    int code = sqlite_exec(s->writer, sync);
    if (!code)
        code = sqlite_exec(s->writer, settings);
    if (code)
        return cannot(s, sqlite_err(code), options->path, sqlite3_errmsg(s->writer));
    return schema_migrate(s->writer, schema_steps, schema_count, options->path, s->problem);
}

static enum store_err open_reader(struct sqlite_store *s, const struct store_options *options)
{
    enum store_err err = connect_to(s, &s->reader, options, SQLITE_OPEN_READONLY);
    if (err)
        return err;
    int code = sqlite_exec(s->reader, "PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;");
    return code ? cannot(s, sqlite_err(code), options->path, sqlite3_errmsg(s->reader)) : STORE_OK;
}

enum store_err store_open_sqlite(struct store **out, const struct store_options *options,
                                 char problem[STORE_PROBLEM_SIZE])
{
    struct sqlite_store *s = calloc(1, sizeof *s);
    if (!s) {
        (void)snprintf(problem, STORE_PROBLEM_SIZE, "%s", store_err_text(STORE_E_MEMORY));
        return STORE_E_MEMORY;
    }
    s->base.ops = &ops;
    s->lock = -1;
    /* Memory statistics take a lock at every allocation, and nothing reads them. The call fails,
     * harmlessly, if SQLite is in use already. */
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    enum store_err err = take_lock(s, options->path);
    if (!err)
        err = open_writer(s, options);
    if (!err)
        err = open_reader(s, options);
    if (!err) {
        *out = &s->base;
        return STORE_OK;
    }
    (void)snprintf(problem, STORE_PROBLEM_SIZE, "%s", s->problem);
    close_store(&s->base);
    return err;
}
