/* The PostgreSQL store: what its files share.
 *
 * There are two connections (links), each opened by the first statement that needs it. The writer has the running turn;
 * the reader sees committed rows only. Both are in libpq's pipeline mode: statements are sent without waiting, and one
 * sync ends them. What is sent between two syncs is one transaction, unless there is a BEGIN among it.
 *
 * All statements are in two tables (postgres_sql.c, postgres_reads.c). Each is prepared at its first use on a
 * connection. Values are sent and read in binary. */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include <postgresql/libpq-fe.h>

#include "base/buffer.h"
#include "store/shared.h"

/* Statements of the writer. */
enum pg_sql {
    PG_BEGIN,
    PG_COMMIT,
    PG_ROLLBACK,
    PG_SAVEPOINT,
    PG_RELEASE,
    PG_ROLLBACK_TO,
    PG_SLOT,
    PG_TALLY,
    PG_GAME_STATES,
    PG_BEAT,
    PG_NODES,
    PG_OUTAGES,
    PG_LEAVE,
    PG_PUT_PLAYER,
    PG_PUT_SESSION,
    PG_USE_SESSION,
    PG_PUT_ACCOUNT,
    PG_USE_CODE,
    PG_ADD_SANCTION,
    PG_PUT_SANCTION,
    PG_PUT_DEVICE,
    PG_TRIM_DEVICES,
    PG_ADD_PASSKEY,
    PG_USE_PASSKEY,
    PG_DROP_PASSKEY,
    PG_DROP_SESSION,
    PG_DROP_SESSIONS,
    PG_PUT_PRESENCE,
    PG_END_PRESENCE,
    PG_ADD_GAME,
    PG_JOIN,
    PG_OFFER,
    PG_MOVE,
    PG_MOVE_DAYS,
    PG_CANCEL,
    PG_END,
    PG_REMATCH,
    PG_PUT_RATING,
    PG_ADD_RATED,
    PG_ADD_CHAT,
    PG_TRIM_CHAT,
    PG_PUT_REQUEST,
    PG_PUT_QUEUE,
    PG_DROP_QUEUE,
    PG_OPEN_MATCH,
    PG_CONFIRM_MATCH,
    PG_CLOSE_MATCH,
    PG_PUT_PUSH,
    PG_TRIM_PUSH,
    PG_DROP_PUSH,
    PG_DROP_PUSH_OF,
    PG_ADD_PUSH_DUE,
    PG_DELAY_PUSH_DUE,
    PG_DROP_PUSH_DUE,
    PG_ADD_MODERATION,
    PG_PUT_REPORT,
    PG_CLOSE_REPORT,
    PG_ADD_AUDIT,
    PG_DROP_AUDIT,
    PG_ERASE,
    PG_PURGE,
    PG_SET_ROLE,
    PG_MODERATORS,
    PG_READS /* from here on: postgres_reads.h */
};

enum { PG_SQL_MAX = 256, PG_PARAMS_MAX = 48, PG_BYTES_MAX = 64 << 20 };

extern const char *const postgres_sql[PG_READS];

/* A value for $1, $2, … of a statement: one, or an array of one element a row. */
struct pg_param {
    Oid type; /* of an element; 0: unused */
    bool is_array, is_null;
    uint32_t elements;
    struct buffer bytes;
};

struct pg_link {
    PGconn *conn; /* null: not connected */
    bool is_prepared[PG_SQL_MAX];
    struct buffer sent; /* what was sent since the last sync: see postgres_link.c */
};

enum pg_role { PG_WRITER, PG_READER, PG_ROLES };

struct postgres_store {
    struct store base;
    struct pg_link link[PG_ROLES];
    char *url, *password; /* password null: as libpq finds it */
    int timeout_ms;
    int64_t slot; /* of the writer's connection: the counters that only it changes */
    struct pg_param param[PG_PARAMS_MAX];
    struct postgres_turn *turn; /* postgres_turn.c */
    char sqlstate[6];           /* of the last failure; empty: none */
    char problem[STORE_PROBLEM_SIZE];
};

struct postgres_store *postgres_of(struct store *store);

/* Our error for an SQLSTATE. A compare-and-set that did not apply divides by zero: STORE_E_STALE. */
enum store_err postgres_err(const char *sqlstate);

/* ---- links (postgres_link.c) ---- */

/* Connects if there is no connection, and sets it up. E_GONE if that fails; E_NEWER or E_NOT_OURS if the database is not
 * at the schema version of this program. */
enum store_err pg_link_open(struct postgres_store *s, enum pg_role role);

