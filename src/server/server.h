/* The server: net, Socket.IO, REST, the store and the online service put together. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stddef.h>

#include "server/config.h"

struct server;

/* Opens everything and listens. Returns 0, or -1 with the reason in `why`. */
int server_open(struct server **out, const struct server_config *config, char *why,
                size_t why_size);

int server_port(const struct server *server);

/* Runs until SIGTERM or SIGINT. Then it finishes open requests and returns within 5 seconds. */
void server_run(struct server *server);

void server_close(struct server *server); /* null is allowed */

#endif
