/* Why rows of games did not apply. */
#include <stdlib.h>

#include "store/postgres_write.h"

/* What a row expects of its game, and what the game is. */
struct game_state {
    int64_t id, ply, version, status;
};

static struct game_state expected_of(const struct row *row)
{
    const struct result_row *r = &row->result;
    switch (row->kind) {
    case ROW_JOIN:
        return (struct game_state){row->join.game_id, 0, row->join.version, GAME_WAITING};
    case ROW_MOVE:
        return (struct game_state){row->move.game_id, row->move.ply, row->move.version,
                                   GAME_PLAYING};
    case ROW_OFFER:
        return (struct game_state){row->offer.game_id, row->offer.ply, row->offer.version,
                                   GAME_PLAYING};
    case ROW_RESULT:
        return (struct game_state){r->game_id, r->ply, r->version,
                                   r->status == GAME_CANCELLED ? GAME_WAITING : GAME_PLAYING};
    case ROW_REMATCH:
        return (struct game_state){row->rematch.game_id, 0, row->rematch.version, GAME_WIN};
    default:
        return (struct game_state){0, 0, 0, GAME_WAITING};
    }
}

/* STORE_OK: the game is as expected. */
static enum store_err compare(const struct row *row, const struct game_state *is)
{
    struct game_state must = expected_of(row);
    if (!is->id)
        return STORE_E_MISSING;
    if (row->kind == ROW_REMATCH) {
        if (is->status < GAME_WIN)
            return STORE_E_STATUS;
    } else {
        if (is->ply != must.ply)
            return STORE_E_STALE;
        if (is->status != must.status)
            return STORE_E_STATUS;
    }
    return is->version == must.version ? STORE_OK : STORE_E_STALE;
}

static struct game_state read_state(struct pg_query *q)
{
    struct game_state is;
    is.id = pg_get(q);
    is.status = pg_get(q);
    is.ply = pg_get(q);
    is.version = pg_get(q);
    return is;
}

/* A game that is as expected has a seat that is taken, or a player who came back and makes an abandonment stale. */
enum store_err pg_refusal_of(struct postgres_store *s, const struct row *row)
{
    enum store_err why = STORE_OK;
    struct pg_query q = pg_begin_batch(s, PG_GAME_STATES);
    pg_put(&q, 0);
    pg_put(&q, expected_of(row).id);
    pg_row(&q);
    if (pg_next(&q)) {
        (void)pg_get(&q);
        struct game_state is = read_state(&q);
        why = compare(row, &is);
    }
    if (!why)
        why = row->kind == ROW_JOIN ? STORE_E_STATUS : STORE_E_STALE;
    enum store_err err = pg_end(&q);
    return err ? err : why;
}

/* ---- all rows of a turn ---- */

struct game_use {
    int64_t game_id;
    size_t index;
};

static int by_game(const void *a, const void *b)
{
    const struct game_use *left = a, *right = b;
    if (left->game_id != right->game_id)
        return left->game_id < right->game_id ? -1 : 1;
    return left->index < right->index ? -1 : 1;
}

/* The rows of games, sorted by game; returns how many. */
static size_t collect(const struct row *rows, size_t count, struct game_use *uses)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t id = rows[i].kind == ROW_GAME ? rows[i].game.id : expected_of(&rows[i]).id;
        if (id)
            uses[found++] = (struct game_use){id, i};
    }
    qsort(uses, found, sizeof *uses, by_game);
    return found;
}

/* Later rows of a game depend on the first one, and all rows of a new game on that of the game. */
static enum store_err ask(struct postgres_store *s, const struct row *rows,
                          const struct game_use *uses, size_t count, struct pg_query *q)
{
    *q = pg_begin_batch(s, PG_GAME_STATES);
    for (size_t i = 0; i < count; i++) {
        bool is_first = i == 0 || uses[i].game_id != uses[i - 1].game_id;
        if (!is_first || rows[uses[i].index].kind == ROW_GAME)
            continue;
        pg_put(q, (int64_t)uses[i].index);
        pg_put(q, uses[i].game_id);
        pg_row(q);
    }
    return q->err;
}

enum store_err pg_refusals_of(struct postgres_store *s, const struct row *rows, size_t count,
                              size_t refused[STORE_REFUSED_MAX], size_t *refused_count,
                              enum store_err *first)
{
    struct pg_query q;
    struct game_use *uses = malloc(count * sizeof *uses);
    if (!uses)
        return STORE_E_MEMORY;
    enum store_err err = ask(s, rows, uses, collect(rows, count, uses), &q);
    free(uses);
    if (err || q.rows == 0)
        return err;
    while (pg_next(&q)) {
        size_t index = (size_t)pg_get(&q);
        struct game_state is = read_state(&q);
        enum store_err why = compare(&rows[index], &is);
        if (why && !*first)
            *first = why;
        if (why && *refused_count < STORE_REFUSED_MAX)
            refused[(*refused_count)++] = index;
    }
    return pg_end(&q);
}
