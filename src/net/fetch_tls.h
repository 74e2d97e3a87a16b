/* The client's side of TLS, for fetch.c alone. */
#ifndef NET_FETCH_TLS_H
#define NET_FETCH_TLS_H

#include <openssl/ssl.h>

#include "net/fetch.h"

enum { FETCH_WHY_SIZE = FETCH_BODY_MAX };

/* A BIO on the descriptor that verifies the server as `trust` says; the handshake is still to be done. Null
 * with the reason in `why`. */
BIO *fetch_tls_open(int fd, const struct fetch_url *url, const struct fetch_trust *trust,
                    char why[FETCH_WHY_SIZE]);

enum fetch_tls { FETCH_TLS_OK, FETCH_TLS_UNTRUSTED, FETCH_TLS_FAILED };

/* After the handshake, whether it succeeded or not: is this the server to talk to? If not, the reason is in
 * `why`. */
enum fetch_tls fetch_tls_check(BIO *bio, const struct fetch_trust *trust, char why[FETCH_WHY_SIZE]);

#endif
