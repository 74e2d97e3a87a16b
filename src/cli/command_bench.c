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

enum { ROWS = 7, REPEATS = 100, REPEATS_MAX = 10000, PERFT_DEPTH = 10 };

struct bench_row {
    const char *board, *work; /* the names that bench/rules.mjs prints */
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

/* The least CPU seconds of several runs; other work disturbed the rest. */
static double measure_load(const struct bench_row *row, const struct rules_load *load, long repeats)
{
    double best = 0;
    for (long i = 0; i < repeats; i++) {
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

static void measure_native(struct bench_row *row, long repeats)
{
    static struct rules_load load;
    ff_board board = ff_classic;
    (void)ff_board_read(&board, row->board, strlen(row->board)); /* a board of our own table */
    rules_load_prepare(&load, board);
    if (row->run)
        row->native = measure_load(row, &load, repeats) * 1e9 / RULES_LOAD_DROPS;
    else
        row->native = measure_perft(&load);
}

/* Starts `node SCRIPT WASM REPEATS` with its output in a pipe. */
static FILE *node_start(pid_t *pid, long repeats)
{
    static char script[4096], wasm[4096];
    int ends[2];
    if (!cli_beside_program(script, sizeof script, "../bench/rules.mjs") ||
        !cli_beside_program(wasm, sizeof wasm, "bench.wasm") || pipe(ends) != 0)
        return NULL;
    char node[] = "node";
    char count[24];
    (void)snprintf(count, sizeof count, "%ld", repeats);
    char *arguments[] = {node, script, wasm, count, NULL};
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
static void wasm_line(struct bench_row rows[ROWS], const char *line)
{
    for (int i = 0; i < ROWS; i++) {
        char key[32];
        int len = snprintf(key, sizeof key, "%s %s ", rows[i].board, rows[i].work);
        if (strncmp(line, key, (size_t)len) == 0)
            rows[i].wasm = strtod(line + len, NULL);
    }
}

static void measure_wasm(struct bench_row rows[ROWS], long repeats)
{
    char line[128];
    pid_t pid;
    FILE *output = node_start(&pid, repeats);
    if (!output)
        return;
    while (fgets(line, sizeof line, output))
        wasm_line(rows, line);
    fclose(output);
    (void)waitpid(pid, NULL, 0);
}

static int print_row(const struct bench_row *row)
{
    char line[128], wasm[64] = "not measured";
    if (row->wasm > 0)
        (void)snprintf(wasm, sizeof wasm, "%10.3f %9.2f", row->wasm, row->wasm / row->native);
    int len = snprintf(line, sizeof line, "%-6s %-6s %-4s %10.3f %s\n", row->board, row->work,
                       row->unit, row->native, wasm);
    return cli_print(line, (size_t)len);
}

static int bench_rules(long repeats)
{
    static const char head[] = "board  work   unit     native       wasm wasm/native\n";
    struct bench_row rows[ROWS] = {{"7x6", "play", "ns", rules_load_play, 0, 0},
                                   {"5x5x5", "play", "ns", rules_load_play, 0, 0},
                                   {"12x12", "play", "ns", rules_load_play, 0, 0},
                                   {"7x6", "drop", "ns", rules_load_drop, 0, 0},
                                   {"5x5x5", "drop", "ns", rules_load_drop, 0, 0},
                                   {"12x12", "drop", "ns", rules_load_drop, 0, 0},
                                   {"7x6", "perft", "s", NULL, 0, 0}};
    for (int i = 0; i < ROWS; i++)
        measure_native(&rows[i], repeats);
    measure_wasm(rows, repeats);
    int status = cli_print(head, strlen(head));
    for (int i = 0; !status && i < ROWS; i++)
        status = print_row(&rows[i]);
    return status;
}

/* The options that belong to one kind of measurement; null where one is not given. */
struct bench_options {
    const char *path, *games, *repeats;
};

static int words_check(const struct bench_options *words, const char *kind)
{
    if (words->path && strcmp(kind, "solver") != 0)
        return cli_fail(CLI_BAD_USAGE, "--path is for 'bench solver'");
    if (words->games && strcmp(kind, "analysis") != 0)
        return cli_fail(CLI_BAD_USAGE, "--games is for 'bench analysis'");
    if (words->repeats && strcmp(kind, "rules") != 0)
        return cli_fail(CLI_BAD_USAGE, "--repeats is for 'bench rules'");
    return 0;
}

static int run(int argc, char **argv)
{
    const char *kind = "rules";
    struct bench_options words = {NULL, NULL, NULL};
    long games = BENCH_GAMES, repeats = REPEATS;
    const struct option options[] = {{"--path", &words.path, NULL},
                                     {"--games", &words.games, NULL},
                                     {"--repeats", &words.repeats, NULL},
                                     {NULL, NULL, NULL}};
    int count;
    int status = options_read(&command_bench, options, argc, argv, &kind, 1, &count);
    bool is_solver = strcmp(kind, "solver") == 0, is_analysis = strcmp(kind, "analysis") == 0;
    if (!status && !is_solver && !is_analysis && strcmp(kind, "rules") != 0)
        status =
            cli_fail(CLI_BAD_USAGE, "bench measures rules, solver or analysis, not '%s'", kind);
    if (!status)
        status = words_check(&words, kind);
    if (!status)
        status = option_number(&games, "--games", words.games, 1, BENCH_GAMES);
    if (!status)
        status = option_number(&repeats, "--repeats", words.repeats, 1, REPEATS_MAX);
    if (status)
        return status;
    if (is_analysis)
        return bench_analysis((int)games);
    return is_solver ? bench_solver(words.path) : bench_rules(repeats);
}

static const struct command_option bench_table[] = {
    {"--repeats", "N", NULL, "rules: the best of N runs counts (100)"},
    {"--path", "P", "general|plain|avx2",
     "solver: the code path, with the same nodes on every one"},
    {"--games", "N", NULL, "analysis: random positions of every ply (1000)"},
    {NULL, NULL, NULL, NULL}};

const struct command command_bench = {
    "bench",
    "speed of the rules, the solver and the analysis",
    "[rules] [--repeats N]\n"
    "solver [--path P]\n"
    "analysis [--games N]",
    run,
    .options = bench_table,
    .words = "rules|solver|analysis",
    .about =
        "rules: CPU nanoseconds to drop one disc and check its lines, in random games on three "
        "boards, as a search does it (play) and through the library's checked call (drop); and "
        "CPU seconds for perft(10) of 7x6 (268,031,646 sequences). If node and bench.wasm (make "
        "wasm) are there, the same in WebAssembly beside it.\n\n"
        "solver: fixed positions, each solved with empty tables. The last line is Bench: and the "
        "sum of their nodes, which is the same on every machine and every path. A change of the "
        "search records it.\n\n"
        "analysis: all scores of N random positions of every ply, with the book: median, 99th "
        "percentile and worst CPU time in milliseconds.",
};
