/*
 * What protocol test suites expect of a server, on our own libraries: at /engine.io/ every message is
 * echoed; at /socket.io/ the namespaces / and /custom answer a connection with event `auth`, event
 * `message` with `message-back`, and `message-with-ack` through its acknowledgement.
 *   sio-echo --port P [--ping-interval MS] [--ping-timeout MS] [--connect-timeout MS] [--max-payload BYTES]
 * Port 0 takes any free one. Prints "listening on PORT". Ends on SIGTERM. With SIO_ECHO_CERT and
 * SIO_ECHO_KEY in the environment (PEM files) it speaks TLS.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/socket_host.h"

enum { TICK_MS = 5, NAMESPACES = 2 };

struct echo {
    struct net *net;
    struct engine_host engine, socket;
};

struct settings {
    long port, ping_interval_ms, ping_timeout_ms, connect_timeout_ms, max_payload_bytes;
};

/* Engine.IO: back it goes. */

static void engine_opened(void *context, struct engine_client *client, int64_t now_ms)
{
    (void)context, (void)client, (void)now_ms;
}

static void engine_message(void *context, struct engine_client *client,
                           const struct engine_packet *packet, int64_t now_ms)
{
    struct buffer b = buffer_born(packet->len + 1);
    (void)context, (void)now_ms;
    if (engine_packet_encode(&b, packet) == BUFFER_OK) {
        const struct engine_frame frame = {
            .bytes = b.bytes, .len = b.len, .is_binary = packet->is_binary};
        (void)engine_session_send(&client->session, &frame);
    }
    buffer_free(&b);
}

static void engine_closed(void *context, struct engine_client *client, enum engine_reason reason)
{
    (void)context, (void)client, (void)reason;
}

/* Socket.IO */

static const char *const namespaces[NAMESPACES] = {"/", "/custom"};

static size_t frame_max(const struct socket_client *client)
{
    return 6 * client->session.config->limits.json.bytes_max + 200; /* all of it escaped */
}

/* The frame and the attachments that came with the packet it answers. */
static void send_with(struct socket_client *client, int name_space, const struct buffer *text,
                      const struct socket_packet *packet)
{
    struct engine_frame frames[1 + SOCKET_ATTACHMENTS_MAX];
    int count = 0;
    frames[count++] = engine_frame_text(text->bytes, text->len);
    for (int i = 0; packet && i < packet->attachments; i++)
        frames[count++] = (struct engine_frame){
            .bytes = packet->binaries[i].bytes, .len = packet->binaries[i].len, .is_binary = true};
    (void)socket_session_send(&client->session, name_space, frames, count);
}

/* The arguments of an event, as they came. */
static void write_arguments(struct json_write *w, const struct socket_packet *packet)
{
    for (size_t i = 1; i < json_array_size(packet->data); i++)
        json_write_value(w, json_array_get(packet->data, i));
    json_write_array_end(w);
}

static void on_connect(void *context, int name_space, const json_t *auth)
{
    struct socket_client *client = context;
    struct buffer b = buffer_born(frame_max(client));
    if (!socket_session_admit(&client->session, name_space, NULL))
        return;
    struct json_write w = socket_event_write(&b, namespaces[name_space], SOCKET_NO_ID, "auth");
    if (auth)
        json_write_value(&w, auth);
    else
        json_write_raw(&w, "{}", 2);
    json_write_array_end(&w);
    if (json_write_finish(&w) == JSON_WRITE_OK)
        send_with(client, name_space, &b, NULL);
    buffer_free(&b);
}

static void answer_event(struct socket_client *client, int name_space,
                         const struct socket_packet *packet, const struct socket_head *head,
                         const char *event)
{
    struct buffer b = buffer_born(frame_max(client));
    struct json_write w = socket_packet_write(&b, head);
    json_write_array(&w);
    if (event)
        json_write_string(&w, event);
    write_arguments(&w, packet);
    if (json_write_finish(&w) == JSON_WRITE_OK)
        send_with(client, name_space, &b, packet);
    buffer_free(&b);
}

static void on_event(void *context, int name_space, const struct socket_packet *packet)
{
    const char *event = socket_packet_event(packet);
    struct socket_head head = {SOCKET_EVENT, namespaces[name_space], SOCKET_NO_ID,
                               packet->attachments};
    if (event && strcmp(event, "message") == 0)
        answer_event(context, name_space, packet, &head, "message-back");
    head.type = SOCKET_ACK;
    head.id = packet->id;
    if (event && strcmp(event, "message-with-ack") == 0 && packet->id != SOCKET_NO_ID)
        answer_event(context, name_space, packet, &head, NULL);
}

static void on_ack(void *context, int name_space, const struct socket_packet *packet)
{
    (void)context, (void)name_space, (void)packet;
}

static void on_disconnect(void *context, int name_space, const char *reason)
{
    (void)context, (void)name_space, (void)reason;
}

static const struct socket_events socket_events = {on_connect, on_event, on_ack, on_disconnect,
                                                   socket_client_random};

/* Net */

