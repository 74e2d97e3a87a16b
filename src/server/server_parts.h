/* Shared by the files server*.c; not for other files. */
#ifndef SERVER_SERVER_PARTS_H
#define SERVER_SERVER_PARTS_H

#include "base/backlog.h"
#include "base/wire.h"
#include "bus/bus_url.h"
#include "net/host.h"
#include "net/net.h"
#include "net/origin.h"
#include "net/static.h"
#include "rest/rest.h"
#include "server/analysts.h"
#include "server/cluster.h"
#include "server/data_folder.h"
#include "server/game_page.h"
#include "server/legal_page.h"
#include "server/metrics.h"
#include "server/online.h"
#include "server/online_events.h"
#include "server/purge.h"
#include "server/pushes.h"
#include "server/reserved_names.h"
#include "server/routes.h"
#include "server/server.h"

enum { ROUTES_MAX = 16, ADMIN_ROUTES_MAX = 4, HSTS_SIZE = 32, PAYLOAD_MAX = 64 * 1024 };

struct server {
    struct net *net;
    struct static_files *page;
    struct game_page home_page, game_page, embed_page;
    struct legal_page legal[LEGAL_KINDS];
    struct reserved_names reserved_names;
    struct data_folder data;
    struct store_async *async; /* of the data folder's store, or of a database server */
    /* With a database server: */
    struct store_postgres postgres;
    char database_password[256];
    uint8_t shared_secret[STORE_SECRET_BYTES]; /* of all servers of the database */
    struct store_async *pulse;
    struct store_beat beat; /* the first one */
    int64_t beat_local_ms;
    struct cluster *cluster;
    struct relay *relay;
    struct wire_maker wires;
    struct bus *bus;
    struct online *online;
    struct metrics metrics;
    struct rest *rest;
    struct thinkers *thinkers;
    struct analysts *analysts;
    struct workers *hasher, *painter;
    struct pushes *pushes; /* null: turned off */
    struct purge purge;
    struct online_events events;
    struct route route[ROUTES_MAX];
    struct routes routes;
    struct route admin_route[ADMIN_ROUTES_MAX];
    struct routes admin_routes; /* of the address for operators */
    int64_t alive_due_ms, started_ms;
    int64_t clock_shift_ms; /* for tests: added to the wall clock */
    struct proxy_list proxies;
    struct origin_list origins;
    struct host_list hosts;
    struct limits handshakes; /* rate limit of new sessions by address */
    struct limits requests;   /* … and of requests of any kind */
    void *handshakes_memory, *requests_memory;
    struct budgets budgets;
    struct backlog backlog;
    bool has_sio, is_draining, has_certificate;
};

/* server_http.c: fills the table of routes. Other paths are files of the page. */
void server_routes(struct server *server);

/* server_budgets.c. Not 0, with the reason in `why`, if there is no memory. */
int server_limits_begin(struct server *server, const struct server_config *config, char *why,
                        size_t why_size);
int server_budgets_begin(struct server *server, const struct server_config *config, char *why,
                         size_t why_size);

/* server_listen.c, server_threads.c: each opens a part; -1 with the reason in `why` if it fails. */
int server_listen(struct server *server, const struct server_config *config, char *why,
                  size_t why_size);
int server_open_page(struct server *server, const struct server_config *config, char *why,
                     size_t why_size);
int server_start_threads(struct server *server, const struct server_config *config, char *why,
                         size_t why_size);

/* server_database.c: likewise; instead of a data folder. The second, once the loop and the service are open. */
int server_open_database(struct server *server, const struct server_config *config, char *why,
                         size_t why_size);
int server_join_cluster(struct server *server, const struct server_config *config, char *why,
                        size_t why_size);
void server_leave_cluster(struct server *server); /* after the last turn */
/* Wakes the loop; for other threads. The context is the server. */
void server_wake(void *context);

/* server_host.c: may the request name us so in its Host header? If not, refuses it. */
bool server_is_our_host(const struct server *server, const struct net_request *request,
                        bool is_proxied);
void server_refuse_host(struct server *server, struct net_request *request);

/* server_rest.c: the callbacks that REST needs. */
struct rest_host server_rest_host(struct server *server);

/* server.c: the handlers of net. */
extern const struct net_handlers server_handlers;

/* The wall clock, shifted by clock_shift_ms. */
int64_t server_wall_ms(const struct server *server);

#endif
