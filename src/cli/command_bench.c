#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../bench/rules_load.h"
#include "cli/bench_analysis.h"
#include "cli/bench_solver.h"
#include "cli/cli.h"

extern char **environ;

enum { ROWS = 7, REPEATS = 100, PERFT_DEPTH = 10 };

struct row {
    const char *board, *work; /* as bench/rules.mjs names them */
    const char *unit;
    int (*run)(const struct rules_load *load); /* null: perft */
    double native, wasm;                       /* 0: not measured */
};

static double cpu_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now); /* this clock always exists */
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The least CPU seconds of several runs: the others were disturbed. */
static double measure_load(const struct row *row, const struct rules_load *load)
{
    double best = 0;
    for (int i = 0; i < REPEATS; i++) {
        double began = cpu_seconds();
        volatile int games = row->run(load);
        (void)games;
        double took = cpu_seconds() - began;
        best = i == 0 || took < best ? took : best;
    }
    return best;
}

static double measure_perft(const struct rules_load *load)
{
    ff_position start = ff_position_start(&load->rules);
    double began = cpu_seconds();
    volatile uint64_t count = ff_perft(&start, PERFT_DEPTH);
    (void)count;
    return cpu_seconds() - began;
}

static void measure_native(struct row *row)
{
    static struct rules_load load;
    ff_board board = ff_classic;
    (void)ff_board_read(&board, row->board, strlen(row->board)); /* names of ours */
    rules_load_prepare(&load, board);
    if (row->run)
        row->native = measure_load(row, &load) * 1e9 / RULES_LOAD_DROPS;
    else
        row->native = measure_perft(&load);
}

/* Starts `node SCRIPT WASM` with its output in a pipe. */
static FILE *node_start(pid_t *pid)
{
    static char script[4096], wasm[4096];
    int ends[2];
    if (!cli_beside_program(script, sizeof script, "../bench/rules.mjs") ||
        !cli_beside_program(wasm, sizeof wasm, "bench.wasm") || pipe(ends) != 0)
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

/* "BOARD WORK FIGURE" */
static void wasm_line(struct row rows[ROWS], const char *line)
{
    for (int i = 0; i < ROWS; i++) {
        char key[32];
        int len = snprintf(key, sizeof key, "%s %s ", rows[i].board, rows[i].work);
        if (strncmp(line, key, (size_t)len) == 0)
            rows[i].wasm = strtod(line + len, NULL);
    }
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
    int len = snprintf(line, sizeof line, "%-6s %-6s %-4s %10.3f %s\n", row->board, row->work,
                       row->unit, row->native, wasm);
    return cli_print(line, (size_t)len);
}

static int bench_rules(void)
{
    static const char head[] = "board  work   unit     native       wasm wasm/native\n";
    struct row rows[ROWS] = {{"7x6", "play", "ns", rules_load_play, 0, 0},
                             {"5x5x5", "play", "ns", rules_load_play, 0, 0},
                             {"12x12", "play", "ns", rules_load_play, 0, 0},
                             {"7x6", "drop", "ns", rules_load_drop, 0, 0},
                             {"5x5x5", "drop", "ns", rules_load_drop, 0, 0},
                             {"12x12", "drop", "ns", rules_load_drop, 0, 0},
                             {"7x6", "perft", "s", NULL, 0, 0}};
    for (int i = 0; i < ROWS; i++)
        measure_native(&rows[i]);
    measure_wasm(rows);
    int status = cli_print(head, strlen(head));
    for (int i = 0; !status && i < ROWS; i++)
        status = print_row(&rows[i]);
    return status;
}

static int run(int argc, char **argv)
{
    const char *what = "rules", *path = NULL, *games_word = NULL;
    long games = BENCH_GAMES;
    const struct option options[] = {
        {"--path", &path, NULL}, {"--games", &games_word, NULL}, {NULL, NULL, NULL}};
    int count;
    int status = options_read(options, argc, argv, &what, 1, &count);
    bool is_solver = strcmp(what, "solver") == 0, is_analysis = strcmp(what, "analysis") == 0;
    if (!status && !is_solver && !is_analysis && strcmp(what, "rules") != 0)
        status = cli_fail(CLI_BAD_USAGE, "nothing to measure is called '%s' (see --help)", what);
    if (!status && path && !is_solver)
        status = cli_fail(CLI_BAD_USAGE, "--path is for 'bench solver'");
    if (!status && games_word && !is_analysis)
        status = cli_fail(CLI_BAD_USAGE, "--games is for 'bench analysis'");
    if (!status && games_word)
        status = option_number(&games, "--games", games_word, 1, BENCH_GAMES);
    if (status)
        return status;
    if (is_analysis)
        return bench_analysis((int)games);
    return is_solver ? bench_solver(path) : bench_rules();
}

const struct command command_bench = {
    "bench", "speed of the rules and of analysis, nodes of the solver",
    "usage: fourfall bench [rules]\n"
    "       fourfall bench solver [--path P]\n"
    "       fourfall bench analysis [--games N]\n\n"
    "rules: random games on three boards: nanoseconds of CPU time for one disc put down and its\n"
    "lines checked, as a search does it (play) and through the library's checked call (drop); and\n"
    "seconds for perft(10) of 7x6 (268,031,646 sequences). Beside it the same work in "
    "WebAssembly,\n"
    "if node and bench.wasm (make wasm) are there.\n\n"
    "solver: fixed positions solved one by one with empty tables; the last line is Bench: and the\n"
    "sum of their nodes, the same on every machine and every path (general, plain, avx2).\n"
    "A change of the search records it.\n\n"
    "analysis: all scores of N random positions (1000) of every ply, with the book: median, 99th\n"
    "percentile and worst CPU time in milliseconds.\n",
    run};
