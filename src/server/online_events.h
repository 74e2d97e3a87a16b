/* Socket.IO at /socket.io/: events of clients become commands of the service. */
#ifndef SERVER_ONLINE_EVENTS_H
#define SERVER_ONLINE_EVENTS_H

#include "server/online.h"
#include "sio/sio.h"

struct online_events_setup {
    struct online *online;
    int64_t ping_interval_ms, ping_timeout_ms;
    size_t max_payload_bytes;
    struct bucket_rate malformed; /* malformed events allowed before disconnecting, … */
    struct bucket_rate hasty;     /* … events beyond the rate limit, … */
    struct bucket_rate input;     /* … and packets in POSTs, … */
    bool is_unlimited;            /* … unless this is set */
    int32_t clients_max;
    char sid_letter;         /* as in sio_config */
    struct backlog *backlog; /* the budgets of addresses */
    /* As in sio_handlers; null: every unknown session is refused. */
    bool (*stray)(void *context, struct net_request *request);
    void *stray_context;
};

/* Must not be moved after online_events_open: sio keeps a pointer to it. */
struct online_events {
    struct online_events_setup setup;
    struct sio sio;
};

/* Afterwards `sio` can be attached to a net. */
void online_events_open(struct online_events *events, const struct online_events_setup *setup);

#endif
