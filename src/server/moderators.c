#include "server/moderators.h"

#include <stdio.h>

#include "server/secret_file.h"
#include "store/role.h"

enum { PATH_SIZE = 4096, PASSWORD_SIZE = 256, TIMEOUT_MS = 15000 };

/* What `at` names: the path of a file, or a database server. */
struct account_place {
    char path[PATH_SIZE], password[PASSWORD_SIZE];
    struct store_postgres postgres; /* url null: the file */
};

static bool find_place(struct account_place *out, const struct moderators_at *at, char *why,
                       size_t why_size)
{
    const char *password = at->password_path;
    out->postgres = (struct store_postgres){
        .url = at->database, .password = password ? out->password : NULL, .timeout_ms = TIMEOUT_MS};
    if (at->database)
        return !password || secret_file_read(out->password, PASSWORD_SIZE, password, why, why_size);
    if ((size_t)snprintf(out->path, PATH_SIZE, "%s/fourfall.db", at->folder) < PATH_SIZE)
        return true;
    (void)snprintf(why, why_size, "the name of the data folder is too long");
    return false;
}

bool moderators_set(const struct moderators_at *at, const char *login, bool is_moderator, char *why,
                    size_t why_size)
{
    const enum account_role role = is_moderator ? ACCOUNT_MODERATOR : ACCOUNT_PLAYER;
    struct account_place place;
    char problem[STORE_PROBLEM_SIZE];
    if (!find_place(&place, at, why, why_size))
        return false;
    enum store_err err = at->database ? role_set_shared(&place.postgres, login, role, problem)
                                      : role_set(place.path, login, role, problem);
    if (err)
        (void)snprintf(why, why_size, "%.64s: %s", login, problem);
    return !err;
}

bool moderators_list(const struct moderators_at *at, void (*each)(void *context, const char *login),
                     void *context, char *why, size_t why_size)
{
    struct account_place place;
    char problem[STORE_PROBLEM_SIZE];
    if (!find_place(&place, at, why, why_size))
        return false;
    enum store_err err = at->database ? role_list_shared(&place.postgres, each, context, problem)
                                      : role_list(place.path, each, context, problem);
    if (err)
        (void)snprintf(why, why_size, "%s", problem);
    return !err;
}
