/*
 * The server that protocol test suites expect, built on src/net and src/sio. At /engine.io/ every
 * message is echoed. At /socket.io/ the namespaces / and /custom answer a connection with event
 * `auth`, event `message` with `message-back`, and `message-with-ack` through its acknowledgement.
 *   sio-echo --port P [--ping-interval MS] [--ping-timeout MS] [--connect-timeout MS] [--max-payload BYTES]
 * Port 0 picks a free port. Prints "listening on PORT". Ends on SIGTERM. With SIO_ECHO_CERT and
 * SIO_ECHO_KEY in the environment (PEM files) it speaks TLS.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sio/sio.h"

enum { TICK_MS = 5, NAMESPACES = 2 };

struct echo {
    struct net *net;
    struct sio bare, socket;
};

struct echo_settings {
    long port, ping_interval_ms, ping_timeout_ms, connect_timeout_ms, max_payload_bytes;
};

/* Bare Engine.IO: every message is echoed. */

static void bare_message(void *context, struct sio_client *client, const struct eio_packet *packet)
{
    struct buffer b = buffer_with_max(packet->len + 1);
    (void)context;
    if (eio_packet_encode(&b, packet) == BUFFER_OK)
        (void)sio_send_bare(client, b.bytes, b.len, packet->is_binary);
    buffer_free(&b);
}

/* Socket.IO */

static const char *const namespaces[NAMESPACES] = {"/", "/custom"};

static size_t frame_max(const struct sio_client *client)
{
    return 6 * client->sio->config.limits.json.bytes_max + 200; /* if every byte is escaped */
}

/* Sends the frame and the attachments of the packet that it answers. */
static void send_with(struct sio_client *client, int name_space, const struct buffer *text,
                      const struct sio_packet *packet)
{
    (void)sio_send(client, name_space, text->bytes, text->len);
    for (int i = 0; packet && i < packet->attachments; i++)
        (void)sio_send_binary(client, name_space, packet->binaries[i].bytes,
                              packet->binaries[i].len);
}

/* The arguments of an event, as they came. */
static void write_arguments(struct json_write *w, const struct sio_packet *packet)
{
    for (size_t i = 1; i < json_array_size(packet->data); i++)
        json_write_value(w, json_array_get(packet->data, i));
    json_write_array_end(w);
}

static void on_connect(void *context, struct sio_client *client, int name_space, const json_t *auth)
{
    struct buffer b = buffer_with_max(frame_max(client));
    (void)context;
    if (!sio_admit(client, name_space))
        return;
    struct json_write w = sio_event_write(&b, namespaces[name_space], SIO_NO_ID, "auth");
    if (auth)
        json_write_value(&w, auth);
    else
        json_write_raw(&w, "{}", 2);
    json_write_array_end(&w);
    if (json_write_finish(&w) == JSON_WRITE_OK)
        send_with(client, name_space, &b, NULL);
    buffer_free(&b);
}

static void answer_event(struct sio_client *client, int name_space, const struct sio_packet *packet,
                         const struct sio_head *head, const char *event)
{
    struct buffer b = buffer_with_max(frame_max(client));
    struct json_write w = sio_packet_write(&b, head);
    json_write_array(&w);
    if (event)
        json_write_string(&w, event);
    write_arguments(&w, packet);
    if (json_write_finish(&w) == JSON_WRITE_OK)
        send_with(client, name_space, &b, packet);
    buffer_free(&b);
}

static void on_event(void *context, struct sio_client *client, int name_space,
                     const struct sio_packet *packet)
{
    const char *event = sio_packet_event(packet);
    struct sio_head head = {SIO_EVENT, namespaces[name_space], SIO_NO_ID, packet->attachments};
    (void)context;
    if (event && strcmp(event, "message") == 0)
        answer_event(client, name_space, packet, &head, "message-back");
    head.type = SIO_ACK;
    head.id = packet->id;
    if (event && strcmp(event, "message-with-ack") == 0 && packet->id != SIO_NO_ID)
        answer_event(client, name_space, packet, &head, NULL);
}

/* Net */

static struct sio *sio_of(struct echo *echo, const struct net_request *request)
{
    if (sio_owns(&echo->bare, request))
        return &echo->bare;
    return sio_owns(&echo->socket, request) ? &echo->socket : NULL;
}

static void on_request(void *context, struct net_request *request)
{
    struct sio *sio = sio_of(context, request);
    if (sio)
        sio_request(sio, request);
    else
        net_request_answer_text(request, 404, "Nothing here.\n");
}

static void on_request_begun(void *context, struct net_request *request)
{
    struct sio *sio = sio_of(context, request);
    if (sio)
        sio_request_begun(sio, request);
}

static void on_tick(void *context, int64_t now_ms)
{
    struct echo *echo = context;
    (void)now_ms;
    sio_tick(&echo->bare);
    sio_tick(&echo->socket);
}

static void on_draining(void *context)
{
    struct echo *echo = context;
    sio_close_all(&echo->bare);
    sio_close_all(&echo->socket);
}

static enum net_err open_net(struct echo *echo, const struct echo_settings *s)
{
    struct net_config config = {
        .address = "127.0.0.1",
        .port = (int)s->port,
        .certificate_path = getenv("SIO_ECHO_CERT"),
        .key_path = getenv("SIO_ECHO_KEY"),
        .limits = net_limits_default,
        .handlers = {.request = on_request,
                     .request_begun = on_request_begun,
                     .request_closed = sio_request_closed,
                     .socket_opened = sio_socket_opened,
                     .message = sio_message,
                     .socket_closed = sio_socket_closed,
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

static void open_paths(struct echo *echo, const struct echo_settings *s)
{
    struct sio_config config = sio_config_default;
    config.path = "/engine.io/";
    config.ping_interval_ms = s->ping_interval_ms;
    config.ping_timeout_ms = s->ping_timeout_ms;
    config.connect_timeout_ms = s->connect_timeout_ms;
    config.max_payload_bytes = (size_t)s->max_payload_bytes;
    config.handlers.message = bare_message;
    sio_init(&echo->bare, &config);
    config.path = "/socket.io/";
    config.namespaces = namespaces;
    config.namespace_count = NAMESPACES;
    config.handlers = (struct sio_handlers){.connect = on_connect, .event = on_event};
    sio_init(&echo->socket, &config);
}

static int run(const struct echo_settings *s)
{
    static struct echo echo;
    open_paths(&echo, s);
    enum net_err err = open_net(&echo, s);
    if (err) {
        fprintf(stderr, "sio-echo: %s\n", net_err_text(err));
        return EXIT_FAILURE;
    }
    sio_attach(&echo.bare, echo.net);
    sio_attach(&echo.socket, echo.net);
    printf("listening on %d\n", net_port(echo.net));
    fflush(stdout);
    net_run(echo.net);
    net_close(echo.net);
    sio_free(&echo.bare);
    sio_free(&echo.socket);
    return EXIT_SUCCESS;
}

static bool read_option(struct echo_settings *s, const char *name, const char *value)
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
    struct echo_settings s = {-1, 25000, 20000, 45000, 1000000};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 < argc && read_option(&s, argv[i], argv[i + 1]))
            continue;
        fprintf(stderr,
                "sio-echo: %s is not a known option, or its number is missing or out of range\n",
                argv[i]);
        return 2;
    }
    if (s.port < 0) {
        fprintf(stderr, "sio-echo: --port is missing\n");
        return 2;
    }
    return run(&s);
}
