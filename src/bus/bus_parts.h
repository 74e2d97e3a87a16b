/* What the files of src/bus share; no other module includes it.
 *
 * bus.c has everything that does not depend on how bytes travel: batches, beats, the other nodes, the state. Behind
 * it is a carrier: bus_redis.c or bus_local.c, each a struct that begins with a struct bus.
 *
 * Every second a node sends a beat, which is a batch without messages. Others count it as heard; and Redis sends it back
 * to the node itself, which shows that both of its connections work. */
#ifndef BUS_BUS_PARTS_H
#define BUS_BUS_PARTS_H

#include "base/buffer.h"
#include "bus/bus_codec.h"

enum {
    BUS_PEERS_MAX = 64,
    BUS_BEAT_MS = 1000,
    BUS_SILENT_MS =
        2500, /* without its own beat a bus does not work; so silence is noticed within 3 s */
    BUS_HEARD_MS = 3000,
    BUS_PAUSE_MS = 1000 /* between two ticks: the process was stopped */
};

/* Causes of a failure. on_state is called once for each until the bus works again. */
enum bus_cause {
    BUS_UNREACHABLE,
    BUS_LOST,
    BUS_SILENT,
    BUS_FORBIDDEN,
    BUS_REPLICA,
    BUS_FULL,
    BUS_REFUSED,
    BUS_GARBLED
};

/* Another node: the last life of it that was heard. */
struct bus_peer {
    int32_t node;
    bool is_heard; /* the rest is known */
    uint64_t sender;
    uint32_t seq;
    int64_t heard_ms;
};

struct bus_carrier {
    bool (*send)(struct bus *bus, const void *batch, size_t len); /* false: dropped */
    void (*tick)(struct bus *bus);                                /* bus->now_ms is new */
    void (*close)(struct bus *bus);                               /* frees the bus, too */
};

struct bus {
    const struct bus_carrier *carrier;
    struct bus_handlers handlers;
    struct bus_counts counts;
    int32_t node;
    uint64_t sender;
    uint32_t seq; /* of the next batch */
    bool works;
    uint32_t told; /* bit i: on_state has said cause i since it last worked */
    int64_t now_ms, beat_ms;
    int64_t pause_ms;    /* before this tick; 0: none */
    struct buffer batch; /* its head, filled in when it is sent, and messages */
    uint64_t batch_count;
    int peer_count;
    struct bus_peer peers[BUS_PEERS_MAX];
};

void bus_begin(struct bus *bus, const struct bus_carrier *carrier, uint64_t sender,
               const struct bus_handlers *handlers);
void bus_end(struct bus *bus);

void bus_beat(struct bus *bus); /* sends one now */

/* A batch has come. True: it is our own. */
bool bus_receive(struct bus *bus, const void *bytes, size_t len);

void bus_say_works(struct bus *bus);
void bus_say_fails(struct bus *bus, enum bus_cause cause, const char *why);

#endif
