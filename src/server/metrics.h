/* Counters of the server, in the text format of Prometheus. Only the thread of the event loop uses
 * them. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "base/budgets.h"
#include "base/buffer.h"
#include "play/refusal.h"
#include "play/service.h"
#include "server/cluster_counts.h"
#include "server/durations.h"
#include "server/http_counts.h"
#include "server/thinkers.h"

struct metrics {
    uint64_t moves; /* committed ones */
    uint64_t commit_failures;
    uint64_t repeated_turns; /* another node was faster */
    struct durations commits;
    struct durations thinking[THINK_LANES]; /* from the question to its answer */
    uint64_t cut_searches;                  /* the queue was too long for them */
    uint64_t refusals[REFUSAL_COUNT];
    uint64_t refused_origins, refused_hosts, cut_clients;
    struct http_counts http;
    uint64_t pushes, push_retries, push_failures, push_gone;
};

/* Values that are read only when the metrics are requested. */
struct metrics_now {
    int connections, connections_max, polls;
    size_t socket_polls;
    uint64_t refused_connections, rest_requests;
    struct service_counts service;
    int thinking_waiting[THINK_LANES];
    const struct budgets *budgets; /* of addresses */
    bool is_ready;
    int64_t resident_bytes;
    int64_t started_s;             /* wall clock */
    struct cluster_counts cluster; /* all zero for a server alone */
};

void metrics_commit(struct metrics *metrics, int64_t took_us);
void metrics_thought(struct metrics *metrics, const struct bot_task *done);

/* Resident memory of this process; 0 if unknown. */
int64_t metrics_resident_bytes(void);

/* The whole text, version 0.0.4 of the format. */
enum buffer_err metrics_write(struct buffer *out, const struct metrics *metrics,
                              const struct metrics_now *now);

#endif
