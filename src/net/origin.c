#include "net/origin.h"

#include <string.h>
#include <strings.h>

static bool is_listed(const struct origin_list *list, const char *origin)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->origins[i], "*") == 0 || strcasecmp(list->origins[i], origin) == 0)
            return true;
    return false;
}

/* http://HOST or https://HOST: behind a proxy that does not say we cannot tell which it was. */
static bool is_own(const char *origin, const char *host, const char *scheme)
{
    const char *rest = strstr(origin, "://");
    bool is_http = (!scheme || strcmp(scheme, "http") == 0) && strncasecmp(origin, "http:", 5) == 0;
    bool is_https =
        (!scheme || strcmp(scheme, "https") == 0) && strncasecmp(origin, "https:", 6) == 0;
    return host && *host && (is_http || is_https) && rest && strcasecmp(rest + 3, host) == 0;
}

bool origin_is_allowed(const struct origin_list *list, const char *origin, const char *host,
                       const char *scheme)
{
    return !origin || is_listed(list, origin) || is_own(origin, host, scheme);
}

bool origin_may_ask(const struct origin_list *list, const struct net_request *request)
{
    return origin_is_allowed(list, net_request_header(request, NET_ORIGIN),
                             net_request_header(request, NET_HOST), net_request_scheme(request));
}
