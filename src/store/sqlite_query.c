/* Running one statement, and mapping SQLite's errors to ours. */
#include <stdio.h>
#include <string.h>

#include "store/sqlite.h"

struct sqlite_store *sqlite_of(struct store *store)
{
    return (struct sqlite_store *)store;
}

static const struct {
    int code;
    enum store_err err;
} errors[] = {
    {SQLITE_OK, STORE_OK},
    {SQLITE_ROW, STORE_OK},
    {SQLITE_DONE, STORE_OK},
    {SQLITE_CONSTRAINT_PRIMARYKEY, STORE_E_EXISTS},
    {SQLITE_CONSTRAINT_UNIQUE, STORE_E_EXISTS},
    {SQLITE_CONSTRAINT_ROWID, STORE_E_EXISTS},
    {SQLITE_CONSTRAINT_FOREIGNKEY, STORE_E_MISSING},
    {SQLITE_CONSTRAINT, STORE_E_ROW},
    {SQLITE_TOOBIG, STORE_E_ROW},
    {SQLITE_FULL, STORE_E_FULL},
    {SQLITE_BUSY, STORE_E_BUSY},
    {SQLITE_LOCKED, STORE_E_BUSY},
    {SQLITE_PROTOCOL, STORE_E_BUSY},
    {SQLITE_READONLY, STORE_E_READONLY},
    {SQLITE_PERM, STORE_E_READONLY},
    {SQLITE_CANTOPEN, STORE_E_IO},
    {SQLITE_IOERR, STORE_E_IO},
    {SQLITE_IOERR_NOMEM, STORE_E_MEMORY},
    {SQLITE_IOERR_CORRUPTFS, STORE_E_CORRUPT},
    {SQLITE_NOMEM, STORE_E_MEMORY},
    {SQLITE_CORRUPT, STORE_E_CORRUPT},
    {SQLITE_NOTADB, STORE_E_CORRUPT},
};

/* An extended code that is not in the table counts as its primary code, the lowest byte. */
enum store_err sqlite_err(int code)
{
    for (int pass = 0; pass < 2; pass++, code &= 0xFF)
        for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
            if (errors[i].code == code)
                return errors[i].err;
    return STORE_E_BROKEN;
}

/* Stores SQLite's message about a failure for store_problem. */
static void keep_problem(struct sqlite_store *s, sqlite3 *db, int code)
{
    enum store_err err = sqlite_err(code);
    if (err)
        (void)snprintf(s->problem, sizeof s->problem, "%s (%s, SQLite %d)", store_err_text(err),
                       sqlite3_errmsg(db), code);
}

enum store_err sqlite_failed(struct sqlite_store *s, int code)
{
    keep_problem(s, s->writer, code);
    return sqlite_err(code);
}

int sqlite_exec(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

int sqlite_number(sqlite3 *db, const char *sql, int64_t *out)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        *out = sqlite3_column_int64(statement, 0);
        code = SQLITE_OK;
    }
    (void)sqlite3_finalize(statement); /* repeats the code of the step */
    return code;
}

struct query query_begin(struct sqlite_store *s, enum sql which)
{
    struct query q = {.store = s, .code = SQLITE_OK};
    sqlite3 *db = which < SQL_READS ? s->writer : s->reader;
    if (!s->prepared[which])
        q.code = sqlite3_prepare_v3(db, sqlite_sql[which], -1, SQLITE_PREPARE_PERSISTENT,
                                    &s->prepared[which], NULL);
    if (q.code)
        keep_problem(s, db, q.code);
    q.statement = s->prepared[which];
    return q;
}

void query_put(struct query *q, int64_t value)
{
    if (!q->code)
        q->code = sqlite3_bind_int64(q->statement, ++q->bound, value);
}

void query_put_real(struct query *q, double value)
{
    if (!q->code)
        q->code = sqlite3_bind_double(q->statement, ++q->bound, value);
}

void query_put_text(struct query *q, const char *text, int len)
{
    if (!q->code)
        q->code = sqlite3_bind_text(q->statement, ++q->bound, text, len, SQLITE_STATIC);
}

void query_put_bytes(struct query *q, const void *bytes, int len)
{
    if (!q->code)
        q->code = sqlite3_bind_blob(q->statement, ++q->bound, bytes, len, SQLITE_STATIC);
}

bool query_next(struct query *q)
{
    if (q->code != SQLITE_OK && q->code != SQLITE_ROW)
        return false;
    q->read = 0;
    q->code = sqlite3_step(q->statement);
    return q->code == SQLITE_ROW;
}

int64_t query_get(struct query *q)
{
    return sqlite3_column_int64(q->statement, q->read++);
}

uint8_t query_get_small(struct query *q)
{
    int64_t value = query_get(q);
    q->is_malformed |= value < 0 || value > UINT8_MAX;
    return (uint8_t)value;
}

double query_get_real(struct query *q)
{
    return sqlite3_column_double(q->statement, q->read++);
}

/* A null column is an empty text. */
void query_get_text(struct query *q, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(q->statement, q->read);
    size_t len = (size_t)sqlite3_column_bytes(q->statement, q->read++);
    if (len >= size) {
        q->is_malformed = true;
        len = 0;
    }
    if (text && len)
        memcpy(out, text, len);
    out[len] = 0;
}

void query_get_bytes(struct query *q, void *out, size_t size)
{
    const void *bytes = sqlite3_column_blob(q->statement, q->read);
    if (bytes && (size_t)sqlite3_column_bytes(q->statement, q->read) == size)
        memcpy(out, bytes, size);
    else
        q->is_malformed = true;
    q->read++;
}

size_t query_get_blob(struct query *q, void *out, size_t max)
{
    const void *bytes = sqlite3_column_blob(q->statement, q->read);
    size_t len = bytes ? (size_t)sqlite3_column_bytes(q->statement, q->read) : 0;
    q->read++;
    if (len > max || !bytes) {
        q->is_malformed = true;
        return 0;
    }
    memcpy(out, bytes, len);
    return len;
}

bool query_get_null(struct query *q)
{
    bool is_null = sqlite3_column_type(q->statement, q->read) == SQLITE_NULL;
    q->read += is_null;
    return is_null;
}

enum store_err query_end(struct query *q)
{
    struct sqlite_store *s = q->store;
    enum store_err err = sqlite_err(q->code);
    if (!q->statement)
        return err;
    if (err)
        keep_problem(s, sqlite3_db_handle(q->statement), q->code);
    (void)sqlite3_reset(q->statement); /* repeats the code of the step */
    (void)sqlite3_clear_bindings(q->statement);
    if (!err && q->is_malformed) {
        err = STORE_E_CORRUPT;
        (void)snprintf(s->problem, sizeof s->problem,
                       "%s (a column has a value that Fourfall never writes)", store_err_text(err));
    }
    return err;
}

enum store_err query_run(struct query *q, int *changed)
{
    while (query_next(q))
        ;
    if (changed && q->code == SQLITE_DONE)
        *changed = sqlite3_changes(q->store->writer);
    return query_end(q);
}
