/* The configuration of `fourfall serve` and its defaults. settings.h has the names of the
 * settings, and docs/operations.md explains each. */
#ifndef SERVER_CONFIG_H
#define SERVER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/bucket.h"
#include "net/proxy.h"

enum { CONFIG_ADDRESS_SIZE = 64, CONFIG_ORIGINS_MAX = 16, CONFIG_HOSTS_MAX = 16 };

/* Where to listen. */
struct config_listen {
    char address[CONFIG_ADDRESS_SIZE]; /* numeric; "": nowhere */
    int port;
};

struct server_config {
    struct config_listen listen, admin; /* for everybody; for operators */
    const char *web_folder;
    const char *data_folder; /* null: a temporary one, removed when the server ends */
    const char *database, *database_password_path; /* a PostgreSQL server; null: the data folder */
    const char *redis, *redis_password_path;       /* how nodes of that database talk; null: not */
    struct config_listen node_address; /* where other nodes of the database reach this one */
    char
        node_letter; /* begins the ids of Engine.IO sessions, so that a proxy finds this node; 0: none */
    const char *certificate_path, *key_path;
    const char *origins[CONFIG_ORIGINS_MAX]; /* other sites whose pages may connect */
    size_t origin_count;
    const char *hosts[CONFIG_HOSTS_MAX]; /* names of this server; "*": any */
    size_t host_count;
    int hsts_s;                              /* with a certificate; 0: no such header */
    const char *privacy_path, *imprint_path; /* texts of the operator; null: none */
    const char *reserved_names_path;         /* null: none */
    struct proxy_list proxies;               /* proxies whose X-Forwarded-* headers are trusted */
    bool is_durable;                         /* a commit waits until the data is on the disk */
    bool is_quiet;                           /* log errors and warnings only */
    bool is_limited;                         /* false: no rate limits, for benchmarks */
    struct bucket_rate per_conn, per_address, chat, malformed;
    struct bucket_rate guests;  /* new guests of one address */
    struct bucket_rate games;   /* … and new games */
    struct bucket_rate guesses; /* … and taken names and wrong codes that it tries */
    struct bucket_rate input;   /* what one WebSocket may send, see net_limits */
    int connections_max, clients_max, games_max;
    int connections_each, clients_each, games_each, polls_each; /* of one address */
    int queued_mib; /* memory for slow clients, in all */
    int thinkers;   /* threads that compute the computer's moves; 0: one for each core */
    int think_ms;   /* the longest search for one of its moves */
    int request_ms, ping_interval_ms, ping_timeout_ms;
    int notice_ms;  /* from SIGTERM to the end of connections; /readyz fails meanwhile */
    int grace_ms;   /* time a disconnected player has to return */
    int confirm_ms; /* time both players have to confirm a match */
    int keep_unplayed, keep_guests, keep_sessions, keep_log; /* days; see purge.h */
    bool counts_same_network;   /* rated games within one network count for leaderboards */
    int clock_shift_ms;         /* added to the wall clock, for tests of games over days */
    bool has_push;              /* push messages for games over days */
    const char *push_key_path;  /* null: a key in the data folder, made when it is needed */
    const char *push_contact;   /* for push services: "mailto:…" or "https://…"; null: none */
    bool is_push_local;         /* for tests: push services at http and private addresses */
    bool is_store_late;         /* for tests: the store answers in the next turn of the loop */
    const struct ff_book *book; /* opening book of the computer; may be null */
    const struct ff_network *network; /* its network for the cube; may be null */
};

/* Everything but the folders and the book. */
extern const struct server_config server_config_default;

/*
 * Reads "ADDRESS:PORT", "[IPV6]:PORT", "localhost:PORT" or ":PORT" for all addresses of this machine.
 * Any other text returns false and leaves the result untouched.
 */
bool config_listen_read(struct config_listen *out, const char *text);

/* As it would be read again; "" for nowhere. */
void config_listen_write(char *out, size_t size, const struct config_listen *listen);

/* "https://example.org", "http://localhost:3000": a scheme and a host, nothing after them. */
bool config_is_origin(const char *text);

/* The address people type: "http://localhost:8080". `port` is the real one. */
void config_url_write(char *out, size_t size, const struct server_config *config, int port);

#endif
