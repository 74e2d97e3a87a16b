/* The clients of one Engine.IO path: found by their session id, and by who is due next. */
#ifndef SERVER_ENGINE_CLIENTS_H
#define SERVER_ENGINE_CLIENTS_H

#include "wire/engine_session.h"

struct engine_host;

/* A session with what ties it to net. It stays in memory until it is closed and the last WebSocket
 * that points to it is gone. */
struct engine_client {
    struct engine_session session;
    struct engine_host *host;
    struct engine_client *next;      /* with the same hash */
    struct engine_client *next_dead; /* waiting to be freed */
    size_t due_at;                   /* its place in the heap */
    int64_t due_ms;                  /* when to look at it: never later than it is due */
    int sockets;                     /* that point here */
    void *state[];                   /* the program's own bytes */
};

/* Ids are hashed into chains. Times are kept in a heap that is corrected lazily: a client whose time
 * moves later keeps its place until its old time has come, so a pong costs nothing. */
struct engine_clients {
    struct engine_client **chains, **heap;
    size_t chain_count, count;
};

/* False if memory is short; nothing has changed then. */
bool engine_clients_add(struct engine_clients *c, struct engine_client *client);
void engine_clients_remove(struct engine_clients *c, struct engine_client *client);
struct engine_client *engine_clients_find(const struct engine_clients *c, const char *sid);

/* The client should be looked at by then. */
void engine_clients_schedule(struct engine_clients *c, struct engine_client *client,
                             int64_t due_ms);

/* The first client whose time has come; NULL if there is none. */
struct engine_client *engine_clients_due(const struct engine_clients *c, int64_t now_ms);

void engine_clients_free(struct engine_clients *c);

#endif
