/* Which accounts of a server may moderate, for `fourfall moderator`. The server may be running. */
#ifndef SERVER_MODERATORS_H
#define SERVER_MODERATORS_H

#include <stdbool.h>
#include <stddef.h>

/* Where the accounts are. */
struct moderators_at {
    const char *folder;        /* a data folder, or … */
    const char *database;      /* … the address of a PostgreSQL database, with … */
    const char *password_path; /* … a file with its password; null: none */
};

/* False, with the reason in `why`, if there is no such account or it cannot be reached. */
bool moderators_set(const struct moderators_at *at, const char *login, bool is_moderator, char *why,
                    size_t why_size);
bool moderators_list(const struct moderators_at *at, void (*each)(void *context, const char *login),
                     void *context, char *why, size_t why_size);

#endif
