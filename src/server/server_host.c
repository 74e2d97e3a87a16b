/* Protection from DNS rebinding: net/host.h explains it. */
#include <string.h>

#include "net/address.h"
#include "server/log.h"
#include "server/server_parts.h"

/* Without a list of names, a name of the public DNS is refused where DNS rebinding would help an
 * attacker: to clients of this machine or a private network. A proxy checks names itself, and health
 * checks of balancers send any name. docs/operations.md has the whole table. */
bool server_is_our_host(const struct server *server, const struct net_request *request,
                        bool is_proxied)
{
    const char *host = net_request_header(request, NET_HOST), *path = net_request_path(request);
    if (!host || host_is_local(host) || host_is_listed(&server->hosts, host) ||
        host_is_of_origin(server->origins.origins, server->origins.count, host))
        return true;
    if (strcmp(path, "/healthz") == 0 || strcmp(path, "/readyz") == 0)
        return true;
    bool is_exposed = is_proxied || address_host_may_be_public(net_request_peer(request));
    return server->hosts.count == 0 && is_exposed;
}

void server_refuse_host(struct server *server, struct net_request *request)
{
    server->metrics.refused_hosts++;
    log_line("info", "host-refused", "problem=\"the Host header names another server\"");
    net_request_answer_text(request, 421,
                            "This server does not know the name in the address. If it is yours, "
                            "start the server with --host NAME.\n");
}
