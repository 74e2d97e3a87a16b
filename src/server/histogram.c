#include "server/histogram.h"

#include <inttypes.h>
#include <stdio.h>

void histogram_add(struct histogram *histogram, const histogram_bounds bounds, int64_t took_us)
{
    int at = 0;
    while (at < HISTOGRAM_BUCKETS - 1 && took_us > bounds[at])
        at++;
    histogram->bucket[at]++;
    histogram->sum_us += (uint64_t)took_us;
    histogram->count++;
}

enum buffer_err histogram_write(struct buffer *out, const struct histogram *histogram,
                                const histogram_bounds bounds, const char *name, const char *label)
{
    char line[512];
    uint64_t sum = 0;
    const char *comma = *label ? "," : "", *open = *label ? "{" : "", *close = *label ? "}" : "";
    for (int i = 0; i < HISTOGRAM_BUCKETS - 1; i++) {
        sum += histogram->bucket[i];
        (void)snprintf(line, sizeof line, "%s_bucket{%s%sle=\"%g\"} %" PRIu64 "\n", name, label,
                       comma, (double)bounds[i] / 1e6, sum);
        enum buffer_err err = buffer_text(out, line);
        if (err)
            return err;
    }
    (void)snprintf(line, sizeof line,
                   "%s_bucket{%s%sle=\"+Inf\"} %" PRIu64 "\n%s_sum%s%s%s %.6f\n%s_count%s%s%s "
                   "%" PRIu64 "\n",
                   name, label, comma, histogram->count, name, open, label, close,
                   (double)histogram->sum_us / 1e6, name, open, label, close, histogram->count);
    return buffer_text(out, line);
}
