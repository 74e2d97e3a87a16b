/* A bus inside one process: for tests, and for simulations of several nodes in virtual time.
 *
 * Every bus opened on a hub gets the messages of all others, encoded and decoded as on the wire. Messages wait at the hub
 * until bus_tick of the receiver is called with a time at which they are due; so a scheduler decides what happens when. */
#ifndef BUS_BUS_LOCAL_H
#define BUS_BUS_LOCAL_H

#include "bus/bus.h"

enum { BUS_COPIES_MAX = 4 };

/* What becomes of the messages of one turn on their way to one receiver. */
struct bus_fate {
    int copies; /* 0: lost; at most BUS_COPIES_MAX */
    int64_t
        delay_ms[BUS_COPIES_MAX]; /* of each; messages with unequal delays overtake each other */
};

/* Called for each receiver; null: one copy without delay. The fate is preset to that. */
struct bus_fates {
    void (*decide)(void *context, int32_t from, int32_t to, struct bus_fate *fate);
    void *context;
};

/* Null if memory is short. */
struct bus_hub *bus_hub_open(const struct bus_fates *fates);
void bus_hub_close(struct bus_hub *hub); /* after every bus on it; null is allowed */

/* Null if memory is short. Works from the first bus_tick on. `sender` tells one life of a node from the next: another
 * number each time. */
struct bus *bus_local_open(struct bus_hub *hub, uint64_t sender,
                           const struct bus_handlers *handlers);

/* Cuts a bus off, or connects it again; on_state follows at its next bus_tick. What was under way to it is lost. */
void bus_local_connect(struct bus *bus, bool is_connected);

/* When the next message for this bus is due; INT64_MAX: none waits. */
int64_t bus_local_due_ms(const struct bus *bus);

#endif
