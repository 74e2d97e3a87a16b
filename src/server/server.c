#include "server/server.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "api/agent.h"
#include "net/address.h"
#include "server/log.h"
#include "server/server_parts.h"

enum {
    ALIVE_MS = 1000,
    FLOOD_COST = 50 /* as much as 25 new sessions */
};

int64_t server_wall_ms(const struct server *server)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + server->clock_shift_ms +
           (server->cluster ? cluster_count(server->cluster).clock_offset_ms : 0);
}

/* If a trusted proxy sent the request, takes the client's address and scheme from its headers. False
 * if that address has too many connections. */
static bool set_client_address(const struct server *server, struct net_request *request)
{
    const char *peer = net_request_peer(request);
    char client[PROXY_ADDRESS_SIZE];
    if (!proxy_is_trusted(&server->proxies, peer))
        return true;
    proxy_client(client, &server->proxies, peer, net_request_header(request, NET_FORWARDED_FOR));
    return net_request_forwarded(request, client,
                                 proxy_scheme(net_request_header(request, NET_FORWARDED_PROTO)));
}

/* Socket.IO and REST are only for pages of allowed origins; the files of the page are for all.
 * Checked once, here, for both. */
static void check_origin(struct server *server, struct net_request *request)
{
    bool is_socket = sio_owns(&server->events.sio, request);
    bool is_guarded = is_socket || strncmp(net_request_path(request), "/api/", 5) == 0;
    if (!is_guarded || origin_may_ask(&server->origins, request))
        return;
    net_request_set_foreign(request, true);
    server->metrics.refused_origins++;
    /* Not the path as it was sent: a client could write its own fields into the log. */
    log_line("info", "origin-refused", "path=%s", is_socket ? "/socket.io/" : "/api/");
}

/* Requests of any kind, the files of the page included. */
static bool is_within_rate(struct server *server, const struct net_request *request)
{
    if (!limits_charge_address(&server->requests, address_hash(net_request_peer(request)), 1,
                               net_now_ms(server->net)))
        return true;
    budgets_refuse(&server->budgets, BUDGET_REQUESTS);
    return false;
}

/* A client that was closed for sending too much pays when it connects again. */
static void charge_flooder(struct server *server, const struct net_socket *socket)
{
    (void)limits_charge_address(&server->handshakes, address_hash(net_socket_peer(socket)),
                                FLOOD_COST, net_now_ms(server->net));
}

/* False if the client may not ask: the request was answered. */
static bool admit_client(struct server *server, struct net_request *request)
{
    bool is_proxied = proxy_is_trusted(&server->proxies, net_request_peer(request));
    if (!set_client_address(server, request) || !is_within_rate(server, request)) {
        net_request_refuse_text(request, 429, "Too many requests from this address.\n");
        return false;
    }
    if (!server_is_our_host(server, request, is_proxied)) {
        server_refuse_host(server, request);
        return false;
    }
    check_origin(server, request);
    return true;
}

/* The same for a request that another node has admitted and passed on. */
static bool admit_relayed(struct net_request *request, const char *client)
{
    if (net_request_forwarded(request, client, NULL))
        return true;
    net_request_refuse_text(request, 429, "Too many requests from this address.\n");
    return false;
}

/* Called first for every request, when its head is complete. */
static void on_request_begun(void *context, struct net_request *request)
{
    struct server *server = context;
    char client[PROXY_ADDRESS_SIZE];
    if (net_request_is_admin(request))
        return;
    bool is_socket = sio_owns(&server->events.sio, request);
    bool is_relayed = is_socket && server->relay && relay_is_for(server->relay, request, client);
    bool is_admitted = is_relayed ? admit_relayed(request, client) : admit_client(server, request);
    if (!is_admitted || !is_socket)
        return;
    net_request_set_label(request, agent_read(net_request_header(request, NET_USER_AGENT)));
    sio_request_begun(&server->events.sio, request);
}

static bool answer_home(const struct server *server, struct net_request *request)
{
    return strcmp(net_request_path(request), "/") == 0 &&
           home_page_answer(&server->home_page, request);
}

static void on_request(void *context, struct net_request *request)
{
    struct server *server = context;
    if (net_request_is_admin(request)) {
        if (!routes_answer(&server->admin_routes, request))
            net_request_answer_text(request, 404, "There is no such address.\n");
        return;
    }
    if (net_request_is_upgrade(request) && !sio_owns(&server->events.sio, request))
        net_request_answer_text(request, 400, "There is no WebSocket at this address.\n");
    else if (!routes_answer(&server->routes, request) && !answer_home(server, request))
        static_answer(server->page, request);
}

static void on_request_closed(void *context, struct net_request *request)
{
    struct server *server = context;
    if (!net_request_is_admin(request))
        routes_closed(&server->routes, request);
}

static void on_socket_closed(void *context, struct net_socket *socket, int code)
{
    struct server *server = context;
    bool is_slow = code == NET_CLOSE_ABNORMAL && net_socket_queued(socket) > 0;
    bool is_bad = code == NET_CLOSE_PROTOCOL || code == NET_CLOSE_NOT_UTF8 ||
                  code == NET_CLOSE_POLICY || code == NET_CLOSE_TOO_BIG;
    if (is_slow || is_bad) {
        server->metrics.cut_clients++;
        if (code == NET_CLOSE_POLICY)
            charge_flooder(server, socket);
        log_line("info", "client-cut", "code=%d", code);
    }
    sio_socket_closed(context, socket, code);
}

static void on_answered(void *context, const struct net_request *request, int status,
                        int64_t took_us)
{
    struct server *server = context;
    http_counts_add(&server->metrics.http, request, status, took_us);
}

