/* Which accounts may moderate, for `fourfall moderator`. The server may be running. */
#ifndef SERVER_MODERATORS_H
#define SERVER_MODERATORS_H

#include <stdbool.h>
#include <stddef.h>

/* Where the accounts are: in a data folder, or in a PostgreSQL database. One of the first two is null. */
struct moderators_place {
    const char *folder, *database;
    const char *password_path; /* of the database; null: as libpq finds it */
};

/* False, with the reason in `why`, if the place has no such account or cannot be used. */
bool moderators_set(const struct moderators_place *place, const char *login, bool is_moderator,
                    char *why, size_t why_size);
bool moderators_list(const struct moderators_place *place,
                     void (*each)(void *context, const char *login), void *context, char *why,
                     size_t why_size);

#endif
