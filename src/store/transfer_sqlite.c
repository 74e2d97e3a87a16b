/* The transfer's SQLite side. */
#include <stdio.h>
#include <string.h>

#include "store/sqlite.h"
#include "store/transfer_parts.h"

static enum store_err failed(struct transfer *t, int code, const char *table)
{
    enum store_err err = sqlite_err(code);
    (void)sqlite3_finalize(t->statement);
    t->statement = NULL;
    return transfer_fail(t, err, table, sqlite3_errmsg(t->db));
}

static enum store_err prepare(struct transfer *t, const char *table, const char *sql)
{
    int code = sqlite3_prepare_v2(t->db, sql, -1, &t->statement, NULL);
    return code ? failed(t, code, table) : STORE_OK;
}

enum store_err transfer_sqlite_begin(struct transfer *t, const struct transfer_table *table)
{
    return prepare(t, table->name, table->sqlite_read);
}

static void read_cell(sqlite3_stmt *statement, int column, struct cell *out)
{
    *out = (struct cell){.kind = CELL_NULL};
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        *out =
            (struct cell){.kind = CELL_NUMBER, .number = sqlite3_column_int64(statement, column)};
        return;
    case SQLITE_FLOAT:
        *out = (struct cell){.kind = CELL_REAL, .real = sqlite3_column_double(statement, column)};
        return;
    case SQLITE_TEXT:
        out->kind = CELL_TEXT;
        out->bytes = (const char *)sqlite3_column_text(statement, column);
        break;
    case SQLITE_BLOB:
        out->kind = CELL_BYTES;
        out->bytes = sqlite3_column_blob(statement, column);
        break;
    default:
        return;
    }
    out->len = (size_t)sqlite3_column_bytes(statement, column);
}

static void set_number(struct cell_row *row, enum live_cell which, int64_t number)
{
    row->at[which] = (struct cell){.kind = CELL_NUMBER, .number = number};
}

static void set_text(struct cell_row *row, enum live_cell which, const struct buffer *text)
{
    row->at[which] =
        (struct cell){.kind = CELL_TEXT, .bytes = text->len ? text->bytes : "", .len = text->len};
}

/* As in the column `times`. */
static bool write_moves(struct transfer *t, const struct live *live, const struct timed_move *moves)
{
    buffer_clear(&t->moves);
    buffer_clear(&t->times);
    for (int ply = 0; ply < live->ply; ply++) {
        char time[24];
        int len = snprintf(time, sizeof time, "%lld ", (long long)moves[ply].spent_ms);
        if (buffer_text(&t->moves, moves[ply].text) != BUFFER_OK ||
            buffer_append(&t->times, time, (size_t)len) != BUFFER_OK)
            return false;
    }
    return true;
}

/* The last column of a game is its live row, whose fields replace the first cells. */
static enum store_err read_live(struct transfer *t, struct cell_row *row)
{
    struct cell state = row->at[--row->count];
    struct timed_move moves[LIVE_PLIES];
    struct live live;
    if (state.kind == CELL_NULL)
        return STORE_OK;
    if (!live_decode(state.bytes, state.len, &live, moves))
        return transfer_fail(t, STORE_E_CORRUPT, "live", "a row is malformed");
    if (!write_moves(t, &live, moves))
        return transfer_fail(t, STORE_E_MEMORY, "live", store_err_text(STORE_E_MEMORY));
    set_number(row, LIVE_OFFER, live.offer);
    set_number(row, LIVE_TO_MOVE, live.to_move);
    set_number(row, LIVE_PLY, live.ply);
    set_number(row, LIVE_LEFT0, live.left_ms[0]);
    set_number(row, LIVE_LEFT1, live.left_ms[1]);
    set_number(row, LIVE_MOVED, live.moved_ms);
    set_number(row, LIVE_DEADLINE, live.deadline_ms);
    if (live.ply > 0)
        set_number(row, LIVE_UPDATED, live.moved_ms);
    set_text(row, LIVE_MOVES, &t->moves);
    set_text(row, LIVE_TIMES, &t->times);
    return STORE_OK;
}

enum store_err transfer_sqlite_next(struct transfer *t, const struct transfer_table *table,
                                    struct cell_row *out, bool *is_there)
{
    int code = sqlite3_step(t->statement);
    *is_there = code == SQLITE_ROW;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return failed(t, code, table->name);
    if (code == SQLITE_DONE)
        return transfer_sqlite_close(t, table);
    out->count = sqlite3_column_count(t->statement);
    for (int i = 0; i < out->count; i++)
        read_cell(t->statement, i, &out->at[i]);
    return table == transfer_game ? read_live(t, out) : STORE_OK;
}

enum store_err transfer_sqlite_open(struct transfer *t, const struct transfer_table *table)
{
    return prepare(t, table->name, table->sqlite_write);
}

static int bind_cell(sqlite3_stmt *statement, int at, const struct cell *cell)
{
    const char *bytes = cell->len ? cell->bytes : "";
    switch (cell->kind) {
    case CELL_NUMBER:
        return sqlite3_bind_int64(statement, at, cell->number);
    case CELL_REAL:
        return sqlite3_bind_double(statement, at, cell->real);
    case CELL_TEXT:
        return sqlite3_bind_text(statement, at, bytes, (int)cell->len, SQLITE_STATIC);
    case CELL_BYTES:
        return sqlite3_bind_blob(statement, at, bytes, (int)cell->len, SQLITE_STATIC);
    case CELL_NULL:
        break;
    }
    return sqlite3_bind_null(statement, at);
}

enum store_err transfer_sqlite_put(struct transfer *t, const struct transfer_table *table,
                                   const struct cell_row *row)
{
    int code = SQLITE_OK;
    for (int i = 0; i < row->count && !code; i++)
        code = bind_cell(t->statement, i + 1, &row->at[i]);
    if (!code)
        code = sqlite3_step(t->statement);
    if (code != SQLITE_DONE)
        return failed(t, code, table->name);
    (void)sqlite3_reset(t->statement); /* repeats the code of the step */
    return STORE_OK;
}

enum store_err transfer_sqlite_close(struct transfer *t, const struct transfer_table *table)
{
    (void)table;
    (void)sqlite3_finalize(t->statement); /* repeats the code of the last step */
    t->statement = NULL;
    return STORE_OK;
}

enum store_err transfer_sqlite_exec(struct transfer *t, const char *sql)
{
    int code = sqlite_exec(t->db, sql);
    return code ? failed(t, code, NULL) : STORE_OK;
}
