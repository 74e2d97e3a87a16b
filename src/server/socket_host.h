/* Socket.IO on an engine_host: each of its clients carries a socket_session. */
#ifndef SERVER_SOCKET_HOST_H
#define SERVER_SOCKET_HOST_H

#include "server/engine_host.h"
#include "wire/socket_session.h"

/* What all clients of a path share. The calls of `events` get the struct socket_client as their context;
 * socket_client_random may serve as the last of them. */
struct socket_program {
    const struct socket_config *config;
    const struct socket_events *events;
    void *context; /* the program's */
};

struct socket_client {
    struct socket_session session;
    struct engine_client *engine;
    const struct socket_program *program;
    void *user; /* the program's, NULL at first */
};

/* Fills in the program of a host's configuration. The program must outlive the host. */
void socket_host_config(struct engine_host_config *out, struct socket_program *program);

void socket_client_random(void *context, uint8_t *bytes, size_t len);

#endif
