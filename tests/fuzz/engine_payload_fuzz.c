/* Engine.IO: any bytes as a payload, as a frame and as the body of a POST. What is accepted writes back
 * as it was read; a session answers every request once, whatever it is told, and goes on living or is
 * closed once. */
#include <string.h>

#include "check.h"
#include "wire/engine_session.h"

enum { PACKETS_MAX = 50 };

/* Whatever can be read is put together again and must be the very same bytes. */
static void check_payload(const char *bytes, size_t len)
{
    struct buffer again = buffer_with_max(len + 1), frame = buffer_with_max(len + 1);
    struct engine_payload p;
    enum engine_packet_err err = engine_payload_begin(&p, bytes, len, len, PACKETS_MAX);
    check(err == ENGINE_PACKET_OK);
    int count = 0;
    while (!err && engine_payload_has_more(&p)) {
        struct engine_packet packet;
        err = engine_payload_next(&p, &packet);
        if (err)
            break;
        count++;
        buffer_clear(&frame);
        check(engine_packet_encode(&frame, &packet) == BUFFER_OK);
        check(engine_payload_add(&again, frame.bytes, frame.len, packet.is_binary) == BUFFER_OK);
    }
    check(count <= PACKETS_MAX);
    check(again.len <= len && (again.len == 0 || memcmp(again.bytes, bytes, again.len) == 0));
    check(err || again.len == len);
    engine_payload_end(&p);
    buffer_free(&again);
    buffer_free(&frame);
}

static void check_frame(const char *bytes, size_t len)
{
    struct engine_packet packet = {.data = NULL};
    struct buffer again = buffer_with_max(len);
    if (engine_packet_decode(&packet, bytes, len, false) == ENGINE_PACKET_OK) {
        check(engine_packet_encode(&again, &packet) == BUFFER_OK);
        check(again.len == len && memcmp(again.bytes, bytes, len) == 0);
    } else {
        check(packet.data == NULL);
    }
    buffer_free(&again);
}

/* Requests and sockets are places in these arrays; a number says what happened to them. */
enum { REQUESTS = 64, SOCKETS = 64, IDLE = 0, GIVEN, DONE };

struct play {
    struct engine_session session;
    int requests[REQUESTS], sockets[SOCKETS];
    int request_count, socket_count, closed;
};

static void play_answer(void *context, void *request, const struct engine_answer *a)
{
    int *state = request;
    (void)context;
    check(*state == GIVEN && (a->status == 200 || a->status == 400 || a->status == 413));
    *state = DONE;
}

static void play_send(void *context, void *socket, const struct engine_frame *frame)
{
    const int *state = socket;
    (void)context;
    check(*state == GIVEN && (frame->is_binary || frame->len > 0));
}

static void play_shut(void *context, void *socket, enum engine_reason reason)
{
    int *state = socket;
    (void)context;
    check(*state == GIVEN && reason < ENGINE_REASON_COUNT);
    *state = DONE;
}

static void play_message(void *context, const struct engine_packet *packet)
{
    struct play *p = context;
    struct engine_frame frame = {
        .bytes = packet->is_binary ? packet->data : "4echo",
        .len = packet->is_binary ? packet->len : 5,
        .is_binary = packet->is_binary,
    };
    check(!p->closed);
    (void)engine_session_send(&p->session, &frame);
    if (packet->len == 1 && packet->data[0] == 'X')
        engine_session_close(&p->session, 0);
}

static void play_closed(void *context, enum engine_reason reason)
{
    struct play *p = context;
    check(!p->closed && reason < ENGINE_REASON_COUNT);
    p->closed = 1;
}

static int *fresh(int *states, int *count, int max)
{
    if (*count == max)
        return NULL;
    states[*count] = GIVEN;
    return &states[(*count)++];
}

/* One byte chooses what happens, the next ones which and how much of the data. */
static size_t step(struct play *p, const char *data, size_t size, int64_t *now_ms)
{
    struct engine_session *s = &p->session;
    unsigned what = (uint8_t)data[0] % 8, which = size > 1 ? (uint8_t)data[1] : 0;
    size_t len = size > 2 ? (uint8_t)data[2] : 0;
    const char *bytes = size > 3 ? data + 3 : data + size;
    len = size > 3 && len > size - 3 ? size - 3 : size > 3 ? len : 0;
    int *request = &p->requests[p->request_count ? which % (unsigned)p->request_count : 0];
    int *socket = &p->sockets[p->socket_count ? which % (unsigned)p->socket_count : 0];
    if (what == 0 && (request = fresh(p->requests, &p->request_count, REQUESTS)))
        engine_session_poll(s, request, *now_ms);
    if (what == 1 && (request = fresh(p->requests, &p->request_count, REQUESTS)))
        engine_session_post(s, request, *now_ms);
    if (what == 2 && *request == GIVEN && s->post == request)
        engine_session_body(s, request, bytes, len, *now_ms);
    if (what == 3 && (socket = fresh(p->sockets, &p->socket_count, SOCKETS)))
        engine_session_probe(s, socket, *now_ms);
    if (what == 4 && *socket == GIVEN)
        engine_session_frame(s, socket, bytes, len, which & 128, *now_ms);
    if (what == 5)
        engine_session_tick(s, *now_ms += which);
    if (what == 6 && *request == GIVEN) {
        *request = DONE;
        engine_session_request_lost(s, request);
    }
    if (what == 7 && *socket == GIVEN) {
        *socket = DONE;
        engine_session_socket_lost(s, socket);
    }
    return 3 + len;
}

static void check_session(const char *data, size_t size)
{
    static const struct engine_events events = {play_answer, play_send, play_shut, play_message,
                                                play_closed};
    static const struct engine_config config = {300, 200, 100, 1000, 64, 400, 4, true};
    struct play p = {.closed = 0};
    int64_t now_ms = 0;
    engine_session_init(&p.session, &config, &events, &p, "SID");
    if (size > 0 && data[0] & 1)
        engine_session_open_polling(&p.session, fresh(p.requests, &p.request_count, REQUESTS), 0);
    else
        engine_session_open_socket(&p.session, fresh(p.sockets, &p.socket_count, SOCKETS), 0);
    for (size_t at = 1; at < size;)
        at += step(&p, data + at, size - at, &now_ms);
    /* Time alone ends every session, and then nobody waits for an answer any more. */
    for (int i = 0; i < 4 && !p.closed; i++)
        engine_session_tick(&p.session, now_ms += 2000);
    check(p.closed && engine_session_due_ms(&p.session) == INT64_MAX);
    for (int i = 0; i < p.request_count; i++)
        check(p.requests[i] == DONE);
    for (int i = 0; i < p.socket_count; i++)
        check(p.sockets[i] == DONE);
    engine_session_free(&p.session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    check_payload(bytes, size);
    check_frame(bytes, size);
    check_session(bytes, size);
    return 0;
}
