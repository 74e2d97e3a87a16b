/* A connection to PostgreSQL in pipeline mode.
 *
 * Nothing here waits longer than the timeout, even for a server that was stopped or a network that swallows packets: every
 * wait is a poll with a deadline. A statement is never cancelled, only its connection dropped: a cancelled wait for the
 * standby would be answered as a success. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/postgres.h"
#include "store/postgres_reads.h"

enum { ARRAY_COUNT_AT = 12, NAME_SIZE = 16 };

/* Settings of a connection. All statements find their rows by index; plans are made once. A node that stops in the
 * middle of a transaction does not keep its locks. */
static const char settings[] = "SET client_encoding = 'UTF8';"
                               "SET client_min_messages = 'error';"
                               "SET plan_cache_mode = 'force_generic_plan';"
                               "SET enable_seqscan = off;"
                               "SET enable_hashjoin = off;"
                               "SET enable_mergejoin = off;"
                               "SET enable_bitmapscan = off;"
                               "SET jit = off;";

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void keep_problem(struct postgres_store *s, enum store_err err, const char *message)
{
    size_t len = strcspn(message, "\n");
    (void)snprintf(s->problem, sizeof s->problem, "%s (%.*s%s%s)", store_err_text(err), (int)len,
                   message, s->sqlstate[0] ? ", SQLSTATE " : "", s->sqlstate);
}

/* ---- opening and closing ---- */

void pg_link_close(struct pg_link *link)
{
    PQfinish(link->conn); /* null is fine; a running transaction is rolled back */
    link->conn = NULL;
    memset(link->is_prepared, 0, sizeof link->is_prepared);
    buffer_clear(&link->sent);
}

static enum store_err lose(struct postgres_store *s, enum pg_role role, const char *message)
{
    s->sqlstate[0] = '\0';
    keep_problem(s, STORE_E_GONE, message);
    pg_link_close(&s->link[role]);
    return STORE_E_GONE;
}

/* What the URL says comes after our settings and replaces them. */
static PGconn *connect_to(const struct postgres_store *s)
{
    char seconds[16], user_timeout[16];
    const char *keys[16] = {
        "connect_timeout",  "tcp_user_timeout",     "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "target_session_attrs", "application_name", "dbname"};
    const char *values[16] = {seconds, user_timeout, "5",        "2",
                              "3",     "read-write", "fourfall", s->url};
    (void)snprintf(seconds, sizeof seconds, "%d", (s->timeout_ms + 999) / 1000);
    (void)snprintf(user_timeout, sizeof user_timeout, "%d", s->timeout_ms);
    if (s->password) {
        keys[8] = "password";
        values[8] = s->password;
    }
    return PQconnectdbParams(keys, values, 1);
}

/* Errors are reported with the statement that they concern. libpq would print notices to stderr. */
static void drop_notice(void *context, const char *message)
{
    (void)context;
    (void)message;
}

enum store_err pg_link_connect(struct postgres_store *s, enum pg_role role)
{
    struct pg_link *link = &s->link[role];
    if (link->conn)
        return STORE_OK;
    link->conn = connect_to(s);
    if (!link->conn) {
        keep_problem(s, STORE_E_MEMORY, "libpq");
        return STORE_E_MEMORY;
    }
    (void)PQsetNoticeProcessor(link->conn, drop_notice, NULL);
    if (PQstatus(link->conn) != CONNECTION_OK)
        return lose(s, role, PQerrorMessage(link->conn));
    if (PQsetnonblocking(link->conn, 1) != 0)
        return lose(s, role, PQerrorMessage(link->conn));
    enum store_err err = pg_link_exec(s, role, settings, NULL);
    if (!err && role == PG_READER)
        err = pg_link_exec(s, role, postgres_reader_settings, NULL);
    return err;
}

static enum store_err set_timeouts(struct postgres_store *s, enum pg_role role)
{
    char sql[160];
    int server_ms = s->timeout_ms - s->timeout_ms / 4; /* the server's error comes before ours */
    (void)snprintf(sql, sizeof sql,
                   "SET statement_timeout = %d; SET idle_in_transaction_session_timeout = %d",
                   server_ms, s->timeout_ms);
    return pg_link_exec(s, role, sql, NULL);
}

static enum store_err take_slot(struct postgres_store *s)
{
    return pg_link_exec(s, PG_WRITER, postgres_sql[PG_SLOT], &s->slot);
}

/* Has the server closed this connection while it was idle? Before a transaction begins, a new connection solves that. Later it
 * would be unknown whether the transaction was committed. */
static bool is_closed_by_server(const struct pg_link *link)
{
    struct pollfd poller = {PQsocket(link->conn), POLLIN, 0};
    if (link->sent.len || PQtransactionStatus(link->conn) != PQTRANS_IDLE)
        return false;
    while (poll(&poller, 1, 0) > 0) /* a notice, or the reason; then the end */
        if (!PQconsumeInput(link->conn))
            return true;
    return false;
}

enum store_err pg_link_open(struct postgres_store *s, enum pg_role role)
{
    struct pg_link *link = &s->link[role];
    if (link->conn && is_closed_by_server(link))
        pg_link_close(link);
    if (link->conn)
        return STORE_OK;
    enum store_err err = pg_link_connect(s, role);
    if (!err)
        err = set_timeouts(s, role);
    if (!err)
        err = postgres_check_version(s, role);
    if (!err && role == PG_WRITER)
        err = take_slot(s);
    if (!err && !PQenterPipelineMode(link->conn))
        err = STORE_E_BROKEN;
    if (err)
        pg_link_close(link);
    return err;
}

/* ---- sending ---- */

static void name_of(char out[NAME_SIZE], int which)
{
    (void)snprintf(out, NAME_SIZE, "s%d", which);
}

static const char *sql_of(int which)
{
    return which < PG_READS ? postgres_sql[which] : postgres_reads[which - PG_READS];
}

/* The type of an array of elements of this type. */
static Oid array_of(Oid type)
{
    static const Oid types[][2] = {{17, 1001}, {20, 1016}, {25, 1009}, {701, 1022}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i][0] == type)
            return types[i][1];
    return 0;
}

