#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/large.h"
#include "cli/book_file.h"
#include "cli/cli.h"
#include "cli/exact.h"
#include "cli/line.h"

enum {
    LINE_BYTES = 512,
    BATCH = 64, /* lines read before the threads start, and answered in their order */
    THREADS_MAX = 64,
    HASH_MB_DEFAULT = 16,
    HASH_MB_MAX = 4096,
};

struct solve_request {
    long number; /* of the line, from 1 */
    char text[LINE_BYTES];
    size_t moves_len;
    bool has_expected;
    long expected;
    ff_position position;
    const char *error; /* why the line is not valid, or null */
    ff_solution solution;
    double microseconds;
};

struct solve_settings {
    ff_rules rules;
    long threads, hash_mb;
    const char *path; /* null: the best */
    bool is_weak, checks, is_fresh, has_no_book;
};

struct crew;

struct solve_worker {
    struct crew *crew;
    ff_solver *solver;
    void *memory;
    pthread_t thread;
};

struct crew {
    const struct solve_settings *settings;
    struct solve_request requests[BATCH];
    int count;
    atomic_int next;
    struct book_memory book;
    struct solve_worker workers[THREADS_MAX];
};

static double cpu_microseconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now); /* this clock always exists */
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

/* Parses "MOVES" or "MOVES SCORE" in place. Null, or why the line is not valid. */
static const char *request_parse(struct solve_request *r, const ff_rules *rules)
{
    static const char too_much[] = "A line is MOVES or MOVES SCORE";
    char *end;
    r->moves_len = strcspn(r->text, " \t");
    char *score = r->text + r->moves_len + strspn(r->text + r->moves_len, " \t");
    r->has_expected = *score != '\0';
    if (r->has_expected) {
        errno = 0;
        r->expected = strtol(score, &end, 10);
        if (end == score || end[strspn(end, " \t")] != '\0' || errno)
            return too_much;
    }
    ff_game game;
    ff_err err = ff_game_read(&game, rules, r->text, r->moves_len, NULL);
    if (err)
        return ff_err_text(err);
    r->position = game.position;
    return game.position.status == FF_PLAYING ? NULL : ff_err_text(FF_E_OVER);
}

static void *worker_run(void *argument)
{
    struct solve_worker *worker = argument;
    struct crew *crew = worker->crew;
    for (int i; (i = atomic_fetch_add(&crew->next, 1)) < crew->count;) {
        struct solve_request *r = &crew->requests[i];
        if (r->error)
            continue;
        if (crew->settings->is_fresh)
            ff_solver_reset(worker->solver);
        double began = cpu_microseconds();
        ff_err err = crew->settings->is_weak
                         ? ff_solver_outcome(worker->solver, &r->position, &r->solution)
                         : ff_solver_solve(worker->solver, &r->position, &r->solution);
        r->microseconds = cpu_microseconds() - began;
        r->error = err ? ff_err_text(err) : NULL;
    }
    return NULL;
}

static int sign(long n)
{
    return (n > 0) - (n < 0);
}

/* Prints the answer. Returns 0, or the exit status that this line causes. */
static int request_answer(const struct solve_request *r, const struct solve_settings *settings)
{
    char line[LINE_BYTES + 80];
    if (r->error)
        return cli_fail(CLI_BAD_USAGE, "line %ld: %s", r->number, r->error);
    int score = settings->is_weak ? sign(r->solution.low) : r->solution.low;
    int len = snprintf(line, sizeof line, "%.*s %d %llu %.0f\n", (int)r->moves_len, r->text, score,
                       (unsigned long long)r->solution.nodes, r->microseconds);
    int status = cli_print(line, (size_t)len);
    if (status || !settings->checks || !r->has_expected)
        return status;
    long expected = settings->is_weak ? sign(r->expected) : r->expected;
    if (score == expected)
        return 0;
    return cli_fail(CLI_BAD_INPUT, "line %ld: %.*s is %d, not %ld", r->number, (int)r->moves_len,
                    r->text, score, expected);
}

/* Reads a line; false at the end of the input. */
static bool request_read(struct solve_request *r)
{
    size_t len;
    enum line_result result = line_read(r->text, sizeof r->text, &len);
    if (result == LINE_END)
        return false;
    r->error = result == LINE_LONG          ? "The line is too long"
               : memchr(r->text, '\0', len) ? ff_err_text(FF_E_LETTER)
                                            : NULL;
    if (len > 0 && r->text[len - 1] == '\r')
        r->text[len - 1] = '\0';
    return true;
}

static int batch_read(struct crew *crew, long *lines)
{
    /* A single thread answers each line at once, for programs that wait for the answer. */
    int limit = crew->settings->threads == 1 ? 1 : BATCH;
    crew->count = 0;
    while (crew->count < limit && request_read(&crew->requests[crew->count])) {
        struct solve_request *r = &crew->requests[crew->count++];
        r->number = ++*lines;
        if (!r->error)
            r->error = request_parse(r, &crew->settings->rules);
    }
    return crew->count;
}

