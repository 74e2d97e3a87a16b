#include "cli/bench_analysis.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/large.h"
#include "base/random.h"
#include "cli/book_file.h"
#include "cli/cli.h"

enum { LAST_PLY = 41 };

struct analysis_bench {
    ff_rules rules;
    ff_solver *solver;
    struct book_memory book;
    void *memory;
    double *ms, *all_ms; /* times of one ply, and of all plies */
    int games;
    uint64_t random;
};

static double cpu_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now); /* this clock always exists */
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* A position after `ply` random moves that is not over. */
static ff_position random_position(struct analysis_bench *bench, int ply)
{
    ff_position p = ff_position_start(&bench->rules);
    while (p.ply < ply) {
        (void)ff_position_drop(&p,
                               (int)random_below(&bench->random, 7)); /* a full column: try again */
        if (p.status != FF_PLAYING)
            p = ff_position_start(&bench->rules);
    }
    return p;
}

static int compare_ms(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int print_times(const char *ply, double *ms, int games, uint64_t nodes)
{
    char line[128];
    qsort(ms, (size_t)games, sizeof *ms, compare_ms);
    int len = snprintf(line, sizeof line, "%3s %6d %12.3f %12.3f %12.3f %12" PRIu64 "\n", ply,
                       games, ms[games / 2], ms[(int)((int64_t)games * 99 / 100)], ms[games - 1],
                       nodes / (uint64_t)games);
    return cli_print(line, (size_t)len);
}

static int bench_ply(struct analysis_bench *bench, int ply, uint64_t *all_nodes)
{
    char name[12];
    uint64_t nodes = 0;
    for (int i = 0; i < bench->games; i++) {
        ff_analysis analysis;
        ff_position p = random_position(bench, ply);
        double began = cpu_ms();
        ff_err err = ff_score_columns(bench->solver, &p, &analysis);
        bench->ms[i] = cpu_ms() - began;
        if (err)
            return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
        nodes += analysis.nodes;
    }
    *all_nodes += nodes;
    memcpy(bench->all_ms + (size_t)(ply * bench->games), bench->ms,
           (size_t)bench->games * sizeof *bench->ms);
    (void)snprintf(name, sizeof name, "%d", ply);
    return print_times(name, bench->ms, bench->games, nodes);
}

static int bench_plies(struct analysis_bench *bench)
{
    char line[128];
    uint64_t nodes = 0;
    int len = snprintf(
        line, sizeof line,
        "book of ply %d\nply  games    median ms      99 %% ms     worst ms        nodes\n",
        bench->book.book ? ff_book_ply(bench->book.book) : -1);
    int status = cli_print(line, (size_t)len);
    for (int ply = 0; !status && ply <= LAST_PLY; ply++)
        status = bench_ply(bench, ply, &nodes);
    if (!status)
        status = print_times("all", bench->all_ms, bench->games * (LAST_PLY + 1), nodes);
    return status;
}

static int bench_open(struct analysis_bench *bench)
{
    bench->memory = large_alloc(FF_SOLVER_GOOD);
    bench->ms = calloc((size_t)bench->games, sizeof *bench->ms);
    bench->all_ms = calloc((size_t)bench->games * (LAST_PLY + 1), sizeof *bench->all_ms);
    if (!bench->memory || !bench->ms || !bench->all_ms)
        return cli_fail(CLI_BAD_INPUT, "not enough memory");
    int status = book_memory_open_default(&bench->book, BOOK_DEEP);
    ff_err err = ff_rules_init(&bench->rules, ff_classic);
    if (!status && !err)
        err = ff_solver_open(&bench->solver, &bench->rules, bench->memory, FF_SOLVER_GOOD);
    if (!status && err)
        return cli_fail(CLI_BAD_INPUT, "%s", ff_err_text(err));
    if (!status)
        ff_solver_use_book(bench->solver, bench->book.book);
    return status;
}

int bench_analysis(int games)
{
    struct analysis_bench bench = {.games = games, .random = 1};
    int status = bench_open(&bench);
    if (!status)
        status = bench_plies(&bench);
    book_memory_close(&bench.book);
    free(bench.memory);
    free(bench.ms);
    free(bench.all_ms);
    return status;
}
