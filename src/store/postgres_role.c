#include <stdio.h>
#include <string.h>

#include "store/postgres.h"
#include "store/role.h"

/* Migrating a database is the server's task: it may be running, and an older one. */
static enum store_err open_lazily(struct store **out, const struct store_postgres *database,
                                  char problem[STORE_PROBLEM_SIZE])
{
    struct store_postgres options = *database;
    options.is_lazy = true;
    problem[0] = '\0';
    return store_open_postgres(out, &options, problem);
}

static enum store_err close_with(struct store *store, enum store_err err,
                                 char problem[STORE_PROBLEM_SIZE])
{
    if (err == STORE_E_MISSING)
        (void)snprintf(problem, STORE_PROBLEM_SIZE, "no account has this login");
    else if (err)
        (void)snprintf(problem, STORE_PROBLEM_SIZE, "%s", store_problem(store));
    store_close(store);
    return err;
}

enum store_err role_set_postgres(const struct store_postgres *database, const char *login,
                                 enum account_role role, char problem[STORE_PROBLEM_SIZE])
{
    struct store *store;
    enum store_err err = open_lazily(&store, database, problem);
    if (err)
        return err;
    struct pg_query q = pg_begin(postgres_of(store), PG_SET_ROLE);
    pg_put(&q, role);
    pg_put_text(&q, login);
    bool is_there = pg_next(&q);
    return close_with(store, pg_end_one(&q, is_there), problem);
}

enum store_err role_list_postgres(const struct store_postgres *database,
                                  void (*each)(void *context, const char *login), void *context,
                                  char problem[STORE_PROBLEM_SIZE])
{
    struct store *store;
    char login[ROW_LOGIN_SIZE];
    enum store_err err = open_lazily(&store, database, problem);
    if (err)
        return err;
    struct pg_query q = pg_begin(postgres_of(store), PG_MODERATORS);
    while (pg_next(&q)) {
        pg_get_text(&q, login, sizeof login);
        each(context, login);
    }
    return close_with(store, pg_end(&q), problem);
}
