/* Durations in buckets, for the metrics. */
#ifndef SERVER_HISTOGRAM_H
#define SERVER_HISTOGRAM_H

#include <stdint.h>

#include "base/buffer.h"

enum { HISTOGRAM_BUCKETS = 12 };

struct histogram {
    uint64_t bucket[HISTOGRAM_BUCKETS]; /* each duration is in one; the last has no bound */
    uint64_t sum_us, count;
};

/* Upper bounds of all buckets but the last, rising. */
typedef int64_t histogram_bounds[HISTOGRAM_BUCKETS - 1];

void histogram_add(struct histogram *histogram, const histogram_bounds bounds, int64_t took_us);

/* Writes its lines. `label` is "" or one label such as `lane="quick"`. */
enum buffer_err histogram_write(struct buffer *out, const struct histogram *histogram,
                                const histogram_bounds bounds, const char *name, const char *label);

#endif
