/* Engine.IO at one path of a net: requests and WebSockets become the inputs of session machines, and
 * their outputs go back. Net's handlers call the functions below for whatever is this host's. */
#ifndef SERVER_ENGINE_HOST_H
#define SERVER_ENGINE_HOST_H

#include "net/net.h"
#include "server/engine_clients.h"
#include "server/origin.h"

/* What the program does with its clients. Their bytes are all zero when `opened` is called. `closed` may
 * come from within `message`; once nothing is under way any more, `freed` is the last call, for a
 * client that was opened. The last three may be NULL; due_ms and tick add to the session's own time. */
struct engine_program {
    void (*opened)(void *context, struct engine_client *client, int64_t now_ms);
    void (*message)(void *context, struct engine_client *client, const struct engine_packet *packet,
                    int64_t now_ms);
    void (*closed)(void *context, struct engine_client *client, enum engine_reason reason);
    void (*freed)(struct engine_client *client);
    int64_t (*due_ms)(struct engine_client *client);
    void (*tick)(struct engine_client *client, int64_t now_ms);
};

struct engine_host_config {
    const char *path; /* "/socket.io/" */
    struct engine_config engine;
    struct origin_list origins;
    struct engine_program program;
    void *context;      /* the program's */
    size_t state_bytes; /* of the program, for each client */
    size_t clients_max; /* sessions at a time, beyond: 503; 0: as many as memory holds */
};

struct engine_host {
    struct engine_host_config config;
    struct net *net;
    struct engine_clients clients;
    struct engine_client *dead;
    struct engine_client *probed;   /* whose WebSocket is being opened just now */
    const struct net_request *post; /* whose packets are being read just now */
    bool is_stopping;               /* all are closed, because the server goes away */
};

/* Strings and lists of the configuration must outlive the host. */
void engine_host_init(struct engine_host *host, const struct engine_host_config *config);
void engine_host_attach(struct engine_host *host, struct net *net);

/* After net is closed. Clients that are left are told to the program as closed. */
void engine_host_free(struct engine_host *host);

/* Closes every session as gently as its transport allows: for a server that is about to stop. */
void engine_host_close_all(struct engine_host *host);

/* Whether a request belongs here, with or without the last slash. */
bool engine_host_has(const struct engine_host *host, const struct net_request *request);

/* The handlers of net. After `request` all hosts share them; only requests that were handed to a host may
 * be handed to the second. */
void engine_host_request(struct engine_host *host, struct net_request *request);
void engine_host_request_begun(struct engine_host *host, struct net_request *request);
void engine_host_request_closed(struct net_request *request);
void engine_host_socket_opened(struct net_socket *socket);
void engine_host_message(struct net_socket *socket, enum net_kind kind, const char *data,
                         size_t len);
void engine_host_socket_closed(struct net_socket *socket);

/* Does what is due, and frees who is gone: with every tick and at every end of a turn. */
void engine_host_tick(struct engine_host *host, int64_t now_ms);

static inline void *engine_client_state(struct engine_client *client)
{
    return client->state;
}

#endif
