/* The transfer's PostgreSQL side: rows are streamed in the binary format of queries and of COPY. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/skeleton.h"
#include "store/postgres.h"
#include "store/transfer_parts.h"

enum {
    TYPE_BOOL = 16,
    TYPE_BYTES = 17,
    TYPE_LONG = 20,
    TYPE_SHORT = 21,
    TYPE_INT = 23,
    TYPE_TEXT = 25,
    TYPE_REAL = 701,
};

enum { FLUSH_BYTES = 60000 };

/* Ends what the connection was doing: a result may still be on its way. */
static enum store_err failed(struct transfer *t, const PGresult *result, const char *table)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *why = result ? PQresultErrorMessage(result) : PQerrorMessage(t->conn);
    enum store_err err = state ? postgres_err(state) : STORE_E_GONE;
    return transfer_fail(t, err, table, why);
}

static void take_row(struct transfer *t, PGresult *row)
{
    PQclear(t->row);
    t->row = row;
}

/* ---- reading ---- */

enum store_err transfer_postgres_begin(struct transfer *t, const struct transfer_table *table)
{
    if (!PQsendQueryParams(t->conn, table->postgres_read, 0, NULL, NULL, NULL, NULL, 1) ||
        !PQsetSingleRowMode(t->conn))
        return failed(t, NULL, table->name);
    return STORE_OK;
}

static int64_t number_of(const unsigned char *bytes, int len)
{
    uint64_t value = 0;
    for (int i = 0; i < len; i++)
        value = value << 8 | bytes[i];
    int unused = 64 - 8 * len; /* the shifts extend the sign */
    return (int64_t)(value << unused) >> unused;
}

static void read_cell(const PGresult *row, int column, struct cell *out)
{
    const char *bytes = PQgetvalue(row, 0, column);
    int len = PQgetlength(row, 0, column);
    Oid type = PQftype(row, column);
    *out = (struct cell){.kind = CELL_NULL};
    if (PQgetisnull(row, 0, column))
        return;
    if (type == TYPE_TEXT || type == TYPE_BYTES) {
        out->kind = type == TYPE_TEXT ? CELL_TEXT : CELL_BYTES;
        out->bytes = bytes;
        out->len = (size_t)len;
        return;
    }
    out->kind = type == TYPE_REAL ? CELL_REAL : CELL_NUMBER;
    out->number = number_of((const unsigned char *)bytes, len);
    if (type == TYPE_REAL) {
        memcpy(&out->real, &out->number, sizeof out->real);
        out->number = 0;
    }
}

enum store_err transfer_postgres_next(struct transfer *t, const struct transfer_table *table,
                                      struct cell_row *out, bool *is_there)
{
    take_row(t, PQgetResult(t->conn));
    *is_there = PQresultStatus(t->row) == PGRES_SINGLE_TUPLE;
    if (*is_there) {
        out->count = PQnfields(t->row);
        for (int i = 0; i < out->count; i++)
            read_cell(t->row, i, &out->at[i]);
        return STORE_OK;
    }
    if (PQresultStatus(t->row) != PGRES_TUPLES_OK)
        return failed(t, t->row, table->name);
    take_row(t, PQgetResult(t->conn)); /* null: the end */
    return STORE_OK;
}

/* ---- writing ---- */

static void put_bytes(struct transfer *t, const void *bytes, size_t len)
{
    t->is_short_of_memory |= buffer_append(&t->out, bytes, len) != BUFFER_OK;
}

static void put_number(struct transfer *t, uint64_t value, int bytes)
{
    char at[8];
    for (int i = 0; i < bytes; i++)
        at[i] = (char)(value >> 8 * (bytes - 1 - i));
    put_bytes(t, at, (size_t)bytes);
}

static int width_of(Oid type)
{
    switch (type) {
    case TYPE_BOOL:
        return 1;
    case TYPE_SHORT:
        return 2;
    case TYPE_INT:
        return 4;
    default:
        return 8;
    }
}

static bool fits(int64_t number, int bytes)
{
    int unused = 64 - 8 * bytes;
    return (int64_t)((uint64_t)number << unused) >> unused == number;
}

/* False: the column cannot hold this value. */
static bool put_cell(struct transfer *t, const struct cell *cell, Oid type)
{
    uint64_t bits = (uint64_t)cell->number;
    int width = width_of(type);
    switch (cell->kind) {
    case CELL_NULL:
        put_number(t, UINT32_MAX, 4);
        return true;
    case CELL_TEXT:
    case CELL_BYTES:
        put_number(t, cell->len, 4);
        put_bytes(t, cell->bytes, cell->len);
        return type == (cell->kind == CELL_TEXT ? TYPE_TEXT : TYPE_BYTES);
    case CELL_REAL:
        memcpy(&bits, &cell->real, sizeof bits);
        break;
    case CELL_NUMBER:
        break;
    }
    put_number(t, (uint64_t)width, 4);
    put_number(t, bits, width);
    return (cell->kind == CELL_REAL) == (type == TYPE_REAL) && fits((int64_t)bits, width);
}

