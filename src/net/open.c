#include <sys/resource.h>

#include "net/conn.h"

const struct net_limits net_limits_default = {
    .target_max = 4 * 1024,
    .headers_max = 8 * 1024,
    .body_max = 64 * 1024,
    .message_max = 64 * 1024,
    .output_max = 1024 * 1024,
    .connections_max = 20000,
    .request_ms = 10000,
    .answer_ms = 20000,
    .idle_ms = 60000,
    .drain_ms = 3000,
    .tick_ms = 100,
};

#define NET_ERROR_TEXT(code, text) [code] = (text),
static const char *const err_texts[NET_ERR_COUNT] = {NET_ERRORS(NET_ERROR_TEXT)};
#undef NET_ERROR_TEXT

const char *net_err_text(enum net_err err)
{
    return err_texts[err];
}

/* Asks for as many descriptors as there may be connections, and some for files. If the system grants
 * fewer, there are fewer connections, so that the database can still open its files. */
static void limit_descriptors(struct net_limits *limits)
{
    enum { OTHERS = 256 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    rlim_t wanted = (rlim_t)limits->connections_max + OTHERS;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    rlim_t others = limit.rlim_cur > 2 * OTHERS ? OTHERS : limit.rlim_cur / 2;
    if (limit.rlim_cur < wanted)
        limits->connections_max = (int)(limit.rlim_cur - others);
}

static enum net_err parts_open(struct net *net, const struct net_config *config)
{
    limit_descriptors(&net->limits);
    net->loop = ev_loop_new(EVFLAG_AUTO | EVFLAG_NOENV);
    if (!net->loop)
        return NET_E_LOOP;
    loop_watch(net);
    enum net_err err = NET_OK;
    if (config->certificate_path) {
        net->certificate_path = strdup(config->certificate_path);
        net->key_path = strdup(config->key_path);
        err = net->certificate_path && net->key_path ? tls_start(net) : NET_E_MEMORY;
    }
    if (!err)
        err = listen_open(net, LISTENER_PUBLIC, config->address, config->port);
    if (!err && config->admin_address)
        err = listen_open(net, LISTENER_ADMIN, config->admin_address, config->admin_port);
    return err;
}

static bool headers_copy(struct net *net, const struct net_config *config)
{
    net->headers = calloc(config->header_count + 1, sizeof *net->headers);
    if (!net->headers)
        return false;
    for (size_t i = 0; i < config->header_count; i++) {
        struct net_header copy = {strdup(config->headers[i].name),
                                  strdup(config->headers[i].value)};
        net->headers[net->header_count++] = copy;
        if (!copy.name || !copy.value)
            return false;
    }
    return true;
}

enum net_err net_open(struct net **out, const struct net_config *config)
{
    struct net *net = calloc(1, sizeof *net);
    if (!net)
        return NET_E_MEMORY;
    net->limits = config->limits;
    net->handlers = config->handlers;
    net->context = config->context;
    for (int i = 0; i < LISTENER_COUNT; i++)
        net->listeners[i].fd = net->listeners[i].port = -1;
    net->now_ms = loop_clock_ms();
    net->backlog = config->backlog;
    net->proxies = config->proxies;
    list_init(&net->todo);
    list_init(&net->held);
    list_init(&net->wires_todo);
    list_init(&net->wires_closed);
    for (int i = 0; i < CONN_PHASE_COUNT; i++)
        list_init(&net->timed[i]);
    enum net_err err = headers_copy(net, config) ? parts_open(net, config) : NET_E_MEMORY;
    if (err) {
        net_close(net);
        return err;
    }
    *out = net;
    return NET_OK;
}

void net_close(struct net *net)
{
    if (!net)
        return;
    link_free_closed(net);
    if (net->loop)
        listen_close(net);
    if (net->loop) {
        loop_unwatch(net);
        ev_loop_destroy(net->loop);
    }
    tls_stop(net);
    for (size_t i = 0; i < net->header_count; i++) {
        free((char *)net->headers[i].name);
        free((char *)net->headers[i].value);
    }
    free(net->headers);
    free(net->certificate_path);
    free(net->key_path);
    free(net);
}

int net_port(const struct net *net)
{
    return net->listeners[LISTENER_PUBLIC].port;
}

int net_admin_port(const struct net *net)
{
    return net->listeners[LISTENER_ADMIN].port;
}

int net_connections_max(const struct net *net)
{
    return net->limits.connections_max;
}

uint64_t net_refused_count(const struct net *net)
{
    return net->refused_count;
}

int net_connection_count(const struct net *net)
{
    return net->connection_count;
}

int64_t net_now_ms(const struct net *net)
{
    return net->now_ms;
}
