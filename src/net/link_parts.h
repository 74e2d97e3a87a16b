/* What link.c and link_name.c share; no other file includes it. */
#ifndef NET_LINK_PARTS_H
#define NET_LINK_PARTS_H

#include <stdbool.h>
#include <sys/socket.h>

enum { LINK_PLACES_MAX = 8 };

/* An address of the host. */
struct link_place {
    socklen_t len;
    struct sockaddr_storage address;
};

struct link_places {
    int error; /* of getaddrinfo; 0: none */
    int count;
    struct link_place place[LINK_PLACES_MAX];
};

/* A numeric address; no waiting. False if it is a name. */
bool link_name_numeric(struct link_places *out, const char *host, int port);

/* The address of a Unix socket. False if the path is too long. */
bool link_name_path(struct link_places *out, const char *path);

/* Looks a name up on a thread. Returns the descriptor of a pipe, from which one struct link_places can be read when it
 * is done; closing it earlier is allowed. -1: no thread or no descriptor is left. */
int link_name_ask(const char *host, int port);

#endif
