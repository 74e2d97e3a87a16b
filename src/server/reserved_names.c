#include "server/reserved_names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/skeleton.h"
#include "play/player.h"

enum { LINE_MAX_BYTES = 1024 };

static int compare(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

static bool refuse(char *why, size_t why_size, const char *path, const char *reason)
{
    (void)snprintf(why, why_size, "cannot use '%.300s': %s", path, reason);
    return false;
}

/* Adds the name of a line. False if it cannot be a name. */
static bool read_line(struct reserved_names *names, char *line)
{
    char name[ROW_NAME_SIZE];
    line[strcspn(line, "#\r\n")] = '\0';
    if (line[strspn(line, " \t")] == '\0')
        return true;
    if (player_name_read(name, line, strlen(line)) != REFUSAL_OK)
        return false;
    names->skeletons[names->count++] = skeleton_hash(name);
    return true;
}

static bool read_lines(struct reserved_names *names, FILE *file, const char *path, char *why,
                       size_t why_size)
{
    char line[LINE_MAX_BYTES], reason[128];
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        if (names->count == RESERVED_NAMES_MAX)
            return refuse(why, why_size, path, "it has more than 10,000 names");
        if (!read_line(names, line)) {
            (void)snprintf(reason, sizeof reason, "line %d: a name has 1 to 20 visible characters",
                           number);
            return refuse(why, why_size, path, reason);
        }
    }
    return !ferror(file) || refuse(why, why_size, path, strerror(errno));
}

bool reserved_names_open(struct reserved_names *names, const char *path, char *why, size_t why_size)
{
    *names = (struct reserved_names){NULL, 0};
    if (!path)
        return true;
    FILE *file = fopen(path, "re");
    if (!file)
        return refuse(why, why_size, path, strerror(errno));
    names->skeletons = calloc(RESERVED_NAMES_MAX, sizeof *names->skeletons);
    bool is_good = names->skeletons ? read_lines(names, file, path, why, why_size)
                                    : refuse(why, why_size, path, "out of memory");
    (void)fclose(file); /* it was open for reading */
    if (is_good)
        qsort(names->skeletons, names->count, sizeof *names->skeletons, compare);
    else
        reserved_names_close(names);
    return is_good;
}

void reserved_names_close(struct reserved_names *names)
{
    free(names->skeletons);
    *names = (struct reserved_names){NULL, 0};
}

bool reserved_names_has(const struct reserved_names *names, int64_t skeleton)
{
    return names->count > 0 &&
           bsearch(&skeleton, names->skeletons, names->count, sizeof skeleton, compare);
}
