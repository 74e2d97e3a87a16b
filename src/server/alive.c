#include "server/alive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LATE_MS = 2500 };

/* The file holds the count, then the gaps as a ring: the newest overwrites the oldest. */
static off_t offset_of(int64_t number)
{
    return (off_t)(sizeof(int64_t) + sizeof(struct alive_gap) * (size_t)(number % ALIVE_GAPS));
}

static void read_gaps(struct alive *alive)
{
    if (pread(alive->file, &alive->count, sizeof alive->count, 0) != sizeof alive->count ||
        alive->count < 0)
        alive->count = 0;
    for (int64_t i = alive->count; i > 0 && i > alive->count - ALIVE_GAPS; i--) {
        struct alive_gap *gap = &alive->gap[(i - 1) % ALIVE_GAPS];
        if (pread(alive->file, gap, sizeof *gap, offset_of(i - 1)) != sizeof *gap)
            *gap = (struct alive_gap){0, 0};
    }
}

/* The time of a new file does not count: no server has run here. */
int alive_open(struct alive *alive, const char *path)
{
    struct stat status;
    *alive = (struct alive){.file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
    if (alive->file >= 0)
        return 0;
    if (errno != EEXIST)
        return -1;
    alive->file = open(path, O_RDWR | O_CLOEXEC);
    if (alive->file < 0)
        return -1;
    if (fstat(alive->file, &status) != 0) {
        alive_close(alive);
        return -1;
    }
    alive->last_ms = (int64_t)status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1000000;
    read_gaps(alive);
    return 0;
}

/* Writes the gap before the count, so that a gap that was not written whole is not counted. */
static void write_gap(struct alive *alive, struct alive_gap gap)
{
    off_t offset = offset_of(alive->count);
    alive->gap[alive->count % ALIVE_GAPS] = gap;
    alive->count++;
    if (pwrite(alive->file, &gap, sizeof gap, offset) == sizeof gap)
        (void)!pwrite(alive->file, &alive->count, sizeof alive->count, 0);
}

void alive_touch(struct alive *alive, int64_t wall_ms)
{
    struct timespec times[2] = {{.tv_sec = wall_ms / 1000, .tv_nsec = wall_ms % 1000 * 1000000}};
    if (alive->last_ms > 0 && wall_ms - alive->last_ms > LATE_MS)
        write_gap(alive, (struct alive_gap){alive->last_ms, wall_ms});
    times[1] = times[0];
    alive->last_ms = wall_ms;
    /* If this fails, clocks show a little more time after a crash. */
    (void)futimens(alive->file, times);
}

int64_t alive_lost_ms(const struct alive *alive, int64_t since_ms)
{
    int64_t lost = 0;
    for (int64_t i = alive->count; i > 0 && i > alive->count - ALIVE_GAPS; i--) {
        const struct alive_gap *gap = &alive->gap[(i - 1) % ALIVE_GAPS];
        /* A move made up to a second after the last touch seems to lie within the gap. */
        int64_t from_ms = gap->from_ms > since_ms ? gap->from_ms : since_ms;
        if (gap->to_ms > from_ms)
            lost += gap->to_ms - from_ms;
    }
    return lost;
}

void alive_close(struct alive *alive)
{
    if (alive->file >= 0)
        (void)close(alive->file);
    alive->file = -1;
}

int alive_write(const struct alive *alive, const char *path)
{
    const struct timespec last = {.tv_sec = alive->last_ms / 1000,
                                  .tv_nsec = alive->last_ms % 1000 * 1000000};
    const struct timespec times[] = {last, last};
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return -1;
    bool is_written =
        pwrite(file, &alive->count, sizeof alive->count, 0) == sizeof alive->count &&
        pwrite(file, alive->gap, sizeof alive->gap, offset_of(0)) == sizeof alive->gap &&
        futimens(file, times) == 0 && fsync(file) == 0;
    return close(file) == 0 && is_written ? 0 : -1;
}
