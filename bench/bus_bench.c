/* What the bus costs: processes publish game rows at a fixed rate to a Redis, and all hear all.
 *   bus_bench URL NODES ROWS_A_SECOND SECONDS ROWS_A_PUBLISH
 * ROWS_A_PUBLISH 0: one PUBLISH a turn, as the server does. Prints a line for each node: CPU time for each row that it sent
 * or received, and how late rows came. A rate of 0 shows what the loop costs alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bus/bus.h"
#include "bus/bus_url.h"
#include "net/link.h"
#include "net/net.h"

enum { LATE_MAX = 1 << 20, SETTLE_MS = 2000 };

struct bench {
    struct net *net;
    struct bus *bus;
    int nodes, rate, seconds, rows_a_publish;
    int64_t began_ms, cpu_us;
    uint64_t sent, received;
    uint32_t *late_us;
    size_t late_count;
    struct bus_message row;
};

static int64_t clock_us(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void on_request(void *context, struct net_request *request)
{
    (void)context;
    net_request_answer_text(request, 404, "\n");
}

static void on_message(void *context, const struct bus_message *message)
{
    struct bench *bench = context;
    int64_t late_us = clock_us(CLOCK_MONOTONIC) - message->game.updated_ms;
    bench->received++;
    if (bench->late_count < LATE_MAX)
        bench->late_us[bench->late_count++] = (uint32_t)late_us;
}

static void on_state(void *context, bool works, const char *why)
{
    (void)context;
    if (!works)
        (void)fprintf(stderr, "%s\n", why);
}

static void on_gap(void *context, int32_t node)
{
    (void)context, (void)node;
}

/* As many rows as are due by now. */
static void publish_due(struct bench *bench, int64_t now_ms)
{
    uint64_t due = (uint64_t)(now_ms - bench->began_ms) * (uint64_t)bench->rate / 1000;
    while (bench->sent < due) {
        bench->row.game.id++;
        bench->row.game.updated_ms = clock_us(CLOCK_MONOTONIC);
        bus_publish(bench->bus, &bench->row);
        bench->sent++;
        if (bench->rows_a_publish > 0 && bench->sent % (uint64_t)bench->rows_a_publish == 0)
            bus_turn(bench->bus);
    }
}

static void on_tick(void *context, int64_t now_ms)
{
    struct bench *bench = context;
    bus_tick(bench->bus, now_ms);
    if (bench->began_ms == 0 && bus_nodes(bench->bus) == bench->nodes) {
        bench->began_ms = now_ms + SETTLE_MS;
    } else if (bench->began_ms && now_ms >= bench->began_ms) {
        if (bench->cpu_us == 0)
            bench->cpu_us = clock_us(CLOCK_PROCESS_CPUTIME_ID);
        if (now_ms < bench->began_ms + 1000 * bench->seconds)
            publish_due(bench, now_ms);
    }
}

static void on_end_of_turn(void *context, int64_t now_ms)
{
    struct bench *bench = context;
    (void)now_ms;
    bus_turn(bench->bus);
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void row_fill(struct bus_message *row)
{
    *row = (struct bus_message){.kind = BUS_GAME};
    struct game_row *game = &row->game;
    game->id = INT64_C(0x123456789abcdef);
    (void)snprintf(game->board, sizeof game->board, "7x6");
    (void)snprintf(game->moves, sizeof game->moves, "ddcceebbddaagg");
    game->ply = (uint16_t)strlen(game->moves);
    game->clock = (struct clock_row){CLOCK_LIVE, 300000, 2000};
    game->left_ms[0] = game->left_ms[1] = 250000;
    game->moved_ms = game->created_ms = INT64_C(1700000000000);
    for (int i = 0; i < ROW_SEATS; i++)
        game->seat[i] = (struct seat_row){.kind = SEAT_PLAYER, .player_id = game->id + i};
}

static void report(struct bench *bench, int node)
{
    int64_t cpu_us = clock_us(CLOCK_PROCESS_CPUTIME_ID) - bench->cpu_us;
    uint64_t rows = bench->sent + bench->received;
    struct bus_counts counts = bus_counts(bench->bus);
    qsort(bench->late_us, bench->late_count, sizeof *bench->late_us, by_value);
    size_t last = bench->late_count > 0 ? bench->late_count - 1 : 0;
    printf("node %d: sent %llu, received %llu, dropped %llu, gaps %llu, CPU %.1f ms", node,
           (unsigned long long)bench->sent, (unsigned long long)bench->received,
           (unsigned long long)counts.dropped, (unsigned long long)counts.gaps,
           (double)cpu_us / 1000);
    if (rows > 0)
        printf(" = %.2f us a row; late p50 %u us, p99 %u us", (double)cpu_us / (double)rows,
               bench->late_us[last / 2], bench->late_us[last * 99 / 100]);
    printf("\n");
}

static int node_run(struct bench *bench, const struct bus_url *url, int node)
{
    const struct bus_handlers handlers = {on_message, on_state, on_gap, bench};
    struct net_config config = {
        .address = "127.0.0.1",
        .limits = net_limits_default,
        .handlers = {.request = on_request, .tick = on_tick, .end_of_turn = on_end_of_turn},
        .context = bench};
    config.limits.tick_ms = 1;
    bench->late_us = calloc(LATE_MAX, sizeof *bench->late_us);
    if (!bench->late_us || net_open(&bench->net, &config) != NET_OK)
        return 1;
    const struct wire_maker wires = net_wires(bench->net);
    bench->bus = bus_redis_open(url, &wires, &handlers);
    if (!bench->bus)
        return 1;
    bus_set_node(bench->bus, node);
    row_fill(&bench->row);
    while (bench->began_ms == 0 ||
           net_now_ms(bench->net) < bench->began_ms + 1000 * bench->seconds + SETTLE_MS)
        net_turn(bench->net);
    report(bench, node);
    return 0;
}

int main(int argc, char **argv)
{
    struct bench bench = {0};
    struct bus_url url;
    char why[BUS_WHY_SIZE] = "";
    if (argc != 6 || !bus_url_read(&url, argv[1], why)) {
        (void)fprintf(stderr, "bus_bench URL NODES ROWS_A_SECOND SECONDS ROWS_A_PUBLISH: %s\n",
                      why);
        return 2;
    }
    bench.nodes = (int)strtol(argv[2], NULL, 10);
    bench.rate = (int)strtol(argv[3], NULL, 10) / bench.nodes;
    bench.seconds = (int)strtol(argv[4], NULL, 10);
    bench.rows_a_publish = (int)strtol(argv[5], NULL, 10);
    for (int i = 1; i <= bench.nodes; i++) {
        pid_t child = fork();
        if (child == 0) {
            int status = node_run(&bench, &url, i);
            (void)fflush(stdout);
            _exit(status);
        }
    }
    int status = 0, failed = 0;
    while (wait(&status) > 0)
        failed |= status;
    return failed != 0;
}
