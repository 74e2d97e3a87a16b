/* The log for the operator: one line of JSON per event on stderr. It never contains tokens, names
 * or addresses. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* Quiet (the default): errors and warnings only, not "info". */
void log_set_quiet(bool is_quiet);

/* The format gives the event's fields as key=word, separated by spaces. The last may be
 * key="text", which may contain spaces. */
void log_line(const char *level, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes the line with its newline; false if it does not fit. */
bool log_write(struct buffer *out, const char *when, const char *level, const char *event,
               const char *fields);

#endif
