/* Replaces net in tests of sio without a network. Requests and sockets are pointers that the test
 * chooses; sio only compares and returns them. The test is told of every call. Linked without
 * src/net, src/sio/sio_http.c and src/base/entropy.c. */
#ifndef SIO_NET_DOUBLE_TEST_H
#define SIO_NET_DOUBLE_TEST_H

#include "base/entropy.h"
#include "net/net.h"

struct net_double {
    int64_t now_ms;
    void *context;
    void (*answered)(void *context, void *request, int status, const char *body, size_t len);
    void (*sent)(void *context, void *socket, enum net_kind kind, const char *bytes, size_t len,
                 bool is_shared);
    void (*closed)(void *context, void *socket);
};

static struct net_double net_double;

struct net_message {
    const char *bytes;
    size_t len;
};

int64_t net_now_ms(const struct net *net)
{
    (void)net;
    return net_double.now_ms;
}

const char *net_request_header(const struct net_request *request, enum net_field field)
{
    (void)request, (void)field;
    return NULL;
}

bool net_request_is_foreign(const struct net_request *request)
{
    (void)request;
    return false;
}

const char *net_request_peer(const struct net_request *request)
{
    (void)request;
    return "127.0.0.1";
}

void net_request_answer(struct net_request *request, const struct net_answer *answer)
{
    net_double.answered(net_double.context, request, answer->status, answer->body,
                        answer->body_len);
}

void net_socket_send(struct net_socket *socket, enum net_kind kind, const void *data, size_t len)
{
    net_double.sent(net_double.context, socket, kind, data, len, false);
}

void net_socket_send_shared(struct net_socket *socket, struct net_message *message)
{
    net_double.sent(net_double.context, socket, NET_TEXT, message->bytes, message->len, true);
}

const void *net_message_data(const struct net_message *message, size_t *len)
{
    *len = message->len;
    return message->bytes;
}

void net_socket_close(struct net_socket *socket, int code, const char *reason)
{
    (void)code, (void)reason;
    net_double.closed(net_double.context, socket);
}

void net_socket_cut(struct net_socket *socket)
{
    net_double.closed(net_double.context, socket);
}

uint16_t net_request_label(const struct net_request *request)
{
    (void)request;
    return 0;
}

uint16_t net_socket_label(const struct net_socket *socket)
{
    (void)socket;
    return 0;
}

const char *net_socket_peer(const struct net_socket *socket)
{
    (void)socket;
    return "127.0.0.1";
}

/* Not random at all: ids can be predicted. */
void entropy_fill(void *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        ((unsigned char *)bytes)[i] = 0;
}

#endif
