/* What an operator should know: one line on stderr, "level=… event=… key=value". Never a token, a name
 * or an address. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

void log_line(const char *level, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
