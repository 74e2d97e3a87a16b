/* Requests and WebSockets of net: finds or creates their clients. */
#include "net/address.h"
#include "sio/eio.h"

bool sio_owns(const struct sio *sio, const struct net_request *request)
{
    const char *path = net_request_path(request);
    size_t len = strlen(sio->config.path);
    return strcmp(path, sio->config.path) == 0 ||
           (strlen(path) == len - 1 && strncmp(path, sio->config.path, len - 1) == 0);
}

/* Binary bodies belong to protocol 3; in protocol 4 everything is text. */
static bool is_binary_body(const struct net_request *request)
{
    const char *type = net_request_header(request, NET_CONTENT_TYPE);
    return type && strncmp(type, "application/octet-stream", 24) == 0;
}

static void answer_full(struct net_request *request)
{
    net_request_answer_text(request, 503, "The server is full; try again later.\n");
}

static void open_polling(struct sio *sio, struct net_request *request)
{
    struct sio_client *client = sio_client_new(sio, address_hash(net_request_peer(request)));
    if (!client) {
        answer_full(request);
        return;
    }
    eio_open_polling(client, request);
    sio_client_schedule(client);
}

/* The body of a POST is complete. Its client has checked the POST when it began. */
static void end_post(struct sio_client *client, struct net_request *request)
{
    size_t len;
    const char *body = net_request_body(request, &len);
    client->sio->post = request;
    eio_body(client, request, body, len);
    client->sio->post = NULL;
    sio_client_schedule(client);
}

static void poll_or_post(struct sio_client *client, struct net_request *request)
{
    net_request_set_user(request, client);
    if (net_request_method(request) == NET_GET) {
        eio_poll(client, request);
    } else if (is_binary_body(request)) {
        eio_refuse(request, EIO_REFUSE_REQUEST);
    } else {
        eio_post(client, request);
        if (client->post == request)
            end_post(client, request);
    }
    sio_client_schedule(client);
}

/* sio_socket_opened follows before anything else happens. */
static void open_socket(struct sio *sio, struct sio_client *client, struct net_request *request)
{
    sio->probed = client;
    net_request_upgrade(request, sio);
}

/* The client's transport; none if there is no client, or it has timed out. */
static enum eio_transport transport_of(struct sio_client *client)
{
    if (client)
        eio_tick(client);
    return !client || client->state == EIO_IS_CLOSED ? EIO_TRANSPORT_NONE
                                                     : (enum eio_transport)client->transport;
}

static enum eio_method method_of(const struct net_request *request)
{
    enum net_method method = net_request_method(request);
    return method == NET_GET ? EIO_GET : method == NET_POST ? EIO_POST : EIO_OTHER_METHOD;
}

/* Checks the request. *client is the one that its sid names, null if there is none. */
static enum eio_refusal check(const struct sio *sio, const struct net_request *request,
                              struct sio_client **client)
{
    const char *sid = net_request_query(request, "sid");
    *client = sid ? sio_clients_find(&sio->clients, sid) : NULL;
    const struct eio_request about = {
        .version = net_request_query(request, "EIO"),
        .transport = eio_transport_read(net_request_query(request, "transport")),
        .has_sid = sid && *sid,
        .method = method_of(request),
        .is_upgrade = net_request_is_upgrade(request),
        .is_forbidden = net_request_is_foreign(request),
        .session = transport_of(*client),
    };
    return eio_request_check(&about);
}

/* Two POSTs at a time break the protocol as soon as the second begins. Other errors of a request
 * are answered when it is complete. */
void sio_request_begun(struct sio *sio, struct net_request *request)
{
    struct sio_client *client;
    if (net_request_method(request) != NET_POST || is_binary_body(request) ||
        check(sio, request, &client) != EIO_PASS || !client)
        return;
    net_request_set_user(request, client);
    eio_post(client, request);
    sio_client_schedule(client);
}

/* Another server may have the session. A WebSocket that would upgrade it is refused: the client stays on polling. */
static bool is_taken(const struct sio *sio, struct net_request *request)
{
    const struct sio_config *config = &sio->config;
    return config->handlers.stray && !net_request_is_upgrade(request) &&
           method_of(request) != EIO_OTHER_METHOD &&
           config->handlers.stray(config->context, request);
}

void sio_request(struct sio *sio, struct net_request *request)
{
    struct sio_client *client = net_request_user(request);
    if (client) {
        end_post(client, request);
        return;
    }
    if (net_request_method(request) == NET_OPTIONS) {
        eio_answer_preflight(request);
        return;
    }
    enum eio_refusal refusal = check(sio, request, &client);
    if (refusal == EIO_REFUSE_SID && is_taken(sio, request))
        return;
    if (refusal != EIO_PASS)
        eio_refuse(request, refusal);
    else if (!client && sio_is_full(sio))
        answer_full(request);
    else if (net_request_is_upgrade(request))
        open_socket(sio, client, request);
    else if (client)
        poll_or_post(client, request);
    else
        open_polling(sio, request);
}

void sio_request_closed(void *context, struct net_request *request)
{
    struct sio_client *client = net_request_user(request);
    (void)context;
    if (client)
        eio_request_lost(client, request);
}

void sio_socket_opened(void *context, struct net_socket *socket)
{
    struct sio *sio = net_socket_user(socket);
    struct sio_client *probed = sio->probed;
    struct sio_client *client =
        probed ? probed : sio_client_new(sio, address_hash(net_socket_peer(socket)));
    (void)context;
    sio->probed = NULL;
    net_socket_set_user(socket, client);
    if (!client) {
        net_socket_cut(socket);
        return;
    }
    client->socket_count++;
    if (probed)
        eio_probe(client, socket);
    else
        eio_open_socket(client, socket);
    sio_client_schedule(client);
}

void sio_message(void *context, struct net_socket *socket, enum net_kind kind, const char *data,
                 size_t len)
{
    struct sio_client *client = net_socket_user(socket);
    (void)context;
    if (!client)
        return;
    eio_frame_in(client, socket, data, len, kind == NET_BINARY);
    sio_client_schedule(client);
}

void sio_socket_closed(void *context, struct net_socket *socket, int code)
{
    struct sio_client *client = net_socket_user(socket);
    (void)context, (void)code;
    if (!client)
        return;
    client->socket_count--;
    eio_socket_lost(client, socket);
    sio_client_schedule(client);
}
