#include "load/client.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/random.h"
#include "load/load.h"
#include "load/player.h"

enum { OP_TEXT = 1, OP_CLOSE = 8, OP_PING = 9, OP_PONG = 10, FRAME_FINAL = 0x80 };

void client_lose(struct load *load, struct client *client)
{
    if (client->state == CLIENT_LOST)
        return;
    *(client->state == CLIENT_READY ? &load->ready : &load->opening) -= 1;
    load->lost++;
    client->state = CLIENT_LOST;
    games_leave(&load->games, client->game);
    client->game = NULL;
    (void)close(client->fd);
}

static void client_watch(struct load *load, struct client *client, uint32_t events)
{
    struct epoll_event event = {.events = events, .data = {.ptr = client}};
    if (epoll_ctl(load->epoll, EPOLL_CTL_MOD, client->fd, &event))
        client_lose(load, client);
}

bool client_open(struct load *load, struct client *client)
{
    static const int yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)client->port),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT, .data = {.ptr = client}};
    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (client->fd < 0)
        return false;
    client->state = CLIENT_CONNECTING;
    client->began_us = load_now_us();
    load->opening++;
    if (setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) ||
        (connect(client->fd, (struct sockaddr *)&address, sizeof address) &&
         errno != EINPROGRESS) ||
        epoll_ctl(load->epoll, EPOLL_CTL_ADD, client->fd, &event))
        client_lose(load, client);
    return true;
}

/* What the kernel does not take at once waits in `out`. */
static void client_write(struct load *load, struct client *client, const void *data, size_t len)
{
    ssize_t taken = 0;
    if (client->state == CLIENT_LOST)
        return;
    if (client->out_len == 0) {
        taken = send(client->fd, data, len, MSG_NOSIGNAL);
        if (taken == (ssize_t)len)
            return;
        if (taken < 0 && errno != EAGAIN) {
            client_lose(load, client);
            return;
        }
        taken = taken < 0 ? 0 : taken;
        client_watch(load, client, EPOLLIN | EPOLLOUT);
    }
    size_t rest = len - (size_t)taken;
    if (client->out_len + rest > sizeof client->out) {
        client_lose(load, client);
        return;
    }
    memcpy(client->out + client->out_len, (const char *)data + taken, rest);
    client->out_len += rest;
}

static void client_flush(struct load *load, struct client *client)
{
    ssize_t taken = send(client->fd, client->out, client->out_len, MSG_NOSIGNAL);
    if (taken < 0 && errno != EAGAIN) {
        client_lose(load, client);
        return;
    }
    if (taken > 0) {
        client->out_len -= (size_t)taken;
        memmove(client->out, client->out + taken, client->out_len);
    }
    if (client->out_len == 0)
        client_watch(load, client, EPOLLIN);
}

/* Clients must mask what they send. */
static void client_send_frame(struct load *load, struct client *client, int op, const char *text,
                              size_t len)
{
    uint8_t frame[8 + 1024], *at = frame;
    uint32_t mask = (uint32_t)random_next(&load->random);
    if (len > 1024) {
        client_lose(load, client);
        return;
    }
    *at++ = (uint8_t)(FRAME_FINAL | op);
    *at++ = (uint8_t)(0x80 | (len < 126 ? len : 126));
    if (len >= 126) {
        *at++ = (uint8_t)(len >> 8);
        *at++ = (uint8_t)len;
    }
    memcpy(at, &mask, sizeof mask);
    const uint8_t *key = at;
    at += sizeof mask;
    for (size_t i = 0; i < len; i++)
        *at++ = (uint8_t)((uint8_t)text[i] ^ key[i % 4]);
    client_write(load, client, frame, (size_t)(at - frame));
}

void client_send(struct load *load, struct client *client, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (len < 0 || (size_t)len >= sizeof text)
        client_lose(load, client);
    else
        client_send_frame(load, client, OP_TEXT, text, (size_t)len);
}

static void client_upgrade(struct load *load, struct client *client)
{
    char request[512];
    int len = snprintf(request, sizeof request,
                       "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n"
                       "Host: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                       "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Key: Zm91cmZhbGwgYmVuY2htYQ==\r\n\r\n",
                       client->port, client->port);
    client->state = CLIENT_UPGRADING;
    client_watch(load, client, EPOLLIN);
    client_write(load, client, request, (size_t)len);
}

