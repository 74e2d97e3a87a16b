/* One statement: its values and its columns, in PostgreSQL's binary format. All numbers are big-endian. */
#include <stdio.h>
#include <string.h>

#include "store/postgres.h"

/* The object ids of built-in types never change. */
enum { TYPE_BYTES = 17, TYPE_LONG = 20, TYPE_TEXT = 25, TYPE_REAL = 701 };

enum { ARRAY_HEAD = 20, NULL_LEN = 0xFFFFFFFF };

struct postgres_store *postgres_of(struct store *store)
{
    return (struct postgres_store *)store;
}

struct pg_query pg_begin(struct postgres_store *s, int which)
{
    struct pg_query q = {
        .store = s, .role = which < PG_READS ? PG_WRITER : PG_READER, .which = which};
    q.err = pg_link_open(s, q.role);
    return q;
}

struct pg_query pg_begin_batch(struct postgres_store *s, int which)
{
    struct pg_query q = pg_begin(s, which);
    q.is_batch = true;
    return q;
}

void pg_row(struct pg_query *q)
{
    q->put = 0;
    q->rows++;
}

/* ---- values ---- */

static void store_number(char *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (char)(value >> 8 * (bytes - 1 - i));
}

static void append(struct pg_query *q, struct pg_param *param, const void *bytes, size_t len)
{
    if (!q->err && buffer_append(&param->bytes, bytes, len) != BUFFER_OK)
        q->err = STORE_E_MEMORY;
}

static void append_number(struct pg_query *q, struct pg_param *param, uint64_t value, int bytes)
{
    char at[8];
    store_number(at, value, bytes);
    append(q, param, at, (size_t)bytes);
}

/* The number of elements is known when the statement is sent: pg_link.c writes it. */
static void begin_array(struct pg_query *q, struct pg_param *param, Oid type)
{
    param->is_array = true;
    param->elements = 0;
    append_number(q, param, 1, 4); /* dimensions */
    append_number(q, param, 1, 4); /* may have NULLs */
    append_number(q, param, type, 4);
    append_number(q, param, 0, 4);
    append_number(q, param, 1, 4); /* the first index */
}

static struct pg_param *next_param(struct pg_query *q, Oid type)
{
    struct pg_param *param = &q->store->param[q->put++];
    if (q->put > q->params) {
        q->params = q->put;
        param->type = type;
        param->is_array = param->is_null = false;
        buffer_clear(&param->bytes);
        if (q->is_batch)
            begin_array(q, param, type);
    }
    return param;
}

static void put_value(struct pg_query *q, Oid type, const void *bytes, size_t len)
{
    if (q->err || q->put == PG_PARAMS_MAX)
        return;
    struct pg_param *param = next_param(q, type);
    if (q->is_batch) {
        param->elements++;
        append_number(q, param, bytes ? len : NULL_LEN, 4);
    } else if (!bytes) {
        param->is_null = true;
    }
    if (bytes)
        append(q, param, bytes, len);
}

void pg_put(struct pg_query *q, int64_t value)
{
    char at[8];
    store_number(at, (uint64_t)value, 8);
    put_value(q, TYPE_LONG, at, sizeof at);
}

void pg_put_real(struct pg_query *q, double value)
{
    uint64_t bits;
    char at[8];
    memcpy(&bits, &value, sizeof bits);
    store_number(at, bits, 8);
    put_value(q, TYPE_REAL, at, sizeof at);
}

void pg_put_text(struct pg_query *q, const char *text)
{
    put_value(q, TYPE_TEXT, text, text ? strlen(text) : 0);
}

void pg_put_bytes(struct pg_query *q, const void *bytes, size_t len)
{
    put_value(q, TYPE_BYTES, bytes, len);
}

void pg_put_null(struct pg_query *q)
{
    put_value(q, TYPE_LONG, NULL, 0);
}

