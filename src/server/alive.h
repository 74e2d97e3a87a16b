/* Heartbeat file: records when a server ran, because the clocks of live games stand still while
 * none does.
 *
 * A file in the data folder is touched every second, so after a crash its time tells when the
 * server was last alive. It holds the gaps: the periods in which no server ran or the store
 * failed. Times are wall clock. */
#ifndef SERVER_ALIVE_H
#define SERVER_ALIVE_H

#include <stdint.h>

/* Older gaps are dropped. The time between two moves of a live game has fewer. */
enum { ALIVE_GAPS = 64 };

struct alive_gap {
    int64_t from_ms, to_ms;
};

struct alive {
    int file;        /* -1: none */
    int64_t last_ms; /* the last touch; 0: never */
    int64_t count;   /* of all gaps ever recorded */
    struct alive_gap gap[ALIVE_GAPS];
};

/* Opens or creates the file without touching it. -1 with errno on failure. */
int alive_open(struct alive *alive, const char *path);

/* Records that the server is alive now. If the last touch is more than 2.5 seconds ago, the time
 * between is recorded as a gap. If the disk is full, only that record is lost. */
void alive_touch(struct alive *alive, int64_t wall_ms);

/* How much of the time since then lies within recorded gaps. */
int64_t alive_lost_ms(const struct alive *alive, int64_t since_ms);

void alive_close(struct alive *alive);

/* Writes a file with the gaps and the last touch of `alive` in place of any other. -1 with errno on failure. */
int alive_write(const struct alive *alive, const char *path);

#endif
