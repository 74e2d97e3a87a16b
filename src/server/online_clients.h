/* Clients by number: the service knows connections by number, sio knows clients.
 *
 * A client gets a number when it connects and keeps it until it leaves. The service may use the
 * number until the turn has ended, so it is not given to another client before
 * online_clients_recycle. */
#ifndef SERVER_ONLINE_CLIENTS_H
#define SERVER_ONLINE_CLIENTS_H

#include "api/event_read.h"
#include "api/token.h"
#include "base/bucket.h"
#include "base/budgets.h"
#include "sio/sio.h"

/* The server's part of a sio_client (sio_user). */
struct online_client {
    bool has_number;
    int32_t number;
    int64_t active_ms;       /* when it last sent an event */
    struct event_last last;  /* default ids when an event omits them */
    struct bucket malformed; /* its allowance of malformed events … */
    struct bucket hasty;     /* … and of events beyond its rate limit */
    struct token token;      /* restores its session when it reconnects */
    struct token shown;      /* the token it brought, until that is known to be right */
    bool has_account;
    char login[ROW_LOGIN_SIZE]; /* of the account; may be empty */
};

static inline struct online_client *online_client_of(struct sio_client *client)
{
    return sio_user(client);
}

/* Notes what the client is told of its account; a player_id of 0: it has none. */
void online_client_set_account(struct online_client *own, const struct account_row *account);

struct online_clients {
    struct sio_client **client; /* by number; null: not connected */
    int32_t *free, *left;       /* free numbers; numbers whose clients have left */
    struct budgets *budgets;    /* null: none */
    int32_t max, used;          /* used: numbers below this were given at least once */
    int32_t free_count, left_count;
};

/* False if there is no memory. */
bool online_clients_open(struct online_clients *clients, int32_t max);
void online_clients_close(struct online_clients *clients);

/* Gives the client a number; false if all are taken, or its address has too many. */
bool online_clients_add(struct online_clients *clients, struct sio_client *client);

/* The client has left: online_clients_at answers null from now on. */
void online_clients_remove(struct online_clients *clients, struct sio_client *client);

/* Frees the numbers whose clients have left, except those that the service still uses
 * (`is_open`). */
void online_clients_recycle(struct online_clients *clients,
                            bool (*is_open)(void *context, int32_t number), void *context);

/* Null if no client has this number now. */
struct sio_client *online_clients_at(const struct online_clients *clients, int32_t number);

#endif
