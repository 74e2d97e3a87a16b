/* Opens the parts of the server, one after the other. A part that fails writes the reason to
 * `why`. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fourfall.h"
#include "net/address.h"
#include "rest/painter.h"
#include "server/log.h"
#include "server/server_parts.h"

/* On every response. The page runs no inline script and loads nothing from elsewhere; the isolation
 * headers let its threads share memory. */
static const struct net_header security_headers[] = {
    {"content-security-policy", PAGE_POLICY "base-uri 'none'; frame-ancestors 'none'"},
    {"cross-origin-opener-policy", "same-origin"},
    {"cross-origin-embedder-policy", "require-corp"},
    {"cross-origin-resource-policy", "same-origin"},
    {"x-content-type-options", "nosniff"},
    {"referrer-policy", "no-referrer"},
    {"permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
};

enum { SECURITY_HEADERS = sizeof security_headers / sizeof *security_headers };

/* Over https, browsers are told to use nothing else. */
static size_t headers_begin(struct net_header out[SECURITY_HEADERS + 1], char hsts[HSTS_SIZE],
                            const struct server_config *config)
{
    memcpy(out, security_headers, sizeof security_headers);
    if (!config->certificate_path || config->hsts_s == 0)
        return SECURITY_HEADERS;
    (void)snprintf(hsts, HSTS_SIZE, "max-age=%d", config->hsts_s);
    out[SECURITY_HEADERS] = (struct net_header){"strict-transport-security", hsts};
    return SECURITY_HEADERS + 1;
}

static int listen_open(struct server *server, const struct server_config *config, char *why,
                       size_t why_size)
{
    struct net_header headers[SECURITY_HEADERS + 1];
    char hsts[HSTS_SIZE];
    struct net_config net = {
        .address = config->listen.address,
        .port = config->listen.port,
        .admin_address = config->admin.address[0] ? config->admin.address : NULL,
        .admin_port = config->admin.port,
        .certificate_path = config->certificate_path,
        .key_path = config->key_path,
        .headers = headers,
        .header_count = headers_begin(headers, hsts, config),
        .limits = net_limits_default,
        .handlers = server_handlers,
        .context = server,
        .backlog = &server->backlog,
        .proxies = &server->proxies,
    };
    server->has_certificate = config->certificate_path != NULL;
    net.limits.request_ms = config->request_ms;
    net.limits.connections_max = config->connections_max;
    if (config->is_limited)
        net.limits.input = config->input;
    net.limits.message_max = net.limits.body_max = PAYLOAD_MAX;
    enum net_err err = net_open(&server->net, &net);
    if (err)
        (void)snprintf(why, why_size, "cannot listen on %s port %d%s%s: %s", config->listen.address,
                       config->listen.port, net.admin_address ? " or for operators on " : "",
                       net.admin_address ? net.admin_address : "", net_err_text(err));
    return err ? -1 : 0;
}

/* The operator's texts, and the links to them. */
static int legal_open(struct server *server, const struct server_config *config, char *why,
                      size_t why_size)
{
    if (!legal_page_open(&server->legal[LEGAL_PRIVACY], LEGAL_PRIVACY, config->privacy_path, why,
                         why_size) ||
        !legal_page_open(&server->legal[LEGAL_IMPRINT], LEGAL_IMPRINT, config->imprint_path, why,
                         why_size))
        return -1;
    server->home_page.links = server->game_page.links = legal_links(server->legal);
    return 0;
}

static int page_open(struct server *server, const struct server_config *config, char *why,
                     size_t why_size)
{
    enum static_err err = static_open(&server->page, config->web_folder);
    if (err)
        (void)snprintf(why, why_size, "the page in '%s': %s", config->web_folder,
                       static_err_text(err));
    game_page_open(&server->home_page, config->web_folder, PAGE_HOME);
    game_page_open(&server->game_page, config->web_folder, PAGE_GAME);
    game_page_open(&server->embed_page, config->web_folder, PAGE_EMBED);
    server->game_page.files = server->embed_page.files = server->page;
    if (err ||
        !reserved_names_open(&server->reserved_names, config->reserved_names_path, why, why_size))
        return -1;
    return legal_open(server, config, why, why_size);
}

static int data_open(struct server *server, const struct server_config *config, char *why,
                     size_t why_size)
{
    enum store_durability durability = config->is_durable ? STORE_FULL : STORE_NORMAL;
    uint8_t key[STORE_SECRET_BYTES];
    if (!data_folder_open(&server->data, config->data_folder, durability, why, why_size))
        return -1;
    if (store_secret(server->data.store, "address", key) != STORE_OK) {
        (void)snprintf(why, why_size, "%s", store_problem(server->data.store));
        return -1;
    }
    address_set_key(key);
    return 0;
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
    if (server->pushes)
        pushes_note(server->pushes, outbox, server_wall_ms(server));
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
                                 .store = server->data.store,
                                 .alive = &server->data.alive,
                                 .reserved = &server->reserved_names,
                                 .metrics = &server->metrics,
                                 .budgets = &server->budgets,
                                 .hasty = hasty_of(config),
                                 .hooks = {.replied = rest_reply,
                                           .changed = rest_changed,
                                           .context = server->rest,
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
    server->online = online_open(&setup);
    if (!server->online)
        (void)snprintf(why, why_size, "out of memory");
    return server->online ? 0 : -1;
}

static void socket_begin(struct server *server, const struct server_config *config)
{
    const struct online_events_setup setup = {
        .online = server->online,
        .ping_interval_ms = config->ping_interval_ms,
        .ping_timeout_ms = config->ping_timeout_ms,
        .max_payload_bytes = PAYLOAD_MAX,
        .malformed = config->malformed,
        .input = server->budgets.setup.is_off ? (struct bucket_rate){0} : config->input,
        .is_unlimited = !config->is_limited,
        .clients_max = config->clients_max,
        .backlog = &server->backlog};
    online_events_open(&server->events, &setup);
    server->has_sio = true;
    server_routes(server);
}

static void rest_begin(struct server *server, const struct server_config *config)
{
    const struct rest_setup setup = {.host = server_rest_host(server),
                                     .store = server->data.store,
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

static void wake(void *context)
{
    struct server *server = context;
    net_wake(server->net);
}

/* One thread for each core, unless the settings say otherwise: the searches have a low priority, so
 * the event loop does not notice them. */
static int thinker_count(const struct server_config *config)
{
    enum { THREADS_MAX = 8 }; /* more would take memory that nobody asked for */
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (config->thinkers > 0)
        return config->thinkers;
    return cores < 1 ? 1 : cores > THREADS_MAX ? THREADS_MAX : (int)cores;
}

static int thinkers_begin(struct server *server, const struct server_config *config, char *why,
                          size_t why_size)
{
    const struct thinkers_setup setup = {.count = thinker_count(config),
                                         .book = config->book,
                                         .think_ms = config->think_ms,
                                         .wake = wake,
                                         .context = server};
    server->thinkers = thinkers_open(&setup);
    if (!server->thinkers)
        (void)snprintf(why, why_size, "cannot start the threads for the computer's moves");
    return server->thinkers ? 0 : -1;
}

static int hasher_begin(struct server *server, char *why, size_t why_size)
{
    server->hasher = hasher_open(wake, server);
    if (!server->hasher)
        (void)snprintf(why, why_size, "cannot start the thread for password hashes");
    return server->hasher ? 0 : -1;
}

static int painter_begin(struct server *server, char *why, size_t why_size)
{
    server->painter = painter_open(wake, server);
    if (!server->painter)
        (void)snprintf(why, why_size, "cannot start the thread for pictures");
    return server->painter ? 0 : -1;
}

static bool is_online(void *context, int64_t player_id)
{
    const struct server *server = context;
    return service_is_online(online_service(server->online), player_id);
}

static bool is_in_memory(void *context, int64_t player_id)
{
    const struct server *server = context;
    return service_has_player(online_service(server->online), player_id);
}

static void purge_begin(struct server *server, const struct server_config *config)
{
    static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
    server->purge.setup = (struct purge_setup){.store = server->data.store,
                                               .unplayed_ms = config->keep_unplayed * day_ms,
                                               .guest_ms = config->keep_guests * day_ms,
                                               .session_ms = config->keep_sessions * day_ms,
                                               .log_ms = config->keep_log * day_ms,
                                               .is_in_memory = is_in_memory,
                                               .context = server};
}

/* A key of the data folder is made when it is needed; one that the settings name must exist. */
static int pushes_begin(struct server *server, const struct server_config *config, char *why,
                        size_t why_size)
{
    char path[sizeof server->data.path + sizeof DATA_PUSH_KEY + 1];
    (void)snprintf(path, sizeof path, "%s/%s", server->data.path, DATA_PUSH_KEY);
    const struct pushes_setup setup = {.store = server->data.store,
                                       .metrics = &server->metrics,
                                       .key_path =
                                           config->push_key_path ? config->push_key_path : path,
                                       .may_create = !config->push_key_path,
                                       .contact = config->push_contact,
                                       .is_local = config->is_push_local,
                                       .is_online = is_online,
                                       .wake = wake,
                                       .context = server};
    purge_begin(server, config);
    if (!config->has_push)
        return 0;
    return pushes_open(&server->pushes, &setup, why, why_size) ? 0 : -1;
}

static int games_load(struct server *server, char *why, size_t why_size)
{
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
    if (page_open(server, config, why, why_size) || data_open(server, config, why, why_size) ||
        server_budgets_begin(server, config, why, why_size) ||
        online_begin(server, config, why, why_size) ||
        server_limits_begin(server, config, why, why_size))
        return -1;
    socket_begin(server, config);
    if (listen_open(server, config, why, why_size) ||
        thinkers_begin(server, config, why, why_size) || hasher_begin(server, why, why_size) ||
        painter_begin(server, why, why_size) || pushes_begin(server, config, why, why_size))
        return -1;
    server->budgets.setup.limit[BUDGET_CONNECTIONS].all = net_connections_max(server->net);
    sio_attach(&server->events.sio, server->net);
    rest_begin(server, config);
    online_use_thinkers(server->online, server->thinkers);
    if (games_load(server, why, why_size))
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
