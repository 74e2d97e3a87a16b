/* Writing a turn.
 *
 * The usual way: all statements of the turn are sent at once, with one sync, which is also the commit: one round trip. If a
 * row does not apply, the server undoes everything. Which rows these are is then found out: by asking for all games of the
 * turn, and if these are as expected, by writing the turn again, row by row, each with a savepoint; store_write does the
 * same. If now all rows apply, because another server's transaction was rolled back meanwhile, the turn is committed after
 * all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres_write.h"

struct postgres_turn {
    bool is_open;                           /* BEGIN was sent */
    bool has_savepoint;                     /* of the row before */
    enum store_err err;                     /* why the running turn has failed */
    int64_t more_games[GAME_CANCELLED + 1]; /* by status */
    size_t refused[STORE_REFUSED_MAX], refused_count;
    struct pg_plan plan;
};

struct postgres_turn *postgres_turn_new(void)
{
    return calloc(1, sizeof(struct postgres_turn));
}

void postgres_turn_free(struct postgres_turn *turn)
{
    if (turn)
        pg_plan_free(&turn->plan);
    free(turn);
}

/* ---- groups of rows ---- */

/* How a row changes the number of games by status. */
static void count_row(struct postgres_turn *turn, enum pg_writer writer, const struct row *row)
{
    if (writer == WRITE_GAME && row->game.status <= GAME_CANCELLED)
        turn->more_games[row->game.status]++;
    if (writer == WRITE_JOIN || writer == WRITE_CANCEL)
        turn->more_games[GAME_WAITING]--;
    if (writer == WRITE_JOIN)
        turn->more_games[GAME_PLAYING]++;
    if (writer == WRITE_CANCEL)
        turn->more_games[GAME_CANCELLED]++;
    if (writer != WRITE_END)
        return;
    uint8_t status = row->kind == ROW_MOVE ? row->move.status : row->result.status;
    turn->more_games[GAME_PLAYING]--;
    if (status <= GAME_CANCELLED)
        turn->more_games[status]++;
}

static enum store_err send_tally(struct postgres_store *s)
{
    const int64_t *more = s->turn->more_games;
    struct pg_query q = pg_begin_batch(s, PG_TALLY);
    for (int status = 0; status <= GAME_CANCELLED; status++) {
        if (!more[status])
            continue;
        pg_put(&q, status);
        pg_put(&q, more[status]);
        pg_row(&q);
    }
    if (q.rows == 0)
        return q.err;
    pg_put_last(&q, s->slot);
    return pg_send(&q);
}

/* The first messages of a game cannot be too many. */
static bool has_sequel(const struct pg_write *write, const struct row *rows,
                       const struct pg_place *places, size_t count)
{
    if (write->then != PG_TRIM_CHAT)
        return write->then != 0;
    for (size_t i = 0; i < count; i++)
        if (rows[places[i].index].chat.seq > STORE_CHAT_KEPT)
            return true;
    return false;
}

static enum store_err send_group(struct postgres_store *s, enum pg_writer writer,
                                 const struct row *rows, const struct pg_place *places,
                                 size_t count)
{
    const struct pg_write *write = pg_write_of(writer);
    struct pg_query q = pg_begin_batch(s, (int)write->sql);
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows[places[i].index];
        write->put(&q, row, places[i].index);
        pg_row(&q);
    }
    if (write->has_slot)
        pg_put_last(&q, s->slot);
    enum store_err err = pg_send(&q);
    if (!err && has_sequel(write, rows, places, count))
        err = pg_link_send(s, PG_WRITER, (int)write->then, q.params);
    return err;
}

/* How many places from `at` on are one statement. */
static size_t group_size(const struct pg_plan *plan, size_t at)
{
    size_t end = at + 1;
    if (pg_write_of(plan->places[at].at % WRITERS)->is_alone)
        return 1;
    while (end < plan->count && plan->places[end].at == plan->places[at].at)
        end++;
    return end - at;
}