static void client_become_ready(struct load *load, struct client *client)
{
    client->state = CLIENT_READY;
    load->opening--;
    load->ready++;
    histogram_add(&load->handshake_us, load_now_us() - client->began_us);
}

/* An Engine.IO packet: 0 open, 1 close, 2 ping, 4 message; a message is a Socket.IO packet. */
static void client_hear(struct load *load, struct client *client, const char *text, size_t len)
{
    char type = len > 0 ? text[0] : '\0', packet = len > 1 ? text[1] : '\0';
    if (type == '0' && client->state == CLIENT_OPENING) {
        client->state = CLIENT_JOINING;
        client_send(load, client, "40");
    } else if (type == '2') {
        client_send(load, client, "3");
    } else if (type == '4' && packet == '0' && client->state == CLIENT_JOINING) {
        client_become_ready(load, client);
    } else if (type == '4' && packet == '2') {
        player_hear(load, client, text + 2, text + len);
    } else if (type == '4' && packet == '3') {
        player_hear_ack(load, client, text + 2, text + len);
    } else if (type == '1' || (type == '4' && (packet == '1' || packet == '4'))) {
        client_lose(load, client);
    }
}

/* Serves the frame at the beginning of the bytes; its length, or 0 if it is not complete. */
static size_t client_take_frame(struct load *load, struct client *client, const uint8_t *frame,
                                size_t have)
{
    size_t head = 2, len = have >= 2 ? frame[1] & 0x7F : 0;
    if (len == 126) {
        head = 4;
        len = have >= 4 ? (size_t)frame[2] << 8 | frame[3] : 0;
    }
    if (have < head || have < head + len)
        return 0;
    int op = frame[0] & 0x0F;
    const char *text = (const char *)frame + head;
    if (!(frame[0] & FRAME_FINAL) || op == OP_CLOSE || (frame[1] & 0x7F) == 127)
        client_lose(load, client); /* neither server splits messages or sends them this long */
    else if (op == OP_PING)
        client_send_frame(load, client, OP_PONG, text, len);
    else if (op == OP_TEXT)
        client_hear(load, client, text, len);
    return head + len;
}

/* The bytes of the answer to the upgrade; 0 if it is not complete. */
static size_t client_take_upgrade(struct load *load, struct client *client)
{
    for (size_t i = 4; i <= client->in_len; i++) {
        if (memcmp(client->in + i - 4, "\r\n\r\n", 4) != 0)
            continue;
        if (i < 12 || memcmp(client->in + 9, "101", 3) != 0)
            client_lose(load, client);
        else
            client->state = CLIENT_OPENING;
        return i;
    }
    return 0;
}

static void client_parse(struct load *load, struct client *client)
{
    size_t at = client->state == CLIENT_UPGRADING ? client_take_upgrade(load, client) : 0;
    while (client->state != CLIENT_UPGRADING && client->state != CLIENT_LOST) {
        size_t len = client_take_frame(load, client, client->in + at, client->in_len - at);
        if (len == 0)
            break;
        at += len;
    }
    client->in_len -= at;
    memmove(client->in, client->in + at, client->in_len);
}

static void client_receive(struct load *load, struct client *client)
{
    size_t space = sizeof client->in - client->in_len;
    ssize_t len = recv(client->fd, client->in + client->in_len, space, 0);
    if (len < 0 && errno == EAGAIN)
        return;
    if (len <= 0) {
        client_lose(load, client);
        return;
    }
    client->in_len += (size_t)len;
    client_parse(load, client);
}

void client_serve(struct load *load, struct client *client, uint32_t events)
{
    if (client->state != CLIENT_LOST && events & (EPOLLERR | EPOLLHUP) && !(events & EPOLLIN))
        client_lose(load, client);
    if (client->state == CLIENT_CONNECTING && events & EPOLLOUT)
        client_upgrade(load, client);
    else if (client->state != CLIENT_LOST && events & EPOLLOUT && client->out_len > 0)
        client_flush(load, client);
    if (client->state != CLIENT_LOST && events & EPOLLIN)
        client_receive(load, client);
}
