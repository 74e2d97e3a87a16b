/* Engine.IO: any bytes as a payload, as a frame and as the body of a POST. Packets that are
 * accepted encode to the same bytes. For any sequence of inputs a session answers every request
 * exactly once and is closed at most once. */
#include <string.h>

#include "check.h"
#include "sio/eio.h"
#include "sio/net_double_test.h"

enum { PACKETS_MAX = 50 };

/* Packets that can be read must encode to the same bytes. */
static void check_payload(const char *bytes, size_t len)
{
    struct buffer again = buffer_with_max(len + 1), frame = buffer_with_max(len + 1);
    struct eio_payload p;
    enum eio_packet_err err = eio_payload_begin(&p, bytes, len, len, PACKETS_MAX);
    check(err == EIO_PACKET_OK);
    int count = 0;
    while (!err && eio_payload_has_more(&p)) {
        struct eio_packet packet;
        err = eio_payload_next(&p, &packet);
        if (err)
            break;
        count++;
        buffer_clear(&frame);
        check(eio_packet_encode(&frame, &packet) == BUFFER_OK);
        check(eio_payload_add(&again, frame.bytes, frame.len, packet.is_binary) == BUFFER_OK);
    }
    check(count <= PACKETS_MAX);
    check(again.len <= len && (again.len == 0 || memcmp(again.bytes, bytes, again.len) == 0));
    check(err || again.len == len);
    eio_payload_end(&p);
    buffer_free(&again);
    buffer_free(&frame);
}

static void check_frame(const char *bytes, size_t len)
{
    struct eio_packet packet = {.data = NULL};
    struct buffer again = buffer_with_max(len);
    if (eio_packet_decode(&packet, bytes, len, false) == EIO_PACKET_OK) {
        check(eio_packet_encode(&again, &packet) == BUFFER_OK);
        check(again.len == len && memcmp(again.bytes, bytes, len) == 0);
    } else {
        check(packet.data == NULL);
    }
    buffer_free(&again);
}

/* Requests and sockets are elements of these arrays; the value is their state. */
enum { REQUESTS = 64, SOCKETS = 64, IDLE = 0, GIVEN, DONE };

struct play {
    struct sio sio;
    int requests[REQUESTS], sockets[SOCKETS];
    int request_count, socket_count, closed;
    struct sio_client client; /* last: it ends with a flexible array */
};

static void play_answer(void *context, void *request, int status, const char *body, size_t len)
{
    int *state = request;
    (void)context, (void)body, (void)len;
    check(*state == GIVEN && (status == 200 || status == 400 || status == 413));
    *state = DONE;
}

static void play_send(void *context, void *socket, enum net_kind kind, const char *bytes,
                      size_t len, bool is_shared)
{
    const int *state = socket;
    (void)context, (void)bytes;
    check(*state == GIVEN && (kind == NET_BINARY || len > 0) && !is_shared);
}

static void play_close(void *context, void *socket)
{
    int *state = socket;
    (void)context;
    check(*state == GIVEN);
    *state = DONE;
}

static void play_message(void *context, struct sio_client *client, const struct eio_packet *packet)
{
    const struct play *p = context;
    struct eio_frame frame = {
        .bytes = packet->is_binary ? packet->data : "4echo",
        .len = packet->is_binary ? packet->len : 5,
        .is_binary = packet->is_binary,
    };
    check(!p->closed);
    (void)eio_send(client, &frame);
    if (packet->len == 1 && packet->data[0] == 'X')
        eio_close(client);
}

static void play_gone(void *context, struct sio_client *client, int name_space, const char *reason)
{
    struct play *p = context;
    (void)client;
    check(!p->closed && reason[0] && name_space == SIO_NO_NAMESPACE);
    p->closed = 1;
}

/* Sio never dereferences requests and sockets. */
static void *handle(int *state)
{
    return state;
}

static int *fresh(int *states, int *count, int max)
{
    if (*count == max)
        return NULL;
    states[*count] = GIVEN;
    return &states[(*count)++];
}

/* One byte chooses the input, the next ones its target and length. */
static size_t step(struct play *p, const char *data, size_t size)
{
    struct sio_client *c = &p->client;
    unsigned what = (uint8_t)data[0] % 8, which = size > 1 ? (uint8_t)data[1] : 0;
    size_t len = size > 2 ? (uint8_t)data[2] : 0;
    const char *bytes = size > 3 ? data + 3 : data + size;
    len = size > 3 && len > size - 3 ? size - 3 : size > 3 ? len : 0;
    int *request = &p->requests[p->request_count ? which % (unsigned)p->request_count : 0];
    int *socket = &p->sockets[p->socket_count ? which % (unsigned)p->socket_count : 0];
    if (what == 0 && (request = fresh(p->requests, &p->request_count, REQUESTS)))
        eio_poll(c, handle(request));
    if (what == 1 && (request = fresh(p->requests, &p->request_count, REQUESTS)))
        eio_post(c, handle(request));
    if (what == 2 && *request == GIVEN && c->post == handle(request))
        eio_body(c, handle(request), bytes, len);
    if (what == 3 && (socket = fresh(p->sockets, &p->socket_count, SOCKETS)))
        eio_probe(c, handle(socket));
    if (what == 4 && *socket == GIVEN)
        eio_frame_in(c, handle(socket), bytes, len, which & 128);
    if (what == 5) {
        net_double.now_ms += which;
        eio_tick(c);
    }
    if (what == 6 && *request == GIVEN) {
        *request = DONE;
        eio_request_lost(c, handle(request));
    }
    if (what == 7 && *socket == GIVEN) {
        *socket = DONE;
        eio_socket_lost(c, handle(socket));
    }
    return 3 + len;
}

static void check_session(const char *data, size_t size)
{
    static const struct sio_config config = {
        .ping_interval_ms = 300,
        .ping_timeout_ms = 200,
        .upgrade_timeout_ms = 100,
        .close_timeout_ms = 1000,
        .max_payload_bytes = 64,
        .queue_max_bytes = 400,
        .packets_max = 4,
        .may_upgrade = true,
        .handlers = {.message = play_message, .gone = play_gone}};
    struct play p = {.closed = 0};
    net_double = (struct net_double){
        .context = &p, .answered = play_answer, .sent = play_send, .closed = play_close};
    sio_init(&p.sio, &config);
    p.sio.config.context = &p;
    eio_init(&p.client, &p.sio, "SID");
    check(sio_clients_add(&p.sio.clients, &p.client));
    if (size > 0 && data[0] & 1)
        eio_open_polling(&p.client, handle(fresh(p.requests, &p.request_count, REQUESTS)));
    else
        eio_open_socket(&p.client, handle(fresh(p.sockets, &p.socket_count, SOCKETS)));
    for (size_t at = 1; at < size;)
        at += step(&p, data + at, size - at);
    /* Timeouts close every client in the end, and then no request is left unanswered. */
    for (int i = 0; i < 4 && !p.closed; i++) {
        net_double.now_ms += 2000;
        eio_tick(&p.client);
    }
    check(p.closed && eio_due_ms(&p.client) == INT64_MAX);
    for (int i = 0; i < p.request_count; i++)
        check(p.requests[i] == DONE);
    for (int i = 0; i < p.socket_count; i++)
        check(p.sockets[i] == DONE);
    eio_free(&p.client);
    sio_clients_free(&p.sio.clients);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    check_payload(bytes, size);
    check_frame(bytes, size);
    check_session(bytes, size);
    return 0;
}
