/* Who is connected: the service knows numbers, the wire knows clients.
 *
 * A number is given to a client that asks to join, and is its own until it leaves. The service may
 * speak of it until the turn is settled, so it is given to nobody else before conns_recycle. */
#ifndef SERVER_CONNS_H
#define SERVER_CONNS_H

#include "api/event_read.h"
#include "api/token.h"
#include "play/bucket.h"
#include "sio/sio.h"

struct online_conn {
    struct sio_client *client; /* null: nobody, or somebody who has left */
    struct token token;        /* with which it comes back */
    struct event_last last;
    uint64_t address;
    struct bucket malformed; /* its allowance of malformed events */
};

struct conns {
    struct online_conn *conn;
    int32_t *free, *left; /* numbers nobody has; numbers whose clients have left */
    int32_t max, used, free_count, left_count;
};

/* False if there is no memory. */
bool conns_open(struct conns *conns, int32_t max);
void conns_close(struct conns *conns);

/* A number for the client, kept as its `user`; null if all are taken. */
struct online_conn *conns_add(struct conns *conns, struct sio_client *client);

/* The client has left; conns_at answers null from now on. */
void conns_remove(struct conns *conns, struct online_conn *conn);

/* Numbers of those who have left may be given again, unless `is_open` says that they are in use. */
void conns_recycle(struct conns *conns, bool (*is_open)(void *context, int32_t number),
                   void *context);

/* Who has this number now; null if nobody has. */
struct online_conn *conns_at(const struct conns *conns, int32_t number);

/* The client's, or null if it has none. */
struct online_conn *conns_of(const struct sio_client *client);

int32_t conns_number(const struct conns *conns, const struct online_conn *conn);

#endif
