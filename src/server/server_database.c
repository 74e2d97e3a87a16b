/* A server that shares a PostgreSQL database with others: opens the database, the bus and this node's part in the cluster. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/entropy.h"
#include "net/address.h"
#include "net/link.h"
#include "server/log.h"
#include "server/secret_file.h"
#include "server/server_parts.h"

enum { DATABASE_TIMEOUT_MS = 5000, READERS = 4 };

static void wake(void *context)
{
    const struct server *server = context;
    if (server->net)
        net_wake(server->net);
}

static int64_t local_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now); /* this clock always exists */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads the secret that all servers share, and gets this node's number. */
static enum store_err join_cluster(struct server *server, struct store *store)
{
    enum store_err err = store_secret(store, "address", server->shared_secret);
    if (err)
        return err;
    address_set_key(server->shared_secret);
    entropy_fill(&server->beat.secret, sizeof server->beat.secret);
    int64_t before_ms = local_ms();
    err = store_beat(store, &server->beat);
    server->beat_local_ms = before_ms + (local_ms() - before_ms) / 2;
    return err;
}

/* Opens the database, migrates it if need be, and closes it again: the threads have connections of their own. */
static bool try_database(struct server *server, char *why, size_t why_size)
{
    char problem[STORE_PROBLEM_SIZE] = "";
    struct store *store;
    if (store_open_postgres(&store, &server->postgres, problem) != STORE_OK) {
        (void)snprintf(why, why_size, "%s", problem);
        return false;
    }
    enum store_err err = join_cluster(server, store);
    if (err)
        (void)snprintf(why, why_size, "the database: %s (%s)", store_err_text(err),
                       store_problem(store));
    store_close(store);
    return !err;
}

int server_open_database(struct server *server, const struct server_config *config, char *why,
                         size_t why_size)
{
    struct store_async_setup setup = {
        .postgres = &server->postgres, .readers = READERS, .wake = wake, .wake_context = server};
    server->postgres =
        (struct store_postgres){.url = config->database, .timeout_ms = DATABASE_TIMEOUT_MS};
    if (config->database_password_path) {
        if (!secret_file_read(server->database_password, sizeof server->database_password,
                              config->database_password_path, why, why_size))
            return -1;
        server->postgres.password = server->database_password;
    }
    config_listen_write(server->beat.address, sizeof server->beat.address, &config->node_address);
    if (!try_database(server, why, why_size))
        return -1;
    server->async = store_async_open(&setup);
    setup.readers = 1;
    server->pulse = store_async_open(&setup);
    if (!server->async || !server->pulse)
        (void)snprintf(why, why_size, "cannot start the threads for the database");
    return server->async && server->pulse ? 0 : -1;
}

static bool open_bus(struct server *server, const struct server_config *config, char *why,
                     size_t why_size)
{
    struct bus_url url;
    char problem[BUS_WHY_SIZE] = "", password[BUS_SECRET_SIZE] = "";
    struct bus_handlers handlers = cluster_bus;
    if (!config->redis)
        return true;
    if (config->redis_password_path &&
        !secret_file_read(password, sizeof password, config->redis_password_path, why, why_size))
        return false;
    if (!bus_url_read(&url, config->redis, problem) ||
        (password[0] && !bus_url_set_password(&url, password, problem))) {
        (void)snprintf(why, why_size, "--redis: %s", problem);
        return false;
    }
    handlers.context = server->cluster;
    server->wires = net_wires(server->net);
    server->bus = bus_redis_open(&url, &server->wires, &handlers);
    if (!server->bus)
        (void)snprintf(why, why_size, "out of memory");
    cluster_use_bus(server->cluster, server->bus);
    return server->bus != NULL;
}

/* The heartbeat bounds how long a poll and its answer may take. */
static struct relay *open_relay(struct server *server, const struct server_config *config)
{
    struct relay_setup setup = {.net = server->net,
                                .sio = &server->events.sio,
                                .poll_ms = config->ping_interval_ms + config->ping_timeout_ms,
                                .post_ms = config->ping_timeout_ms,
                                .trips_max = config->clients_max,
                                .bytes_max = (size_t)config->queued_mib << 20};
    relay_key(setup.key, server->shared_secret);
    struct relay *relay = relay_open(&setup);
    if (relay)
        relay_use_nodes(relay, &server->beat);
    return relay;
}

int server_join_cluster(struct server *server, const struct server_config *config, char *why,
                        size_t why_size)
{
    struct cluster_setup setup = {.online = server->online,
                                  .async = server->async,
                                  .pulse = server->pulse,
                                  .beat = server->beat,
                                  .beat_local_ms = server->beat_local_ms,
                                  .clock_shift_ms = server->clock_shift_ms,
                                  .changed = rest_changed,
                                  .context = server->rest};
    if (!config->database)
        return 0;
    setup.relay = server->relay = open_relay(server, config);
    server->cluster = server->relay ? cluster_open(&setup) : NULL;
    if (!server->cluster) {
        (void)snprintf(why, why_size, "out of memory");
        return -1;
    }
    if (!open_bus(server, config, why, why_size))
        return -1;
    log_line("info", "node", "number=%d nodes=%d", server->beat.node, server->beat.nodes);
    return 0;
}

/* The presences of this node become "gone": otherwise opponents would wait for its lease to end. */
void server_leave_cluster(struct server *server)
{
    char problem[STORE_PROBLEM_SIZE];
    struct store *store;
    if (!server->cluster)
        return;
    struct store_postgres options = server->postgres;
    options.is_lazy = true;
    if (store_open_postgres(&store, &options, problem) != STORE_OK)
        return;
    if (store_leave(store, cluster_count(server->cluster).node) != STORE_OK)
        log_line("warn", "leave-failed", "problem=\"%s\"", store_problem(store));
    store_close(store);
}
