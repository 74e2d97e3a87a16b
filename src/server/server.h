/* The server: opened, announced by whoever opened it, run until it is told to stop, closed. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stddef.h>

#include "server/config.h"

struct server;

/* Listens when it returns 0; otherwise `why` says in a line what stands in the way. */
int server_open(struct server **out, const struct server_config *config, char *why,
                size_t why_size);

int server_port(const struct server *server);

/* Returns after SIGTERM or SIGINT, when what was under way is done, 5 seconds later at most. */
void server_run(struct server *server);

void server_close(struct server *server); /* null is allowed */

#endif
