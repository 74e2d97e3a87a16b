/* How much one connection, and one address with all its connections, may ask.
 *
 * Two token buckets for each command; its cost comes from the table in command.h. Addresses live in
 * a fixed number of places, chosen by a hash: when all places an address may have are taken by busy
 * others, it shares one with them. So a flood of addresses makes the server stricter, never
 * bigger. Nothing here goes back when a commit fails. */
#ifndef PLAY_LIMITS_H
#define PLAY_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/bucket.h"
#include "play/command.h"
#include "play/refusal.h"

struct limits_setup {
    bool is_off; /* for benchmarks */
    struct bucket_rate per_conn, per_address;
    int32_t addresses; /* places; rounded up to a power of two */
};

struct limits_place {
    uint64_t address; /* a keyed hash of it, made by the host; 0: free */
    struct bucket bucket;
};

struct limits {
    struct limits_setup setup;
    struct limits_place *places;
    int32_t count;
};

size_t limits_size(const struct limits_setup *setup);
void limits_open(struct limits *limits, void *memory, const struct limits_setup *setup);

/* REFUSAL_OK, and both have paid; or REFUSAL_SLOW_DOWN, and neither has. */
enum refusal limits_charge(struct limits *limits, struct bucket *conn, uint64_t address,
                           enum command_kind kind, int64_t now_ms);

#endif
