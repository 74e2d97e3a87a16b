/* Which address is whose: one table, looked through from the front. */
#ifndef SERVER_ROUTES_H
#define SERVER_ROUTES_H

#include "net/net.h"

/* A path that ends with '/' stands for everything below it as well; any other for itself alone. */
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

/* The first route whose path fits, whatever the method; null if there is none. */
const struct route *routes_find(const struct routes *routes, const char *path);

/* Hands the request to its route: false if there is none. A method the route does not take is
 * answered 405. */
bool routes_answer(const struct routes *routes, struct net_request *request);

/* The client of a request that its route has not answered is gone. */
void routes_closed(const struct routes *routes, struct net_request *request);

#endif
