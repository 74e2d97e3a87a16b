#include "server/engine_inside.h"

#include <stdlib.h>

#include "base/entropy.h"

static void host_answer(void *context, void *request, const struct engine_answer *answer);
static void host_send(void *context, void *socket, const struct engine_frame *frame);
static void host_shut(void *context, void *socket, enum engine_reason reason);
static void host_message(void *context, const struct engine_packet *packet);
static void host_closed(void *context, enum engine_reason reason);

static const struct engine_events host_events = {host_answer, host_send, host_shut, host_message,
                                                 host_closed};

void engine_host_init(struct engine_host *host, const struct engine_host_config *config)
{
    *host = (struct engine_host){.config = *config};
}

void engine_host_attach(struct engine_host *host, struct net *net)
{
    host->net = net;
}

int64_t engine_host_now(const struct engine_host *host)
{
    return net_now_ms(host->net);
}

/* A session costs whoever begins it one request, and us memory until it has timed out. */
bool engine_host_has_room(const struct engine_host *host)
{
    return host->config.clients_max == 0 || host->clients.count < host->config.clients_max;
}

struct engine_client *engine_client_new(struct engine_host *host)
{
    uint8_t bytes[ID_BYTES];
    char sid[ID_LEN + 1];
    if (!engine_host_has_room(host))
        return NULL;
    struct engine_client *client = calloc(1, sizeof *client + host->config.state_bytes);
    if (!client)
        return NULL;
    entropy_fill(bytes, sizeof bytes);
    base64_id(sid, bytes);
    client->host = host;
    engine_session_init(&client->session, &host->config.engine, &host_events, client, sid);
    if (!engine_clients_add(&host->clients, client)) {
        free(client);
        return NULL;
    }
    return client;
}

/* After anything that happened to it: when is it to be looked at next? Only earlier is news. */
void engine_client_settle(struct engine_client *client)
{
    struct engine_host *host = client->host;
    if (client->session.state == ENGINE_IS_CLOSED)
        return;
    int64_t due_ms = engine_session_due_ms(&client->session);
    int64_t own_ms = host->config.program.due_ms ? host->config.program.due_ms(client) : INT64_MAX;
    if (own_ms < due_ms)
        due_ms = own_ms;
    if (due_ms < client->due_ms)
        engine_clients_schedule(&host->clients, client, due_ms);
}

/* From the session to net */

/* Engine.IO answers are for this moment and, where they are, for another origin's page. */
size_t engine_answer_headers(const struct engine_host *host, const struct net_request *request,
                             struct net_header headers[ANSWER_HEADERS])
{
    const char *origin = net_request_header(request, NET_ORIGIN);
    headers[0] = (struct net_header){"cache-control", "no-store"};
    headers[1] = (struct net_header){"vary", "origin"};
    if (!origin || !origin_may_ask(&host->config.origins, request))
        return 2;
    headers[2] = (struct net_header){"access-control-allow-origin", origin};
    headers[3] = (struct net_header){"cross-origin-resource-policy", "cross-origin"};
    return 4;
}

void engine_answer_request(const struct engine_host *host, struct net_request *request,
                           const struct engine_answer *a)
{
    struct net_header headers[ANSWER_HEADERS];
    const struct net_answer whole = {.status = a->status,
                                     .content_type = a->len ? a->content_type : NULL,
                                     .headers = headers,
                                     .header_count = engine_answer_headers(host, request, headers),
                                     .body = a->body,
                                     .body_len = a->len};
    net_request_answer(request, &whole);
}

static void host_answer(void *context, void *request, const struct engine_answer *a)
{
    const struct engine_client *client = context;
    engine_answer_request(client->host, request, a);
}

static void host_send(void *context, void *socket, const struct engine_frame *frame)
{
    (void)context;
    if (frame->shared)
        net_socket_send_shared(socket, frame->shared);
    else
        net_socket_send(socket, frame->is_binary ? NET_BINARY : NET_TEXT, frame->bytes, frame->len);
}

/* Who does not answer pings will not answer a close frame either. */
static void host_shut(void *context, void *socket, enum engine_reason reason)
{
    const struct engine_client *client = context;
    bool is_stopping = client->host->is_stopping;
    if (reason == ENGINE_TIMED_OUT)
        net_socket_cut(socket);
    else
        net_socket_close(socket, is_stopping ? NET_CLOSE_GOING_AWAY : NET_CLOSE_NORMAL, NULL);
}

static void host_message(void *context, const struct engine_packet *packet)
{
    struct engine_client *client = context;
    const struct engine_host_config *c = &client->host->config;
    c->program.message(c->context, client, packet, engine_host_now(client->host));
}

/* Freed at the next tick, for the session is still in the middle of something. */
static void host_closed(void *context, enum engine_reason reason)
{
    struct engine_client *client = context;
    struct engine_host *host = client->host;
    engine_clients_remove(&host->clients, client);
    client->next_dead = host->dead;
    host->dead = client;
    host->config.program.closed(host->config.context, client, reason);
}

static void free_dead(struct engine_host *host)
{
    struct engine_client **at = &host->dead;
    while (*at) {
        struct engine_client *client = *at;
        if (client->sockets > 0) {
            at = &client->next_dead;
            continue;
        }
        *at = client->next_dead;
        if (host->config.program.freed)
            host->config.program.freed(client);
        engine_session_free(&client->session);
        free(client);
    }
}

void engine_host_free(struct engine_host *host)
{
    while (host->clients.count > 0)
        host_closed(host->clients.heap[0], ENGINE_BY_SERVER);
    free_dead(host);
    engine_clients_free(&host->clients);
}

void engine_host_close_all(struct engine_host *host)
{
    size_t count = host->clients.count;
    host->is_stopping = true;
    /* A list of its own, because those that close at once leave the heap meanwhile. */
    struct engine_client **all = calloc(count + 1, sizeof(struct engine_client *));
    if (!all)
        return;
    if (count > 0)
        memcpy(all, host->clients.heap, count * sizeof(struct engine_client *));
    for (size_t i = 0; i < count; i++)
        engine_session_close(&all[i]->session, engine_host_now(host));
    free(all);
}

void engine_host_tick(struct engine_host *host, int64_t now_ms)
{
    const struct engine_program *program = &host->config.program;
    struct engine_client *client;
    while ((client = engine_clients_due(&host->clients, now_ms))) {
        /* Its real time is found out below; until then it is not due. */
        engine_clients_schedule(&host->clients, client, INT64_MAX);
        engine_session_tick(&client->session, now_ms);
        if (program->tick && client->session.state != ENGINE_IS_CLOSED)
            program->tick(client, now_ms);
        engine_client_settle(client);
    }
    free_dead(host);
}
