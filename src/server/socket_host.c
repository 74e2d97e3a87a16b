#include "server/socket_host.h"

#include "base/entropy.h"

void socket_client_random(void *context, uint8_t *bytes, size_t len)
{
    (void)context;
    entropy_fill(bytes, len);
}

static struct socket_client *client_of(struct engine_client *engine)
{
    return engine_client_state(engine);
}

static void on_opened(void *context, struct engine_client *engine, int64_t now_ms)
{
    const struct socket_program *program = context;
    struct socket_client *client = client_of(engine);
    client->engine = engine;
    client->program = program;
    socket_session_init(&client->session, program->config, program->events, client,
                        &engine->session, now_ms);
}

static void on_message(void *context, struct engine_client *engine,
                       const struct engine_packet *packet, int64_t now_ms)
{
    (void)context;
    socket_session_message(&client_of(engine)->session, packet, now_ms);
}

static void on_closed(void *context, struct engine_client *engine, enum engine_reason reason)
{
    (void)context;
    socket_session_closed(&client_of(engine)->session, reason);
}

static void on_freed(struct engine_client *engine)
{
    socket_session_free(&client_of(engine)->session);
}

static int64_t due_ms(struct engine_client *engine)
{
    return socket_session_due_ms(&client_of(engine)->session);
}

static void on_tick(struct engine_client *engine, int64_t now_ms)
{
    socket_session_tick(&client_of(engine)->session, now_ms);
}

void socket_host_config(struct engine_host_config *out, struct socket_program *program)
{
    out->program = (struct engine_program){.opened = on_opened,
                                           .message = on_message,
                                           .closed = on_closed,
                                           .freed = on_freed,
                                           .due_ms = due_ms,
                                           .tick = on_tick};
    out->context = program;
    out->state_bytes = sizeof(struct socket_client);
}
