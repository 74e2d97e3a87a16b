/* A session without a network: requests and sockets are their names, and what happens to them is
 * written down, one word an event. */
#ifndef WIRE_ENGINE_FIXTURE_TEST_H
#define WIRE_ENGINE_FIXTURE_TEST_H

#include "wire/engine_session.h"
#include "wire/fixture_test.h"

struct world {
    struct engine_session session;
    struct engine_config config;
    struct buffer log;
    const char *reply; /* what `message` answers with, if anything */
    bool closes_on_message;
};

static inline void world_answer(void *context, void *request, const struct engine_answer *a)
{
    struct world *w = context;
    log_text(&w->log, request);
    log_text(&w->log, "=");
    log_number(&w->log, a->status);
    log_text(&w->log, ":");
    log_bytes(&w->log, a->body, a->len);
    log_text(&w->log, " ");
}

static inline void world_send(void *context, void *socket, const struct engine_frame *frame)
{
    struct world *w = context;
    log_text(&w->log, socket);
    log_text(&w->log, frame->is_binary ? "<#" : "<");
    log_bytes(&w->log, frame->bytes, frame->len);
    log_text(&w->log, frame->shared ? "(shared) " : " ");
}

static inline void world_shut(void *context, void *socket, enum engine_reason reason)
{
    struct world *w = context;
    (void)reason;
    log_text(&w->log, socket);
    log_text(&w->log, "! ");
}

static inline void world_message(void *context, const struct engine_packet *packet)
{
    struct world *w = context;
    log_text(&w->log, packet->is_binary ? "#" : "\"");
    log_bytes(&w->log, packet->data, packet->len);
    log_text(&w->log, packet->is_binary ? "# " : "\" ");
    if (w->reply) {
        struct engine_frame frame = engine_frame_text(w->reply, strlen(w->reply));
        (void)engine_session_send(&w->session, &frame);
    }
    if (w->closes_on_message)
        engine_session_close(&w->session, 0);
}

static inline void world_closed(void *context, enum engine_reason reason)
{
    struct world *w = context;
    log_text(&w->log, "closed(");
    log_text(&w->log, engine_reason_text(reason));
    log_text(&w->log, ") ");
}

/* Pings every 300 ms that want a pong within 200 ms, as the protocol's own test suite has it. */
static inline struct world *world_new(void)
{
    static const struct engine_events events = {world_answer, world_send, world_shut, world_message,
                                                world_closed};
    static struct world world;
    world = (struct world){.config = {.ping_interval_ms = 300,
                                      .ping_timeout_ms = 200,
                                      .upgrade_timeout_ms = 100,
                                      .close_timeout_ms = 1000,
                                      .max_payload_bytes = 40,
                                      .queue_max_bytes = 200,
                                      .packets_max = 4,
                                      .may_upgrade = true},
                           .log = buffer_with_max(10000)};
    engine_session_init(&world.session, &world.config, &events, &world, "S");
    return &world;
}

static inline void world_free(struct world *w)
{
    assert_log(&w->log, "");
    engine_session_free(&w->session);
    buffer_free(&w->log);
}

/* Handles are names. The session never looks inside. */
static inline void *handle(const char *name)
{
    return (void *)name;
}

/* One name is one address, wherever it is written. */
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
    engine_session_open_polling(&w->session, R1, 0);
    assert_log(&w->log, "r1=200:0{\"sid\":\"S\",\"upgrades\":[\"websocket\"],\"pingInterval\":300,"
                        "\"pingTimeout\":200,\"maxPayload\":40} ");
    return w;
}

static inline struct world *world_on_socket(void)
{
    struct world *w = world_new();
    engine_session_open_socket(&w->session, S1, 0);
    assert_log(&w->log, "s1<0{\"sid\":\"S\",\"upgrades\":[],\"pingInterval\":300,"
                        "\"pingTimeout\":200,\"maxPayload\":40} ");
    return w;
}

static inline void world_post(struct world *w, void *request, const char *body, int64_t now_ms)
{
    engine_session_post(&w->session, request, now_ms);
    engine_session_body(&w->session, request, body, strlen(body), now_ms);
}

static inline void world_frame(struct world *w, void *socket, const char *text, int64_t now_ms)
{
    engine_session_frame(&w->session, socket, text, strlen(text), false, now_ms);
}

static inline bool world_emit(struct world *w, const char *text)
{
    struct engine_frame frame = engine_frame_text(text, strlen(text));
    return engine_session_send(&w->session, &frame);
}

static inline bool world_emit_binary(struct world *w, const char *bytes, size_t len)
{
    struct engine_frame frame = {.bytes = bytes, .len = len, .is_binary = true};
    return engine_session_send(&w->session, &frame);
}

#endif
