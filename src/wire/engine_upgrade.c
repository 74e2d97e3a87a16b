/* The WebSockets of a session: the one it lives on, and one that wants to take over from polling.
 *
 * The client opens the second and sends ping "probe" there; it is answered pong "probe", and the poll
 * that waits is ended. The client then sends `upgrade` there, and from then on that is the
 * transport. Whatever else happens on the probe only ends the probe. */
#include "wire/engine_machine.h"

void engine_upgrade_end(struct engine_session *s)
{
    void *socket = s->probe_socket;
    s->probe = ENGINE_PROBE_NONE;
    s->probe_socket = NULL;
    if (socket)
        s->events->shut(s->context, socket, ENGINE_BY_SERVER);
}

void engine_session_probe(struct engine_session *s, void *socket, int64_t now_ms)
{
    engine_session_tick(s, now_ms);
    if (s->state != ENGINE_IS_OPEN || s->transport != ENGINE_POLLING || !s->config->may_upgrade ||
        s->probe != ENGINE_PROBE_NONE) {
        s->events->shut(s->context, socket, ENGINE_BY_SERVER);
        return;
    }
    s->probe = ENGINE_PROBE_OPENED;
    s->probe_socket = socket;
    s->upgrade_until_ms = now_ms + s->config->upgrade_timeout_ms;
}

static void answer_probe(struct engine_session *s)
{
    static const struct engine_frame pong = {.bytes = "3probe", .len = 6};
    s->probe = ENGINE_PROBE_ANSWERED;
    s->events->send(s->context, s->probe_socket, &pong);
    engine_polling_release(s);
}

/* No poll waits any more: since the probe was answered each one was ended at once. */
static void upgrade(struct engine_session *s, int64_t now_ms)
{
    s->socket = s->probe_socket;
    s->transport = ENGINE_WEBSOCKET;
    s->probe_socket = NULL;
    s->probe = ENGINE_PROBE_NONE;
    /* The way back for a pong is a new one; it gets the whole time again. */
    if (s->awaits_pong)
        s->beat_at_ms = now_ms + s->config->ping_timeout_ms;
    if (s->state == ENGINE_IS_CLOSING)
        engine_try_close(s);
    else
        engine_flush(s);
}

static bool is_probe(const struct engine_packet *packet)
{
    return packet->type == ENGINE_PING && packet->len == 5 && memcmp(packet->data, "probe", 5) == 0;
}

static void take_probe(struct engine_session *s, const struct engine_packet *packet, int64_t now_ms)
{
    if (is_probe(packet))
        answer_probe(s);
    else if (packet->type == ENGINE_UPGRADE && s->probe == ENGINE_PROBE_ANSWERED)
        upgrade(s, now_ms);
    else
        engine_upgrade_end(s);
}

static enum engine_packet_err decode(const struct engine_session *s, struct engine_packet *out,
                                     const char *bytes, size_t len, bool is_binary)
{
    if (len > s->config->max_payload_bytes)
        return ENGINE_PACKET_E_SIZE;
    return engine_packet_decode(out, bytes, len, is_binary);
}

void engine_session_frame(struct engine_session *s, void *socket, const char *bytes, size_t len,
                          bool is_binary, int64_t now_ms)
{
    struct engine_packet packet;
    engine_session_tick(s, now_ms);
    if (socket != s->socket && socket != s->probe_socket)
        return; /* shut already, and this was under way */
    enum engine_packet_err err = decode(s, &packet, bytes, len, is_binary);
    if (socket == s->probe_socket && err)
        engine_upgrade_end(s);
    else if (socket == s->probe_socket)
        take_probe(s, &packet, now_ms);
    else if (err)
        engine_end(s, ENGINE_UNREADABLE);
    else
        (void)engine_take(s, &packet, now_ms);
}

void engine_session_socket_lost(struct engine_session *s, void *socket)
{
    if (socket == s->probe_socket) {
        s->probe_socket = NULL;
        s->probe = ENGINE_PROBE_NONE;
    } else if (socket == s->socket) {
        s->socket = NULL;
        engine_end(s, ENGINE_BY_CLIENT);
    }
}
