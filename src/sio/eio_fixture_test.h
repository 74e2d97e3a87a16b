/* A client without a network. Requests and sockets are names; the log has one word for each
 * event. */
#ifndef SIO_EIO_FIXTURE_TEST_H
#define SIO_EIO_FIXTURE_TEST_H

#include "base/fixture_test.h"
#include "sio/eio.h"
#include "sio/net_double_test.h"

struct world {
    struct sio sio;
    struct buffer log;
    const char *reply; /* what `message` answers with, if anything */
    bool closes_on_message;
    struct sio_client client; /* last: it ends with a flexible array */
};

static inline void world_answer(void *context, void *request, int status, const char *body,
                                size_t len)
{
    struct world *w = context;
    log_text(&w->log, request);
    log_text(&w->log, "=");
    log_number(&w->log, status);
    log_text(&w->log, ":");
    log_bytes(&w->log, body, len);
    log_text(&w->log, " ");
}

static inline void world_send(void *context, void *socket, enum net_kind kind, const char *bytes,
                              size_t len, bool is_shared)
{
    struct world *w = context;
    log_text(&w->log, socket);
    log_text(&w->log, kind == NET_BINARY ? "<#" : "<");
    log_bytes(&w->log, bytes, len);
    log_text(&w->log, is_shared ? "(shared) " : " ");
}

static inline void world_close(void *context, void *socket)
{
    struct world *w = context;
    log_text(&w->log, socket);
    log_text(&w->log, "! ");
}

static inline void world_message(void *context, struct sio_client *client,
                                 const struct eio_packet *packet)
{
    struct world *w = context;
    log_text(&w->log, packet->is_binary ? "#" : "\"");
    log_bytes(&w->log, packet->data, packet->len);
    log_text(&w->log, packet->is_binary ? "# " : "\" ");
    if (w->reply) {
        struct eio_frame frame = eio_frame_text(w->reply, strlen(w->reply));
        (void)eio_send(client, &frame);
    }
    if (w->closes_on_message)
        eio_close(client);
}

static inline void world_gone(void *context, struct sio_client *client, int name_space,
                              const char *reason)
{
    struct world *w = context;
    assert_ptr_equal(client, &w->client);
    assert_int_equal(name_space, SIO_NO_NAMESPACE);
    log_text(&w->log, "closed(");
    log_text(&w->log, reason);
    log_text(&w->log, ") ");
}

/* Pings every 300 ms that want a pong within 200 ms, as the protocol's own test suite has it. */
static inline struct world *world_new(void)
{
    static struct world world;
    const struct sio_config config = {.ping_interval_ms = 300,
                                      .ping_timeout_ms = 200,
                                      .upgrade_timeout_ms = 100,
                                      .close_timeout_ms = 1000,
                                      .max_payload_bytes = 40,
                                      .queue_max_bytes = 200,
                                      .packets_max = 4,
                                      .may_upgrade = true,
                                      .handlers = {.message = world_message, .gone = world_gone},
                                      .context = &world};
    world = (struct world){.log = buffer_with_max(10000)};
    net_double = (struct net_double){
        .context = &world, .answered = world_answer, .sent = world_send, .closed = world_close};
    sio_init(&world.sio, &config);
    eio_init(&world.client, &world.sio, "S");
    assert_true(sio_clients_add(&world.sio.clients, &world.client));
    return &world;
}

static inline void world_free(struct world *w)
{
    assert_log(&w->log, "");
    eio_free(&w->client);
    sio_clients_free(&w->sio.clients);
    buffer_free(&w->log);
}

/* Handles are names. Sio never looks inside. */
static inline void *handle(const char *name)
{
    return (void *)name;
}

/* Each name has one address, which is its handle. */
#define R1 handle(world_r1)
#define R2 handle(world_r2)
#define R3 handle(world_r3)
#define S1 handle(world_s1)
#define S2 handle(world_s2)
static const char world_r1[] = "r1", world_r2[] = "r2", world_r3[] = "r3";
static const char world_s1[] = "s1", world_s2[] = "s2";

static inline struct world *world_on_polling(void)
{
    struct world *w = world_new();
    eio_open_polling(&w->client, R1);
    assert_log(&w->log, "r1=200:0{\"sid\":\"S\",\"upgrades\":[\"websocket\"],\"pingInterval\":300,"
                        "\"pingTimeout\":200,\"maxPayload\":40} ");
    return w;
}

static inline struct world *world_on_socket(void)
{
    struct world *w = world_new();
    eio_open_socket(&w->client, S1);
    assert_log(&w->log, "s1<0{\"sid\":\"S\",\"upgrades\":[],\"pingInterval\":300,"
                        "\"pingTimeout\":200,\"maxPayload\":40} ");
    return w;
}

/* The inputs of a client, each at its time. */

static inline void world_poll(struct world *w, void *request, int64_t now_ms)
{
    net_double.now_ms = now_ms;
    eio_poll(&w->client, request);
}

static inline void world_begin_post(struct world *w, void *request, int64_t now_ms)
{
    net_double.now_ms = now_ms;
    eio_post(&w->client, request);
}

static inline void world_body(struct world *w, void *request, const char *body, int64_t now_ms)
{
    net_double.now_ms = now_ms;
    eio_body(&w->client, request, body, strlen(body));
}

static inline void world_post(struct world *w, void *request, const char *body, int64_t now_ms)
{
    world_begin_post(w, request, now_ms);
    world_body(w, request, body, now_ms);
}

static inline void world_probe(struct world *w, void *socket, int64_t now_ms)
{
    net_double.now_ms = now_ms;
    eio_probe(&w->client, socket);
}

static inline void world_bytes(struct world *w, void *socket, const char *bytes, size_t len,
                               bool is_binary, int64_t now_ms)
{
    net_double.now_ms = now_ms;
    eio_frame_in(&w->client, socket, bytes, len, is_binary);
}

static inline void world_frame(struct world *w, void *socket, const char *text, int64_t now_ms)
{
    world_bytes(w, socket, text, strlen(text), false, now_ms);
}

static inline void world_tick(struct world *w, int64_t now_ms)
{
    net_double.now_ms = now_ms;
    eio_tick(&w->client);
}

static inline void world_close_at(struct world *w, int64_t now_ms)
{
    net_double.now_ms = now_ms;
    eio_close(&w->client);
}

static inline bool world_emit(struct world *w, const char *text)
{
    struct eio_frame frame = eio_frame_text(text, strlen(text));
    return eio_send(&w->client, &frame);
}

static inline bool world_emit_binary(struct world *w, const char *bytes, size_t len)
{
    struct eio_frame frame = {.bytes = bytes, .len = len, .is_binary = true};
    return eio_send(&w->client, &frame);
}

#endif
