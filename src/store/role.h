/* The roles of accounts, changed from outside the server: `fourfall moderator`.
 *
 * The database may be in use: a change is one short transaction, and a server reads roles when it needs them. */
#ifndef STORE_ROLE_H
#define STORE_ROLE_H

#include "store/store.h"

/* Sets the role of the account with this login, which is compared without case. E_MISSING if there is none. On failure
 * `problem` is a sentence with the reason. */
enum store_err role_set(const char *path, const char *login, enum account_role role,
                        char problem[STORE_PROBLEM_SIZE]);

/* Calls `each` with the login of every moderator, in the order of the alphabet. */
enum store_err role_list(const char *path, void (*each)(void *context, const char *login),
                         void *context, char problem[STORE_PROBLEM_SIZE]);

/* The same in a PostgreSQL database. */
enum store_err role_set_shared(const struct store_postgres *at, const char *login,
                               enum account_role role, char problem[STORE_PROBLEM_SIZE]);
enum store_err role_list_shared(const struct store_postgres *at,
                                void (*each)(void *context, const char *login), void *context,
                                char problem[STORE_PROBLEM_SIZE]);

#endif
