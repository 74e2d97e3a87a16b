/* What an operator should know: one line of JSON an event on stderr. Never a token, a name or an
 * address. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* Quiet (the default): errors and warnings alone, not "info". */
void log_set_quiet(bool is_quiet);

/* The format gives the event's fields as key=word, divided by spaces; the last may be key="text",
 * which runs to the end. */
void log_line(const char *level, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The line itself, with its end; false if there is no room. */
bool log_write(struct buffer *out, const char *when, const char *level, const char *event,
               const char *fields);

#endif
