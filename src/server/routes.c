#include "server/routes.h"

#include <stdio.h>
#include <string.h>

static bool has_path(const struct route *route, const char *path)
{
    size_t len = strlen(route->path);
    if (route->path[len - 1] != '/')
        return strcmp(route->path, path) == 0;
    return strncmp(route->path, path, len) == 0 ||
           (strlen(path) == len - 1 && strncmp(route->path, path, len - 1) == 0);
}

const struct route *routes_find(const struct routes *routes, const char *path)
{
    for (size_t i = 0; i < routes->count; i++)
        if (has_path(&routes->route[i], path))
            return &routes->route[i];
    return NULL;
}

static void answer_method(struct net_request *request, unsigned methods)
{
    static const char *const names[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
    static const char text[] = "Method not allowed here.\n";
    char allow[64] = "";
    size_t len = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (methods >> i & 1)
            len += (size_t)snprintf(allow + len, sizeof allow - len, "%s%s", len ? ", " : "",
                                    names[i]);
    const struct net_header headers[] = {{"allow", allow}};
    const struct net_answer answer = {.status = 405,
                                      .content_type = "text/plain; charset=utf-8",
                                      .headers = headers,
                                      .header_count = 1,
                                      .body = text,
                                      .body_len = sizeof text - 1};
    net_request_answer(request, &answer);
}

bool routes_answer(const struct routes *routes, struct net_request *request)
{
    const struct route *route = routes_find(routes, net_request_path(request));
    if (!route)
        return false;
    if (route->methods && !(route->methods & ROUTE_METHOD(net_request_method(request))))
        answer_method(request, route->methods);
    else
        route->answer(route->context, request);
    return true;
}

void routes_closed(const struct routes *routes, struct net_request *request)
{
    const struct route *route = routes_find(routes, net_request_path(request));
    if (route && route->closed)
        route->closed(route->context, request);
}
