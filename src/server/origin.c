#include "server/origin.h"

#include <string.h>
#include <strings.h>

static bool is_listed(const struct origin_list *list, const char *origin)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->origins[i], "*") == 0 || strcasecmp(list->origins[i], origin) == 0)
            return true;
    return false;
}

/* http://HOST or https://HOST: behind a proxy that ends TLS we cannot tell which it was. */
static bool is_own(const char *origin, const char *host)
{
    const char *rest = strstr(origin, "://");
    bool is_web = strncasecmp(origin, "http://", 7) == 0 || strncasecmp(origin, "https://", 8) == 0;
    return host && *host && is_web && rest && strcasecmp(rest + 3, host) == 0;
}

bool origin_is_allowed(const struct origin_list *list, const char *origin, const char *host)
{
    return !origin || is_listed(list, origin) || is_own(origin, host);
}