/* Two bytes a message: the statement, and whether it is prepared or run. */
static bool note_sent(struct pg_link *link, int which, bool is_prepare)
{
    const uint8_t note[2] = {(uint8_t)which, is_prepare};
    return buffer_append(&link->sent, note, sizeof note) == BUFFER_OK;
}

static bool send_prepare(struct pg_link *link, const struct pg_param *param, int which, int params)
{
    Oid types[PG_PARAMS_MAX];
    char name[NAME_SIZE];
    name_of(name, which);
    for (int i = 0; i < params; i++)
        types[i] = param[i].is_array ? array_of(param[i].type) : param[i].type;
    return note_sent(link, which, true) &&
           PQsendPrepare(link->conn, name, sql_of(which), params, types);
}

static void set_count(struct pg_param *param)
{
    for (int i = 0; i < 4; i++)
        param->bytes.bytes[ARRAY_COUNT_AT + i] = (char)(param->elements >> 8 * (3 - i));
}

static bool send_run(struct pg_link *link, struct pg_param *param, int which, int params)
{
    const char *values[PG_PARAMS_MAX];
    int lengths[PG_PARAMS_MAX], formats[PG_PARAMS_MAX];
    char name[NAME_SIZE];
    name_of(name, which);
    for (int i = 0; i < params; i++) {
        if (param[i].is_array)
            set_count(&param[i]);
        values[i] = param[i].bytes.len ? param[i].bytes.bytes : "";
        lengths[i] = (int)param[i].bytes.len;
        formats[i] = 1;
        if (param[i].is_null)
            values[i] = NULL;
    }
    return note_sent(link, which, false) &&
           PQsendQueryPrepared(link->conn, name, params, values, lengths, formats, 1);
}

enum store_err pg_link_send(struct postgres_store *s, enum pg_role role, int which, int params)
{
    struct pg_link *link = &s->link[role];
    if (!link->is_prepared[which]) {
        if (!send_prepare(link, s->param, which, params))
            return lose(s, role, PQerrorMessage(link->conn));
        link->is_prepared[which] = true; /* taken back if it fails */
    }
    if (!send_run(link, s->param, which, params))
        return lose(s, role, PQerrorMessage(link->conn));
    return STORE_OK;
}

/* ---- waiting ---- */

/* Waits until a result can be had without waiting. */
static bool wait_result(PGconn *conn, int64_t deadline_ms)
{
    for (;;) {
        int unsent = PQflush(conn);
        if (unsent < 0)
            return false;
        if (!unsent && !PQisBusy(conn))
            return true;
        struct pollfd poller = {PQsocket(conn), (short)(POLLIN | (unsent ? POLLOUT : 0)), 0};
        int64_t left_ms = deadline_ms - now_ms();
        if (left_ms <= 0 || poll(&poller, 1, (int)left_ms) == 0)
            return false;
        if (poller.revents & ~POLLOUT && !PQconsumeInput(conn))
            return false;
    }
}