static enum store_err flush_out(struct transfer *t, const char *table)
{
    if (t->is_short_of_memory)
        return transfer_fail(t, STORE_E_MEMORY, table, store_err_text(STORE_E_MEMORY));
    if (t->out.len && PQputCopyData(t->conn, t->out.bytes, (int)t->out.len) != 1)
        return failed(t, NULL, table);
    buffer_clear(&t->out);
    return STORE_OK;
}

/* Asks for the types of the columns, so that each value gets the width that COPY wants. */
static enum store_err read_types(struct transfer *t, const struct transfer_table *table)
{
    PGresult *result = PQexec(t->conn, table->postgres_types);
    enum store_err err =
        PQresultStatus(result) == PGRES_TUPLES_OK ? STORE_OK : failed(t, result, table->name);
    for (int i = 0; !err && i < PQnfields(result); i++)
        t->types[i] = PQftype(result, i);
    PQclear(result);
    return err;
}

enum store_err transfer_postgres_open(struct transfer *t, const struct transfer_table *table)
{
    static const char signature[] = "PGCOPY\n\377\r\n"; /* its zero byte belongs to it */
    enum store_err err = read_types(t, table);
    if (err)
        return err;
    PGresult *result = PQexec(t->conn, table->postgres_write);
    if (PQresultStatus(result) != PGRES_COPY_IN)
        err = failed(t, result, table->name);
    PQclear(result);
    buffer_clear(&t->out);
    put_bytes(t, signature, sizeof signature);
    put_number(t, 0, 4); /* flags */
    put_number(t, 0, 4); /* the length of an extension */
    return err;
}

/* What PostgreSQL has besides. */
static struct cell more_of(const struct transfer_table *table, const struct cell_row *row)
{
    char name[ROW_NAME_SIZE];
    if (table == transfer_game)
        return (struct cell){.kind = CELL_NUMBER, .number = ROW_NOBODY};
    (void)snprintf(name, sizeof name, "%.*s", (int)row->at[1].len, row->at[1].bytes);
    return (struct cell){.kind = CELL_NUMBER, .number = skeleton_hash(name)};
}

enum store_err transfer_postgres_put(struct transfer *t, const struct transfer_table *table,
                                     const struct cell_row *row)
{
    bool is_ok = true;
    put_number(t, (uint64_t)row->count + table->has_more, 2);
    for (int i = 0; i < row->count; i++)
        is_ok &= put_cell(t, &row->at[i], t->types[i]);
    if (table->has_more) {
        struct cell more = more_of(table, row);
        is_ok &= put_cell(t, &more, t->types[row->count]);
    }
    if (!is_ok)
        return transfer_fail(t, STORE_E_ROW, table->name, "a value does not fit its column");
    return t->out.len < FLUSH_BYTES ? STORE_OK : flush_out(t, table->name);
}

enum store_err transfer_postgres_close(struct transfer *t, const struct transfer_table *table)
{
    put_number(t, UINT16_MAX, 2); /* the end of the rows */
    enum store_err err = flush_out(t, table->name);
    if (!err && PQputCopyEnd(t->conn, NULL) != 1)
        err = failed(t, NULL, table->name);
    for (PGresult *result; !err && (result = PQgetResult(t->conn)); PQclear(result))
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            err = failed(t, result, table->name);
    return err;
}

enum store_err transfer_postgres_exec(struct transfer *t, const char *sql, int64_t *out)
{
    PGresult *result = PQexec(t->conn, sql);
    ExecStatusType status = PQresultStatus(result);
    enum store_err err = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK
                             ? STORE_OK
                             : failed(t, result, NULL);
    if (!err && out && PQntuples(result) > 0)
        *out = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return err;
}

enum store_err transfer_postgres_put_pair(struct transfer *t, const char *sql, int64_t a, int64_t b)
{
    char texts[2][24];
    const char *const values[] = {texts[0], texts[1]};
    (void)snprintf(texts[0], sizeof texts[0], "%lld", (long long)a);
    (void)snprintf(texts[1], sizeof texts[1], "%lld", (long long)b);
    PGresult *result = PQexecParams(t->conn, sql, 2, NULL, values, NULL, NULL, 0);
    enum store_err err =
        PQresultStatus(result) == PGRES_COMMAND_OK ? STORE_OK : failed(t, result, NULL);
    PQclear(result);
    return err;
}
