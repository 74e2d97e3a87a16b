/* Opens the parts of the server, one after the other. A part that fails writes the reason to
 * `why`. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "fourfall.h"
#include "net/address.h"
#include "server/log.h"
#include "server/server_parts.h"

static int data_open(struct server *server, const struct server_config *config, char *why,
                     size_t why_size)
{
    enum store_durability durability = config->is_durable ? STORE_FULL : STORE_NORMAL;
    uint8_t key[STORE_SECRET_BYTES];
    if (config->database)
        return server_open_database(server, config, why, why_size);
    if (!data_folder_open(&server->data, config->data_folder, durability, why, why_size))
        return -1;
    if (store_secret(server->data.store, "address", key) != STORE_OK) {
        (void)snprintf(why, why_size, "%s", store_problem(server->data.store));
        return -1;
    }
    address_set_key(key);
    const struct store_async_setup setup = {.store = server->data.store,
                                            .is_late = config->is_store_late,
                                            .wake = server_wake,
                                            .wake_context = server};
    server->async = store_async_open(&setup);
    if (!server->async)
        (void)snprintf(why, why_size, "out of memory");
    return server->async ? 0 : -1;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Every client needs a player, a session and a place in the lobby. */
static void limits_begin(struct service_setup *service, const struct server_config *config)
{
    int32_t clients = config->clients_max;
    service->limits.is_off = !config->is_limited;
    service->limits.per_conn = config->per_conn;
    service->limits.per_address = config->per_address;
    service->limits.guests = config->guests;
    service->limits.games = config->games;
    service->limits.guesses = config->guesses;
    service->rooms_each = config->games_each;
    service->chat = config->chat;
    service->conns = clients;
    service->players = larger(service->players, 2 * clients);
    service->sessions = larger(service->sessions, 3 * clients);
    service->lobby.players = larger(service->lobby.players, 2 * clients);
    service->lobby.matches = larger(service->lobby.matches, clients);
    service->rooms = config->games_max;
}

static void on_committed(void *context, const struct outbox *outbox)
{
    struct server *server = context;
    if (server->cluster)
        cluster_committed(server->cluster, outbox);
    if (server->pushes)
        pushes_note(server->pushes, outbox, server_wall_ms(server));
}

static void between_turns(void *context)
{
    struct server *server = context;
    if (server->cluster)
        cluster_turn(server->cluster, net_now_ms(server->net));
}

/* A client that does not heed the rate limit is refused four times as much as it may send at once;
 * then it is disconnected. */
static struct bucket_rate hasty_of(const struct server_config *config)
{
    return (struct bucket_rate){.token_ms = 2 * config->per_conn.token_ms,
                                .burst = 4 * config->per_conn.burst};
}

static int online_begin(struct server *server, const struct server_config *config, char *why,
                        size_t why_size)
{
    server->rest = rest_open();
    struct online_setup setup = {.service = service_default,
                                 .async = server->async,
                                 .store = server->data.store,
                                 .alive = server->data.store ? &server->data.alive : NULL,
                                 .reserved = &server->reserved_names,
                                 .metrics = &server->metrics,
                                 .budgets = &server->budgets,
                                 .hasty = hasty_of(config),
                                 .hooks = {.replied = rest_reply,
                                           .changed = rest_changed,
                                           .context = server->rest,
                                           .between_turns = between_turns,
                                           .between_context = server,
                                           .committed = on_committed,
                                           .committed_context = server}};
    if (!server->rest) {
        (void)snprintf(why, why_size, "out of memory");
        return -1;
    }
    limits_begin(&setup.service, config);
    setup.service.grace_ms = config->grace_ms;
    setup.service.counts_same_network = config->counts_same_network;
    setup.service.lobby.confirm_ms = config->confirm_ms;
    setup.clock_shift_ms = server->clock_shift_ms = config->clock_shift_ms;
    setup.service.opened_ms = server_wall_ms(server);
    setup.service.alive_ms = server->data.alive.last_ms;
    setup.service.node = server->beat.node;
    server->online = online_open(&setup);
    if (!server->online)
        (void)snprintf(why, why_size, "out of memory");
    return server->online ? 0 : -1;
}

/* Of several nodes another one may have the session. */
static bool on_stray(void *context, struct net_request *request)
{
    const struct server *server = context;
    return server->relay && relay_take(server->relay, request);
}