/* After these the connection is of no more use, or leads to the wrong server. */
static bool ends_link(enum store_err err)
{
    return err == STORE_E_GONE || err == STORE_E_READONLY;
}

static enum store_err note_failure(struct postgres_store *s, const PGresult *result)
{
    const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (!sqlstate) { /* libpq's own: the connection is lost */
        s->sqlstate[0] = '\0';
        keep_problem(s, STORE_E_GONE, PQresultErrorMessage(result));
        return STORE_E_GONE;
    }
    (void)snprintf(s->sqlstate, sizeof s->sqlstate, "%s", sqlstate);
    enum store_err err = postgres_err(sqlstate);
    keep_problem(s, err, message ? message : "");
    return err;
}

/* What the messages between two syncs came to. */
struct answers {
    enum store_err err;
    PGresult *last;
    size_t at; /* in link->sent */
};

static void take_answer(struct postgres_store *s, struct pg_link *link, PGresult *result,
                        struct answers *answers)
{
    ExecStatusType status = PQresultStatus(result);
    const char *note = link->sent.bytes + answers->at;
    bool is_ok = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
    answers->at += 2;
    if (note[1] && !is_ok)
        link->is_prepared[(uint8_t)note[0]] = false;
    if (!is_ok && status != PGRES_PIPELINE_ABORTED && !answers->err)
        answers->err = note_failure(s, result);
    if (is_ok) {
        PQclear(answers->last);
        answers->last = result;
    } else {
        PQclear(result);
    }
}

/* Reads results until that of the sync. False: the connection is lost. */
static bool take_answers(struct postgres_store *s, struct pg_link *link, struct answers *answers)
{
    int64_t deadline_ms = now_ms() + s->timeout_ms;
    for (;;) {
        if (!wait_result(link->conn, deadline_ms))
            return false;
        PGresult *result = PQgetResult(link->conn);
        if (!result)
            continue; /* the end of one statement's results */
        if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            return true;
        }
        if (answers->at < link->sent.len) {
            take_answer(s, link, result, answers);
        } else {
            /* The commit at the sync failed. */
            if (!answers->err)
                answers->err = note_failure(s, result);
            PQclear(result);
        }
        if (PQstatus(link->conn) == CONNECTION_BAD)
            return false;
    }
}

enum store_err pg_link_sync(struct postgres_store *s, enum pg_role role, PGresult **last)
{
    struct pg_link *link = &s->link[role];
    struct answers answers = {.err = STORE_OK};
    if (!PQpipelineSync(link->conn))
        return lose(s, role, PQerrorMessage(link->conn));
    bool is_whole = take_answers(s, link, &answers);
    buffer_clear(&link->sent);
    if (!is_whole && !answers.err) {
        const char *message = PQerrorMessage(link->conn);
        answers.err = lose(s, role, message[0] ? message : "no answer in time");
    }
    if (!is_whole || ends_link(answers.err))
        pg_link_close(link);
    if (answers.err || !last)
        PQclear(answers.last);
    else
        *last = answers.last;
    return answers.err;
}

/* ---- SQL without values, before the pipeline ---- */

static enum store_err exec_failed(struct postgres_store *s, enum pg_role role,
                                  const PGresult *result)
{
    enum store_err err =
        result ? note_failure(s, result) : lose(s, role, PQerrorMessage(s->link[role].conn));
    if (ends_link(err))
        pg_link_close(&s->link[role]);
    return err;
}

enum store_err pg_link_exec(struct postgres_store *s, enum pg_role role, const char *sql,
                            int64_t *out)
{
    PGconn *conn = s->link[role].conn;
    int64_t deadline_ms = now_ms() + s->timeout_ms;
    enum store_err err = STORE_OK;
    if (!conn || !PQsendQuery(conn, sql))
        return lose(s, role, conn ? PQerrorMessage(conn) : "not connected");
    for (;;) {
        if (!wait_result(conn, deadline_ms))
            return lose(s, role, "no answer in time");
        PGresult *result = PQgetResult(conn);
        if (!result)
            return err;
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_TUPLES_OK && out && PQntuples(result) > 0)
            *out = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
        else if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK && !err)
            err = exec_failed(s, role, result);
        PQclear(result);
        if (!s->link[role].conn)
            return err;
    }
}
