#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

void log_line(const char *level, const char *event, const char *format, ...)
{
    char text[1024], when[32] = "";
    struct tm parts;
    time_t now = time(NULL);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (gmtime_r(&now, &parts))
        (void)strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &parts);
    (void)fprintf(stderr, "time=%s level=%s event=%s %s\n", when, level, event, text);
}
