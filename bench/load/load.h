/* One load on one server: its options, its clients, and what is counted. One thread, one epoll. */
#ifndef BENCH_LOAD_LOAD_H
#define BENCH_LOAD_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "load/client.h"
#include "load/games.h"
#include "load/histogram.h"

struct load_options {
    int port, connections, opening_max; /* opening_max: handshakes at the same time */
    double seconds, warm_seconds;
    long server_pid; /* 0: its CPU time and memory are not measured */
    bool is_idle;    /* connections are held, nothing is played */
    bool wants_json;
    const char *label;
};

struct load_counts {
    uint64_t moves, ended; /* ended: game-over events, two a game */
    uint64_t refused;      /* moves and events that the server refused */
    uint64_t violations;   /* answers that contradict the rules of the game */
};

struct load {
    struct load_options options;
    struct client *clients;
    struct game_table games;
    struct load_counts counts;
    struct histogram handshake_us, move_us;
    uint64_t random;
    int epoll;
    int opening, ready, lost; /* clients in the handshake, after it, and disconnected */
    bool is_measuring, is_stopping;
};

/* Microseconds of a monotonic clock. */
uint64_t load_now_us(void);

#endif
