#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/large.h"
#include "base/random.h"
#include "cli/book_build.h"
#include "cli/book_file.h"
#include "cli/cli.h"

enum {
    PLY_DEFAULT = 8,
    SOLVER_BYTES = 16 << 20,
    SAMPLE_DEFAULT = 200,
    SAMPLE_MAX = 1000000,
};

static int run_build(const char *path, const char *ply_text, const char *threads_text,
                     const char *seconds_text)
{
    long ply = PLY_DEFAULT, threads = 1, seconds = 0;
    struct book_file file;
    int status = option_number(&ply, "--ply", ply_text, 1, BOOK_PLY_MAX);
    if (!status)
        status = option_number(&threads, "--threads", threads_text, 1, BOOK_THREADS_MAX);
    if (!status)
        status = option_number(&seconds, "--seconds", seconds_text, 1, 1000000000);
    if (status)
        return status;
    if (!book_file_new(&file, (int)ply))
        return cli_fail(CLI_BAD_INPUT, "not enough memory for a book of ply %ld", ply);
    const char *problem = book_file_load(&file, path);
    if (problem)
        status = cli_fail(CLI_BAD_INPUT, "%s: %s", path, problem);
    if (!status)
        status = book_build(&file, path, threads, seconds);
    book_file_free(&file);
    return status;
}

static int verify_counts(const ff_book *book)
{
    for (int ply = 0; ply <= ff_book_ply(book); ply++) {
        struct book_count count = book_file_count(book, ply);
        struct book_count fact = book_facts[ply];
        char line[128];
        bool is_right = memcmp(&count, &fact, sizeof count) == 0;
        int len = snprintf(line, sizeof line, "ply %2d: %8ld won %7ld drawn %8ld lost  %s\n", ply,
                           count.won, count.drawn, count.lost, is_right ? "ok" : "WRONG");
        int status = cli_print(line, (size_t)len);
        if (status)
            return status;
        if (!is_right)
            return cli_fail(CLI_BAD_INPUT, "ply %d should have %ld won, %ld drawn, %ld lost", ply,
                            fact.won, fact.drawn, fact.lost);
    }
    return 0;
}

static bool random_position(ff_position *p, const ff_rules *rules, int ply, uint64_t *seed)
{
    *p = ff_position_start(rules);
    while (p->ply < ply && p->status == FF_PLAYING)
        (void)ff_position_drop(p, (int)random_below(seed, rules->columns));
    return p->status == FF_PLAYING;
}

static int verify_sample(const ff_book *book, ff_solver *solver, long sample, uint64_t seed)
{
    ff_rules rules;
    (void)ff_rules_init(&rules, ff_classic);
    for (long i = 0; i < sample;) {
        ff_position p;
        ff_solution solution;
        int score = 0;
        if (!random_position(&p, &rules, ff_book_ply(book), &seed))
            continue;
        bool is_known = ff_book_score(book, &p, &score);
        if (ff_solver_solve(solver, &p, &solution) != FF_OK || !is_known || solution.low != score)
            return cli_fail(CLI_BAD_INPUT, "a position of ply %d has score %d, not %d", p.ply,
                            solution.low, score);
        i++;
    }
    char line[64];
    int len = snprintf(line, sizeof line, "%ld random position%s solved again: all equal\n", sample,
                       cli_s(sample));
    return cli_print(line, (size_t)len);
}

static int verify(const ff_book *book, long sample, long seed)
{
    ff_rules rules;
    ff_solver *solver;
    (void)ff_rules_init(&rules, ff_classic);
    void *memory = large_alloc(SOLVER_BYTES);
    if (!memory || ff_solver_open(&solver, &rules, memory, SOLVER_BYTES) != FF_OK) {
        free(memory);
        return cli_fail(CLI_BAD_INPUT, "not enough memory");
    }
    int status = verify_counts(book);
    if (!status)
        status = verify_sample(book, solver, sample, (uint64_t)seed);
    free(memory);
    return status;
}

