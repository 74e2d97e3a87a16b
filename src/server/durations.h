/* Durations in buckets, for the metrics. */
#ifndef SERVER_DURATIONS_H
#define SERVER_DURATIONS_H

#include <stdint.h>

#include "base/buffer.h"

enum { DURATIONS_BUCKETS = 12 };

struct durations {
    uint64_t bucket[DURATIONS_BUCKETS]; /* each duration is in one; the last has no bound */
    uint64_t sum_us, count;
};

/* Upper bounds of all buckets but the last, rising. */
typedef int64_t durations_bounds[DURATIONS_BUCKETS - 1];

void durations_add(struct durations *durations, const durations_bounds bounds, int64_t took_us);

/* Writes its lines. `label` is "" or one label such as `lane="quick"`. */
enum buffer_err durations_write(struct buffer *out, const struct durations *durations,
                                const durations_bounds bounds, const char *name, const char *label);

#endif
