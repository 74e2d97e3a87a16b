/* The real-time protocol at /socket.io/: clients of the wire become connections of the service. */
#ifndef SERVER_GAME_SOCKET_H
#define SERVER_GAME_SOCKET_H

#include "server/engine_host.h"
#include "server/online.h"

struct game_socket_setup {
    struct online *online;
    struct engine_config engine;
    struct origin_list origins;
    struct bucket_rate nonsense; /* events that are none; who sends more is sent away, … */
    bool is_unlimited;           /* … unless nobody is */
    int32_t clients_max;
};

/* What all clients share. It must not move and must outlive the host. */
struct game_socket {
    struct game_socket_setup setup;
    struct socket_config config;
    struct socket_program program;
    struct engine_host *host;
};

/* Makes a host of it. */
void game_socket_open(struct game_socket *socket, struct engine_host *host,
                      const struct game_socket_setup *setup);

#endif