static enum store_err write_at_once(struct postgres_store *s, const struct row *rows, size_t count)
{
    struct postgres_turn *turn = s->turn;
    enum store_err err = pg_plan_make(&turn->plan, rows, count);
    memset(turn->more_games, 0, sizeof turn->more_games);
    for (size_t at = 0, size; !err && at < count; at += size) {
        const struct pg_place *places = &turn->plan.places[at];
        enum pg_writer writer = places->at % WRITERS;
        size = group_size(&turn->plan, at);
        for (size_t i = 0; i < size; i++)
            count_row(turn, writer, &rows[places[i].index]);
        err = send_group(s, writer, rows, places, size);
    }
    if (!err)
        err = send_tally(s);
    memset(turn->more_games, 0, sizeof turn->more_games);
    return err ? err : pg_link_sync(s, PG_WRITER, NULL);
}

/* ---- row by row ---- */

static enum store_err send(struct postgres_store *s, enum pg_sql which)
{
    return pg_link_send(s, PG_WRITER, (int)which, 0);
}

static void turn_forget(struct postgres_store *s)
{
    struct postgres_turn *turn = s->turn;
    bool is_open = turn->is_open && s->link[PG_WRITER].conn;
    turn->is_open = turn->has_savepoint = false;
    memset(turn->more_games, 0, sizeof turn->more_games);
    if (is_open && (send(s, PG_ROLLBACK) || pg_link_sync(s, PG_WRITER, NULL)))
        pg_link_close(&s->link[PG_WRITER]); /* that rolls back, too */
}

static enum store_err turn_fail(struct postgres_store *s, enum store_err err)
{
    char problem[STORE_PROBLEM_SIZE];
    memcpy(problem, s->problem, sizeof problem);
    turn_forget(s);
    memcpy(s->problem, problem, sizeof problem);
    s->turn->err = err;
    return err;
}

/* Begins the turn with its first row, and a savepoint with every row. */
static enum store_err send_savepoint(struct postgres_store *s)
{
    struct postgres_turn *turn = s->turn;
    enum store_err err = pg_link_open(s, PG_WRITER);
    if (!err && !turn->is_open)
        err = send(s, PG_BEGIN);
    else if (!err && turn->has_savepoint)
        err = send(s, PG_RELEASE);
    turn->is_open = !err;
    turn->has_savepoint = !err;
    return err ? err : send(s, PG_SAVEPOINT);
}

static bool is_of_game(enum pg_writer writer)
{
    return writer >= WRITE_JOIN && writer <= WRITE_REMATCH;
}

/* After a row did not apply: undoes it, and says why. The other rows of the turn stand. */
static enum store_err undo_row(struct postgres_store *s, enum pg_writer writer,
                               const struct row *row, enum store_err why)
{
    bool is_unapplied = strcmp(s->sqlstate, "22012") == 0;
    char problem[STORE_PROBLEM_SIZE];
    memcpy(problem, s->problem, sizeof problem);
    enum store_err err = send(s, PG_ROLLBACK_TO);
    if (!err)
        err = pg_link_sync(s, PG_WRITER, NULL);
    if (!err && is_unapplied && is_of_game(writer))
        err = pg_refusal_of(s, row);
    else if (!err)
        err = is_unapplied ? pg_write_of(writer)->refused : why;
    if (store_err_class(err) != STORE_REFUSED)
        return err;
    if (is_unapplied)
        (void)snprintf(s->problem, sizeof s->problem, "%s", store_err_text(err));
    else
        memcpy(s->problem, problem, sizeof problem);
    return err;
}

static enum store_err write_row(struct postgres_store *s, const struct row *row)
{
    const struct pg_place place = {0, 0, 0};
    enum pg_writer writer = WRITERS;
    enum store_err err = pg_writer_of(row, &writer);
    if (err) {
        (void)snprintf(s->problem, sizeof s->problem,
                       "There is no row of kind %d, or none with such values", row->kind);
        return err;
    }
    err = send_savepoint(s);
    if (!err)
        err = send_group(s, writer, row, &place, 1);
    if (!err)
        err = pg_link_sync(s, PG_WRITER, NULL);
    if (store_err_class(err) == STORE_REFUSED)
        err = undo_row(s, writer, row, err);
    else if (!err)
        count_row(s->turn, writer, row);
    return err;
}

