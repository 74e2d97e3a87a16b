/* Routes of HTTP requests other than the files of the page. */
#include <string.h>

#include "api/token.h"
#include "net/address.h"
#include "server/log.h"
#include "server/server_parts.h"

static void answer_uncached(struct net_request *request, int status, const char *type,
                            const char *body, size_t len)
{
    const struct net_header headers[] = {{"cache-control", "no-store"}};
    const struct net_answer answer = {.status = status,
                                      .content_type = type,
                                      .headers = headers,
                                      .header_count = 1,
                                      .body = body,
                                      .body_len = len};
    net_request_answer(request, &answer);
}

static void answer_text(struct net_request *request, int status, const char *text)
{
    answer_uncached(request, status, "text/plain; charset=utf-8", text, strlen(text));
}

static void answer_health(void *context, struct net_request *request)
{
    (void)context;
    answer_text(request, 200, "ok");
}

static void answer_ready(void *context, struct net_request *request)
{
    const struct server *server = context;
    if (server->is_draining)
        answer_text(request, 503, "The server is stopping.\n");
    else if (!online_is_ready(server->online))
        answer_text(request, 503, "The database cannot be written.\n");
    else
        answer_text(request, 200, "ready");
}

/* Through a proxy that is not trusted, everybody would seem to be on this machine. */
static bool is_from_here(const struct server *server, const struct net_request *request)
{
    bool is_forwarded = net_request_header(request, NET_FORWARDED_FOR) != NULL;
    return host_is_loopback(net_request_peer(request)) &&
           (!is_forwarded || server->proxies.count > 0);
}

static void answer_metrics(void *context, struct net_request *request)
{
    const struct server *server = context;
    struct buffer out = buffer_with_max(PAYLOAD_MAX);
    struct metrics_now now = {.connections = net_connection_count(server->net),
                              .connections_max = net_connections_max(server->net),
                              .refused_connections = net_refused_count(server->net),
                              .rest_requests = rest_request_count(server->rest),
                              .polls = rest_poll_count(server->rest),
                              .socket_polls = sio_poll_count(&server->events.sio),
                              .service = service_count(online_service(server->online)),
                              .budgets = &server->budgets,
                              .is_ready = online_is_ready(server->online),
                              .resident_bytes = metrics_resident_bytes(),
                              .started_s = server->started_ms / 1000};
    if (server->cluster) {
        now.cluster = cluster_count(server->cluster);
        now.cluster.relay = relay_count(server->relay);
    }
    thinkers_waiting(server->thinkers, now.thinking_waiting);
    if (metrics_write(&out, &server->metrics, &now) == BUFFER_OK)
        answer_uncached(request, 200, "text/plain; version=0.0.4; charset=utf-8", out.bytes,
                        out.len);
    else
        answer_text(request, 503, "Out of memory.\n");
    buffer_free(&out);
}

/* A new session costs memory until it times out, so each address has a rate limit of new sessions.
 * One costs as much as the command `resume`. */
static bool may_open_session(struct server *server, const struct net_request *request)
{
    const char *sid = net_request_query(request, "sid");
    struct bucket no_connection = {0};
    if (net_request_method(request) != NET_GET || (sid && *sid))
        return true;
    return !limits_charge(&server->handshakes, &no_connection,
                          address_hash(net_request_peer(request)), COMMAND_RESUME,
                          net_now_ms(server->net));
}

static void answer_socket(void *context, struct net_request *request)
{
    struct server *server = context;
    if (!may_open_session(server, request)) {
        server->metrics.refusals[REFUSAL_SLOW_DOWN]++;
        answer_text(request, 429, "Too many new sessions; try again later.\n");
        return;
    }
    if (sio_owns(&server->events.sio, request))
        sio_request(&server->events.sio, request);
    else
        net_request_answer_text(request, 404, "There is no such address.\n");
}

static void close_socket_request(void *context, struct net_request *request)
{
    struct server *server = context;
    if (server->relay && relay_forget(server->relay, request))
        return;
    if (sio_owns(&server->events.sio, request))
        sio_request_closed(context, request);
}

/* On the public address: for this machine only, and not at all if operators have an address of
 * their own. */
static void answer_public_metrics(void *context, struct net_request *request)
{
    const struct server *server = context;
    if (net_admin_port(server->net) >= 0)
        answer_text(request, 404, "There is no such address.\n");
    else if (!is_from_here(server, request))
        answer_text(request, 403, "For this machine only; see --admin-listen.\n");
    else
        answer_metrics(context, request);
}

void server_routes(struct server *server)
{
    const struct route admin[] = {
        {"/healthz", ROUTE_READ, answer_health, NULL, server},
        {"/readyz", ROUTE_READ, answer_ready, NULL, server},
        {"/metrics", ROUTE_READ, answer_metrics, NULL, server},
    };
    const struct route all[] = {
        {"/healthz", ROUTE_READ, answer_health, NULL, server},
        {"/readyz", ROUTE_READ, answer_ready, NULL, server},
        {"/metrics", ROUTE_READ, answer_public_metrics, NULL, server},
        {"/api/", 0, rest_request, rest_request_closed, server->rest},
        {"/game/", ROUTE_READ, game_page_answer, game_page_closed, &server->game_page},
        {"/embed/", ROUTE_READ, game_page_answer, game_page_closed, &server->embed_page},
        {"/socket.io/", 0, answer_socket, close_socket_request, server},
    };
    static const char *const legal_paths[LEGAL_KINDS] = {"/privacy", "/imprint"};
    size_t count = sizeof all / sizeof *all;
    memcpy(server->route, all, sizeof all);
    for (int i = 0; i < LEGAL_KINDS; i++)
        if (legal_page_is_there(&server->legal[i]))
            server->route[count++] = (struct route){legal_paths[i], ROUTE_READ, legal_page_answer,
                                                    NULL, &server->legal[i]};
    memcpy(server->admin_route, admin, sizeof admin);
    server->admin_routes = (struct routes){server->admin_route, sizeof admin / sizeof *admin};
    server->routes = (struct routes){server->route, count};
}
