/* The PostgreSQL store: how rows are written.
 *
 * Rows that the same statement writes are written together, as arrays. A turn may have many kinds of rows, in any order.
 * postgres_plan.c puts them into an order with few groups in which everything that depends on something still comes
 * after it. */
#ifndef STORE_POSTGRES_WRITE_H
#define STORE_POSTGRES_WRITE_H

#include "store/postgres.h"

/* One for each way to write a row, in the order in which groups are written. A player comes before what is theirs, a game
 * before its moves. Who is connected comes before the end of games, which asks for it. */
enum pg_writer {
    WRITE_PLAYER,
    WRITE_SESSION,
    WRITE_SESSION_USE,
    WRITE_ACCOUNT,
    WRITE_CODE,
    WRITE_SANCTION,
    WRITE_DEVICE,
    WRITE_PASSKEY,
    WRITE_PASSKEY_USE,
    WRITE_PASSKEY_GONE,
    WRITE_LOGOUT,
    WRITE_LOGOUT_ALL,
    WRITE_PRESENCE,
    WRITE_PRESENCE_GONE,
    WRITE_GAME,
    WRITE_JOIN,
    WRITE_OFFER,
    WRITE_MOVE,
    WRITE_MOVE_DAYS,
    WRITE_CANCEL,
    WRITE_END,
    WRITE_REMATCH,
    WRITE_RATING,
    WRITE_RATED,
    WRITE_CHAT,
    WRITE_REQUEST,
    WRITE_QUEUE,
    WRITE_QUEUE_GONE,
    WRITE_MATCH_OPEN,
    WRITE_MATCH_CONFIRM,
    WRITE_MATCH_CLOSE,
    WRITE_PUSH,
    WRITE_PUSH_GONE,
    WRITE_PUSH_GONE_OF,
    WRITE_PUSH_DUE,
    WRITE_PUSH_AGAIN,
    WRITE_PUSH_DONE,
    WRITE_MODERATION,
    WRITE_REPORT,
    WRITE_REPORT_CLOSED,
    WRITE_AUDIT,
    WRITE_AUDIT_DROP,
    WRITE_ERASE,
    WRITE_PURGE,
    WRITERS
};

/* How a writer works. */
struct pg_write {
    enum pg_sql sql, then; /* `then` gets the same values; 0: none */
    void (*put)(struct pg_query *q, const struct row *row, size_t index);
    enum store_err refused; /* if its compare-and-set did not apply */
    bool has_slot;          /* the last value is the connection's slot */
    bool is_alone;          /* each row has a statement of its own */
};

/* Which writer writes a row; STORE_E_ROW: none does, or a value is out of its range. */
enum store_err pg_writer_of(const struct row *row, enum pg_writer *out);
const struct pg_write *pg_write_of(enum pg_writer writer);

/* What a row touches, so that it stays behind the rows before it that touch the same. `is_change`: rows that only need it
 * to exist may come in any order. */
struct pg_key {
    uint64_t hash;
    bool is_change;
};

enum { PG_KEYS_MAX = 4 };

/* Returns how many. */
int pg_keys_of(const struct row *row, struct pg_key keys[PG_KEYS_MAX]);

/* The id that rows of a group are sorted by; 0: they stay in order. */
int64_t pg_lock_of(const struct row *row);

/* Why a row of a game (WRITE_JOIN … WRITE_REMATCH) did not apply. */
enum store_err pg_refusal_of(struct postgres_store *s, const struct row *row);

/* The rows of a turn whose games are not as the rows expect, in order, at most STORE_REFUSED_MAX; *first: why the first of
 * them does not apply, STORE_OK if there is none. */
enum store_err pg_refusals_of(struct postgres_store *s, const struct row *rows, size_t count,
                              size_t refused[STORE_REFUSED_MAX], size_t *refused_count,
                              enum store_err *first);

/* A row's place in the plan. */
struct pg_place {
    uint32_t at; /* rows with the same number are a group: its writer is at % WRITERS */
    uint32_t index;
    int64_t lock;
};

struct pg_plan {
    struct pg_place *places; /* sorted */
    size_t count, capacity;
    struct pg_seen *seen; /* postgres_plan.c */
    size_t seen_size;
};

/* STORE_E_ROW: one of the rows cannot be written; STORE_E_MEMORY. */
enum store_err pg_plan_make(struct pg_plan *plan, const struct row *rows, size_t count);
void pg_plan_free(struct pg_plan *plan);

#endif