enum store_err postgres_write(struct store *store, const struct row *row)
{
    struct postgres_store *s = postgres_of(store);
    if (s->turn->err)
        return s->turn->err;
    enum store_err err = write_row(s, row);
    return store_err_class(err) >= STORE_RETRY ? turn_fail(s, err) : err;
}

static enum store_err send_commit(struct postgres_store *s)
{
    enum store_err err = send_tally(s);
    if (!err)
        err = send(s, PG_COMMIT);
    return err ? err : pg_link_sync(s, PG_WRITER, NULL);
}

enum store_err postgres_commit(struct store *store)
{
    struct postgres_store *s = postgres_of(store);
    enum store_err err = s->turn->err;
    if (!err && s->turn->is_open)
        err = send_commit(s);
    if (err)
        (void)turn_fail(s, err);
    s->turn->is_open = false;
    turn_forget(s);
    s->turn->err = STORE_OK;
    return err;
}

void postgres_rollback(struct store *store)
{
    struct postgres_store *s = postgres_of(store);
    turn_forget(s);
    s->turn->err = STORE_OK;
}

/* ---- a whole turn ---- */

static void note_refused(struct postgres_turn *turn, size_t index)
{
    if (turn->refused_count < STORE_REFUSED_MAX)
        turn->refused[turn->refused_count++] = index;
}

/* Most refusals are of games that another server has changed: one question finds all of them. STORE_OK: there is none. */
static enum store_err find_changed_games(struct postgres_store *s, const struct row *rows,
                                         size_t count, size_t *at)
{
    struct postgres_turn *turn = s->turn;
    enum store_err first = STORE_OK;
    enum store_err err =
        pg_refusals_of(s, rows, count, turn->refused, &turn->refused_count, &first);
    if (err || !first)
        return err;
    *at = turn->refused[0];
    (void)snprintf(s->problem, sizeof s->problem, "%s", store_err_text(first));
    return first;
}

/* *at: the first row that failed, or `count`. */
static enum store_err write_one_by_one(struct postgres_store *s, const struct row *rows,
                                       size_t count, size_t *at)
{
    enum store_err first = STORE_OK;
    char problem[STORE_PROBLEM_SIZE];
    for (size_t i = 0; i < count; i++) {
        enum store_err err = postgres_write(&s->base, &rows[i]);
        if (err && !first) {
            first = err;
            *at = i;
            memcpy(problem, s->problem, sizeof problem);
        }
        if (store_err_class(err) == STORE_REFUSED)
            note_refused(s->turn, i);
        else if (err)
            first = err; /* the turn is lost, whatever was refused before */
        if (err && first == err && store_err_class(err) != STORE_REFUSED)
            break;
    }
    if (!first)
        return postgres_commit(&s->base);
    postgres_rollback(&s->base);
    if (store_err_class(first) == STORE_REFUSED)
        memcpy(s->problem, problem, sizeof problem);
    return first;
}

enum store_err postgres_write_turn(struct store *store, const struct row *rows, size_t count,
                                   size_t *at)
{
    struct postgres_store *s = postgres_of(store);
    size_t failed_at = count;
    enum store_err err = STORE_E_ROW;
    s->turn->refused_count = 0;
    if (count == 0)
        return STORE_OK;
    if (!s->turn->is_open && !s->turn->err)
        err = write_at_once(s, rows, count);
    bool is_unapplied = err == STORE_E_STALE;
    if (store_err_class(err) == STORE_REFUSED) {
        err = is_unapplied ? find_changed_games(s, rows, count, &failed_at) : STORE_OK;
        if (!err)
            err = write_one_by_one(s, rows, count, &failed_at);
    }
    if (err && at)
        *at = failed_at;
    return err;
}

size_t postgres_refused(const struct store *store, size_t *rows, size_t max)
{
    const struct postgres_turn *turn = ((const struct postgres_store *)store)->turn;
    size_t count = turn->refused_count < max ? turn->refused_count : max;
    memcpy(rows, turn->refused, count * sizeof *rows);
    return count;
}
