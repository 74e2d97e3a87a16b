/* What the files of the transfer share. A row travels as cells, in the order of its table's columns below, which both
 * databases have by the same names. */
#ifndef STORE_TRANSFER_PARTS_H
#define STORE_TRANSFER_PARTS_H

#include <postgresql/libpq-fe.h>
#include <sqlite3.h>

#include "base/buffer.h"
#include "store/store.h"

enum { TRANSFER_CELLS = 40 };

enum cell_kind { CELL_NULL, CELL_NUMBER, CELL_REAL, CELL_TEXT, CELL_BYTES };

/* Bytes live until the next row of their database is read. */
struct cell {
    enum cell_kind kind;
    int64_t number;
    double real;
    const char *bytes;
    size_t len;
};

struct cell_row {
    int count;
    struct cell at[TRANSFER_CELLS];
};

/* The statements of a table. */
struct transfer_table {
    const char *name, *sqlite_read, *sqlite_write, *postgres_read;
    const char *postgres_types, *postgres_write; /* types: no rows, but all columns */
    const char *postgres_count;                  /* 1 if there are rows, 0 if not */
    bool has_more; /* PostgreSQL has a column besides, behind the others */
};

/* Referenced tables come first. */
extern const struct transfer_table transfer_tables[];
extern const int transfer_table_count;

/* The first columns of `game` are those that a running game has in its live row. */
enum live_cell {
    LIVE_OFFER,
    LIVE_TO_MOVE,
    LIVE_PLY,
    LIVE_LEFT0,
    LIVE_LEFT1,
    LIVE_MOVED,
    LIVE_DEADLINE,
    LIVE_UPDATED,
    LIVE_MOVES,
    LIVE_TIMES,
    LIVE_CELLS
};
extern const struct transfer_table *const transfer_game;
extern const struct transfer_table *const transfer_player;

struct transfer {
    sqlite3 *db;
    sqlite3_stmt *statement;
    struct buffer moves, times; /* of a live row */
    PGconn *conn;
    PGresult *row;             /* the row that was read last */
    Oid types[TRANSFER_CELLS]; /* of the columns that are written */
    struct buffer out;         /* rows for COPY */
    bool is_short_of_memory;   /* a row is not whole in `out` */
    char *problem;
};

/* Writes a sentence about the table (null: none) to t->problem; returns err. */
enum store_err transfer_fail(struct transfer *t, enum store_err err, const char *table,
                             const char *why);

/* Each of the databases can be read: begin, next until there is no row, or written: open, put, close. A reading that has
 * failed or ended needs no end. */
enum store_err transfer_sqlite_begin(struct transfer *t, const struct transfer_table *table);
enum store_err transfer_sqlite_next(struct transfer *t, const struct transfer_table *table,
                                    struct cell_row *out, bool *is_there);
enum store_err transfer_sqlite_open(struct transfer *t, const struct transfer_table *table);
enum store_err transfer_sqlite_put(struct transfer *t, const struct transfer_table *table,
                                   const struct cell_row *row);
enum store_err transfer_sqlite_close(struct transfer *t, const struct transfer_table *table);
enum store_err transfer_sqlite_exec(struct transfer *t, const char *sql);

enum store_err transfer_postgres_begin(struct transfer *t, const struct transfer_table *table);
enum store_err transfer_postgres_next(struct transfer *t, const struct transfer_table *table,
                                      struct cell_row *out, bool *is_there);
enum store_err transfer_postgres_open(struct transfer *t, const struct transfer_table *table);
enum store_err transfer_postgres_put(struct transfer *t, const struct transfer_table *table,
                                     const struct cell_row *row);
enum store_err transfer_postgres_close(struct transfer *t, const struct transfer_table *table);

/* Runs SQL without values; *out (may be null) is the first number of the last result, if there is one. */
enum store_err transfer_postgres_exec(struct transfer *t, const char *sql, int64_t *out);

/* Runs one statement with two numbers. */
enum store_err transfer_postgres_put_pair(struct transfer *t, const char *sql, int64_t a,
                                          int64_t b);

#endif
