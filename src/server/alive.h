/* When servers ran here, for the clocks of live games, which stand still while none does.
 *
 * A file in the data folder is touched every second, so after a crash its time tells when the server
 * was last alive. It holds the gaps since: from when to when no time passed, because no server ran
 * or nothing could be stored. Times are wall clock. */
#ifndef SERVER_ALIVE_H
#define SERVER_ALIVE_H

#include <stdint.h>

enum { ALIVE_GAPS = 64 }; /* the last ones; a live turn sees few */

struct alive_gap {
    int64_t from_ms, to_ms;
};

struct alive {
    int file;        /* -1: none */
    int64_t last_ms; /* when it was touched last; 0: never */
    int64_t count;   /* of all gaps there ever were */
    struct alive_gap gap[ALIVE_GAPS];
};

/* Opens or makes the file. -1 with errno if that is impossible. Touches nothing. */
int alive_open(struct alive *alive, const char *path);

/* We are alive now. If the last time is longer ago than a second or two, there was a gap between,
 * which is written down. A full disk costs the note, nothing else. */
void alive_touch(struct alive *alive, int64_t wall_ms);

/* How much of the time since then was gaps, as far as they are written down. */
int64_t alive_lost_ms(const struct alive *alive, int64_t since_ms);

void alive_close(struct alive *alive);

#endif
