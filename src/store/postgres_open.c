#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"

const char *postgres_problem(const struct store *store)
{
    return ((const struct postgres_store *)store)->problem;
}

void postgres_close(struct store *store)
{
    struct postgres_store *s = postgres_of(store);
    for (int role = 0; role < PG_ROLES; role++) {
        pg_link_close(&s->link[role]);
        buffer_free(&s->link[role].sent);
    }
    for (int i = 0; i < PG_PARAMS_MAX; i++)
        buffer_free(&s->param[i].bytes);
    postgres_turn_free(s->turn);
    free(s->url);
    free(s->password);
    free(s);
}

/* A password that is not percent-encoded makes another URL, with its second half as the host or the port. libpq would
 * quote that half in its message. */
static bool is_plausible(const PQconninfoOption *option)
{
    if (!option->val)
        return true;
    if (strcmp(option->keyword, "port") == 0)
        return option->val[strspn(option->val, "0123456789,")] == '\0';
    return strcmp(option->keyword, "host") != 0 || option->val[0] == '/' ||
           !strchr(option->val, '@');
}

/* A mistake in the URL is found here and not by every attempt to connect. The message does not repeat the URL, which may
 * have a password. */
static enum store_err check_url(struct postgres_store *s)
{
    char *why = NULL;
    PQconninfoOption *options = PQconninfoParse(s->url, &why);
    bool is_good = options != NULL;
    for (const PQconninfoOption *option = options; is_good && option->keyword; option++)
        is_good = is_plausible(option);
    PQconninfoFree(options);
    if (is_good)
        return STORE_OK;
    (void)snprintf(s->problem, sizeof s->problem,
                   "The address of the database is not one that PostgreSQL understands");
    PQfreemem(why);
    return STORE_E_OPEN;
}

static struct postgres_store *create(const struct store_postgres *options)
{
    struct postgres_store *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->base.ops = &postgres_ops;
    s->timeout_ms = options->timeout_ms;
    s->url = strdup(options->url);
    s->password = options->password ? strdup(options->password) : NULL;
    s->turn = postgres_turn_new();
    for (int i = 0; i < PG_PARAMS_MAX; i++)
        s->param[i].bytes = buffer_with_max(PG_BYTES_MAX);
    for (int role = 0; role < PG_ROLES; role++)
        s->link[role].sent = buffer_with_max(PG_BYTES_MAX);
    if (s->url && s->turn && (s->password || !options->password))
        return s;
    postgres_close(&s->base);
    return NULL;
}

enum store_err store_open_postgres(struct store **out, const struct store_postgres *options,
                                   char problem[STORE_PROBLEM_SIZE])
{
    struct postgres_store *s = create(options);
    if (!s) {
        (void)snprintf(problem, STORE_PROBLEM_SIZE, "%s", store_err_text(STORE_E_MEMORY));
        return STORE_E_MEMORY;
    }
    enum store_err err = check_url(s);
    if (!err && !options->is_lazy)
        err = postgres_migrate(s);
    if (!err && !options->is_lazy)
        err = pg_link_open(s, PG_WRITER);
    if (!err) {
        *out = &s->base;
        return STORE_OK;
    }
    (void)snprintf(problem, STORE_PROBLEM_SIZE, "%s", s->problem);
    postgres_close(&s->base);
    return err;
}
