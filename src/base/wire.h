/* A connection to another program, for modules that must not have sockets.
 *
 * `net` makes these tables (net/link.h), so it stays the only module with sockets and TLS. A module that talks to a
 * server, such as bus, gets one when it is opened, and needs nothing else to be on the loop.
 *
 * Everything is called on the loop's thread. No function here calls an event, so an event may call any of them. */
#ifndef BASE_WIRE_H
#define BASE_WIRE_H

#include <stdbool.h>
#include <stddef.h>

struct wire; /* one connection, from `open` to `close` */

/* Where to. Texts are copied. */
struct wire_address {
    const char *path; /* of a Unix socket; null: host and port */
    const char *host; /* a name or a numeric address, IPv6 without brackets */
    int port;
    bool is_encrypted;   /* TLS: the certificate must be valid, and issued to this host */
    const char *ca_path; /* PEM file of the issuers to trust; null: those of the system */
};

/* received  Bytes, valid until return.
 * closed    The connection could not be made, or has ended; `why` is a sentence without secrets, valid until return.
 *           The last event of a wire. The wire must still be closed. */
struct wire_events {
    void (*opened)(void *user);
    void (*received)(void *user, const char *bytes, size_t len);
    void (*closed)(void *user, const char *why);
};

struct wire_maker {
    /* Begins to connect; does not wait. Null if memory is short. `events` must outlive the wire. There is no time
     * limit: the caller closes a wire that takes too long. */
    struct wire *(*open)(void *context, const struct wire_address *to,
                         const struct wire_events *events, void *user);

    /* Queues bytes, which leave together at the end of the turn. False, and nothing is queued, if more than out_max
     * bytes would wait, or memory is short, or the wire is not open. */
    bool (*send)(struct wire *wire, const void *bytes, size_t len, size_t out_max);

    /* Ends a wire in any state; no event follows. What is queued is lost. Null is allowed. */
    void (*close)(struct wire *wire);

    void *context; /* for `open` */
};

#endif
