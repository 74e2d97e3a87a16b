#include "server/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fourfall.h"

/* From a commit that only writes to the page cache up to a failing disk. */
static const durations_bounds commit_us = {100,   250,   500,    1000,   2500,   5000,
                                           10000, 25000, 100000, 500000, 2500000};

/* From Easy on an idle machine up to a search whose player has given up. */
static const durations_bounds thinking_us = {1000,    5000,    25000,   100000,  250000,  500000,
                                             1000000, 2000000, 3000000, 5000000, 10000000};

static const char *const lane_labels[THINK_LANES] = {"lane=\"quick\"", "lane=\"long\""};

void metrics_commit(struct metrics *metrics, int64_t took_us)
{
    durations_add(&metrics->commits, commit_us, took_us);
}

void metrics_thought(struct metrics *metrics, const struct bot_task *done)
{
    durations_add(&metrics->thinking[done->lane], thinking_us, done->took_us);
    metrics->cut_searches += done->was_stopped;
}

int64_t metrics_resident_bytes(void)
{
    char line[128] = "";
    long page = sysconf(_SC_PAGESIZE);
    FILE *file = fopen("/proc/self/statm", "re");
    const char *second = NULL;
    if (!file)
        return 0;
    if (fgets(line, sizeof line, file))
        second = strchr(line, ' ');
    (void)fclose(file);
    return second ? strtoll(second, NULL, 10) * page : 0;
}

/* The text being written, and the first error. */
struct metrics_page {
    struct buffer *out;
    enum buffer_err err;
};

static void put(struct metrics_page *page, const char *text)
{
    if (!page->err)
        page->err = buffer_text(page->out, text);
}

