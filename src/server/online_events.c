#include "server/online_events.h"

#include <string.h>

#include "api/event_read.h"
#include "api/reply_write.h"
#include "server/online_frame.h"
#include "server/online_parts.h"

enum {
    JSON_DEPTH = 8,
    ATTACHMENTS = 2,
    REPLY_MAX = 1024,
    CONNECT_MS = 15000,      /* from a new session to its CONNECT */
    QUEUE_MAX = 1024 * 1024, /* bytes that wait for a poll: as many as for a WebSocket */
    PACKETS_MAX = 2000       /* in one POST */
};

static int64_t now_of(const struct sio_client *client)
{
    return net_now_ms(client->sio->net);
}

/* No place for this client now. One that is awaited in a game gets one when it tries again: idle
 * clients leave. */
static void defer(const struct online_events *events, struct sio_client *client,
                  const struct auth *auth)
{
    struct online *online = events->setup.online;
    uint8_t hash[ROW_HASH_BYTES];
    struct token shown;
    if (auth->token && token_read(&shown, auth->token, auth->token_len)) {
        token_hash(hash, &shown);
        if (service_is_awaited(online->service, hash))
            online_make_room(online, now_of(client));
    }
    sio_defer(client);
}

/* A client with a known token continues as its player. Any other client becomes a new guest with a
 * fresh token. */
static void on_connect(void *context, struct sio_client *client, int name_space, const json_t *data)
{
    const struct online_events *events = context;
    struct online_client *own = online_client_of(client);
    struct service_command command = command_of(COMMAND_CONNECT);
    struct auth auth;
    (void)name_space;
    auth_read(&auth, data);
    if (!online_clients_add(&events->setup.online->clients, client)) {
        defer(events, client, &auth);
        return;
    }
    token_fresh(&own->token);
    token_hash(command.fresh_hash, &own->token);
    command.has_token = auth.token && token_read(&own->shown, auth.token, auth.token_len);
    if (command.has_token)
        token_hash(command.token_hash, &own->shown);
    command.name = auth.name;
    command.name_len = auth.name_len;
    command.conn = own->number;
    command.address = client->address;
    command.agent = sio_label(client);
    own->active_ms = now_of(client);
    online_do(events->setup.online, &command, now_of(client));
}

/* The name of a malformed event, for its refusal; null if it has none or a very long one. */
static const char *name_of(const struct sio_packet *packet)
{
    enum { NAME_MAX_BYTES = 64 };
    const char *name = sio_packet_event(packet);
    return name && strlen(name) <= NAME_MAX_BYTES ? name : NULL;
}

/* Replies why the event was refused, and disconnects a client that sends too many malformed
 * events. */
static void refuse_malformed(const struct online_events *events, struct sio_client *client,
                             const struct sio_packet *packet, const char *code, const char *text)
{
    struct buffer out = buffer_with_max(REPLY_MAX);
    struct json_write w = frame_begin(&out, (uint64_t)packet->id);
    malformed_write(&w, (uint64_t)packet->id, name_of(packet), code, text);
    if (json_write_finish(&w) == JSON_WRITE_OK)
        (void)sio_send(client, NAME_SPACE, out.bytes, out.len);
    buffer_free(&out);
    if (!events->setup.is_unlimited && !bucket_take(&online_client_of(client)->malformed,
                                                    events->setup.malformed, 1, now_of(client)))
        sio_close(client);
}

/* JavaScript programs often send null where they have no argument. */
static const json_t *argument_of(const struct sio_packet *packet)
{
    const json_t *argument = json_array_get(packet->data, 1);
    return json_is_null(argument) ? NULL : argument;
}

static void on_event(void *context, struct sio_client *client, int name_space,
                     const struct sio_packet *packet)
{
    const struct online_events *events = context;
    struct online_client *own = online_client_of(client);
    const char *name = sio_packet_event(packet);
    char fault[JSON_FAULT_MAX];
    enum command_kind kind;
    struct service_command command;
    (void)name_space;
    if (!own->has_number)
        return;
    if (!name || !command_read(&kind, name, strlen(name))) {
        refuse_malformed(events, client, packet, refusal_code(REFUSAL_NO_SUCH_EVENT),
                         "There is no such event");
        return;
    }
    if (!event_read(&command, kind, argument_of(packet), &own->last, fault)) {
        refuse_malformed(events, client, packet, "bad-request", fault);
        return;
    }
    command.conn = own->number;
    command.address = client->address;
    own->active_ms = now_of(client);
    command.ack = (uint64_t)packet->id;
    online_do(events->setup.online, &command, now_of(client));
}

static void on_gone(void *context, struct sio_client *client, int name_space, const char *reason)
{
    const struct online_events *events = context;
    const struct online_client *own = online_client_of(client);
    struct service_command command = command_of(COMMAND_DISCONNECT);
    (void)name_space, (void)reason;
    if (!own->has_number || !client->sio->net)
        return; /* net is closed: the server is stopping */
    command.conn = own->number;
    online_clients_remove(&events->setup.online->clients, client);
    online_do(events->setup.online, &command, now_of(client));
}

static bool must_stay(void *context, struct sio_client *client)
{
    const struct online_events *events = context;
    return online_must_stay(events->setup.online, client);
}

static bool on_stray(void *context, struct net_request *request)
{
    const struct online_events *events = context;
    return events->setup.stray && events->setup.stray(events->setup.stray_context, request);
}

void online_events_open(struct online_events *events, const struct online_events_setup *setup)
{
    struct sio_config config = sio_config_default;
    config.path = "/socket.io/";
    config.sid_letter = setup->sid_letter;
    config.ping_interval_ms = setup->ping_interval_ms;
    config.ping_timeout_ms = setup->ping_timeout_ms;
    config.max_payload_bytes = setup->max_payload_bytes;
    config.connect_timeout_ms = CONNECT_MS;
    config.queue_max_bytes = QUEUE_MAX;
    config.packets_max = PACKETS_MAX;
    config.input = setup->input;
    config.backlog = setup->backlog;
    config.clients_max =
        2 * (size_t)setup->clients_max; /* as many again may be connecting or leaving */
    config.limits.json = (struct json_limits){setup->max_payload_bytes, JSON_DEPTH};
    config.limits.attachments_max =
        ATTACHMENTS; /* no event has one; this many are read and ignored */
    config.limits.attachments_bytes_max = setup->max_payload_bytes;
    config.handlers = (struct sio_handlers){.connect = on_connect,
                                            .event = on_event,
                                            .gone = on_gone,
                                            .stray = on_stray,
                                            .must_stay = must_stay};
    config.context = events;
    config.user_bytes = sizeof(struct online_client);
    events->setup = *setup;
    sio_init(&events->sio, &config);
}
