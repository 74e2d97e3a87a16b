#include "server/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fourfall.h"

/* From a commit that only writes into the system's cache to a disk in trouble; the last has no bound. */
static const int64_t bounds_us[METRICS_BUCKETS - 1] = {100,   250,   500,    1000,   2500,   5000,
                                                       10000, 25000, 100000, 500000, 2500000};

void metrics_commit(struct metrics *metrics, int64_t took_us)
{
    int at = 0;
    while (at < METRICS_BUCKETS - 1 && took_us > bounds_us[at])
        at++;
    metrics->latency[at]++;
    metrics->latency_us += (uint64_t)took_us;
    metrics->commits++;
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

/* Lines are gathered here; the first failure is kept. */
struct page {
    struct buffer *out;
    enum buffer_err err;
};

static void put(struct page *page, const char *text)
{
    if (!page->err)
        page->err = buffer_text(page->out, text);
}

static void head(struct page *page, const char *name, const char *type, const char *help)
{
    char line[256];
    (void)snprintf(line, sizeof line, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
    put(page, line);
}

static void value(struct page *page, const char *name, const char *labels, uint64_t number)
{
    char line[256];
    (void)snprintf(line, sizeof line, "%s%s %llu\n", name, labels, (unsigned long long)number);
    put(page, line);
}

static void one(struct page *page, const char *name, const char *type, const char *help,
                uint64_t number)
{
    head(page, name, type, help);
    value(page, name, "", number);
}

static void write_latency(struct page *page, const struct metrics *metrics)
{
    static const char name[] = "fourfall_commit_seconds";
    char line[128];
    uint64_t sum = 0;
    head(page, name, "histogram", "How long commits to the database took.");
    for (int i = 0; i < METRICS_BUCKETS - 1; i++) {
        sum += metrics->latency[i];
        (void)snprintf(line, sizeof line, "%s_bucket{le=\"%g\"} %llu\n", name,
                       (double)bounds_us[i] / 1e6, (unsigned long long)sum);
        put(page, line);
    }
    (void)snprintf(line, sizeof line, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.6f\n%s_count %llu\n",
                   name, (unsigned long long)metrics->commits, name,
                   (double)metrics->latency_us / 1e6, name, (unsigned long long)metrics->commits);
    put(page, line);
}

/* Every code has its line from the start, so that a rate is never missing its first refusal. */
static void write_refusals(struct page *page, const struct metrics *metrics)
{
    static const char name[] = "fourfall_refusals_total";
    char labels[64];
    head(page, name, "counter", "What clients were refused, by code.");
    for (int i = REFUSAL_OK + 1; i < REFUSAL_COUNT; i++) {
        (void)snprintf(labels, sizeof labels, "{code=\"%s\"}", refusal_code((enum refusal)i));
        value(page, name, labels, metrics->refusals[i]);
    }
}

static void write_counters(struct page *page, const struct metrics *metrics)
{
    one(page, "fourfall_moves_total", "counter", "Moves committed.", metrics->moves);
    one(page, "fourfall_commit_failures_total", "counter", "Turns that could not be stored.",
        metrics->commit_failures);
    one(page, "fourfall_refused_origins_total", "counter", "Requests from pages of other sites.",
        metrics->refused_origins);
    one(page, "fourfall_cut_clients_total", "counter",
        "WebSockets ended for breaking a rule or for not reading.", metrics->cut_clients);
}

static void write_now(struct page *page, const struct metrics_now *now)
{
    one(page, "fourfall_connections", "gauge", "Open connections, HTTP and WebSocket.",
        (uint64_t)now->connections);
    one(page, "fourfall_connections_max", "gauge",
        "How many there can be: as set, or as the system allows.", (uint64_t)now->connections_max);
    one(page, "fourfall_refused_connections_total", "counter",
        "Connections closed on arrival, for there were too many.", now->refused_connections);
    one(page, "fourfall_rest_requests_total", "counter", "Requests below /api/.",
        now->rest_requests);
    one(page, "fourfall_clients", "gauge", "Socket.IO clients with a session.",
        (uint64_t)now->service.conns);
    one(page, "fourfall_sessions", "gauge", "Sessions in memory.", (uint64_t)now->service.sessions);
    one(page, "fourfall_players", "gauge", "Players in memory.", (uint64_t)now->service.players);
    one(page, "fourfall_games", "gauge", "Games in memory.", (uint64_t)now->service.rooms);
    one(page, "fourfall_queue", "gauge", "Players waiting for an opponent.",
        (uint64_t)now->service.waiting);
    one(page, "fourfall_matches", "gauge", "Matches waiting to be confirmed.",
        (uint64_t)now->service.matches);
    one(page, "fourfall_long_polls", "gauge", "REST requests that wait for a move.",
        (uint64_t)now->polls);
    one(page, "fourfall_store_ready", "gauge", "1 while the database can be written.",
        now->is_ready);
    one(page, "process_resident_memory_bytes", "gauge", "Memory of the process.",
        (uint64_t)now->resident_bytes);
    one(page, "process_start_time_seconds", "gauge", "When the server began, since 1970.",
        (uint64_t)now->started_s);
}

enum buffer_err metrics_write(struct buffer *out, const struct metrics *metrics,
                              const struct metrics_now *now)
{
    struct page page = {.out = out};
    head(&page, "fourfall_build_info", "gauge", "Which program this is.");
    value(&page, "fourfall_build_info", "{version=\"" FF_VERSION "\"}", 1);
    write_now(&page, now);
    write_counters(&page, metrics);
    write_latency(&page, metrics);
    write_refusals(&page, metrics);
    return page.err;
}
