#include "cli/search_limit.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/terminal.h"

enum { REPORT_MS = 1000 };

static void limit_report(struct search_limit *limit, int64_t now)
{
    limit->report_ms = now + REPORT_MS;
    limit->has_shown = true;
    fprintf(stderr, "\r\x1b[KSearching %s: %lld of %ld s", limit->task,
            (long long)(now - limit->began_ms) / 1000, limit->seconds);
    (void)fflush(stderr);
}

static bool limit_should_stop(void *host)
{
    struct search_limit *limit = host;
    int64_t now = cli_now_ms();
    if (limit->has_terminal && now >= limit->report_ms)
        limit_report(limit, now);
    return now >= limit->slice_end_ms;
}

void search_limit_start(struct search_limit *limit, ff_solver *solver, long seconds)
{
    int64_t now = cli_now_ms();
    *limit = (struct search_limit){.seconds = seconds, .began_ms = now};
    limit->end_ms = limit->slice_end_ms = now + seconds * 1000;
    limit->report_ms = now + REPORT_MS;
    limit->has_terminal = isatty(STDERR_FILENO) && terminal_has_screen();
    ff_solver_watch(solver, limit_should_stop, limit);
}

void search_limit_slice(struct search_limit *limit, int64_t slice_ms)
{
    int64_t left_ms = limit->end_ms - cli_now_ms();
    limit->slice_end_ms = slice_ms < left_ms ? limit->end_ms - left_ms + slice_ms : limit->end_ms;
}

void search_limit_name(struct search_limit *limit, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(limit->task, sizeof limit->task, format, arguments);
    va_end(arguments);
}

bool search_limit_is_over(const struct search_limit *limit)
{
    return cli_now_ms() >= limit->end_ms;
}

void search_limit_end(struct search_limit *limit)
{
    if (limit->has_shown)
        fprintf(stderr, "\r\x1b[K");
    limit->has_shown = false;
}
