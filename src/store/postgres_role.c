/* Roles in a PostgreSQL database: store/role.h. */
#include <stdio.h>

#include "store/postgres.h"
#include "store/role.h"

/* Migrating is the server's task: it may be running, and an older one. */
static enum store_err open_shared(struct store **out, const struct store_postgres *at,
                                  char problem[STORE_PROBLEM_SIZE])
{
    struct store_postgres options = *at;
    options.is_lazy = true;
    problem[0] = '\0';
    return store_open_postgres(out, &options, problem);
}

static enum store_err close_shared(struct store *store, enum store_err err,
                                   char problem[STORE_PROBLEM_SIZE])
{
    if (err == STORE_E_MISSING)
        (void)snprintf(problem, STORE_PROBLEM_SIZE, "no account has this login");
    else if (err)
        (void)snprintf(problem, STORE_PROBLEM_SIZE, "%s", store_problem(store));
    store_close(store);
    return err;
}

enum store_err role_set_shared(const struct store_postgres *at, const char *login,
                               enum account_role role, char problem[STORE_PROBLEM_SIZE])
{
    struct store *store;
    enum store_err err = open_shared(&store, at, problem);
    if (err)
        return err;
    struct pg_query q = pg_begin(postgres_of(store), PG_SET_ROLE);
    pg_put_text(&q, login);
    pg_put(&q, role);
    return close_shared(store, pg_end_one(&q, pg_next(&q)), problem);
}

enum store_err role_list_shared(const struct store_postgres *at,
                                void (*each)(void *context, const char *login), void *context,
                                char problem[STORE_PROBLEM_SIZE])
{
    struct store *store;
    char login[ROW_LOGIN_SIZE];
    enum store_err err = open_shared(&store, at, problem);
    if (err)
        return err;
    struct pg_query q = pg_begin(postgres_of(store), PG_MODERATORS);
    while (pg_next(&q)) {
        pg_get_text(&q, login, sizeof login);
        each(context, login);
    }
    return close_shared(store, pg_end(&q), problem);
}
