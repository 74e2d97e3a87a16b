/* The least CPU time a move can cost on this machine. A server without rules, JSON and database receives
 * 64 bytes from one player and sends 430 bytes to both, which is a move of the classic game on the wire.
 * Nearly all of its time is the kernel's; a server that makes the same calls cannot take less.
 *
 *   wire_floor [CONNECTIONS [SECONDS]]     2000 connections for 3 s, each side on a core of its own
 */
#define _GNU_SOURCE /* sched_setaffinity; NOLINT(bugprone-reserved-identifier) */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOVE_LEN = 64, UPDATE_LEN = 430, CONNECTIONS_MAX = 20000, EVENTS = 512, WARM_S = 1 };

static int server_side[CONNECTIONS_MAX], player_side[CONNECTIONS_MAX];
static int connection_count = 2000;
static const char bytes[UPDATE_LEN];

static void fail(const char *what)
{
    (void)fprintf(stderr, "wire_floor: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double now_s(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* this clock always exists */
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds(struct timeval span)
{
    return (double)span.tv_sec + (double)span.tv_usec * 1e-6;
}

/* Failure does not matter: on a machine with one core both sides share it. */
static void take_core(unsigned core)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    (void)sched_setaffinity(0, sizeof cores, &cores);
}

static void set_no_delay(int fd)
{
    static const int yes = 1;
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes))
        fail("setsockopt");
}

static void connect_all(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, len) || listen(listener, 16) ||
        getsockname(listener, (struct sockaddr *)&address, &len))
        fail("listen");
    for (int i = 0; i < connection_count; i++) {
        player_side[i] = socket(AF_INET, SOCK_STREAM, 0);
        if (player_side[i] < 0 || connect(player_side[i], (struct sockaddr *)&address, len))
            fail("connect (ulimit -n?)");
        server_side[i] = accept(listener, NULL, NULL);
        if (server_side[i] < 0)
            fail("accept (ulimit -n?)");
        set_no_delay(player_side[i]);
        set_no_delay(server_side[i]);
    }
    (void)close(listener);
}

static int watch_all(const int *fds)
{
    int epoll = epoll_create1(0);
    for (int i = 0; i < connection_count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data = {.u32 = (unsigned)i}};
        if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fds[i], &event))
            fail("epoll");
    }
    return epoll;
}

static int wait_all(int epoll, struct epoll_event events[EVENTS])
{
    int count = epoll_wait(epoll, events, EVENTS, -1);
    if (count < 0)
        fail("epoll_wait");
    return count;
}

static void say(int fd, size_t len)
{
    if (send(fd, bytes, len, MSG_NOSIGNAL) != (ssize_t)len)
        fail("send");
}

/* Players 0 and 1, 2 and 3, … play each other; the even one begins, each moves on every second update. */
static struct {
    size_t heard;
    bool is_next;
} players[CONNECTIONS_MAX];

static void player_hear(unsigned i)
{
    char heard[4 * UPDATE_LEN];
    ssize_t len = recv(player_side[i], heard, sizeof heard, 0);
    if (len <= 0)
        fail("recv");
    players[i].heard += (size_t)len;
    for (; players[i].heard >= UPDATE_LEN; players[i].heard -= UPDATE_LEN) {
        if (players[i].is_next)
            say(player_side[i], MOVE_LEN);
        players[i].is_next = !players[i].is_next;
    }
}

static void play(void)
{
    struct epoll_event events[EVENTS];
    int epoll = watch_all(player_side);
    for (int i = 0; i < connection_count; i += 2) {
        players[i + 1].is_next = true;
        say(player_side[i], MOVE_LEN);
    }
    for (;;) {
        int count = wait_all(epoll, events);
        for (int k = 0; k < count; k++)
            player_hear(events[k].data.u32);
    }
}

/* One turn of the event loop: receives all moves, then sends all updates. Returns the number of moves. */
static long serve_turn(int epoll)
{
    struct epoll_event events[EVENTS];
    char heard[MOVE_LEN];
    int count = wait_all(epoll, events);
    for (int k = 0; k < count; k++)
        if (recv(server_side[events[k].data.u32], heard, sizeof heard, 0) != MOVE_LEN)
            fail("recv");
    for (int k = 0; k < count; k++) {
        say(server_side[events[k].data.u32], UPDATE_LEN);
        say(server_side[events[k].data.u32 ^ 1], UPDATE_LEN);
    }
    return count;
}

static long serve_until(int epoll, double end_s)
{
    long moves = 0;
    while (now_s() < end_s)
        moves += serve_turn(epoll);
    return moves;
}

static void measure(double duration_s)
{
    struct rusage before, after;
    int epoll = watch_all(server_side);
    (void)serve_until(epoll, now_s() + WARM_S);
    (void)getrusage(RUSAGE_SELF, &before);
    long moves = serve_until(epoll, now_s() + duration_s);
    (void)getrusage(RUSAGE_SELF, &after);
    double user = (seconds(after.ru_utime) - seconds(before.ru_utime)) * 1e6 / (double)moves;
    double kernel = (seconds(after.ru_stime) - seconds(before.ru_stime)) * 1e6 / (double)moves;
    (void)printf("the least a move can cost here: %.1f us CPU, of which the kernel %.1f us"
                 " (%d connections, %.0f moves a second)\n",
                 user + kernel, kernel, connection_count, (double)moves / duration_s);
}

static double read_number(const char *text, double max)
{
    char *end;
    double number = strtod(text, &end);
    if (*end || !(number >= 1 && number <= max)) {
        (void)fprintf(stderr, "wire_floor: \"%s\" is not a number from 1 to %.0f\n", text, max);
        exit(2);
    }
    return number;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        connection_count = ((int)read_number(argv[1], CONNECTIONS_MAX) + 1) / 2 * 2;
    double duration_s = argc > 2 ? read_number(argv[2], 60) : 3;
    connect_all();
    pid_t child = fork();
    if (child < 0)
        fail("fork");
    if (child == 0) {
        take_core(1);
        play();
    }
    take_core(0);
    measure(duration_s);
    (void)kill(child, SIGTERM);
    (void)waitpid(child, NULL, 0);
    return 0;
}