static int run_verify(const char *path, const char *sample_text, const char *seed_text)
{
    long sample = SAMPLE_DEFAULT, seed = 1;
    int status = option_number(&sample, "--sample", sample_text, 0, SAMPLE_MAX);
    if (!status)
        status = option_number(&seed, "--seed", seed_text, 0, 1000000000);
    if (status)
        return status;
    struct book_memory book;
    const char *problem = book_memory_open(&book, path);
    if (problem)
        return cli_fail(CLI_BAD_INPUT, "%s: %s", path, problem);
    status = verify(book.book, sample, seed);
    book_memory_close(&book);
    return status;
}

/* The scores of the first moves are well known, so that a person can check the book at a glance. */
static int inspect(const ff_book *book)
{
    char line[160];
    ff_rules rules;
    (void)ff_rules_init(&rules, ff_classic);
    int len = snprintf(line, sizeof line,
                       "7x6, every position with up to %d disc%s\nscores of the first moves:",
                       ff_book_ply(book), cli_s(ff_book_ply(book)));
    for (int column = 0; column < rules.columns; column++) {
        ff_position p = ff_position_start(&rules);
        int reply = 0;
        (void)ff_position_drop(&p, column); /* every column is empty */
        (void)ff_book_score(book, &p, &reply);
        len += snprintf(line + len, sizeof line - (size_t)len, " %d", -reply);
    }
    len += snprintf(line + len, sizeof line - (size_t)len, "\n");
    return cli_print(line, (size_t)len);
}

static int run_inspect(const char *path)
{
    struct book_memory book;
    const char *problem = book_memory_open(&book, path);
    if (problem)
        return cli_fail(CLI_BAD_INPUT, "%s: %s", path, problem);
    int status = inspect(book.book);
    book_memory_close(&book);
    return status;
}

static int run(int argc, char **argv)
{
    const char *rest[2], *ply = NULL, *threads = NULL, *seconds = NULL, *sample = NULL,
                         *seed = NULL;
    const struct option options[] = {{"--ply", &ply, NULL},         {"--threads", &threads, NULL},
                                     {"--seconds", &seconds, NULL}, {"--sample", &sample, NULL},
                                     {"--seed", &seed, NULL},       {NULL, NULL, NULL}};
    int count;
    int status = options_read(&command_book, options, argc, argv, rest, 2, &count);
    if (status)
        return status;
    if (count < 2)
        return cli_fail(CLI_BAD_USAGE,
                        "book needs build, inspect or verify, and a file (see --help)");
    bool builds = strcmp(rest[0], "build") == 0, verifies = strcmp(rest[0], "verify") == 0;
    if (!verifies && (sample || seed))
        return cli_fail(CLI_BAD_USAGE, "--sample and --seed are for 'book verify'");
    if (!builds && (ply || threads || seconds))
        return cli_fail(CLI_BAD_USAGE, "--ply, --threads and --seconds are for 'book build'");
    if (builds)
        return run_build(rest[1], ply, threads, seconds);
    if (verifies)
        return run_verify(rest[1], sample, seed);
    if (strcmp(rest[0], "inspect") == 0)
        return run_inspect(rest[1]);
    return cli_fail(CLI_BAD_USAGE, "book has the subcommands build, inspect and verify, not '%s'",
                    rest[0]);
}

static const struct command_option book_options[] = {
    {"--ply", "N", NULL, "build: the ply whose positions are solved (8)"},
    {"--threads", "N", NULL, "build: positions solved at the same time (1)"},
    {"--seconds", "S", NULL,
     "build: end after so many seconds; another build of the same file continues"},
    {"--sample", "N", NULL, "verify: random positions that are solved again (200)"},
    {"--seed", "S", NULL, "verify: which of them (1)"},
    {NULL, NULL, NULL, NULL}};

const struct command command_book = {
    "book",
    "build, inspect and verify the opening book",
    "build [--ply N] [--threads N] [--seconds S] FILE\n"
    "inspect FILE\n"
    "verify [--sample N] [--seed S] FILE",
    run,
    .options = book_options,
    .words = "build|inspect|verify",
    .about =
        "build solves every 7x6 position of ply N (8) and saves the scores to FILE, every "
        "minute, at the end, and when Ctrl-C ends it (exit status 3). It continues an earlier "
        "build of the same file.\n\n"
        "inspect prints the ply of a finished book and the scores of the seven first moves.\n\n"
        "verify compares the number of won, drawn and lost positions of each ply with the "
        "published counts, and solves N (200) random positions again.",
};
