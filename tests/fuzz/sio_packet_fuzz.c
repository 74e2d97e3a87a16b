/* Socket.IO: any bytes as a packet, and as a sequence of messages for a session. A packet that is
 * read and written reads as the same packet. A session calls the handlers of its program only in
 * allowed states. */
#include <string.h>

#include "base/utf8.h"
#include "check.h"
#include "sio/eio.h"
#include "sio/net_double_test.h"

static const struct sio_limits limits = {.json = {.bytes_max = 4096, .depth_max = 8},
                                         .attachments_max = 4,
                                         .attachments_bytes_max = 256};

static bool is_binary_type(enum sio_type type)
{
    return type == SIO_BINARY_EVENT || type == SIO_BINARY_ACK;
}

/* Writes the packet as a frame, which begins with the 4 of Engine.IO. */
static void write_packet(struct buffer *out, const struct sio_packet *p)
{
    char name[SIO_NAMESPACE_MAX + 1];
    enum sio_type type = p->type;
    if (is_binary_type(type))
        type = type == SIO_BINARY_EVENT ? SIO_EVENT : SIO_ACK;
    memcpy(name, p->name, p->name_len);
    name[p->name_len] = '\0';
    const struct sio_head head = {type, name, p->id, p->attachments};
    if (!p->data) {
        check(sio_packet_write_bare(out, &head) == BUFFER_OK);
        return;
    }
    struct json_write w = sio_packet_write(out, &head);
    json_write_value(&w, p->data);
    check(json_write_finish(&w) == JSON_WRITE_OK);
}

static void check_packet(const char *text, size_t len)
{
    struct sio_packet p = {.data = NULL}, again = {.data = NULL};
    struct buffer first = buffer_with_max(1 << 20), second = buffer_with_max(1 << 20);
    struct sio_limits wide = limits;
    wide.json.bytes_max = 1 << 20; /* escapes may make it longer */
    enum sio_packet_err err = sio_packet_decode(&p, text, len, &limits);
    check(err != SIO_PACKET_MORE && err < SIO_PACKET_ERR_COUNT);
    /* A namespace with a zero inside cannot be written as a terminated text. */
    if (err == SIO_PACKET_OK && !memchr(p.name, '\0', p.name_len)) {
        write_packet(&first, &p);
        check(first.bytes[0] == '4');
        check(sio_packet_decode(&again, first.bytes + 1, first.len - 1, &wide) == SIO_PACKET_OK);
        check(again.type == p.type && again.id == p.id && again.attachments == p.attachments);
        write_packet(&second, &again);
        check(first.len == second.len && memcmp(first.bytes, second.bytes, first.len) == 0);
    }
    check(err == SIO_PACKET_OK || p.data == NULL);
    json_decref(p.data);
    json_decref(again.data);
    buffer_free(&first);
    buffer_free(&second);
}

enum { NAMESPACES = 2 };

struct play {
    struct sio sio;
    bool has_joined[NAMESPACES], is_asking[NAMESPACES], is_closed;
    struct sio_client client; /* last: it ends with a flexible array */
};

static void play_answer(void *context, void *request, int status, const char *body, size_t len)
{
    (void)context, (void)request, (void)status, (void)body, (void)len;
    check(false);
}

static void play_send(void *context, void *socket, enum net_kind kind, const char *bytes,
                      size_t len, bool is_shared)
{
    const struct play *p = context;
    (void)socket;
    check(!p->is_closed && !is_shared && (kind == NET_BINARY || utf8_is_valid(bytes, len)));
}

static void play_close(void *context, void *socket)
{
    struct play *p = context;
    (void)socket;
    check(!p->is_closed);
    p->is_closed = true;
}

/* A client with {"no":…} is refused, one with {"later":…} is never answered. */
static void play_connect(void *context, struct sio_client *client, int name_space,
                         const json_t *auth)
{
    struct play *p = context;
    check(!p->has_joined[name_space] && !p->is_asking[name_space] &&
          (!auth || json_is_object(auth)));
    if (json_object_get(auth, "no")) {
        check(sio_refuse(client, name_space, "no", NULL));
    } else if (json_object_get(auth, "later")) {
        p->is_asking[name_space] = true;
    } else {
        check(sio_admit(client, name_space));
        p->has_joined[name_space] = true;
    }
}

static void play_event(void *context, struct sio_client *client, int name_space,
                       const struct sio_packet *packet)
{
    const struct play *p = context;
    struct sio_binary binary;
    check(p->has_joined[name_space] && json_array_size(packet->data) > 0);
    size_t total = 0;
    for (int i = 0; i < packet->attachments; i++)
        for (size_t k = 0; k < packet->binaries[i].len; k++)
            total += (uint8_t)packet->binaries[i].bytes[k];
    for (size_t i = 0; i < json_array_size(packet->data); i++)
        if (sio_packet_binary(packet, json_array_get(packet->data, i), &binary))
            check(binary.bytes && binary.len <= limits.attachments_bytes_max);
    if (total % 7 == 3)
        sio_disconnect(client, name_space);
}

static void play_ack(void *context, struct sio_client *client, int name_space,
                     const struct sio_packet *packet)
{
    const struct play *p = context;
    (void)client;
    check(p->has_joined[name_space] && packet->id >= 0 && json_is_array(packet->data));
}

static void play_gone(void *context, struct sio_client *client, int name_space, const char *reason)
{
    struct play *p = context;
    (void)client;
    check((p->has_joined[name_space] || p->is_asking[name_space]) && reason[0]);
    p->has_joined[name_space] = p->is_asking[name_space] = false;
}

/* A sequence of frames: one byte for the length, whose top bit means binary, then the bytes. */
static void check_session(const char *data, size_t size)
{
    static const char *const names[NAMESPACES] = {"/", "/custom"};
    struct play p = {.is_closed = false};
    struct net_socket *socket = (struct net_socket *)(void *)&p;
    struct sio_config config = sio_config_default;
    config.namespaces = names;
    config.namespace_count = NAMESPACES;
    config.connect_timeout_ms = 1000;
    config.limits = limits;
    config.handlers = (struct sio_handlers){
        .connect = play_connect, .event = play_event, .ack = play_ack, .gone = play_gone};
    config.context = &p;
    net_double = (struct net_double){
        .context = &p, .answered = play_answer, .sent = play_send, .closed = play_close};
    sio_init(&p.sio, &config);
    eio_init(&p.client, &p.sio, "SID");
    check(sio_clients_add(&p.sio.clients, &p.client));
    eio_open_socket(&p.client, socket);
    for (size_t at = 0; at < size && !p.is_closed;) {
        size_t len = (uint8_t)data[at] & 0x7F;
        bool is_binary = data[at] & 0x80;
        at++;
        len = len > size - at ? size - at : len;
        eio_frame_in(&p.client, socket, data + at, len, is_binary);
        at += len;
    }
    net_double.now_ms = 1000;
    sio_session_tick(&p.client);
    if (!p.is_closed)
        eio_socket_lost(&p.client, socket);
    for (int i = 0; i < NAMESPACES; i++)
        check(!p.has_joined[i] && !p.is_asking[i]);
    eio_free(&p.client);
    sio_clients_free(&p.sio.clients);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_packet((const char *)data, size);
    check_session((const char *)data, size);
    return 0;
}
