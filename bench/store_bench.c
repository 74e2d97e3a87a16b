/* Speed of the store on this machine: moves a second by durability and moves a commit, and the time of
 * a page of every list in a large database.
 *
 *   store_bench [GAMES [FOLDER]]     GAMES in the large database (100000); FOLDER on the disk to measure
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/seed_test.h"
#include "store/store.h"

enum { POOL = 1000, PLIES = 42, SAMPLES_MAX = 200000, PAGE = 50, PAGES = 300 };

static double samples[SAMPLES_MAX];
static char path[4096];

static double clock_ms(clockid_t which)
{
    struct timespec now;
    (void)clock_gettime(which, &now); /* both clocks always exist */
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static double now_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

static double cpu_ms(void)
{
    return clock_ms(CLOCK_THREAD_CPUTIME_ID);
}

static void fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "store_bench: %s: %s\n", what, why);
    exit(1);
}

static struct store *open_store(enum store_durability durability)
{
    char problem[STORE_PROBLEM_SIZE];
    struct store *store;
    const struct store_options options = {path, durability, 1000};
    if (store_open_sqlite(&store, &options, problem))
        fail("open", problem);
    return store;
}

static void must(struct store *store, enum store_err err)
{
    if (err)
        fail(store_err_name(err), store_problem(store));
}

static void remove_files(void)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    char name[4200];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        (void)snprintf(name, sizeof name, "%s%s", path, ends[i]);
        (void)unlink(name); /* not all of them exist */
    }
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double percentile(size_t count, double part)
{
    qsort(samples, count, sizeof *samples, compare);
    return count ? samples[(size_t)(part * (double)(count - 1))] : 0;
}

/* ---- commits ---- */

/* Games played at the same time; a new game replaces a finished one. */
struct pool {
    int64_t id[POOL], last_id;
    uint16_t ply[POOL];
    int next;
};

static void begin_game(struct store *store, struct pool *pool, int at)
{
    struct row row = {.kind = ROW_GAME,
                      .game = {.board = "7x6",
                               .seat = {{.kind = SEAT_PLAYER, .player_id = 1},
                                        {.kind = SEAT_PLAYER, .player_id = 2}},
                               .clock = {CLOCK_LIVE, 300000, 2000},
                               .status = GAME_PLAYING,
                               .winner = ROW_NOBODY,
                               .offer = ROW_NOBODY,
                               .moved_ms = 1700000000000}};
    /* Multiplying by an odd constant gives distinct ids that look random. */
    row.game.id = (int64_t)((uint64_t)++pool->last_id * UINT64_C(0x9E3779B97F4A7C15) >> 1);
    must(store, store_write(store, &row));
    pool->id[at] = row.game.id;
    pool->ply[at] = 0;
}

static void make_move(struct store *store, struct pool *pool)
{
    int at = pool->next++ % POOL;
    bool is_last = pool->ply[at] == PLIES - 1;
    struct row row = {.kind = ROW_MOVE,
                      .move = {.game_id = pool->id[at],
                               .ply = pool->ply[at],
                               .text = "4",
                               .status = is_last ? GAME_DRAW : GAME_PLAYING,
                               .winner = ROW_NOBODY,
                               .reason = is_last ? REASON_DRAW : REASON_NONE,
                               .offer = ROW_NOBODY,
                               .left_ms = {290000, 290000},
                               .moved_ms = 1700000000000 + pool->ply[at] * 3120}};
    must(store, store_write(store, &row));
    pool->ply[at]++;
    if (is_last)
        begin_game(store, pool, at);
}

static void bench_commits(enum store_durability durability, int moves, double for_ms)
{
    static struct pool pool;
    struct store *store = open_store(durability);
    size_t commits = 0;
    pool = (struct pool){.next = 0};
    for (int64_t id = 1; id <= 2; id++) {
        struct row row = {.kind = ROW_PLAYER, .player = {.id = id, .name = "Player"}};
        must(store, store_write(store, &row));
    }
    for (int at = 0; at < POOL; at++)
        begin_game(store, &pool, at);
    must(store, store_commit(store));
    double began = now_ms(), cpu_began = cpu_ms(), took = 0;
    while (took < for_ms && commits < SAMPLES_MAX) {
        double before = now_ms();
        for (int i = 0; i < moves; i++)
            make_move(store, &pool);
        must(store, store_commit(store));
        samples[commits++] = now_ms() - before;
        took = now_ms() - began;
    }
    double cpu_us = 1e3 * (cpu_ms() - cpu_began) / ((double)commits * moves);
    double a_second = 1e3 * (double)commits / took;
    printf("  %-7s %5d %10.0f %10.0f %9.2f %9.2f %9.1f\n",
           durability == STORE_FULL ? "full" : "normal", moves, a_second, a_second * moves,
           percentile(commits, 0.5), percentile(commits, 0.99), cpu_us);
    store_close(store);
    remove_files();
}

/* ---- lists ---- */