static void socket_begin(struct server *server, const struct server_config *config)
{
    static const struct bucket_rate unlimited = {0};
    const struct online_events_setup setup = {.online = server->online,
                                              .ping_interval_ms = config->ping_interval_ms,
                                              .ping_timeout_ms = config->ping_timeout_ms,
                                              .max_payload_bytes = PAYLOAD_MAX,
                                              .malformed = config->malformed,
                                              .input = server->budgets.setup.is_off ? unlimited
                                                                                    : config->input,
                                              .is_unlimited = !config->is_limited,
                                              .clients_max = config->clients_max,
                                              .sid_letter = config->node_letter,
                                              .backlog = &server->backlog,
                                              .stray = on_stray,
                                              .stray_context = server};
    online_events_open(&server->events, &setup);
    server->has_sio = true;
    server_routes(server);
}

static void rest_begin(struct server *server, const struct server_config *config)
{
    const struct rest_setup setup = {.host = server_rest_host(server),
                                     .async = server->async,
                                     .hasher = server->hasher,
                                     .painter = server->painter,
                                     .push_key = server->pushes ? pushes_key(server->pushes) : NULL,
                                     .is_push_local = config->is_push_local,
                                     .per_address = config->per_address,
                                     .counts_same_network = config->counts_same_network,
                                     .is_unlimited = !config->is_limited,
                                     .budgets = &server->budgets};
    rest_attach(server->rest, &setup, server->net);
    server->game_page.rest = server->rest;
}

static bool is_in_memory(void *context, int64_t player_id)
{
    const struct server *server = context;
    return service_has_player(online_service(server->online), player_id);
}

static void purge_begin(struct server *server, const struct server_config *config)
{
    static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
    server->purge.setup = (struct purge_setup){.async = server->async,
                                               .unplayed_ms = config->keep_unplayed * day_ms,
                                               .guest_ms = config->keep_guests * day_ms,
                                               .session_ms = config->keep_sessions * day_ms,
                                               .log_ms = config->keep_log * day_ms,
                                               .is_in_memory = is_in_memory,
                                               .context = server};
}

static int games_load(struct server *server, char *why, size_t why_size)
{
    if (!server->data.store)
        return 0; /* games of a shared database are read when they are needed */
    enum store_err err = online_load(server->online, net_now_ms(server->net));
    if (err)
        (void)snprintf(why, why_size, "cannot load the running games: %s (%s)", store_err_text(err),
                       store_problem(server->data.store));
    return err ? -1 : 0;
}

/* A file beyond its size limit should be a write error, not a signal that ends the process. */
static void ignore_file_limits(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGXFSZ, &ignore, NULL);
}

static int open_all(struct server *server, const struct server_config *config, char *why,
                    size_t why_size)
{
    ignore_file_limits();
    log_set_quiet(config->is_quiet);
    if (!token_start()) {
        (void)snprintf(why, why_size, "this machine has no source of random numbers");
        return -1;
    }
    if (server_open_page(server, config, why, why_size) ||
        data_open(server, config, why, why_size) ||
        server_budgets_begin(server, config, why, why_size) ||
        online_begin(server, config, why, why_size) ||
        server_limits_begin(server, config, why, why_size))
        return -1;
    socket_begin(server, config);
    if (server_listen(server, config, why, why_size) ||
        server_start_threads(server, config, why, why_size))
        return -1;
    server->budgets.setup.limit[BUDGET_CONNECTIONS].all = net_connections_max(server->net);
    purge_begin(server, config);
    sio_attach(&server->events.sio, server->net);
    rest_begin(server, config);
    online_use_thinkers(server->online, server->thinkers);
    if (games_load(server, why, why_size) || server_join_cluster(server, config, why, why_size))
        return -1;
    server->started_ms = server_wall_ms(server);
    alive_touch(&server->data.alive, server->started_ms);
    log_line("info", "start", "version=%s port=%d connections-max=%d", FF_VERSION,
             net_port(server->net), net_connections_max(server->net));
    if (net_admin_port(server->net) >= 0)
        log_line("info", "admin-listen", "port=%d", net_admin_port(server->net));
    return 0;
}

int server_open(struct server **out, const struct server_config *config, char *why, size_t why_size)
{
    struct server *server = calloc(1, sizeof *server);
    if (!server) {
        (void)snprintf(why, why_size, "out of memory");
        return -1;
    }
    server->data.alive.file = -1;
    server->proxies = config->proxies;
    server->origins = (struct origin_list){config->origins, config->origin_count};
    server->hosts = (struct host_list){config->hosts, config->host_count};
    if (open_all(server, config, why, why_size)) {
        server_close(server);
        return -1;
    }
    *out = server;
    return 0;
}