/* The loop */

/* Without a certificate there is nothing to read again; a terminal that closes stops the server that was
 * started in it. */
static void on_hangup(void *context)
{
    struct server *server = context;
    if (!server->has_certificate && isatty(STDERR_FILENO)) {
        net_stop(server->net);
        return;
    }
    enum net_err err = net_renew_certificate(server->net);
    if (err)
        log_line("error", "certificate-refused", "problem=\"%s; the old one stays\"",
                 net_err_text(err));
    else if (server->has_certificate)
        log_line("info", "certificate-renewed", "renewed=true");
}

/* Of several nodes one sends push messages and deletes what has expired. */
static bool is_keeper(const struct server *server)
{
    return !server->cluster || cluster_count(server->cluster).is_keeper;
}

static void collect_analyses(struct server *server)
{
    const char *report;
    uint64_t ack;
    size_t len;
    while (analysts_collect(server->analysts, &ack, &report, &len))
        rest_analysed(server->rest, ack, report, len);
}

static void on_woken(void *context)
{
    struct server *server = context;
    online_collect(server->online, net_now_ms(server->net));
    store_async_collect(server->async);
    if (server->pulse)
        store_async_collect(server->pulse);
    rest_collect(server->rest);
    collect_analyses(server);
    if (server->pushes)
        pushes_tick(server->pushes, server_wall_ms(server), is_keeper(server));
}

static bool must_stay(void *context, const struct net_socket *socket)
{
    const struct server *server = context;
    struct sio_client *client = net_socket_user(socket);
    return client && online_must_stay(server->online, client);
}

static void on_tick(void *context, int64_t now_ms)
{
    struct server *server = context;
    online_tick(server->online, now_ms);
    if (server->cluster) {
        cluster_tick(server->cluster, now_ms);
        relay_tick(server->relay, now_ms);
    }
    if (server->pushes && online_is_ready(server->online))
        pushes_tick(server->pushes, server_wall_ms(server), is_keeper(server));
    if (online_is_ready(server->online) && is_keeper(server))
        purge_tick(&server->purge, server_wall_ms(server));
    rest_write_log(server->rest);
    if (now_ms < server->alive_due_ms)
        return;
    server->alive_due_ms = now_ms + ALIVE_MS;
    if (online_is_ready(server->online)) /* otherwise the clocks of the games stand still */
        alive_touch(&server->data.alive, server_wall_ms(server));
}

/* Commits before sio frees closed clients, because messages of this turn may still be sent to
 * them. */
static void on_end_of_turn(void *context, int64_t now_ms)
{
    struct server *server = context;
    online_turn(server->online, now_ms);
    sio_tick(&server->events.sio);
    rest_turn(server->rest, now_ms);
    online_turn(server->online, now_ms);
    if (!server->cluster)
        return;
    cluster_turn(server->cluster, now_ms);
    online_turn(server->online, now_ms);
}

static void on_stopping(void *context)
{
    struct server *server = context;
    server->is_draining = true;
    log_line("info", "stop", "connections=%d", net_connection_count(server->net));
}

static bool may_drain(void *context)
{
    const struct server *server = context;
    return !online_is_committing(server->online);
}

static void on_draining(void *context)
{
    struct server *server = context;
    server->is_draining = true;
    rest_drain(server->rest);
    rest_write_log(server->rest);
    online_turn(server->online, net_now_ms(server->net));
    sio_close_all(&server->events.sio);
    if (server->relay)
        relay_drain(server->relay);
}

const struct net_handlers server_handlers = {.request = on_request,
                                             .request_begun = on_request_begun,
                                             .request_closed = on_request_closed,
                                             .socket_opened = sio_socket_opened,
                                             .message = sio_message,
                                             .socket_closed = on_socket_closed,
                                             .woken = on_woken,
                                             .tick = on_tick,
                                             .end_of_turn = on_end_of_turn,
                                             .stopping = on_stopping,
                                             .may_drain = may_drain,
                                             .draining = on_draining,
                                             .must_stay = must_stay,
                                             .hangup = on_hangup,
                                             .answered = on_answered};

int server_port(const struct server *server)
{
    return net_port(server->net);
}

void server_run(struct server *server)
{
    net_run(server->net);
    online_turn(server->online, net_now_ms(server->net));
}

/* Closes the other threads first, because they wake net; then net, whose last callbacks still use
 * sio and online. */
void server_close(struct server *server)
{
    if (!server)
        return;
    thinkers_close(server->thinkers);
    analysts_close(server->analysts);
    workers_close(server->hasher);
    workers_close(server->painter);
    store_async_stop(server->async);
    pushes_close(server->pushes);
    server->pushes = NULL;
    if (server->online)
        online_use_thinkers(server->online, NULL);
    if (server->cluster)
        cluster_use_bus(server->cluster, NULL);
    bus_close(server->bus);
    relay_close(server->relay);
    server->relay = NULL;
    net_close(server->net);
    sio_attach(&server->events.sio, NULL);
    if (server->has_sio)
        sio_free(&server->events.sio);
    rest_close(server->rest);
    store_async_close(server->async);
    store_async_close(server->pulse);
    server_leave_cluster(server);
    cluster_close(server->cluster);
    online_close(server->online);
    data_folder_close(&server->data);
    static_close(server->page);
    for (int i = 0; i < LEGAL_KINDS; i++)
        legal_page_close(&server->legal[i]);
    reserved_names_close(&server->reserved_names);
    game_page_close(&server->home_page);
    game_page_close(&server->game_page);
    game_page_close(&server->embed_page);
    free(server->handshakes_memory);
    free(server->requests_memory);
    budgets_close(&server->budgets);
    free(server);
}
