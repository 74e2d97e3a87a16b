/* From net to the sessions: requests and sockets find theirs. */
#include "server/engine_inside.h"

bool engine_host_has(const struct engine_host *host, const struct net_request *request)
{
    const char *path = net_request_path(request);
    size_t len = strlen(host->config.path);
    return strcmp(path, host->config.path) == 0 ||
           (strlen(path) == len - 1 && strncmp(path, host->config.path, len - 1) == 0);
}

static void refuse(const struct engine_host *host, struct net_request *request,
                   enum engine_refusal refusal)
{
    struct buffer b = buffer_with_max(128);
    (void)engine_refusal_encode(&b, refusal); /* without memory the status must do */
    const struct engine_answer a = {engine_refusal_status(refusal), "application/json", b.bytes,
                                    b.len};
    engine_answer_request(host, request, &a);
    buffer_free(&b);
}

/* What a browser asks before it sends a request to another origin. */
static void answer_preflight(const struct engine_host *host, struct net_request *request)
{
    struct net_header headers[ANSWER_HEADERS + 3];
    size_t count = engine_answer_headers(host, request, headers);
    headers[count++] = (struct net_header){"access-control-allow-methods", "GET, POST"};
    headers[count++] = (struct net_header){"access-control-allow-headers", "content-type"};
    headers[count++] = (struct net_header){"access-control-max-age", "600"};
    const struct net_answer whole = {.status = 204, .headers = headers, .header_count = count};
    net_request_answer(request, &whole);
}

static enum engine_method method_of(const struct net_request *request)
{
    enum net_method method = net_request_method(request);
    return method == NET_GET ? ENGINE_GET : method == NET_POST ? ENGINE_POST : ENGINE_OTHER_METHOD;
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

static void open_polling(struct engine_host *host, struct net_request *request)
{
    struct engine_client *client = engine_client_new(host);
    if (!client) {
        answer_full(request);
        return;
    }
    engine_session_open_polling(&client->session, request, engine_host_now(host));
    host->config.program.opened(host->config.context, client, engine_host_now(host));
    engine_client_settle(client);
}

/* A POST that has begun is known to its session, which has answered it if anything is wrong with it. */
static void end_post(struct engine_client *client, struct net_request *request)
{
    size_t len;
    const char *body = net_request_body(request, &len);
    client->host->post = request;
    engine_session_body(&client->session, request, body, len, engine_host_now(client->host));
    client->host->post = NULL;
    engine_client_settle(client);
}

static void open_request(struct engine_host *host, struct engine_client *client,
                         struct net_request *request)
{
    struct engine_session *s = &client->session;
    net_request_set_user(request, client);
    if (net_request_method(request) == NET_GET) {
        engine_session_poll(s, request, engine_host_now(host));
    } else if (is_binary_body(request)) {
        refuse(host, request, ENGINE_REFUSE_REQUEST);
    } else {
        engine_session_post(s, request, engine_host_now(host));
        if (s->post == request)
            end_post(client, request);
    }
    engine_client_settle(client);
}

/* `socket_opened` follows before anything else happens. */
static void open_socket(struct engine_host *host, struct engine_client *client,
                        struct net_request *request)
{
    host->probed = client;
    net_request_upgrade(request, host);
}

/* What the session lives on; none if there is no such session (any more). */
static enum engine_transport transport_of(struct engine_client *client)
{
    if (!client)
        return ENGINE_TRANSPORT_NONE;
    engine_session_tick(&client->session,
                        engine_host_now(client->host)); /* it may just have timed out */
    return client->session.state == ENGINE_IS_CLOSED
               ? ENGINE_TRANSPORT_NONE
               : (enum engine_transport)client->session.transport;
}

static enum engine_refusal check(const struct engine_host *host, const struct net_request *request,
                                 const struct engine_query *query, struct engine_client *client)
{
    const struct engine_request about = {
        .query = query,
        .method = method_of(request),
        .is_upgrade = net_request_is_upgrade(request),
        .is_forbidden = !origin_may_ask(&host->config.origins, request),
        .session = transport_of(client),
    };
    return engine_request_check(&about);
}

static struct engine_query query_of(const struct net_request *request)
{
    struct engine_query query;
    const char *text = net_request_query_string(request);
    engine_query_parse(&query, text ? text : "", text ? strlen(text) : 0);
    return query;
}

/* Two POSTs at a time are one too many from the moment the second begins. What is wrong with this one
 * itself is said when it is whole. */
void engine_host_request_begun(struct engine_host *host, struct net_request *request)
{
    struct engine_query query = query_of(request);
    struct engine_client *client = engine_clients_find(&host->clients, query.sid);
    if (!client || net_request_method(request) != NET_POST || is_binary_body(request) ||
        check(host, request, &query, client) != ENGINE_PASS)
        return;
    net_request_set_user(request, client);
    engine_session_post(&client->session, request, engine_host_now(host));
    engine_client_settle(client);
}

void engine_host_request(struct engine_host *host, struct net_request *request)
{
    if (net_request_user(request)) {
        end_post(net_request_user(request), request);
        return;
    }
    if (net_request_method(request) == NET_OPTIONS) {
        answer_preflight(host, request);
        return;
    }
    struct engine_query query = query_of(request);
    struct engine_client *client = engine_clients_find(&host->clients, query.sid);
    enum engine_refusal refusal = check(host, request, &query, client);
    if (refusal != ENGINE_PASS)
        refuse(host, request, refusal);
    else if (!client && !engine_host_has_room(host))
        answer_full(request);
    else if (net_request_is_upgrade(request))
        open_socket(host, client, request);
    else if (client)
        open_request(host, client, request);
    else
        open_polling(host, request);
}

void engine_host_request_closed(struct net_request *request)
{
    struct engine_client *client = net_request_user(request);
    if (client)
        engine_session_request_lost(&client->session, request);
}

void engine_host_socket_opened(struct net_socket *socket)
{
    struct engine_host *host = net_socket_user(socket);
    struct engine_client *client = host->probed ? host->probed : engine_client_new(host);
    bool is_probe = host->probed != NULL;
    host->probed = NULL;
    net_socket_set_user(socket, client);
    if (!client) {
        net_socket_cut(socket);
        return;
    }
    client->sockets++;
    if (is_probe) {
        engine_session_probe(&client->session, socket, engine_host_now(host));
    } else {
        engine_session_open_socket(&client->session, socket, engine_host_now(host));
        host->config.program.opened(host->config.context, client, engine_host_now(host));
    }
    engine_client_settle(client);
}

void engine_host_message(struct net_socket *socket, enum net_kind kind, const char *data,
                         size_t len)
{
    struct engine_client *client = net_socket_user(socket);
    if (!client)
        return;
    engine_session_frame(&client->session, socket, data, len, kind == NET_BINARY,
                         engine_host_now(client->host));
    engine_client_settle(client);
}

void engine_host_socket_closed(struct net_socket *socket)
{
    struct engine_client *client = net_socket_user(socket);
    if (!client)
        return;
    client->sockets--;
    engine_session_socket_lost(&client->session, socket);
    engine_client_settle(client);
}
