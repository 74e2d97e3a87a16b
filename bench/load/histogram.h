/* A histogram of latencies in microseconds with a resolution of about 1.5 %. */
#ifndef BENCH_LOAD_HISTOGRAM_H
#define BENCH_LOAD_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_STEPS = 64, HISTOGRAM_OCTAVES = 40 };

/* Values below 64 have a bucket each; above, every power of two has 64 buckets. */
struct histogram {
    uint64_t count, max;
    uint64_t bucket[HISTOGRAM_OCTAVES * HISTOGRAM_STEPS];
};

void histogram_add(struct histogram *histogram, uint64_t value);

/* The value that the share `quantile` (0 to 1) of all values does not exceed; 0 if there are none. */
double histogram_quantile(const struct histogram *histogram, double quantile);

#endif
