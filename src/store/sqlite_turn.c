#include "store/sqlite.h"

struct sqlite_store *sqlite_of(struct store *store)
{
    return (struct sqlite_store *)store;
}

static enum store_err run(struct sqlite_store *s, enum sql which)
{
    struct query q = query_begin(s, which);
    return query_run(&q, NULL);
}

/* After some failures SQLite has rolled back by itself; a second time would be an error. */
static void turn_forget(struct sqlite_store *s)
{
    if (!sqlite3_get_autocommit(s->writer))
        (void)run(s, SQL_ROLLBACK); /* it only forgets; if even that fails, the next BEGIN tells */
    s->has_turn = false;
}

/* The first failure that is not the row's own fault costs the whole turn, at once: otherwise every
 * later row would wait for the same lock or disk again while the loop stands still. */
static enum store_err turn_doom(struct sqlite_store *s, enum store_err err)
{
    s->doom = err;
    turn_forget(s);
    return err;
}

static enum store_err turn_begin(struct sqlite_store *s)
{
    if (s->has_turn)
        return STORE_OK;
    enum store_err err = run(s, SQL_BEGIN);
    s->has_turn = !err;
    return err;
}

enum store_err sqlite_write(struct store *store, const struct row *row)
{
    struct sqlite_store *s = sqlite_of(store);
    if (s->doom)
        return s->doom;
    enum store_err err = turn_begin(s);
    if (!err)
        err = sqlite_write_row(s, row);
    return store_err_class(err) >= STORE_RETRY ? turn_doom(s, err) : err;
}

enum store_err sqlite_commit(struct store *store)
{
    struct sqlite_store *s = sqlite_of(store);
    enum store_err err = s->doom;
    if (!err && s->has_turn)
        err = run(s, SQL_COMMIT);
    turn_forget(s);
    s->doom = STORE_OK;
    return err;
}

void sqlite_rollback(struct store *store)
{
    struct sqlite_store *s = sqlite_of(store);
    turn_forget(s);
    s->doom = STORE_OK;
}
