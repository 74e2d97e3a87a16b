#include "server/moderators.h"

#include <stdio.h>

#include "store/role.h"

enum { PATH_SIZE = 4096 };

static bool path_of(char path[PATH_SIZE], const char *folder, char *why, size_t why_size)
{
    if ((size_t)snprintf(path, PATH_SIZE, "%s/fourfall.db", folder) < PATH_SIZE)
        return true;
    (void)snprintf(why, why_size, "the name of the data folder is too long");
    return false;
}

bool moderators_set(const char *folder, const char *login, bool is_moderator, char *why,
                    size_t why_size)
{
    char path[PATH_SIZE], problem[STORE_PROBLEM_SIZE];
    if (!path_of(path, folder, why, why_size))
        return false;
    enum store_err err =
        role_set(path, login, is_moderator ? ACCOUNT_MODERATOR : ACCOUNT_PLAYER, problem);
    if (err)
        (void)snprintf(why, why_size, "%.64s: %s", login, problem);
    return !err;
}

bool moderators_list(const char *folder, void (*each)(void *context, const char *login),
                     void *context, char *why, size_t why_size)
{
    char path[PATH_SIZE], problem[STORE_PROBLEM_SIZE];
    if (!path_of(path, folder, why, why_size))
        return false;
    enum store_err err = role_list(path, each, context, problem);
    if (err)
        (void)snprintf(why, why_size, "%s", problem);
    return !err;
}
