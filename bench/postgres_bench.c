/* Speed of the store on PostgreSQL: moves a second by the size of a turn, over one connection, one turn at a time.
 *
 *   postgres_bench URL [GAMES]     GAMES played at the same time (2000); a new game replaces a finished one
 *
 * bench/postgres starts servers for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/store.h"

enum { PLIES = 36, TURNS_MAX = 200000, FOR_MS = 3000, ROWS_MAX = 2 * 2000 };

struct bench_games {
    struct store *store;
    int games, next;
    int64_t *id, last_id;
    uint16_t *ply;
    struct row rows[ROWS_MAX];
    size_t count;
};

static double clock_ms(clockid_t which)
{
    struct timespec now;
    (void)clock_gettime(which, &now); /* both clocks always exist */
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void fail(const char *what, const char *why)
{
    (void)fprintf(stderr, "postgres_bench: %s: %s\n", what, why);
    exit(1);
}

static void write_rows(struct bench_games *pool)
{
    enum store_err err = store_write_turn(pool->store, pool->rows, pool->count, NULL);
    if (err)
        fail(store_err_name(err), store_problem(pool->store));
    pool->count = 0;
}

static int64_t player_of(int at, int seat)
{
    return 1 + 2 * (int64_t)at + seat;
}

static void add_players(struct bench_games *pool)
{
    for (int at = 0; at < pool->games; at++) {
        for (int seat = 0; seat < ROW_SEATS; seat++)
            pool->rows[pool->count++] = (struct row){
                .kind = ROW_PLAYER, .player = {.id = player_of(at, seat), .name = "Player"}};
        if (pool->count + 2 > ROWS_MAX)
            write_rows(pool);
    }
    write_rows(pool);
}

static void add_game(struct bench_games *pool, int at)
{
    struct row *row = &pool->rows[pool->count++];
    *row = (struct row){.kind = ROW_GAME,
                        .game = {.board = "7x6",
                                 .seat = {{.kind = SEAT_PLAYER, .player_id = player_of(at, 0)},
                                          {.kind = SEAT_PLAYER, .player_id = player_of(at, 1)}},
                                 .clock = {CLOCK_LIVE, 300000, 2000},
                                 .flags = GAME_PUBLIC,
                                 .status = GAME_PLAYING,
                                 .winner = ROW_NOBODY,
                                 .offer = ROW_NOBODY,
                                 .rematch = ROW_NOBODY,
                                 .moved_ms = 1700000000000}};
    /* Multiplying by an odd constant gives distinct ids that look random. */
    row->game.id = (int64_t)((uint64_t)++pool->last_id * UINT64_C(0x9E3779B97F4A7C15) >> 1);
    pool->id[at] = row->game.id;
    pool->ply[at] = 0;
}

static void add_move(struct bench_games *pool)
{
    int at = pool->next++ % pool->games;
    bool is_last = pool->ply[at] == PLIES - at % 8; /* so that not all end in the same turns */
    pool->rows[pool->count++] = (struct row){.kind = ROW_MOVE,
                                             .move = {.game_id = pool->id[at],
                                                      .version = pool->ply[at],
                                                      .ply = pool->ply[at],
                                                      .text = "4",
                                                      .status = is_last ? GAME_WIN : GAME_PLAYING,
                                                      .winner = is_last ? 1 : ROW_NOBODY,
                                                      .reason = is_last ? REASON_LINE : REASON_NONE,
                                                      .offer = ROW_NOBODY,
                                                      .left_ms = {290000, 290000},
                                                      .moved_ms = 1700000000000 + pool->next}};
    pool->ply[at]++;
    if (is_last)
        add_game(pool, at);
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void bench(struct bench_games *pool, int moves)
{
    static double samples[TURNS_MAX];
    size_t turns = 0;
    double began = clock_ms(CLOCK_MONOTONIC), cpu = clock_ms(CLOCK_PROCESS_CPUTIME_ID), took = 0;
    while (took < FOR_MS && turns < TURNS_MAX) {
        double before = clock_ms(CLOCK_MONOTONIC);
        for (int i = 0; i < moves; i++)
            add_move(pool);
        write_rows(pool);
        samples[turns++] = clock_ms(CLOCK_MONOTONIC) - before;
        took = clock_ms(CLOCK_MONOTONIC) - began;
    }
    cpu = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    qsort(samples, turns, sizeof *samples, compare);
    double all = (double)turns * moves;
    printf("  %5d %10.0f %9.2f %9.2f %9.2f\n", moves, 1e3 * all / took, samples[turns / 2],
           samples[turns * 99 / 100], 1e3 * cpu / all);
}

int main(int argc, char **argv)
{
    static const int sizes[] = {1, 20, 100, 500};
    static struct bench_games pool;
    char problem[STORE_PROBLEM_SIZE];
    if (argc < 2)
        fail("usage", "postgres_bench URL [GAMES]");
    const struct store_postgres options = {.url = argv[1], .timeout_ms = 20000};
    if (store_open_postgres(&pool.store, &options, problem))
        fail("open", problem);
    long games = argc > 2 ? strtol(argv[2], NULL, 10) : 2000;
    if (games < 500 || games > 1000000)
        fail(argv[2], "needs 500 to 1000000 games");
    pool.games = (int)games;
    pool.id = calloc((size_t)games, sizeof *pool.id);
    pool.ply = calloc((size_t)games, sizeof *pool.ply);
    if (!pool.id || !pool.ply)
        fail("calloc", "memory is short");
    add_players(&pool);
    for (int at = 0; at < pool.games; at++) {
        add_game(&pool, at);
        if (pool.count == ROWS_MAX)
            write_rows(&pool);
    }
    write_rows(&pool);
    printf("  moves    moves/s   ms 50 %%   ms 99 %%    us cpu\n");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        bench(&pool, sizes[i]);
    store_close(pool.store);
    free(pool.id);
    free(pool.ply);
    return 0;
}
