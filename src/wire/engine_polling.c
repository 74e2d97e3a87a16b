/* The polling transport of a session: GETs that wait for packets, POSTs that bring some. */
#include "wire/engine_machine.h"

enum { REFUSAL_MAX = 128 };

static const char text_type[] = "text/plain; charset=UTF-8";

static void answer(struct engine_session *s, void *request, int status, const char *body,
                   size_t len)
{
    const struct engine_answer a = {status, status == 200 ? text_type : "application/json", body,
                                    len};
    s->events->answer(s->context, request, &a);
}

static void refuse(struct engine_session *s, void *request, enum engine_refusal refusal)
{
    struct buffer b = buffer_with_max(REFUSAL_MAX);
    (void)engine_refusal_encode(&b, refusal); /* without memory the status must do */
    answer(s, request, engine_refusal_status(refusal), b.bytes, b.len);
    buffer_free(&b);
}

static void answer_poll(struct engine_session *s, const char *payload, size_t len)
{
    void *request = s->poll;
    s->poll = NULL;
    answer(s, request, 200, payload, len);
}

/* Room for the packets and, where the session is about to end, for the one that says so. */
static size_t payload_max(const struct engine_session *s)
{
    return engine_payload_cost(s->config->queue_max_bytes, true) + 2;
}

void engine_polling_flush(struct engine_session *s)
{
    bool is_closing = s->state == ENGINE_IS_CLOSING;
    if (!s->poll || (engine_queue_is_empty(&s->queue) && !is_closing))
        return;
    struct buffer payload = buffer_with_max(payload_max(s));
    enum buffer_err err = engine_queue_flush(&s->queue, &payload, s->config->max_payload_bytes);
    bool is_last = is_closing && engine_queue_is_empty(&s->queue);
    if (!err && is_last)
        err = engine_payload_add(&payload, "1", 1, false);
    if (err)
        engine_doom(s);
    else
        answer_poll(s, payload.bytes, payload.len);
    buffer_free(&payload);
    if (!err && is_last)
        engine_end(s, ENGINE_BY_SERVER);
}

void engine_polling_release(struct engine_session *s)
{
    engine_polling_flush(s);
    if (s->poll)
        answer_poll(s, "6", 1);
}

void engine_polling_end(struct engine_session *s, const char *payload)
{
    if (s->poll)
        answer_poll(s, payload, strlen(payload));
    void *post = s->post;
    s->post = NULL;
    if (post)
        refuse(s, post, ENGINE_REFUSE_REQUEST);
}

/* Whether a request of the polling transport may be there at all; if not, it has been answered. */
static bool may_come(struct engine_session *s, void *request, int64_t now_ms)
{
    engine_session_tick(s, now_ms);
    if (s->state == ENGINE_IS_CLOSED)
        refuse(s, request, ENGINE_REFUSE_SID);
    else if (s->transport != ENGINE_POLLING)
        refuse(s, request, ENGINE_REFUSE_REQUEST);
    else
        return true;
    return false;
}

/* Two at a time would make the order of packets a matter of luck. */
static bool is_alone(struct engine_session *s, void *request, const void *other)
{
    if (!other)
        return true;
    refuse(s, request, ENGINE_REFUSE_REQUEST);
    engine_end(s, ENGINE_BROKEN);
    return false;
}

void engine_session_poll(struct engine_session *s, void *request, int64_t now_ms)
{
    if (!may_come(s, request, now_ms) || !is_alone(s, request, s->poll))
        return;
    s->poll = request;
    if (s->probe == ENGINE_PROBE_ANSWERED)
        engine_polling_release(s);
    else
        engine_polling_flush(s);
}

void engine_session_post(struct engine_session *s, void *request, int64_t now_ms)
{
    if (may_come(s, request, now_ms) && is_alone(s, request, s->post))
        s->post = request;
}

/* The packets one by one; false if the session has ended over one of them. */
static bool take_all(struct engine_session *s, struct engine_payload *payload, int64_t now_ms)
{
    while (engine_payload_has_more(payload)) {
        struct engine_packet packet;
        if (engine_payload_next(payload, &packet) != ENGINE_PACKET_OK) {
            engine_end(s, ENGINE_UNREADABLE);
            return false;
        }
        if (!engine_take(s, &packet, now_ms))
            return false;
    }
    return true;
}

void engine_session_body(struct engine_session *s, void *request, const char *bytes, size_t len,
                         int64_t now_ms)
{
    struct engine_payload payload;
    const struct engine_config *c = s->config;
    if (s->post != request)
        return; /* refused before its body came */
    s->post = NULL;
    engine_session_tick(s, now_ms);
    if (s->state == ENGINE_IS_CLOSED) {
        refuse(s, request, ENGINE_REFUSE_SID);
        return;
    }
    if (engine_payload_begin(&payload, bytes, len, c->max_payload_bytes, c->packets_max)) {
        answer(s, request, 413, NULL, 0);
        return;
    }
    bool is_right = take_all(s, &payload, now_ms);
    engine_payload_end(&payload);
    if (is_right)
        answer(s, request, 200, "ok", 2);
    else
        refuse(s, request, ENGINE_REFUSE_REQUEST);
}

void engine_session_request_lost(struct engine_session *s, void *request)
{
    if (request != s->poll && request != s->post)
        return;
    if (request == s->poll)
        s->poll = NULL;
    else
        s->post = NULL;
    engine_end(s, ENGINE_BROKEN);
}
