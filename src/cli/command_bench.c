#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../bench/rules_load.h"
#include "cli/cli.h"

extern char **environ;

enum { ROWS = 4, REPEATS = 100, PERFT_ROW = 3, PERFT_DEPTH = 10 };

struct row {
    const char *name, *unit;
    ff_board board;
    double native, wasm; /* 0: not measured */
};

static double cpu_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now); /* this clock always exists */
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Nanoseconds a drop, the best of many runs: the others were disturbed. */
static double measure_drops(ff_board board)
{
    static struct rules_load load;
    double best = 0;
    rules_load_prepare(&load, board);
    for (int i = 0; i < REPEATS; i++) {
        double began = cpu_seconds();
        volatile int games = rules_load_run(&load);
        (void)games;
        double took = cpu_seconds() - began;
        best = i == 0 || took < best ? took : best;
    }
    return best * 1e9 / RULES_LOAD_DROPS;
}

static double measure_perft(ff_board board, uint64_t *count)
{
    ff_rules rules;
    (void)ff_rules_init(&rules, board);
    ff_position start = ff_position_start(&rules);
    double began = cpu_seconds();
    *count = ff_perft(&start, PERFT_DEPTH);
    return cpu_seconds() - began;
}

/* A file beside this program, or null if it cannot be read. */
static const char *beside_program(char *path, size_t size, const char *file)
{
    ssize_t len = readlink("/proc/self/exe", path, size - 1);
    if (len < 0)
        return NULL;
    path[len] = '\0';
    char *slash = strrchr(path, '/');
    size_t room = size - (size_t)(slash + 1 - path);
    if ((size_t)snprintf(slash + 1, room, "%s", file) >= room || access(path, R_OK) != 0)
        return NULL;
    return path;
}

/* Starts `node SCRIPT WASM` with its output in a pipe. */
static FILE *node_start(pid_t *pid)
{
    static char script[4096], wasm[4096];
    int ends[2];
    if (!beside_program(script, sizeof script, "../bench/rules.mjs") ||
        !beside_program(wasm, sizeof wasm, "bench.wasm") || pipe(ends) != 0)
        return NULL;
    char node[] = "node";
    char *arguments[] = {node, script, wasm, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    int failed = posix_spawnp(pid, node, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (!failed)
        return fdopen(ends[0], "r");
    close(ends[0]);
    return NULL;
}

static void wasm_line(struct row rows[ROWS], char *line)
{
    char *blank = strchr(line, ' ');
    if (!blank)
        return;
    *blank = '\0';
    for (int i = 0; i < ROWS; i++)
        if (strncmp(rows[i].name, line, strlen(line)) == 0)
            rows[i].wasm = strtod(blank + 1, NULL);
}

static void measure_wasm(struct row rows[ROWS])
{
    char line[128];
    pid_t pid;
    FILE *output = node_start(&pid);
    if (!output)
        return;
    while (fgets(line, sizeof line, output))
        wasm_line(rows, line);
    fclose(output);
    (void)waitpid(pid, NULL, 0);
}

static int print_row(const struct row *row)
{
    char line[128], wasm[64] = "not measured";
    if (row->wasm > 0)
        (void)snprintf(wasm, sizeof wasm, "%10.3f %9.2f", row->wasm, row->wasm / row->native);
    int len = snprintf(line, sizeof line, "%-10s %-10s %10.3f %s\n", row->name, row->unit,
                       row->native, wasm);
    return cli_print(line, (size_t)len);
}

static int bench_rules(void)
{
    static const char head[] = "what       unit           native       wasm wasm/native\n";
    struct row rows[ROWS] = {{"7x6", "ns/drop", {7, 6, 1, 4}, 0, 0},
                             {"5x5x5", "ns/drop", {5, 5, 5, 4}, 0, 0},
                             {"12x12", "ns/drop", {12, 12, 1, 4}, 0, 0},
                             {"perft(10)", "seconds", {7, 6, 1, 4}, 0, 0}};
    uint64_t count;
    for (int i = 0; i < PERFT_ROW; i++)
        rows[i].native = measure_drops(rows[i].board);
    rows[PERFT_ROW].native = measure_perft(rows[PERFT_ROW].board, &count);
    measure_wasm(rows);
    int status = cli_print(head, strlen(head));
    for (int i = 0; !status && i < ROWS; i++)
        status = print_row(&rows[i]);
    return status;
}

static int run(int argc, char **argv)
{
    const struct option options[] = {{NULL, NULL, NULL}};
    const char *what = "rules";
    int count;
    int status = options_read(options, argc, argv, &what, 1, &count);
    if (!status && strcmp(what, "rules") != 0)
        status = cli_fail(CLI_BAD_USAGE, "nothing to measure is called '%s' (see --help)", what);
    return status ? status : bench_rules();
}

const struct command command_bench = {"bench", "speed of the rules",
                                      "usage: fourfall bench [rules]\n\n"
                                      "Prints CPU nanoseconds a drop, win check included, in "
                                      "random games through the library's checked call, and CPU\n"
                                      "seconds for perft(10) of 7x6 (268,031,646 sequences). "
                                      "Beside it the same work in WebAssembly, if node and\n"
                                      "bench.wasm (make wasm) are there.\n",
                                      run};