static void write_head(struct metrics_page *page, const char *name, const char *type,
                       const char *help)
{
    char line[256];
    (void)snprintf(line, sizeof line, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
    put(page, line);
}

static void write_value(struct metrics_page *page, const char *name, const char *labels,
                        uint64_t number)
{
    char line[256];
    (void)snprintf(line, sizeof line, "%s%s %llu\n", name, labels, (unsigned long long)number);
    put(page, line);
}

static void write_metric(struct metrics_page *page, const char *name, const char *type,
                         const char *help, uint64_t number)
{
    write_head(page, name, type, help);
    write_value(page, name, "", number);
}

static void write_histogram(struct metrics_page *page, const struct durations *durations,
                            const durations_bounds bounds, const char *name, const char *label)
{
    if (!page->err)
        page->err = durations_write(page->out, durations, bounds, name, label);
}

static void write_commits(struct metrics_page *page, const struct metrics *metrics)
{
    static const char name[] = "fourfall_commit_seconds";
    write_head(page, name, "histogram", "Duration of database commits.");
    write_histogram(page, &metrics->commits, commit_us, name, "");
}

static void write_thinking(struct metrics_page *page, const struct metrics *metrics,
                           const struct metrics_now *now)
{
    static const char name[] = "fourfall_thinking_seconds";
    static const char waiting[] = "fourfall_thinking_waiting";
    char labels[32];
    write_head(page, name, "histogram",
               "Time until the computer has its move, waiting included, by lane.");
    for (int lane = 0; lane < THINK_LANES; lane++)
        write_histogram(page, &metrics->thinking[lane], thinking_us, name, lane_labels[lane]);
    write_head(page, waiting, "gauge", "Moves of the computer that wait for a thread, by lane.");
    for (int lane = 0; lane < THINK_LANES; lane++) {
        (void)snprintf(labels, sizeof labels, "{%s}", lane_labels[lane]);
        write_value(page, waiting, labels, (uint64_t)now->thinking_waiting[lane]);
    }
    write_metric(page, "fourfall_thinking_cut_total", "counter",
                 "Searches of the computer that ended before they were sure of their move.",
                 metrics->cut_searches);
}

/* Every code has a line from the start, so that rates include the first refusal. */
static void write_refusals(struct metrics_page *page, const struct metrics *metrics)
{
    static const char name[] = "fourfall_refusals_total";
    char labels[64];
    write_head(page, name, "counter", "Commands refused, by code.");
    for (int i = REFUSAL_OK + 1; i < REFUSAL_COUNT; i++) {
        (void)snprintf(labels, sizeof labels, "{code=\"%s\"}", refusal_code((enum refusal)i));
        write_value(page, name, labels, metrics->refusals[i]);
    }
}

/* The same for every resource that an address may hold too much of. */
static void write_refused(struct metrics_page *page, const struct metrics_now *now)
{
    static const char name[] = "fourfall_refused_total";
    char labels[64];
    write_head(page, name, "counter", "Clients refused or disconnected by a limit, by resource.");
    for (int i = 0; i < BUDGET_COUNT; i++) {
        (void)snprintf(labels, sizeof labels, "{resource=\"%s\"}", budget_name((enum budget)i));
        write_value(page, name, labels, now->budgets->refused[i]);
    }
    write_value(page, name, "{resource=\"guests\"}", now->service.refused_guests);
    write_value(page, name, "{resource=\"games\"}", now->service.refused_games);
    write_metric(page, "fourfall_queued_bytes", "gauge", "Memory held for slow clients.",
                 (uint64_t)now->budgets->held[BUDGET_QUEUED]);
}

static void write_counters(struct metrics_page *page, const struct metrics *metrics)
{
    write_metric(page, "fourfall_moves_total", "counter", "Moves committed.", metrics->moves);
    write_metric(page, "fourfall_commit_failures_total", "counter", "Commits that failed.",
                 metrics->commit_failures);
    write_metric(page, "fourfall_repeated_turns_total", "counter",
                 "Turns decided again because another node was faster.", metrics->repeated_turns);
    write_metric(page, "fourfall_refused_origins_total", "counter",
                 "Requests refused because of their origin.", metrics->refused_origins);
    write_metric(page, "fourfall_refused_hosts_total", "counter",
                 "Requests refused because of the name in their Host header.",
                 metrics->refused_hosts);
    write_metric(page, "fourfall_cut_clients_total", "counter",
                 "WebSockets closed for breaking the protocol or reading too slowly.",
                 metrics->cut_clients);
    write_metric(page, "fourfall_pushes_total", "counter", "Push messages delivered.",
                 metrics->pushes);
    write_metric(page, "fourfall_push_retries_total", "counter",
                 "Push messages delayed after a failed attempt.", metrics->push_retries);
    write_metric(page, "fourfall_push_failures_total", "counter", "Push messages dropped.",
                 metrics->push_failures);
    write_metric(page, "fourfall_push_gone_total", "counter",
                 "Push subscriptions deleted because the push service no longer knows them.",
                 metrics->push_gone);
}

static void write_now(struct metrics_page *page, const struct metrics_now *now)
{
    write_metric(page, "fourfall_connections", "gauge", "Open connections, HTTP and WebSocket.",
                 (uint64_t)now->connections);
    write_metric(page, "fourfall_connections_max", "gauge",
                 "Limit of open connections: as configured or as the system allows.",
                 (uint64_t)now->connections_max);
    write_metric(page, "fourfall_refused_connections_total", "counter",
                 "Connections refused because too many were open.", now->refused_connections);
    write_metric(page, "fourfall_rest_requests_total", "counter", "Requests below /api/.",
                 now->rest_requests);
    write_metric(page, "fourfall_clients", "gauge", "Socket.IO clients with a session.",
                 (uint64_t)now->service.conns);
    write_metric(page, "fourfall_sessions", "gauge", "Sessions in memory.",
                 (uint64_t)now->service.sessions);
    write_metric(page, "fourfall_players", "gauge", "Players in memory.",
                 (uint64_t)now->service.players);
    write_metric(page, "fourfall_games", "gauge", "Games in memory.", (uint64_t)now->service.rooms);
    write_metric(page, "fourfall_queue", "gauge", "Players waiting for an opponent.",
                 (uint64_t)now->service.waiting);
    write_metric(page, "fourfall_matches", "gauge", "Matches waiting to be confirmed.",
                 (uint64_t)now->service.matches);
    write_metric(page, "fourfall_long_polls", "gauge", "REST requests that wait for a move.",
                 (uint64_t)now->polls);
    write_metric(page, "fourfall_socket_polls", "gauge",
                 "Long polls of Socket.IO clients that are waiting.", now->socket_polls);
    write_metric(page, "fourfall_store_ready", "gauge",
                 "1 if the database can be written, 0 if not.", now->is_ready);
    write_metric(page, "process_resident_memory_bytes", "gauge", "Resident memory of the process.",
                 (uint64_t)now->resident_bytes);
    write_metric(page, "process_start_time_seconds", "gauge",
                 "Start time of the server, in seconds since 1970.", (uint64_t)now->started_s);
}

/* Of a server alone they are all 0. */
static void write_cluster(struct metrics_page *page, const struct cluster_counts *cluster)
{
    write_metric(page, "fourfall_node", "gauge", "Number of this node of a shared database.",
                 (uint64_t)cluster->node);
    write_metric(page, "fourfall_nodes", "gauge", "Nodes of the database that live.",
                 (uint64_t)cluster->nodes);
    write_metric(page, "fourfall_node_is_keeper", "gauge",
                 "1 if this node pairs players and takes up abandoned games.", cluster->is_keeper);
    write_metric(page, "fourfall_bus_works", "gauge", "1 if the bus between nodes works.",
                 cluster->bus_works);
    write_metric(page, "fourfall_bus_published_total", "counter", "Messages to other nodes.",
                 cluster->bus.published);
    write_metric(page, "fourfall_bus_received_total", "counter", "Messages of other nodes.",
                 cluster->bus.received);
    write_metric(page, "fourfall_bus_dropped_total", "counter",
                 "Messages to or of other nodes that were dropped.",
                 cluster->bus.dropped + cluster->dropped_hints);
    write_metric(page, "fourfall_bus_gaps_total", "counter",
                 "Times that messages of another node were missing.", cluster->bus.gaps);
    write_metric(page, "fourfall_looks_total", "counter",
                 "Times that this node looked at the database for changes.", cluster->looks);
    write_metric(page, "fourfall_relaying", "gauge",
                 "Long-polling requests that wait for the node that has their session.",
                 (uint64_t)cluster->relay.under_way);
    write_metric(page, "fourfall_relayed_total", "counter",
                 "Long-polling requests answered by the node that has their session.",
                 cluster->relay.answered);
    write_metric(page, "fourfall_relay_failures_total", "counter",
                 "Long-polling requests whose node was gone, silent or out of reach.",
                 cluster->relay.failed);
}

enum buffer_err metrics_write(struct buffer *out, const struct metrics *metrics,
                              const struct metrics_now *now)
{
    struct metrics_page page = {.out = out};
    write_head(&page, "fourfall_build_info", "gauge", "Version of the program.");
    write_value(&page, "fourfall_build_info", "{version=\"" FF_VERSION "\"}", 1);
    write_now(&page, now);
    write_counters(&page, metrics);
    write_cluster(&page, &now->cluster);
    write_commits(&page, metrics);
    write_thinking(&page, metrics, now);
    write_refusals(&page, metrics);
    write_refused(&page, now);
    if (!page.err)
        page.err = http_counts_write(out, &metrics->http);
    return page.err;
}
