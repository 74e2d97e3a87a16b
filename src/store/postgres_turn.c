/* Writing a turn. */
#include <stdlib.h>

#include "store/postgres.h"

struct postgres_turn {
    enum store_err err;
};

struct postgres_turn *postgres_turn_new(void)
{
    return calloc(1, sizeof(struct postgres_turn));
}

void postgres_turn_free(struct postgres_turn *turn)
{
    free(turn);
}

enum store_err postgres_write(struct store *store, const struct row *row)
{
    (void)store;
    (void)row;
    return STORE_E_ROW;
}

enum store_err postgres_commit(struct store *store)
{
    (void)store;
    return STORE_OK;
}

void postgres_rollback(struct store *store)
{
    (void)store;
}

enum store_err postgres_write_turn(struct store *store, const struct row *rows, size_t count,
                                   size_t *at)
{
    (void)store;
    (void)rows;
    (void)count;
    (void)at;
    return STORE_E_ROW;
}

size_t postgres_refused(const struct store *store, size_t *rows, size_t max)
{
    (void)store;
    (void)rows;
    (void)max;
    return 0;
}
