/* Which web pages may talk to us. A browser says in `Origin` where a page comes from; programs that
 * are no browsers say nothing and are not bound by this. */
#ifndef NET_ORIGIN_H
#define NET_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>

#include "net/net.h"

/* Origins like "https://example.org", compared without regard to case; "*" allows every one. */
struct origin_list {
    const char *const *origins;
    size_t count;
};

/* An origin that is absent, listed, or the one this server itself is reached at (`host` as the request
 * has it). `scheme` is what it is reached by; null, if that is not known, for either. */
bool origin_is_allowed(const struct origin_list *list, const char *origin, const char *host,
                       const char *scheme);

/* The same for the page a request comes from. */
bool origin_may_ask(const struct origin_list *list, const struct net_request *request);

#endif
