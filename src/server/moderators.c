#include "server/moderators.h"

#include <stdio.h>

#include "server/secret_file.h"
#include "store/role.h"

enum { PATH_SIZE = 4096, PASSWORD_SIZE = 256, TIMEOUT_MS = 15000 };

/* A place as the store knows it. */
struct accounts {
    bool is_shared;
    char path[PATH_SIZE];
    char password[PASSWORD_SIZE];
    struct store_postgres postgres;
};

static bool accounts_of(struct accounts *out, const struct moderators_place *place, char *why,
                        size_t why_size)
{
    out->is_shared = place->database != NULL;
    out->postgres = (struct store_postgres){.url = place->database,
                                            .password = place->password_path ? out->password : NULL,
                                            .timeout_ms = TIMEOUT_MS};
    if (place->password_path &&
        !secret_file_read(out->password, sizeof out->password, place->password_path, why, why_size))
        return false;
    if (out->is_shared ||
        (size_t)snprintf(out->path, PATH_SIZE, "%s/fourfall.db", place->folder) < PATH_SIZE)
        return true;
    (void)snprintf(why, why_size, "the name of the data folder is too long");
    return false;
}

bool moderators_set(const struct moderators_place *place, const char *login, bool is_moderator,
                    char *why, size_t why_size)
{
    char problem[STORE_PROBLEM_SIZE];
    struct accounts accounts;
    enum account_role role = is_moderator ? ACCOUNT_MODERATOR : ACCOUNT_PLAYER;
    if (!accounts_of(&accounts, place, why, why_size))
        return false;
    enum store_err err = accounts.is_shared
                             ? role_set_postgres(&accounts.postgres, login, role, problem)
                             : role_set(accounts.path, login, role, problem);
    if (err)
        (void)snprintf(why, why_size, "%.64s: %s", login, problem);
    return !err;
}

bool moderators_list(const struct moderators_place *place,
                     void (*each)(void *context, const char *login), void *context, char *why,
                     size_t why_size)
{
    char problem[STORE_PROBLEM_SIZE];
    struct accounts accounts;
    if (!accounts_of(&accounts, place, why, why_size))
        return false;
    enum store_err err = accounts.is_shared
                             ? role_list_postgres(&accounts.postgres, each, context, problem)
                             : role_list(accounts.path, each, context, problem);
    if (err)
        (void)snprintf(why, why_size, "%s", problem);
    return !err;
}