/* Only connects. */
enum store_err pg_link_connect(struct postgres_store *s, enum pg_role role);
void pg_link_close(struct pg_link *link);

/* Sends one statement with the parameters in s->param[0 … params). */
enum store_err pg_link_send(struct postgres_store *s, enum pg_role role, int which, int params);

/* Ends what was sent, and waits for it. *last (may be null) is the result of the last statement; free it with PQclear.
 * On failure there is none, and all that was sent is undone, except that E_GONE may come after a commit. */
enum store_err pg_link_sync(struct postgres_store *s, enum pg_role role, PGresult **last);

/* Runs SQL without values, perhaps several statements; *out (may be null) is the first column of the last result, as a
 * number. */
enum store_err pg_link_exec(struct postgres_store *s, enum pg_role role, const char *sql,
                            int64_t *out);

/* ---- one statement, from its values to its rows (postgres_query.c) ---- */

/* Values are put and columns are read in order, so neither needs a number. After the first failure all calls do nothing;
 * pg_end returns the failure.
 *
 * All whole numbers are sent as bigint, all texts as text. A column may be smallint, integer, bigint or boolean for
 * pg_get, double precision for pg_get_real; NULL is 0 or empty. sum() of bigint is numeric: cast it. */
struct pg_query {
    struct postgres_store *store;
    enum pg_role role;
    int which;
    int put, params; /* the next parameter; how many there are */
    bool is_batch;   /* parameters are arrays with one element for each row */
    size_t rows;     /* of the batch */
    enum store_err err;
    PGresult *result;
    int row, read;
    bool is_malformed; /* a column does not fit its field, so another program wrote it */
};

/* Opens the link if need be. which < PG_READS: on the writer, otherwise on the reader. */
struct pg_query pg_begin(struct postgres_store *s, int which);

/* The same for a statement with arrays: put the values of a row, then pg_row, and so on. */
struct pg_query pg_begin_batch(struct postgres_store *s, int which);
void pg_row(struct pg_query *q);

/* After all rows of a batch: a parameter that is one number. */
void pg_put_last(struct pg_query *q, int64_t value);

void pg_put(struct pg_query *q, int64_t value);
void pg_put_real(struct pg_query *q, double value);
void pg_put_text(struct pg_query *q, const char *text);               /* null: NULL */
void pg_put_bytes(struct pg_query *q, const void *bytes, size_t len); /* null: NULL */
void pg_put_null(struct pg_query *q);                                 /* in place of a number */
void pg_put_longs(struct pg_query *q, const int64_t *values, size_t count); /* an array */

/* The first call runs the statement. true: there is a row. */
bool pg_next(struct pg_query *q);
int64_t pg_get(struct pg_query *q);
uint8_t pg_get_small(struct pg_query *q);
double pg_get_real(struct pg_query *q);
void pg_get_text(struct pg_query *q, char *out, size_t size);
void pg_get_bytes(struct pg_query *q, void *out, size_t size);
size_t pg_get_blob(struct pg_query *q, void *out, size_t max); /* of any length up to max */
bool pg_get_null(struct pg_query *q); /* true, and the column is read, if it is NULL */
enum store_err pg_end(struct pg_query *q);

/* Ends a query for one row; E_MISSING if there was none. */
enum store_err pg_end_one(struct pg_query *q, bool is_there);

/* Sends a statement of the writer without waiting for it. Its failure comes with the sync. */
enum store_err pg_send(struct pg_query *q);

/* ---- the schema (postgres_schema.c) ---- */

/* Creates or migrates the tables, one program at a time. */
enum store_err postgres_migrate(struct postgres_store *s);

/* Part of setting up a link. */
enum store_err postgres_check_version(struct postgres_store *s, enum pg_role role);

/* ---- the functions of store_ops that write (postgres_turn.c) ---- */

struct postgres_turn *postgres_turn_new(void);       /* null if memory is short */
void postgres_turn_free(struct postgres_turn *turn); /* null is fine */

enum store_err postgres_write(struct store *store, const struct row *row);
enum store_err postgres_commit(struct store *store);
void postgres_rollback(struct store *store);
enum store_err postgres_write_turn(struct store *store, const struct row *rows, size_t count,
                                   size_t *at);
size_t postgres_refused(const struct store *store, size_t *rows, size_t max);

enum store_err postgres_beat(struct store *store, struct store_beat *beat);
enum store_err postgres_leave(struct store *store, int32_t node);

extern const struct store_ops postgres_ops; /* postgres_ops.c */

void postgres_close(struct store *store);
const char *postgres_problem(const struct store *store);

#endif
