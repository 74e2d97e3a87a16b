/* What the metrics show of a node. */
#ifndef SERVER_CLUSTER_COUNTS_H
#define SERVER_CLUSTER_COUNTS_H

#include "bus/bus.h"

/* Requests of sessions that other nodes have. */
struct relay_counts {
    int under_way;
    uint64_t answered, failed;
};

struct cluster_counts {
    int32_t node, nodes;
    int32_t online_elsewhere; /* players connected to other nodes */
    bool is_keeper, bus_works;
    int64_t clock_offset_ms;
    uint64_t looks, hints, dropped_hints;
    struct bus_counts bus;
    struct relay_counts relay;
};

#endif
