#include "load/histogram.h"

#include <math.h>

enum { STEP_BITS = 6, BUCKETS = HISTOGRAM_OCTAVES * HISTOGRAM_STEPS };

static unsigned bucket_of(uint64_t value)
{
    if (value < HISTOGRAM_STEPS)
        return (unsigned)value;
    unsigned exponent = 63u - (unsigned)__builtin_clzll(value);
    unsigned step = (unsigned)(value >> (exponent - STEP_BITS)) & (HISTOGRAM_STEPS - 1);
    unsigned bucket = (exponent - STEP_BITS + 1) * HISTOGRAM_STEPS + step;
    return bucket < BUCKETS ? bucket : BUCKETS - 1;
}

static double bucket_value(unsigned bucket)
{
    if (bucket < HISTOGRAM_STEPS)
        return bucket;
    int exponent = (int)(bucket / HISTOGRAM_STEPS) + STEP_BITS - 1;
    return ldexp(1 + (double)(bucket % HISTOGRAM_STEPS) / HISTOGRAM_STEPS, exponent);
}

void histogram_add(struct histogram *histogram, uint64_t value)
{
    histogram->bucket[bucket_of(value)]++;
    histogram->count++;
    if (value > histogram->max)
        histogram->max = value;
}

double histogram_quantile(const struct histogram *histogram, double quantile)
{
    uint64_t wanted = (uint64_t)ceil(quantile * (double)histogram->count), seen = 0;
    if (histogram->count == 0)
        return 0;
    for (unsigned bucket = 0; bucket < BUCKETS; bucket++) {
        seen += histogram->bucket[bucket];
        if (seen >= wanted && seen > 0)
            return bucket_value(bucket);
    }
    return (double)histogram->max;
}
