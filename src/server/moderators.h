/* Which accounts of a data folder may moderate, for `fourfall moderator`. The server may be running. */
#ifndef SERVER_MODERATORS_H
#define SERVER_MODERATORS_H

#include <stdbool.h>
#include <stddef.h>

/* False, with the reason in `why`, if the folder has no such account or cannot be used. */
bool moderators_set(const char *folder, const char *login, bool is_moderator, char *why,
                    size_t why_size);
bool moderators_list(const char *folder, void (*each)(void *context, const char *login),
                     void *context, char *why, size_t why_size);

#endif