void pg_put_last(struct pg_query *q, int64_t value)
{
    q->is_batch = false;
    q->put = q->params;
    pg_put(q, value);
}

void pg_put_longs(struct pg_query *q, const int64_t *values, size_t count)
{
    if (q->err || q->put == PG_PARAMS_MAX)
        return;
    struct pg_param *param = next_param(q, TYPE_LONG);
    begin_array(q, param, TYPE_LONG);
    for (size_t i = 0; i < count; i++) {
        append_number(q, param, 8, 4);
        append_number(q, param, (uint64_t)values[i], 8);
        param->elements++;
    }
}

/* ---- running ---- */

enum store_err pg_send(struct pg_query *q)
{
    if (!q->err)
        q->err = pg_link_send(q->store, q->role, q->which, q->params);
    return q->err;
}

bool pg_next(struct pg_query *q)
{
    if (!q->result && !pg_send(q))
        q->err = pg_link_sync(q->store, q->role, &q->result);
    q->read = 0;
    return !q->err && q->row++ < PQntuples(q->result);
}

enum store_err pg_end(struct pg_query *q)
{
    enum store_err err = q->err;
    PQclear(q->result); /* null is fine */
    q->result = NULL;
    if (!err && q->is_malformed) {
        err = STORE_E_CORRUPT;
        (void)snprintf(q->store->problem, sizeof q->store->problem,
                       "%s (a column has a value that Fourfall never writes)", store_err_text(err));
    }
    return err;
}

enum store_err pg_end_one(struct pg_query *q, bool is_there)
{
    enum store_err err = pg_end(q);
    return err || is_there ? err : STORE_E_MISSING;
}

/* ---- columns ---- */

/* Null if the column is NULL. */
static const uint8_t *next_column(struct pg_query *q, size_t *len)
{
    int column = q->read++, row = q->row - 1;
    *len = (size_t)PQgetlength(q->result, row, column);
    if (PQgetisnull(q->result, row, column))
        return NULL;
    return (const uint8_t *)PQgetvalue(q->result, row, column);
}

int64_t pg_get(struct pg_query *q)
{
    size_t len;
    const uint8_t *bytes = next_column(q, &len);
    uint64_t value = 0;
    if (!bytes)
        return 0;
    q->is_malformed |= len != 1 && len != 2 && len != 4 && len != 8;
    if (q->is_malformed)
        return 0;
    for (size_t i = 0; i < len; i++)
        value = value << 8 | bytes[i];
    int unused = 64 - 8 * (int)len; /* the shifts extend the sign */
    return (int64_t)(value << unused) >> unused;
}

uint8_t pg_get_small(struct pg_query *q)
{
    int64_t value = pg_get(q);
    q->is_malformed |= value < 0 || value > UINT8_MAX;
    return (uint8_t)value;
}

double pg_get_real(struct pg_query *q)
{
    int64_t bits = pg_get(q);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void pg_get_text(struct pg_query *q, char *out, size_t size)
{
    size_t len;
    const uint8_t *text = next_column(q, &len);
    if (!text || len >= size) {
        q->is_malformed |= text != NULL;
        len = 0;
    }
    if (len)
        memcpy(out, text, len);
    out[len] = 0;
}

void pg_get_bytes(struct pg_query *q, void *out, size_t size)
{
    size_t len;
    const uint8_t *bytes = next_column(q, &len);
    if (bytes && len == size)
        memcpy(out, bytes, size);
    else
        q->is_malformed = true;
}

size_t pg_get_blob(struct pg_query *q, void *out, size_t max)
{
    size_t len;
    const uint8_t *bytes = next_column(q, &len);
    if (len > max || !bytes) {
        q->is_malformed = true;
        return 0;
    }
    memcpy(out, bytes, len);
    return len;
}

bool pg_get_null(struct pg_query *q)
{
    bool is_null = PQgetisnull(q->result, q->row - 1, q->read) != 0;
    q->read += is_null;
    return is_null;
}
