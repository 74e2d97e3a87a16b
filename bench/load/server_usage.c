#include "load/server_usage.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_SIZE = 4096, STAT_UTIME = 11 }; /* STAT_UTIME: fields between the state and utime */

static bool read_proc(char text[TEXT_SIZE], long pid, const char *name)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%ld/%s", pid, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t len = fread(text, 1, TEXT_SIZE - 1, file);
    text[len] = '\0';
    (void)fclose(file);
    return len > 0;
}

/* The number after `skip` blanks, and the one behind it. */
static double two_numbers(const char *text, int skip, double *second)
{
    char *end;
    for (; text && skip > 0; skip--) {
        text = strchr(text, ' ');
        text = text ? text + 1 : NULL;
    }
    if (!text)
        return 0;
    double first = strtod(text, &end);
    *second = strtod(end, NULL);
    return first;
}

struct server_usage server_usage_read(long pid)
{
    struct server_usage usage = {0, 0};
    char text[TEXT_SIZE];
    double system = 0, pages = 0;
    if (pid == 0)
        return usage;
    if (read_proc(text, pid, "stat")) {
        const char *name_end = strrchr(text, ')'); /* the program's name may have blanks in it */
        double user = two_numbers(name_end ? name_end + 2 : NULL, STAT_UTIME, &system);
        usage.cpu_seconds = (user + system) / (double)sysconf(_SC_CLK_TCK);
    }
    if (read_proc(text, pid, "statm"))
        (void)two_numbers(text, 0, &pages);
    usage.resident_kib = pages * (double)sysconf(_SC_PAGESIZE) / 1024;
    return usage;
}
