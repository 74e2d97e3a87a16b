/* One HTTP request to a server, for programs without an event loop. */
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

/* How the certificate of an encrypted server is checked: always, one way or another. */
struct fetch_trust {
    /* PEM file; the server must show exactly its first certificate, which must be valid today. The host
     * name is not compared. For a server whose certificate is at hand. Null: the chain and the host name
     * are verified. */
    const char *certificate_path;
    const char *ca_path; /* PEM file of the issuers to trust; null: those of the system */
};

struct fetch_answer {
    int status;                    /* of HTTP; 0: there was no answer, and `body` says why */
    bool is_untrusted;             /* because the certificate was refused; nothing was asked */
    int retry_after_s;             /* the header Retry-After in seconds; 0: none */
    char body[FETCH_BODY_MAX + 1]; /* its beginning */
    size_t body_len;
};

/* A POST. Redirections are not followed. */
struct fetch_post {
    const char *headers; /* whole lines, each with its end "\r\n" */
    const void *body;
    size_t body_len;
    bool is_public_only; /* connect to public addresses only (address_is_public) */
    bool (*must_stop)(const void *context); /* gives up soon after it returns true; may be null */
    const void *context;
};

/* "http://localhost:8080/readyz". False, and *out untouched, if it is not such a URL. */
bool fetch_url_read(struct fetch_url *out, const char *text);

/* Sends a GET and blocks until it is answered, timeout_ms at most (looking up a host name is not
 * counted). */
void fetch(struct fetch_answer *out, const struct fetch_url *url, const struct fetch_trust *trust,
           int timeout_ms);

/* The same with a POST. Returns with the head of the answer; its body is not waited for. Any thread. */
void fetch_post(struct fetch_answer *out, const struct fetch_url *url,
                const struct fetch_trust *trust, const struct fetch_post *post, int timeout_ms);

#endif
