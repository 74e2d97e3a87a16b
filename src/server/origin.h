/* Which web pages may talk to us. A browser says in `Origin` where a page comes from; programs that
 * are no browsers say nothing and are not bound by this. */
#ifndef SERVER_ORIGIN_H
#define SERVER_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>

/* Origins like "https://example.org", compared without regard to case; "*" allows every one. */
struct origin_list {
    const char *const *origins;
    size_t count;
};

/* An origin that is absent, listed, or the one this server itself is reached at (`host` as the request
 * has it). */
bool origin_is_allowed(const struct origin_list *list, const char *origin, const char *host);

#endif