/* The maximum is CPU time: on a busy machine the wall clock also counts other programs. */
static double most_cpu_ms;

struct stopwatch {
    double wall_ms, cpu_ms;
};

static struct stopwatch stopwatch_start(void)
{
    return (struct stopwatch){now_ms(), cpu_ms()};
}

static void stopwatch_stop(const struct stopwatch *watch, size_t at)
{
    double cpu = cpu_ms() - watch->cpu_ms;
    samples[at] = now_ms() - watch->wall_ms;
    most_cpu_ms = at == 0 || cpu > most_cpu_ms ? cpu : most_cpu_ms;
}

static void print_pages(const char *name, size_t rows)
{
    double median = percentile(PAGES, 0.5), late = percentile(PAGES, 0.99);
    printf("  %-22s %8zu %9.3f %9.3f %9.3f\n", name, rows, median, late, most_cpu_ms);
}

static void bench_list(struct store *store, enum store_list list, const char *name, int games,
                       int players)
{
    static struct store_listed page[PAGE];
    size_t rows = 0, count = 0;
    struct store_cursor cursor = {0};
    for (size_t i = 0; i < PAGES; i++) {
        /* The first third reads consecutive pages; the rest reads pages of random players. */
        bool is_walk = i < PAGES / 3;
        struct store_query query = {.list = list,
                                    .player_id = is_walk ? 1 : 1 + (int64_t)i * 7919 % players,
                                    .now_ms = (int64_t)games * 500};
        if (!is_walk)
            cursor = (struct store_cursor){i % 2 == 0, (int64_t)(i * 31 % PAGES) * games,
                                           (int64_t)(i * 31 % PAGES) * games / PAGES};
        struct stopwatch watch = stopwatch_start();
        must(store, store_list(store, &query, &cursor, page, PAGE, &count));
        stopwatch_stop(&watch, i);
        rows += count;
    }
    print_pages(name, rows);
}

static void bench_leaders(struct store *store)
{
    static const struct store_leaderboard which = {STORE_BY_RATING, RATING_CLASSIC};
    static struct store_leader page[PAGE];
    struct store_cursor cursor = {0};
    size_t rows = 0, count = 0;
    for (size_t i = 0; i < PAGES; i++) {
        struct stopwatch watch = stopwatch_start();
        must(store, store_leaders(store, &which, &cursor, page, PAGE, &count));
        stopwatch_stop(&watch, i);
        rows += count;
    }
    print_pages("leaders", rows);
}

static void bench_counts(struct store *store)
{
    struct store_counts counts = {0};
    for (size_t i = 0; i < PAGES; i++) {
        struct stopwatch watch = stopwatch_start();
        must(store, store_counts(store, &counts));
        stopwatch_stop(&watch, i);
    }
    print_pages("counts", 1);
}

static void bench_lists(int games)
{
    static const char *const names[STORE_LISTS] = {
        [STORE_RUNNING] = "running",
        [STORE_PUBLIC] = "public",
        [STORE_DUE] = "due",
        [STORE_DONE] = "done",
        [STORE_PLAYER_RUNNING] = "a player's running",
        [STORE_PLAYER_TO_MOVE] = "a player to move",
        [STORE_PLAYER_DONE] = "a player's done",
    };
    int players = games / 10 + 10;
    struct stat info = {0};
    store_close(open_store(STORE_NORMAL));
    if (seed_database(path, games, players))
        fail("seed", path);
    (void)stat(path, &info); /* it was just written */
    printf("\n%d games of %d players, %.0f bytes a game\n", games, players,
           (double)info.st_size / games);
    printf("  %-22s %8s %9s %9s %9s\n", "pages of 50", "rows", "ms 50 %", "ms 99 %", "cpu most");
    struct store *store = open_store(STORE_NORMAL);
    for (int list = 0; list < STORE_LISTS; list++)
        bench_list(store, (enum store_list)list, names[list], games, players);
    bench_leaders(store);
    bench_counts(store);
    store_close(store);
    remove_files();
}

int main(int argc, char **argv)
{
    static const int sizes[] = {1, 20, 100};
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : 100000;
    const char *tmp = getenv("TMPDIR");
    char folder[4000];
    (void)snprintf(folder, sizeof folder, "%.3900s/fourfall-bench-XXXXXX",
                   argc > 2 ? argv[2] : (tmp ? tmp : "/tmp"));
    if (games < 1000 || games > 100000000 || !mkdtemp(folder))
        fail(folder, "needs 1000 games or more, and a folder to write to");
    (void)snprintf(path, sizeof path, "%s/bench.db", folder);
    printf("durability moves  commits/s    moves/s   ms 50 %%   ms 99 %%    us cpu\n");
    for (int durability = STORE_FULL; durability <= STORE_NORMAL; durability++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            bench_commits((enum store_durability)durability, sizes[i], 1000);
    bench_lists((int)games);
    (void)rmdir(folder);
    return 0;
}