static void batch_solve(struct crew *crew)
{
    long started = 0;
    struct solve_worker *workers = crew->workers;
    atomic_store(&crew->next, 0);
    while (started + 1 < crew->settings->threads && started + 1 < crew->count &&
           pthread_create(&workers[started + 1].thread, NULL, worker_run, &workers[started + 1]) ==
               0)
        started++;
    (void)worker_run(&workers[0]);
    for (long i = 1; i <= started; i++)
        (void)pthread_join(workers[i].thread, NULL);
}

static int solve_lines(struct crew *crew)
{
    long lines = 0;
    int status = 0;
    while (!ferror(stdout) && batch_read(crew, &lines) > 0) {
        batch_solve(crew);
        for (int i = 0; i < crew->count && !ferror(stdout); i++) {
            int answer = request_answer(&crew->requests[i], crew->settings);
            status = answer > status ? answer : status;
        }
    }
    if (ferror(stdin))
        return cli_fail(CLI_BAD_INPUT, "cannot read: %s", strerror(errno));
    return status;
}

static int crew_open(struct crew *crew)
{
    const struct solve_settings *settings = crew->settings;
    size_t size = (size_t)settings->hash_mb << 20;
    for (long i = 0; i < settings->threads; i++) {
        struct solve_worker *worker = &crew->workers[i];
        worker->crew = crew;
        worker->memory = large_alloc(size);
        if (!worker->memory)
            return cli_fail(CLI_BAD_INPUT, "not enough memory for %ld tables", settings->threads);
        ff_err err = ff_solver_open(&worker->solver, &settings->rules, worker->memory, size);
        if (err)
            return cli_fail(CLI_BAD_USAGE, "%s", ff_err_text(err));
        ff_solver_use_book(worker->solver, crew->book.book);
        int status = exact_use_path(worker->solver, settings->path);
        if (status)
            return status;
    }
    return 0;
}

static int settings_read(struct solve_settings *settings, int argc, char **argv)
{
    const char *board = NULL, *hash = NULL, *threads = NULL;
    const struct option options[] = {{"--board", &board, NULL},
                                     {"--hash", &hash, NULL},
                                     {"--threads", &threads, NULL},
                                     {"--path", &settings->path, NULL},
                                     {"--weak", NULL, &settings->is_weak},
                                     {"--check", NULL, &settings->checks},
                                     {"--fresh", NULL, &settings->is_fresh},
                                     {"--no-book", NULL, &settings->has_no_book},
                                     {NULL, NULL, NULL}};
    int count;
    int status = options_read(&command_solve, options, argc, argv, NULL, 0, &count);
    if (!status)
        status = option_number(&settings->hash_mb, "--hash", hash, 2, HASH_MB_MAX);
    if (!status)
        status = option_number(&settings->threads, "--threads", threads, 1, THREADS_MAX);
    return status ? status : cli_rules(&settings->rules, board);
}

static int run(int argc, char **argv)
{
    static struct crew crew;
    struct solve_settings settings = {.threads = 1, .hash_mb = HASH_MB_DEFAULT};
    int status = settings_read(&settings, argc, argv);
    crew.settings = &settings;
    if (!status && !settings.has_no_book)
        status = book_memory_open_default(&crew.book, BOOK_LIGHT);
    if (!status)
        status = crew_open(&crew);
    if (!status)
        status = solve_lines(&crew);
    for (int i = 0; i < THREADS_MAX; i++)
        free(crew.workers[i].memory);
    book_memory_close(&crew.book);
    crew.settings = NULL;
    return status;
}

static const struct command_option solve_options[] = {
    {"--board", "B", "@board", "the board (7x6)"},
    {"--weak", NULL, NULL, "only win, draw or loss: 1, 0 or -1"},
    {"--check", NULL, NULL, "reports every SCORE that is wrong"},
    {"--fresh", NULL, NULL, "empties the transposition tables before each position"},
    {"--no-book", NULL, NULL, "does not use the opening book"},
    {"--hash", "MB", NULL, "memory of each thread, 2 to 4096 (16)"},
    {"--threads", "N", NULL, "positions solved at the same time (1)"},
    {"--path", "P", "general|plain|avx2",
     "general, plain or avx2: code paths with the same answers and nodes; the default is the "
     "fastest one that the board and the processor allow"},
    {NULL, NULL, NULL, NULL}};

const struct command command_solve = {
    "solve",
    "exact scores of positions on stdin",
    "[--board B] [--weak] [--check] [--fresh] [--no-book] [--hash MB] [--threads N] [--path P]",
    run,
    .options = solve_options,
    .about =
        "Reads one position a line, MOVES or MOVES SCORE; an empty line is the empty board. "
        "Answers each with a line MOVES SCORE NODES MICROSECONDS (of CPU time). The score is for "
        "the side to move: positive wins; a win with the last disc is 1, one disc earlier 2, and "
        "so on; 0 is a draw.",
    .notes =
        "Boards: connect 4, flat, width x (height + 1) up to 64.\n\n"
        "Exit status: 1 if --check found a wrong score; 2 if a line was not valid. Such a line "
        "is reported on stderr with its number, and the lines after it are answered.",
};
