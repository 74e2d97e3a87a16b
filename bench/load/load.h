/* One load on one server: its options, its clients, and what is counted. One thread, one epoll. */
#ifndef BENCH_LOAD_LOAD_H
#define BENCH_LOAD_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "load/client.h"
#include "load/games.h"
#include "load/histogram.h"

enum { LOAD_PORTS_MAX = 8, LOAD_PROCESSES_MAX = 16 };

/* A process whose CPU time and memory are measured, with its children. */
struct load_process {
    const char *name;
    int name_len;
    long pid;
};

struct load_options {
    int port[LOAD_PORTS_MAX], port_count; /* the clients take them in turns */
    int connections, opening_max;         /* opening_max: handshakes at the same time */
    double seconds, warm_seconds;
    double rate; /* moves a second, all games together; 0: as many as possible */
    struct load_process process[LOAD_PROCESSES_MAX];
    int process_count;
    bool is_idle;     /* connections are held, nothing is played */
    bool are_friends; /* two neighbours play each other, by code, again and again */
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
    uint64_t *due_us; /* by client: when it makes its move; 0: it has none to make */
    int epoll;
    int opening, ready, lost; /* clients in the handshake, after it, and disconnected */
    bool is_measuring, is_stopping;
};

/* Microseconds of a monotonic clock. */
uint64_t load_now_us(void);

#endif
