/* A table of paths and their handlers, searched from the front. */
#ifndef SERVER_ROUTES_H
#define SERVER_ROUTES_H

#include "net/net.h"

/* A path that ends with '/' also matches everything below it; any other path matches only
 * itself. */
struct route {
    const char *path;
    unsigned methods; /* ROUTE_METHOD(NET_GET) | …; 0: all of them */
    void (*answer)(void *context, struct net_request *request);
    void (*closed)(void *context, struct net_request *request); /* see net_handlers; may be null */
    void *context;
};

#define ROUTE_METHOD(method) (1U << (method))
#define ROUTE_READ (ROUTE_METHOD(NET_GET) | ROUTE_METHOD(NET_HEAD))

struct routes {
    const struct route *route;
    size_t count;
};

/* The first route that matches the path, for any method; null if there is none. */
const struct route *routes_find(const struct routes *routes, const char *path);

/* Passes the request to its route; false if there is none. Answers 405 if the route does not allow
 * the method. */
bool routes_answer(const struct routes *routes, struct net_request *request);

/* The client has closed the connection before its request was answered. */
void routes_closed(const struct routes *routes, struct net_request *request);

#endif
