/* A load of clients for a Connect Four server that speaks Socket.IO; see options.c for its use. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <time.h>

#include "load/load.h"
#include "load/options.h"
#include "load/player.h"
#include "load/server_usage.h"

enum { EVENTS = 1024, HANDSHAKE_LIMIT_US = 120000000, SETTLE_US = 1000000, SPARE_FILES = 16 };

uint64_t load_now_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static void setup_fail(const char *what)
{
    (void)fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(2);
}

/* What is known at the borders of the measured time. */
struct load_reading {
    struct server_usage process[LOAD_PROCESSES_MAX];
    struct load_counts counts;
    uint64_t at_us;
};

static struct load_reading reading_take(const struct load *load)
{
    struct load_reading reading = {.counts = load->counts};
    for (int i = 0; i < load->options.process_count; i++)
        reading.process[i] = server_usage_read(load->options.process[i].pid);
    reading.at_us = load_now_us();
    return reading;
}

static void files_allow(int connections)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files))
        setup_fail("getrlimit");
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files))
        setup_fail("setrlimit");
    if ((rlim_t)connections + SPARE_FILES > files.rlim_cur) {
        errno = EMFILE;
        setup_fail("the limit of open files (ulimit -n) is too low");
    }
}

static void load_start(struct load *load)
{
    int connections = load->options.connections;
    files_allow(connections);
    (void)signal(SIGPIPE, SIG_IGN);
    load->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (load->epoll < 0)
        setup_fail("epoll");
    load->clients = calloc((size_t)connections, sizeof *load->clients);
    load->due_us = calloc((size_t)connections, sizeof *load->due_us);
    if (!load->clients || !load->due_us)
        setup_fail("memory for the clients");
    for (int i = 0; i < connections; i++) {
        load->clients[i].number = i;
        load->clients[i].port = load->options.port[i % load->options.port_count];
    }
    if (getrandom(&load->random, sizeof load->random, 0) != (ssize_t)sizeof load->random)
        setup_fail("getrandom");
}

/* One turn of the event loop, a millisecond at most if nothing happens. */
static void load_turn(struct load *load)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(load->epoll, events, EVENTS, 1);
    if (count < 0 && errno != EINTR)
        setup_fail("epoll_wait");
    for (int i = 0; i < count; i++)
        client_serve(load, events[i].data.ptr, events[i].events);
    if (load->options.rate > 0)
        player_move_due(load);
}

static void load_run(struct load *load, double us)
{
    uint64_t end_us = load_now_us() + (uint64_t)us;
    while (load_now_us() < end_us)
        load_turn(load);
}

static void load_connect(struct load *load)
{
    uint64_t limit_us = load_now_us() + HANDSHAKE_LIMIT_US;
    int opened = 0, connections = load->options.connections;
    while (opened < connections || load->opening > 0) {
        for (; opened < connections && load->opening < load->options.opening_max; opened++)
            if (!client_open(load, &load->clients[opened]))
                setup_fail("socket");
        load_turn(load);
        if (load_now_us() > limit_us) {
            errno = ETIMEDOUT;
            setup_fail("handshakes");
        }
    }
    if (load->ready == 0) {
        errno = ECONNREFUSED;
        setup_fail("no handshake succeeded");
    }
}

static void load_begin_games(struct load *load)
{
    int step = load->options.are_friends ? 2 : 1; /* one call for two friends */
    for (int i = 0; i < load->options.connections; i += step)
        if (load->clients[i].state == CLIENT_READY && !load->options.is_idle)
            player_begin(load, &load->clients[i]);
}

struct result {
    double seconds, moves, moves_per_second, games_per_second;
    double cpu_us_per_move, kib_per_connection; /* all processes together */
    double process_us_per_move[LOAD_PROCESSES_MAX];
};

