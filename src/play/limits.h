/* Rate limits for each connection, and for each address with all its connections; for the new guests and
 * games of an address, and for its wrong guesses of names and codes.
 *
 * A command takes its cost (command.h) from two token buckets. The buckets of addresses live in a hash
 * table of fixed size: if all places of an address are taken by busy others, it shares one with them.
 * So a flood of addresses makes the limits stricter and uses no more memory. A failed commit gives no
 * tokens back. */
#ifndef PLAY_LIMITS_H
#define PLAY_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bucket.h"
#include "play/command.h"
#include "play/refusal.h"

struct limits_setup {
    bool is_off;                                                      /* for benchmarks */
    struct bucket_rate per_conn, per_address, guests, games, guesses; /* a burst of 0: no limit */
    int32_t addresses; /* places; rounded up to a power of two */
};

struct limits_place {
    uint64_t address; /* the host's keyed hash of it; 0: free */
    struct bucket bucket, guests, games, guesses;
};

struct limits {
    struct limits_setup setup;
    struct limits_place *places;
    int32_t count;
    uint64_t refused_guests, refused_games;
};

size_t limits_size(const struct limits_setup *setup);
void limits_open(struct limits *limits, void *memory, const struct limits_setup *setup);

/* Something other than a command, with or without a connection. */
enum refusal limits_charge_address(struct limits *limits, uint64_t address, int cost,
                                   int64_t now_ms);

/* One more guest of this address: REFUSAL_OK or REFUSAL_SLOW_DOWN. */
enum refusal limits_charge_guest(struct limits *limits, uint64_t address, int64_t now_ms);

/* One more game of this address, likewise. */
enum refusal limits_charge_game(struct limits *limits, uint64_t address, int64_t now_ms);

/* May this address guess once more? Ask before the answer tells whether the guess is right; charge those that tell
 * something. */
bool limits_may_guess(struct limits *limits, uint64_t address, int64_t now_ms);
void limits_charge_guess(struct limits *limits, uint64_t address, int64_t now_ms);

/* REFUSAL_OK, and both buckets are charged; or REFUSAL_SLOW_DOWN, and neither is. */
enum refusal limits_charge(struct limits *limits, struct bucket *conn, uint64_t address,
                           enum command_kind kind, int64_t now_ms);

/* One token of an address, or of anything else with a keyed hash; and back again. False: there is none. */
bool limits_take(struct limits *limits, uint64_t key, int64_t now_ms);
void limits_give_back(struct limits *limits, uint64_t key, int64_t now_ms);

#endif
