/* Shared by pushes.c and push_note.c; not for other files. */
#ifndef SERVER_PUSHES_PARTS_H
#define SERVER_PUSHES_PARTS_H

#include "server/pushes.h"

enum { PUSH_FLIGHTS = 16, LOOK_AGAIN_MS = 500 };

struct pushes {
    struct pushes_setup setup;
    struct push_senders senders;
    int64_t flight[PUSH_FLIGHTS]; /* the players whose messages are being sent */
    int flight_count;
    int64_t next_ms; /* when to look at the queue; 0: at once */
};

/* Writes the rows in a transaction of their own. A failure is logged. */
bool pushes_write(struct pushes *pushes, const struct row *rows, size_t count);

#endif
