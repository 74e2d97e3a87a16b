/* One question to a server, answered or not within a time. For programs without a loop of their own:
 * it must not be called while a net is open. */
#ifndef NET_FETCH_H
#define NET_FETCH_H

#include <stdbool.h>
#include <stddef.h>

enum { FETCH_HOST_SIZE = 256, FETCH_PATH_SIZE = 1024, FETCH_BODY_MAX = 256 };

struct fetch_url {
    bool is_encrypted;
    char host[FETCH_HOST_SIZE]; /* a name or an address, IPv6 without brackets */
    int port;
    char path[FETCH_PATH_SIZE]; /* with the query */
};

struct fetch_answer {
    int status;                    /* of HTTP; 0: there was no answer, and `body` tells why */
    char body[FETCH_BODY_MAX + 1]; /* its beginning */
    size_t body_len;
};

/* "http://localhost:8080/readyz". False, and *out untouched, for what is no such address. */
bool fetch_url_read(struct fetch_url *out, const char *text);

/* Asks with GET. Certificates are not checked: this is for asking a server on the same machine how it
 * is, by an address that is not the one in its certificate. */
void fetch(struct fetch_answer *out, const struct fetch_url *url, int timeout_ms);

#endif
