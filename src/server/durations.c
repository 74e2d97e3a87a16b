#include "server/durations.h"

#include <inttypes.h>
#include <stdio.h>

void durations_add(struct durations *durations, const durations_bounds bounds, int64_t took_us)
{
    int at = 0;
    while (at < DURATIONS_BUCKETS - 1 && took_us > bounds[at])
        at++;
    durations->bucket[at]++;
    durations->sum_us += (uint64_t)took_us;
    durations->count++;
}

enum buffer_err durations_write(struct buffer *out, const struct durations *durations,
                                const durations_bounds bounds, const char *name, const char *label)
{
    char line[512];
    uint64_t sum = 0;
    const char *comma = *label ? "," : "", *open = *label ? "{" : "", *close = *label ? "}" : "";
    for (int i = 0; i < DURATIONS_BUCKETS - 1; i++) {
        sum += durations->bucket[i];
        (void)snprintf(line, sizeof line, "%s_bucket{%s%sle=\"%g\"} %" PRIu64 "\n", name, label,
                       comma, (double)bounds[i] / 1e6, sum);
        enum buffer_err err = buffer_text(out, line);
        if (err)
            return err;
    }
    (void)snprintf(line, sizeof line,
                   "%s_bucket{%s%sle=\"+Inf\"} %" PRIu64 "\n%s_sum%s%s%s %.6f\n%s_count%s%s%s "
                   "%" PRIu64 "\n",
                   name, label, comma, durations->count, name, open, label, close,
                   (double)durations->sum_us / 1e6, name, open, label, close, durations->count);
    return buffer_text(out, line);
}