static struct result result_of(const struct load *load, const struct load_reading *empty,
                               const struct load_reading *held, const struct load_reading *begin,
                               const struct load_reading *end)
{
    struct result r = {.seconds = (double)(end->at_us - begin->at_us) * 1e-6};
    double held_kib = 0;
    r.moves = (double)(end->counts.moves - begin->counts.moves);
    r.moves_per_second = r.moves / r.seconds;
    r.games_per_second = (double)(end->counts.ended - begin->counts.ended) / 2 / r.seconds;
    for (int i = 0; i < load->options.process_count; i++) {
        double cpu_us = (end->process[i].cpu_seconds - begin->process[i].cpu_seconds) * 1e6;
        r.process_us_per_move[i] = r.moves > 0 ? cpu_us / r.moves : 0;
        r.cpu_us_per_move += r.process_us_per_move[i];
        held_kib += held->process[i].resident_kib - empty->process[i].resident_kib;
    }
    r.kib_per_connection = held_kib / load->options.connections;
    return r;
}

static void print_text(const struct load *load, const struct result *r)
{
    const struct histogram *h = &load->move_us;
    (void)printf("%s: %d connections held, %d lost; handshake ms: median %.1f, 99 %% %.1f\n",
                 load->options.label, load->ready, load->lost,
                 histogram_quantile(&load->handshake_us, 0.5) * 1e-3,
                 histogram_quantile(&load->handshake_us, 0.99) * 1e-3);
    (void)printf("  %.0f moves a second, %.1f games a second; move to opponent ms: median %.3f, "
                 "99 %% %.3f, longest %.1f\n",
                 r->moves_per_second, r->games_per_second, histogram_quantile(h, 0.5) * 1e-3,
                 histogram_quantile(h, 0.99) * 1e-3, (double)h->max * 1e-3);
    (void)printf("  refused %llu, rules broken %llu\n", (unsigned long long)load->counts.refused,
                 (unsigned long long)load->counts.violations);
    if (load->options.process_count > 0)
        (void)printf("  server: %.1f us CPU a move, %.1f KiB a connection\n", r->cpu_us_per_move,
                     r->kib_per_connection);
}

static void print_json(const struct load *load, const struct result *r)
{
    (void)printf(
        "{\"label\":\"%s\",\"connections\":%d,\"lost\":%d,\"moves\":%.0f,"
        "\"movesPerSecond\":%.1f,\"gamesPerSecond\":%.2f,\"p50Ms\":%.3f,\"p99Ms\":%.3f,"
        "\"refused\":%llu,\"violations\":%llu,\"cpuUsPerMove\":%.2f,"
        "\"kibPerConnection\":%.2f,\"processes\":{",
        load->options.label, load->ready, load->lost, r->moves, r->moves_per_second,
        r->games_per_second, histogram_quantile(&load->move_us, 0.5) * 1e-3,
        histogram_quantile(&load->move_us, 0.99) * 1e-3, (unsigned long long)load->counts.refused,
        (unsigned long long)load->counts.violations, r->cpu_us_per_move, r->kib_per_connection);
    for (int i = 0; i < load->options.process_count; i++) {
        const struct load_process *process = &load->options.process[i];
        (void)printf("%s\"%.*s\":{\"cpuUsPerMove\":%.2f,\"kib\":%.0f}", i ? "," : "",
                     process->name_len, process->name, r->process_us_per_move[i],
                     server_own_kib(process->pid));
    }
    (void)printf("}}\n");
}

int main(int argc, char **argv)
{
    static struct load load;
    options_read(&load.options, argc, argv);
    load_start(&load);
    struct load_reading empty = reading_take(&load);
    load_connect(&load);
    load_run(&load, SETTLE_US);
    struct load_reading held = reading_take(&load);
    load_begin_games(&load);
    load_run(&load, load.options.warm_seconds * 1e6);
    load.is_measuring = true;
    struct load_reading begin = reading_take(&load);
    load_run(&load, load.options.seconds * 1e6);
    struct load_reading end = reading_take(&load);
    load.is_stopping = true;
    struct result result = result_of(&load, &empty, &held, &begin, &end);
    if (load.options.wants_json)
        print_json(&load, &result);
    else
        print_text(&load, &result);
    return load.lost > 0 || load.counts.violations > 0;
}
