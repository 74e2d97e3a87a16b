/* What `fourfall serve` can be told, and its defaults; settings.h has their names, and
 * docs/operations.md explains each. */
#ifndef SERVER_CONFIG_H
#define SERVER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "net/proxy.h"
#include "play/bucket.h"

enum { CONFIG_ADDRESS_SIZE = 64, CONFIG_ORIGINS_MAX = 16 };

struct server_config {
    char address[CONFIG_ADDRESS_SIZE]; /* numeric */
    int port;
    const char *web_folder;
    const char *data_folder; /* null: a new one, which goes when the server ends */
    const char *certificate_path, *key_path;
    const char *origins[CONFIG_ORIGINS_MAX]; /* other sites whose pages may talk to us */
    size_t origin_count;
    struct proxy_list proxies; /* whose word on who is asking we take */
    bool is_durable;           /* a commit waits for the disk, not only for the system */
    bool is_quiet;             /* only trouble is logged */
    bool is_limited;           /* false: anybody may ask as much as he likes, for benchmarks */
    struct bucket_rate per_conn, per_address, chat, nonsense;
    int connections_max, clients_max, games_max;
    int thinkers; /* threads that play for the computer */
    int think_ms; /* the longest thought of one */
    int request_ms, ping_interval_ms, ping_timeout_ms;
    int grace_ms;               /* a game waits this long for a player to come back */
    int confirm_ms;             /* a match waits this long for both to confirm */
    int clock_shift_ms;         /* added to the calendar: for tests of games over days */
    const struct ff_book *book; /* for the computer; may be null */
};

/* Everything but the folders and the book. */
extern const struct server_config server_config_default;

/*
 * Reads "ADDRESS:PORT", "[IPV6]:PORT", "localhost:PORT" or ":PORT" for all addresses of this machine.
 * False, with the configuration untouched, if it is none of them.
 */
bool config_listen_read(struct server_config *config, const char *text);

/* "https://example.org", "http://localhost:3000": a scheme and a host, nothing behind them. */
bool config_is_origin(const char *text);

/* The address people type: "http://localhost:8080". `port` is the real one. */
void config_url_write(char *out, size_t size, const struct server_config *config, int port);

#endif