static void on_request(void *context, struct net_request *request)
{
    struct echo *echo = context;
    if (engine_host_has(&echo->engine, request))
        engine_host_request(&echo->engine, request);
    else if (engine_host_has(&echo->socket, request))
        engine_host_request(&echo->socket, request);
    else
        net_request_answer_text(request, 404, "Nothing here.\n");
}

static void on_request_begun(void *context, struct net_request *request)
{
    struct echo *echo = context;
    if (engine_host_has(&echo->engine, request))
        engine_host_request_begun(&echo->engine, request);
    else if (engine_host_has(&echo->socket, request))
        engine_host_request_begun(&echo->socket, request);
}

static void on_request_closed(void *context, struct net_request *request)
{
    (void)context;
    engine_host_request_closed(request);
}

static void on_socket_opened(void *context, struct net_socket *socket)
{
    (void)context;
    engine_host_socket_opened(socket);
}

static void on_message(void *context, struct net_socket *socket, enum net_kind kind,
                       const char *data, size_t len)
{
    (void)context;
    engine_host_message(socket, kind, data, len);
}

static void on_socket_closed(void *context, struct net_socket *socket, int code)
{
    (void)context, (void)code;
    engine_host_socket_closed(socket);
}

static void on_tick(void *context, int64_t now_ms)
{
    struct echo *echo = context;
    engine_host_tick(&echo->engine, now_ms);
    engine_host_tick(&echo->socket, now_ms);
}

static void on_draining(void *context)
{
    struct echo *echo = context;
    engine_host_close_all(&echo->engine);
    engine_host_close_all(&echo->socket);
}

static enum net_err open_net(struct echo *echo, const struct settings *s)
{
    struct net_config config = {
        .address = "127.0.0.1",
        .port = (int)s->port,
        .certificate_path = getenv("SIO_ECHO_CERT"),
        .key_path = getenv("SIO_ECHO_KEY"),
        .limits = net_limits_default,
        .handlers = {.request = on_request,
                     .request_begun = on_request_begun,
                     .request_closed = on_request_closed,
                     .socket_opened = on_socket_opened,
                     .message = on_message,
                     .socket_closed = on_socket_closed,
                     .tick = on_tick,
                     .end_of_turn = on_tick,
                     .draining = on_draining},
        .context = echo,
    };
    config.limits.body_max = config.limits.message_max = (size_t)s->max_payload_bytes;
    config.limits.output_max = 8 * (size_t)s->max_payload_bytes;
    config.limits.tick_ms = TICK_MS;
    return net_open(&echo->net, &config);
}

static int run(const struct settings *s)
{
    static const char *const every_origin[] = {"*"};
    static struct echo echo;
    struct socket_config socket = socket_config_default;
    struct engine_host_config config = {
        .path = "/engine.io/",
        .engine = engine_config_default,
        .origins = {every_origin, 1},
        .program = {.opened = engine_opened, .message = engine_message, .closed = engine_closed}};
    config.engine.ping_interval_ms = s->ping_interval_ms;
    config.engine.ping_timeout_ms = s->ping_timeout_ms;
    config.engine.max_payload_bytes = (size_t)s->max_payload_bytes;
    engine_host_init(&echo.engine, &config);
    socket.namespaces = namespaces;
    socket.namespace_count = NAMESPACES;
    socket.connect_timeout_ms = s->connect_timeout_ms;
    struct socket_program program = {&socket, &socket_events, NULL};
    config.path = "/socket.io/";
    socket_host_config(&config, &program);
    engine_host_init(&echo.socket, &config);
    enum net_err err = open_net(&echo, s);
    if (err) {
        fprintf(stderr, "sio-echo: %s\n", net_err_text(err));
        return EXIT_FAILURE;
    }
    engine_host_attach(&echo.engine, echo.net);
    engine_host_attach(&echo.socket, echo.net);
    printf("listening on %d\n", net_port(echo.net));
    fflush(stdout);
    net_run(echo.net);
    net_close(echo.net);
    engine_host_free(&echo.engine);
    engine_host_free(&echo.socket);
    return EXIT_SUCCESS;
}

static bool read_option(struct settings *s, const char *name, const char *value)
{
    const struct {
        const char *name;
        long *value, max;
    } options[] = {{"--port", &s->port, 65535},
                   {"--ping-interval", &s->ping_interval_ms, 3600000},
                   {"--ping-timeout", &s->ping_timeout_ms, 3600000},
                   {"--connect-timeout", &s->connect_timeout_ms, 3600000},
                   {"--max-payload", &s->max_payload_bytes, 1 << 28}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char *end;
        if (strcmp(options[i].name, name) != 0)
            continue;
        errno = 0;
        *options[i].value = strtol(value, &end, 10);
        return end != value && *end == '\0' && !errno && *options[i].value >= 0 &&
               *options[i].value <= options[i].max;
    }
    return false;
}

int main(int argc, char **argv)
{
    struct settings s = {-1, 25000, 20000, 45000, 1000000};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 < argc && read_option(&s, argv[i], argv[i + 1]))
            continue;
        fprintf(stderr, "sio-echo: %s is no option, or lacks a fitting number\n", argv[i]);
        return 2;
    }
    if (s.port < 0) {
        fprintf(stderr, "sio-echo: --port is missing\n");
        return 2;
    }
    return run(&s);
}
