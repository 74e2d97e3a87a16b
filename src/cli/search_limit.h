/* A time limit for the exact solver, and its progress on stderr where that is a terminal.
 *
 * A search that ends within a second shows nothing. */
#ifndef CLI_SEARCH_LIMIT_H
#define CLI_SEARCH_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "fourfall.h"

enum { SEARCH_SECONDS_DEFAULT = 60, SEARCH_SECONDS_MAX = 1000000 };

struct search_limit {
    long seconds;
    int64_t began_ms, end_ms;
    int64_t slice_end_ms; /* the part of the time that the current question may take */
    int64_t report_ms;    /* when progress is shown next */
    bool has_terminal, has_shown;
    char task[80]; /* what is searched now, for the progress line */
};

/* Starts the clock and makes the solver obey it. The limit must outlive the solver's searches. */
void search_limit_start(struct search_limit *limit, ff_solver *solver, long seconds);

/* Gives the next question `slice_ms` milliseconds, or all the time that is left if that is less. */
void search_limit_slice(struct search_limit *limit, int64_t slice_ms);

/* Names what is searched now: "column 3, 2 of 8 solved". */
void search_limit_name(struct search_limit *limit, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

bool search_limit_is_over(const struct search_limit *limit);

/* Removes the progress line. */
void search_limit_end(struct search_limit *limit);

#endif
