#include "load/server_usage.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_SIZE = 4096, STAT_UTIME = 11 }; /* STAT_UTIME: fields between the state and utime */

static bool read_proc(char text[TEXT_SIZE], long pid, const char *name)
{
    char path[128];
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

/* The process, and what its children used that have ended. */
static struct server_usage usage_of(long pid)
{
    struct server_usage usage = {0, 0};
    char text[TEXT_SIZE];
    double system = 0, children_system = 0, pages = 0;
    if (read_proc(text, pid, "stat")) {
        const char *name_end = strrchr(text, ')'); /* the program's name may have blanks in it */
        const char *fields = name_end ? name_end + 2 : NULL;
        double user = two_numbers(fields, STAT_UTIME, &system);
        double children_user = two_numbers(fields, STAT_UTIME + 2, &children_system);
        usage.cpu_seconds =
            (user + system + children_user + children_system) / (double)sysconf(_SC_CLK_TCK);
    }
    if (read_proc(text, pid, "statm"))
        (void)two_numbers(text, 0, &pages);
    usage.resident_kib = pages * (double)sysconf(_SC_PAGESIZE) / 1024;
    return usage;
}

static double own_kib(long pid)
{
    char text[TEXT_SIZE];
    const char *pss = read_proc(text, pid, "smaps_rollup") ? strstr(text, "\nPss:") : NULL;
    return pss ? strtod(pss + 5, NULL) : 0;
}

/* The next child in a list of process ids; 0 at its end. */
static long next_child(char **list)
{
    return strtol(*list, list, 10);
}

static char *children_of(char text[TEXT_SIZE], long pid)
{
    char name[64];
    (void)snprintf(name, sizeof name, "task/%ld/children", pid);
    if (!read_proc(text, pid, name))
        text[0] = '\0';
    return text;
}

struct server_usage server_usage_read(long pid)
{
    char text[TEXT_SIZE], *children = children_of(text, pid);
    struct server_usage all = usage_of(pid);
    for (long child; (child = next_child(&children)) > 0;) {
        struct server_usage usage = usage_of(child);
        all.cpu_seconds += usage.cpu_seconds;
        all.resident_kib += usage.resident_kib;
    }
    return all;
}

double server_own_kib(long pid)
{
    char text[TEXT_SIZE], *children = children_of(text, pid);
    double kib = own_kib(pid);
    for (long child; (child = next_child(&children)) > 0;)
        kib += own_kib(child);
    return kib;
}
