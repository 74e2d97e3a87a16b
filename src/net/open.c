#include <libwebsockets.h>
#include <sys/resource.h>

#include "net/inside.h"

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

static int on_library(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                      size_t len)
{
    return conn_serve(wsi, (int)reason, user, in, len);
}

/* Every connection starts with this protocol and keeps it. */
static const struct lws_protocols protocols[] = {
    {.name = "bytes",
     .callback = on_library,
     .per_session_data_size = sizeof(struct conn),
     .tx_packet_size = 64 * 1024},
    {.name = NULL},
};

/* The library's tables are as long as the process may have descriptors: ask for what is needed. Where
 * that is not to be had, there are fewer connections, for the database must find some, too. */
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

static uint64_t tls_option(const struct net *net)
{
    return net->is_encrypted ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0;
}

static bool library_open(struct net *net)
{
    void *loops[] = {net->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .foreign_loops = loops,
        .pt_serv_buf_size = 16 * 1024,
        .user = net,
    };
    info.options |= tls_option(net);
    lws_set_log_level(0, NULL);
    net->library = lws_create_context(&info);
    return net->library != NULL;
}

static bool vhost_open(struct net *net, const struct net_config *config)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER, /* this room accepts, the library encrypts */
        .protocols = protocols,
        .vhost_name = "fourfall",
        .ssl_cert_filepath = config->certificate_path,
        .ssl_private_key_filepath = config->key_path,
        .alpn = "http/1.1",
        .options = tls_option(net),
    };
    net->vhost = lws_create_vhost(net->library, &info);
    return net->vhost != NULL;
}

static enum net_err parts_open(struct net *net, const struct net_config *config)
{
    limit_descriptors(&net->limits);
    net->loop = ev_loop_new(EVFLAG_AUTO | EVFLAG_NOENV);
    if (!net->loop)
        return NET_E_LOOP;
    loop_watch(net);
    if (!library_open(net))
        return NET_E_LOOP;
    if (!vhost_open(net, config))
        return net->is_encrypted ? NET_E_CERTIFICATE : NET_E_LOOP;
    return listen_open(net, config->address, config->port);
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
    net->is_encrypted = config->certificate_path != NULL;
    net->listen_fd = -1;
    net->now_ms = loop_clock_ms();
    list_init(&net->todo);
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
    if (net->loop)
        listen_close(net);
    if (net->library)
        lws_context_destroy(net->library);
    if (net->loop) {
        loop_unwatch(net);
        ev_loop_destroy(net->loop);
    }
    for (size_t i = 0; i < net->header_count; i++) {
        free((char *)net->headers[i].name);
        free((char *)net->headers[i].value);
    }
    free(net->headers);
    free(net);
}

int net_port(const struct net *net)
{
    return net->port;
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
