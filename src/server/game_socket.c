#include "server/game_socket.h"

#include <string.h>

#include "server/event_read.h"
#include "server/reply_write.h"
#include "wire/socket_packet.h"

enum { NAME_SPACE = 0, JSON_DEPTH = 8, ATTACHMENTS = 2, REPLY_MAX = 1024 };

static struct game_socket *socket_of(const struct socket_client *client)
{
    return client->program->context;
}

static int64_t now_of(const struct socket_client *client)
{
    return net_now_ms(socket_of(client)->host->net);
}

static uint64_t address_of(const struct socket_client *client)
{
    const struct engine_session *session = &client->engine->session;
    if (session->socket)
        return token_address(net_socket_peer(session->socket));
    const struct net_request *post = client->engine->host->post;
    return post ? token_address(net_request_peer(post)) : 0;
}

/* A token that is known brings its player back; otherwise somebody new gets a fresh one. */
static void on_connect(void *context, int name_space, const json_t *data)
{
    struct socket_client *client = context;
    struct online *online = socket_of(client)->setup.online;
    struct conns *conns = online_conns(online);
    struct service_command command = command_of(COMMAND_CONNECT);
    struct online_conn *conn = conns_add(conns, client);
    struct token shown;
    struct auth auth;
    if (!conn) {
        (void)socket_session_refuse(&client->session, name_space,
                                    "The server is full; try again later");
        return;
    }
    auth_read(&auth, data);
    token_fresh(&conn->token);
    token_hash(command.fresh_hash, &conn->token);
    command.has_token = auth.token && token_read(&shown, auth.token, auth.token_len);
    if (command.has_token)
        token_hash(command.token_hash, &shown);
    command.name = auth.name;
    command.name_len = auth.name_len;
    command.conn = conns_number(conns, conn);
    command.address = conn->address = address_of(client);
    online_do(online, &command, now_of(client));
    bool is_known = command.has_token && command.attempt != ATTEMPT_FINAL;
    if (is_known && conns_of(client) == conn)
        conn->token = shown;
}

static void refuse(struct socket_client *client, int64_t id, const char *code, const char *text)
{
    struct buffer out = buffer_with_max(REPLY_MAX);
    if (refusal_frame_write(&out, id, code, text) == JSON_WRITE_OK) {
        struct engine_frame frame = engine_frame_text(out.bytes, out.len);
        (void)socket_session_send(&client->session, NAME_SPACE, &frame, 1);
    }
    buffer_free(&out);
}

/* The event made no sense: the client hears why, or is sent away if it goes on like that. */
static void refuse_nonsense(struct socket_client *client, struct online_conn *conn, int64_t id,
                            const char *code, const char *text)
{
    refuse(client, id, code, text);
    if (!socket_of(client)->setup.is_unlimited &&
        !bucket_take(&conn->nonsense, socket_of(client)->setup.nonsense, 1, now_of(client)))
        socket_session_end(&client->session, now_of(client));
}

/* Null is nothing, as it is for whoever writes JavaScript. */
static const json_t *argument_of(const struct socket_packet *packet)
{
    const json_t *argument = json_array_get(packet->data, 1);
    return json_is_null(argument) ? NULL : argument;
}

static void on_event(void *context, int name_space, const struct socket_packet *packet)
{
    struct socket_client *client = context;
    struct online_conn *conn = conns_of(client);
    struct online *online = socket_of(client)->setup.online;
    const char *name = socket_packet_event(packet);
    char fault[JSON_FAULT_MAX];
    enum command_kind kind;
    struct service_command command;
    (void)name_space;
    if (!conn)
        return;
    if (!name || !command_read(&kind, name, strlen(name))) {
        refuse_nonsense(client, conn, packet->id, refusal_code(REFUSAL_NO_SUCH_EVENT),
                        "There is no such event");
        return;
    }
    if (!event_read(&command, kind, argument_of(packet), &conn->last, fault)) {
        refuse_nonsense(client, conn, packet->id, "bad-request", fault);
        return;
    }
    command.conn = conns_number(online_conns(online), conn);
    command.address = conn->address;
    command.ack = (uint64_t)packet->id;
    online_do(online, &command, now_of(client));
}

static void on_ack(void *context, int name_space, const struct socket_packet *packet)
{
    (void)context, (void)name_space, (void)packet; /* nothing we send asks for one */
}

static void on_disconnect(void *context, int name_space, const char *reason)
{
    struct socket_client *client = context;
    struct online_conn *conn = conns_of(client);
    struct online *online = socket_of(client)->setup.online;
    struct service_command command = command_of(COMMAND_DISCONNECT);
    (void)name_space, (void)reason;
    if (!conn || !socket_of(client)->host->net)
        return; /* after the net is closed nobody needs to know */
    command.conn = conns_number(online_conns(online), conn);
    conns_remove(online_conns(online), conn);
    online_do(online, &command, now_of(client));
}

static const struct socket_events events = {on_connect, on_event, on_ack, on_disconnect,
                                            socket_client_random};

void game_socket_open(struct game_socket *socket, struct engine_host *host,
                      const struct game_socket_setup *setup)
{
    struct engine_host_config config = {
        .path = "/socket.io/",
        .engine = setup->engine,
        .origins = setup->origins,
        .clients_max = 2 * (size_t)setup->clients_max}; /* as many again may come or go */
    socket->setup = *setup;
    socket->config = socket_config_default;
    socket->config.limits.json = (struct json_limits){setup->engine.max_payload_bytes, JSON_DEPTH};
    socket->config.limits.attachments_max = ATTACHMENTS; /* no event of ours wants one */
    socket->config.limits.attachments_bytes_max = setup->engine.max_payload_bytes;
    socket->program = (struct socket_program){&socket->config, &events, socket};
    socket->host = host;
    socket_host_config(&config, &socket->program);
    engine_host_init(host, &config);
}
