/* The WebSockets of a client: its transport, and one that probes an upgrade from polling.
 *
 * The client opens the probe socket and sends ping "probe" there. The server answers pong "probe"
 * and ends the waiting poll. The client then sends `upgrade` on the probe socket, which becomes
 * the transport. Any other packet on the probe socket only ends the probe. */
#include "sio/eio.h"

void eio_upgrade_end(struct sio_client *c)
{
    struct net_socket *socket = c->probe_socket;
    c->probe = EIO_PROBE_NONE;
    c->probe_socket = NULL;
    if (socket)
        eio_socket_close(c, socket, EIO_BY_SERVER);
}

void eio_probe(struct sio_client *c, struct net_socket *socket)
{
    eio_tick(c);
    if (c->state != EIO_IS_OPEN || c->transport != EIO_POLLING || !c->sio->config.may_upgrade ||
        c->probe != EIO_PROBE_NONE) {
        eio_socket_close(c, socket, EIO_BY_SERVER);
        return;
    }
    c->probe = EIO_PROBE_OPENED;
    c->probe_socket = socket;
    c->upgrade_until_ms = eio_now_ms(c) + c->sio->config.upgrade_timeout_ms;
}

static void answer_probe(struct sio_client *c)
{
    c->probe = EIO_PROBE_ANSWERED;
    net_socket_send(c->probe_socket, NET_TEXT, "3probe", 6);
    eio_polling_release(c);
}

/* No poll waits: since the probe was answered, every poll was answered at once. */
static void upgrade(struct sio_client *c)
{
    c->socket = c->probe_socket;
    c->transport = EIO_WEBSOCKET;
    c->probe_socket = NULL;
    c->probe = EIO_PROBE_NONE;
    /* The pong now comes over the WebSocket, so the client gets the whole timeout again. */
    if (c->awaits_pong)
        c->heartbeat_ms = eio_now_ms(c) + c->sio->config.ping_timeout_ms;
    if (c->state == EIO_IS_CLOSING)
        eio_finish_close(c);
    else
        eio_flush(c);
}

static bool is_probe(const struct eio_packet *packet)
{
    return packet->type == EIO_PING && packet->len == 5 && memcmp(packet->data, "probe", 5) == 0;
}

static void take_probe(struct sio_client *c, const struct eio_packet *packet)
{
    if (is_probe(packet))
        answer_probe(c);
    else if (packet->type == EIO_UPGRADE && c->probe == EIO_PROBE_ANSWERED)
        upgrade(c);
    else
        eio_upgrade_end(c);
}

void eio_frame_in(struct sio_client *c, struct net_socket *socket, const char *bytes, size_t len,
                  bool is_binary)
{
    struct eio_packet packet;
    eio_tick(c);
    if (socket != c->socket && socket != c->probe_socket)
        return; /* this socket is closed already */
    enum eio_packet_err err = len > c->sio->config.max_payload_bytes
                                  ? EIO_PACKET_E_SIZE
                                  : eio_packet_decode(&packet, bytes, len, is_binary);
    if (socket == c->probe_socket && err)
        eio_upgrade_end(c);
    else if (socket == c->probe_socket)
        take_probe(c, &packet);
    else if (err)
        eio_end(c, EIO_UNREADABLE);
    else
        (void)eio_take(c, &packet);
}

void eio_socket_lost(struct sio_client *c, struct net_socket *socket)
{
    if (socket == c->probe_socket) {
        c->probe_socket = NULL;
        c->probe = EIO_PROBE_NONE;
    } else if (socket == c->socket) {
        c->socket = NULL;
        eio_end(c, EIO_BY_CLIENT);
    }
}
