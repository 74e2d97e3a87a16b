/* Starts the threads for work that would hold up the event loop. */
#include <stdio.h>
#include <unistd.h>

#include "rest/painter.h"
#include "server/server_parts.h"

void server_wake(void *context)
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
                                         .network = config->network,
                                         .think_ms = config->think_ms,
                                         .wake = server_wake,
                                         .context = server};
    server->thinkers = thinkers_open(&setup);
    if (!server->thinkers)
        (void)snprintf(why, why_size, "cannot start the threads for the computer's moves");
    return server->thinkers ? 0 : -1;
}

static int analysts_begin(struct server *server, const struct server_config *config, char *why,
                          size_t why_size)
{
    const struct analysts_setup setup = {.book = config->book,
                                         .network = config->network,
                                         .think_ms = config->think_ms,
                                         .wake = server_wake,
                                         .context = server};
    server->analysts = analysts_open(&setup);
    if (!server->analysts)
        (void)snprintf(why, why_size, "cannot start the thread for analyses");
    return server->analysts ? 0 : -1;
}

static int hasher_begin(struct server *server, char *why, size_t why_size)
{
    server->hasher = hasher_open(server_wake, server);
    if (!server->hasher)
        (void)snprintf(why, why_size, "cannot start the thread for password hashes");
    return server->hasher ? 0 : -1;
}

static int painter_begin(struct server *server, char *why, size_t why_size)
{
    server->painter = painter_open(server_wake, server);
    if (!server->painter)
        (void)snprintf(why, why_size, "cannot start the thread for pictures");
    return server->painter ? 0 : -1;
}

static bool is_online(void *context, int64_t player_id)
{
    const struct server *server = context;
    return service_is_present(online_service(server->online), player_id);
}

static bool may_last_days(void *context, int64_t game_id)
{
    const struct server *server = context;
    return service_may_last_days(online_service(server->online), game_id);
}

/* A key of the data folder is made when it is needed; one that the settings name must exist. Servers that share a database
 * share a key, too: browsers bind their subscriptions to it, and any server may send the message. */
static int pushes_begin(struct server *server, const struct server_config *config, char *why,
                        size_t why_size)
{
    char path[sizeof server->data.path + sizeof DATA_PUSH_KEY + 1];
    (void)snprintf(path, sizeof path, "%s/%s", server->data.path, DATA_PUSH_KEY);
    const struct pushes_setup setup = {
        .async = server->async,
        .metrics = &server->metrics,
        .secret = config->database && !config->push_key_path ? server->shared_secret : NULL,
        .key_path = config->push_key_path ? config->push_key_path : path,
        .may_create = !config->push_key_path,
        .contact = config->push_contact,
        .is_local = config->is_push_local,
        .is_online = is_online,
        .may_last_days = may_last_days,
        .wake = server_wake,
        .context = server};
    if (!config->has_push)
        return 0;
    return pushes_open(&server->pushes, &setup, why, why_size) ? 0 : -1;
}

int server_start_threads(struct server *server, const struct server_config *config, char *why,
                         size_t why_size)
{
    bool has_failed = thinkers_begin(server, config, why, why_size) ||
                      analysts_begin(server, config, why, why_size) ||
                      hasher_begin(server, why, why_size) || painter_begin(server, why, why_size) ||
                      pushes_begin(server, config, why, why_size);
    return has_failed ? -1 : 0;
}
