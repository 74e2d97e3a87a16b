#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/conn.h"

/* Operators can connect even if clients have taken all places. */
enum { BACKLOG = 1024, ACCEPT_AT_ONCE = 64, ADMIN_PLACES = 32 };

union socket_address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
};

static bool address_read(union socket_address *out, socklen_t *len, const char *text, int port)
{
    *out = (union socket_address){0};
    if (inet_pton(AF_INET, text, &out->four.sin_addr) == 1) {
        out->four.sin_family = AF_INET;
        out->four.sin_port = htons((uint16_t)port);
        *len = sizeof out->four;
        return true;
    }
    out->six.sin6_family = AF_INET6;
    out->six.sin6_port = htons((uint16_t)port);
    *len = sizeof out->six;
    return inet_pton(AF_INET6, text, &out->six.sin6_addr) == 1;
}

static void address_write(char out[INET6_ADDRSTRLEN], const union socket_address *address)
{
    const void *bytes = address->any.sa_family == AF_INET6 ? (const void *)&address->six.sin6_addr
                                                           : (const void *)&address->four.sin_addr;
    if (!inet_ntop(address->any.sa_family, bytes, out, INET6_ADDRSTRLEN))
        out[0] = '\0';
}

/* Sockets must not block, nor be inherited by child processes. */
static bool make_quiet(int fd)
{
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static void refuse(struct net *net, int fd)
{
    (void)close(fd);
    net->refused_count++;
}

static void accept_one(struct net *net, int fd, const union socket_address *address, bool is_admin)
{
    const int on = 1;
    char peer[INET6_ADDRSTRLEN];
    int places = net->limits.connections_max + (is_admin ? ADMIN_PLACES : 0);
    if (net->connection_count >= places || !make_quiet(fd)) {
        refuse(net, fd);
        return;
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); /* moves are small and urgent */
    (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    address_write(peer, address);
    if (!conn_open(net, fd, peer, is_admin))
        refuse(net, fd);
}

static void on_connection(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct net *net = watcher->data;
    (void)loop;
    (void)events;
    for (int i = 0; i < ACCEPT_AT_ONCE; i++) {
        union socket_address peer = {0};
        socklen_t len = sizeof peer;
        int fd = accept(watcher->fd, &peer.any, &len);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM))
            ev_io_stop(net->loop, watcher); /* until the next tick, to avoid spinning */
        if (fd < 0)
            return;
        accept_one(net, fd, &peer, watcher == &net->listeners[LISTENER_ADMIN].watcher);
    }
}

static enum net_err error_of(int number)
{
    switch (number) {
    case EADDRINUSE:
        return NET_E_PORT_TAKEN;
    case EACCES:
    case EPERM:
        return NET_E_FORBIDDEN;
    case ENOMEM:
    case ENOBUFS:
        return NET_E_MEMORY;
    default:
        return NET_E_ADDRESS;
    }
}

static int listen_on(const union socket_address *address, socklen_t len)
{
    const int on = 1;
    int fd = socket(address->any.sa_family, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on); /* a restart need not wait */
    if (make_quiet(fd) && bind(fd, &address->any, len) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int number = errno;
    (void)close(fd);
    errno = number;
    return -1;
}

enum net_err listen_open(struct net *net, int which, const char *address, int port)
{
    struct listener *listener = &net->listeners[which];
    union socket_address bound;
    socklen_t len;
    if (!address_read(&bound, &len, address, port))
        return NET_E_ADDRESS;
    listener->fd = listen_on(&bound, len);
    if (listener->fd < 0)
        return error_of(errno);
    if (getsockname(listener->fd, &bound.any, &len) != 0)
        return NET_E_ADDRESS;
    listener->port =
        ntohs(bound.any.sa_family == AF_INET6 ? bound.six.sin6_port : bound.four.sin_port);
    ev_io_init(&listener->watcher, on_connection, listener->fd, EV_READ);
    listener->watcher.data = net;
    ev_io_start(net->loop, &listener->watcher);
    return NET_OK;
}

void listen_again(struct net *net)
{
    for (int i = 0; i < LISTENER_COUNT; i++)
        if (net->listeners[i].fd >= 0)
            ev_io_start(net->loop, &net->listeners[i].watcher);
}

void listen_close(struct net *net)
{
    for (int i = 0; i < LISTENER_COUNT; i++) {
        struct listener *listener = &net->listeners[i];
        if (listener->fd < 0)
            continue;
        ev_io_stop(net->loop, &listener->watcher);
        (void)close(listener->fd);
        listener->fd = -1;
    }
}
