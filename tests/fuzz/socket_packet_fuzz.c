/* Socket.IO: any bytes as a packet, and as a run of messages for a session. A packet that is read and
 * written again reads as the same packet; a session tells its program only what it may hear. */
#include <string.h>

#include "base/utf8.h"
#include "check.h"
#include "wire/socket_session.h"

static const struct socket_limits limits = {.json = {.bytes_max = 4096, .depth_max = 8},
                                            .attachments_max = 4,
                                            .attachments_bytes_max = 256};

static bool is_binary_type(enum socket_type type)
{
    return type == SOCKET_BINARY_EVENT || type == SOCKET_BINARY_ACK;
}

/* Writes the packet anew; its frame begins with the 4 of Engine.IO. */
static void write_packet(struct buffer *out, const struct socket_packet *p)
{
    char name[SOCKET_NAMESPACE_MAX + 1];
    enum socket_type type = p->type;
    if (is_binary_type(type))
        type = type == SOCKET_BINARY_EVENT ? SOCKET_EVENT : SOCKET_ACK;
    memcpy(name, p->name, p->name_len);
    name[p->name_len] = '\0';
    const struct socket_head head = {type, name, p->id, p->attachments};
    if (!p->data) {
        check(socket_packet_write_bare(out, &head) == BUFFER_OK);
        return;
    }
    struct json_write w = socket_packet_write(out, &head);
    json_write_value(&w, p->data);
    check(json_write_finish(&w) == JSON_WRITE_OK);
}

static void check_packet(const char *text, size_t len)
{
    struct socket_packet p = {.data = NULL}, again = {.data = NULL};
    struct buffer first = buffer_with_max(1 << 20), second = buffer_with_max(1 << 20);
    struct socket_limits wide = limits;
    wide.json.bytes_max = 1 << 20; /* escapes may make it longer */
    enum socket_packet_err err = socket_packet_decode(&p, text, len, &limits);
    check(err != SOCKET_PACKET_MORE && err < SOCKET_PACKET_ERR_COUNT);
    /* A namespace with a zero inside cannot be written as a terminated text. */
    if (err == SOCKET_PACKET_OK && !memchr(p.name, '\0', p.name_len)) {
        write_packet(&first, &p);
        check(first.bytes[0] == '4');
        check(socket_packet_decode(&again, first.bytes + 1, first.len - 1, &wide) ==
              SOCKET_PACKET_OK);
        check(again.type == p.type && again.id == p.id && again.attachments == p.attachments);
        write_packet(&second, &again);
        check(first.len == second.len && memcmp(first.bytes, second.bytes, first.len) == 0);
    }
    check(err == SOCKET_PACKET_OK || p.data == NULL);
    json_decref(p.data);
    json_decref(again.data);
    buffer_free(&first);
    buffer_free(&second);
}

enum { NAMESPACES = 2 };

struct play {
    struct engine_session engine;
    struct socket_session session;
    bool is_in[NAMESPACES], is_asking[NAMESPACES], is_shut;
};

static void play_answer(void *context, void *request, const struct engine_answer *answer)
{
    (void)context, (void)request, (void)answer;
    check(false);
}

static void play_send(void *context, void *socket, const struct engine_frame *frame)
{
    const struct play *p = context;
    (void)socket;
    check(!p->is_shut && (frame->is_binary || utf8_is_valid(frame->bytes, frame->len)));
}

static void play_shut(void *context, void *socket, enum engine_reason reason)
{
    struct play *p = context;
    (void)socket, (void)reason;
    check(!p->is_shut);
    p->is_shut = true;
}

static void play_message(void *context, const struct engine_packet *packet)
{
    struct play *p = context;
    socket_session_message(&p->session, packet, 0);
}

static void play_closed(void *context, enum engine_reason reason)
{
    struct play *p = context;
    socket_session_closed(&p->session, reason);
}

/* The main namespace admits at once, the other one only when it is asked a second thing. */
static void play_connect(void *context, int name_space, const json_t *auth)
{
    struct play *p = context;
    check(!p->is_in[name_space] && !p->is_asking[name_space] && (!auth || json_is_object(auth)));
    if (json_object_get(auth, "no")) {
        check(socket_session_refuse(&p->session, name_space, "no"));
    } else if (json_object_get(auth, "later")) {
        p->is_asking[name_space] = true;
    } else {
        check(socket_session_admit(&p->session, name_space, NULL));
        p->is_in[name_space] = true;
    }
}

static void play_event(void *context, int name_space, const struct socket_packet *packet)
{
    struct play *p = context;
    struct socket_binary binary;
    check(p->is_in[name_space] && json_array_size(packet->data) > 0);
    size_t total = 0;
    for (int i = 0; i < packet->attachments; i++)
        for (size_t k = 0; k < packet->binaries[i].len; k++)
            total += (uint8_t)packet->binaries[i].bytes[k];
    for (size_t i = 0; i < json_array_size(packet->data); i++)
        if (socket_packet_binary(packet, json_array_get(packet->data, i), &binary))
            check(binary.bytes && binary.len <= limits.attachments_bytes_max);
    if (total % 7 == 3)
        socket_session_disconnect(&p->session, name_space);
}

static void play_ack(void *context, int name_space, const struct socket_packet *packet)
{
    const struct play *p = context;
    check(p->is_in[name_space] && packet->id >= 0 && json_is_array(packet->data));
}

static void play_disconnect(void *context, int name_space, const char *reason)
{
    struct play *p = context;
    check(p->is_in[name_space] && reason[0]);
    p->is_in[name_space] = false;
}

static void play_random(void *context, uint8_t *bytes, size_t len)
{
    (void)context;
    memset(bytes, 7, len);
}

/* A run of frames: a byte of length, whose top bit says binary, then as many bytes. */
static void check_session(const char *data, size_t size)
{
    static const char *const names[NAMESPACES] = {"/", "/custom"};
    static const struct engine_events engine_events = {play_answer, play_send, play_shut,
                                                       play_message, play_closed};
    static const struct socket_events events = {play_connect, play_event, play_ack, play_disconnect,
                                                play_random};
    const struct socket_config config = {names, NAMESPACES, 1000, limits};
    struct play p = {.is_shut = false};
    engine_session_init(&p.engine, &engine_config_default, &engine_events, &p, "SID");
    socket_session_init(&p.session, &config, &events, &p, &p.engine, 0);
    engine_session_open_socket(&p.engine, &p, 0);
    for (size_t at = 0; at < size && !p.is_shut;) {
        size_t len = (uint8_t)data[at] & 0x7F;
        bool is_binary = data[at] & 0x80;
        at++;
        len = len > size - at ? size - at : len;
        engine_session_frame(&p.engine, &p, data + at, len, is_binary, 0);
        at += len;
    }
    socket_session_tick(&p.session, 1000);
    if (!p.is_shut)
        engine_session_socket_lost(&p.engine, &p);
    check(!p.is_in[0] && !p.is_in[1]);
    socket_session_free(&p.session);
    engine_session_free(&p.engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_packet((const char *)data, size);
    check_session((const char *)data, size);
    return 0;
}
