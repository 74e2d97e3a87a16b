/* The solver against brute force, against published values, and against itself: whatever its
 * tables hold, whichever path it takes, however often it is stopped. */
#include "agree.h"
#include "brute.h"
#include "engine/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RESET_EVERY = 16, SHORT_STEP = 11 };

/* A board with two solvers: one has room and keeps what it learns, the other has as little memory
 * as is allowed and forgets now and then. */
struct bench {
    ff_rules rules;
    void *memory, *tiny_memory;
    ff_solver *kept, *tiny;
    struct brute *brute;
    uint64_t dice;
    long asked;
};

static void *memory_get(size_t size)
{
    void *memory = malloc(size);
    assert_non_null(memory);
    return memory;
}

static ff_solver *solver_open(const ff_rules *rules, void *memory, size_t size)
{
    ff_solver *solver = NULL;
    assert_int_equal(ff_solver_open(&solver, rules, memory, size), FF_OK);
    assert_non_null(solver);
    return solver;
}

static struct bench *bench_open(int width, int height)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    assert_int_equal(ff_rules_init(&b->rules, (ff_board){width, height, 1, 4}), FF_OK);
    b->memory = memory_get(FF_SOLVER_GOOD);
    b->tiny_memory = memory_get(FF_SOLVER_MIN);
    b->kept = solver_open(&b->rules, b->memory, FF_SOLVER_GOOD);
    b->tiny = solver_open(&b->rules, b->tiny_memory, FF_SOLVER_MIN);
    b->brute = brute_open(width, height);
    assert_non_null(b->brute);
    b->dice = dice_seed() + (uint64_t)(width * 100 + height);
    return b;
}

static void bench_close(struct bench *b)
{
    brute_close(b->brute);
    free(b->memory);
    free(b->tiny_memory);
    free(b);
}

static ff_position position_after(const ff_rules *rules, const int *moves, int count)
{
    ff_position position = ff_position_start(rules);
    for (int i = 0; i < count; i++)
        assert_int_equal(ff_position_drop(&position, moves[i]), FF_OK);
    return position;
}

static void fail_score(const ff_position *p, const int *moves, const char *what, int low, int high,
                       int wanted)
{
    (void)fprintf(stderr, "%dx%d, columns from 0:", p->rules->board.width, p->rules->board.height);
    for (int i = 0; moves && i < p->ply; i++)
        (void)fprintf(stderr, " %d", moves[i]);
    (void)fprintf(stderr, "\n  %s: %d to %d, not %d\n", what, low, high, wanted);
    fail_msg("%s: %d to %d, not %d", what, low, high, wanted);
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static int solve(ff_solver *solver, const ff_position *position)
{
    ff_solution solution;
    assert_int_equal(ff_solver_solve(solver, position, &solution), FF_OK);
    assert_int_equal(solution.low, solution.high);
    return solution.low;
}

static void assert_score(ff_solver *solver, const ff_position *position, const int *moves,
                         const char *what, int wanted)
{
    ff_solution s;
    assert_int_equal(ff_solver_solve(solver, position, &s), FF_OK);
    if (s.low != wanted || s.high != wanted)
        fail_score(position, moves, what, s.low, s.high, wanted);
}

static void assert_outcome(ff_solver *solver, const ff_position *position, const int *moves,
                           const char *what, int wanted)
{
    ff_solution s;
    assert_int_equal(ff_solver_outcome(solver, position, &s), FF_OK);
    if (sign(s.low) != sign(wanted) || sign(s.high) != sign(wanted) || s.low > s.high)
        fail_score(position, moves, what, s.low, s.high, wanted);
}

static void mirrored(int *out, const int *moves, int count, int width)
{
    for (int i = 0; i < count; i++)
        out[i] = width - 1 - moves[i];
}

/* Everything the two solvers say of one position. */
static void assert_all(struct bench *b, const int *moves, int count, int wanted)
{
    int back[FF_CELLS_MAX] = {0};
    ff_position position = position_after(&b->rules, moves, count);
    mirrored(back, moves, count, b->rules.board.width);
    ff_position mirror = position_after(&b->rules, back, count);
    if (b->asked++ % RESET_EVERY == 0)
        ff_solver_reset(b->tiny);
    assert_outcome(b->tiny, &position, moves, "outcome, little memory", wanted);
    assert_score(b->tiny, &position, moves, "little memory", wanted);
    assert_score(b->kept, &position, moves, "table kept", wanted);
    assert_score(b->kept, &mirror, back, "mirrored", wanted);
    assert_outcome(b->kept, &position, moves, "outcome, table kept", wanted);
}

/* ---- every position of a small board ---- */

struct visit {
    struct bench *bench;
    long count;
};

static void check_visited(void *host, const int *moves, int count, int score)
{
    struct visit *visit = host;
    struct bench *b = visit->bench;
    long number = visit->count++;
    if (is_short_run() && number % SHORT_STEP)
        return;
    if (number % RESET_EVERY == 0) {
        assert_all(b, moves, count, score);
        return;
    }
    ff_position position = position_after(&b->rules, moves, count);
    assert_score(b->kept, &position, moves, "table kept", score);
}

static size_t check_every_position(int width, int height)
{
    struct visit visit = {bench_open(width, height), 0};
    size_t count = brute_visit_all(visit.bench->brute, check_visited, &visit);
    bench_close(visit.bench);
    return count;
}

static void every_position_of_4x4_has_its_score(void **state)
{
    (void)state;
    assert_int_equal(check_every_position(4, 4), 161029);
}

static void every_position_of_5x4_has_its_score(void **state)
{
    (void)state;
    if (!is_short_run()) /* cmocka's skip() would print "not ok" in TAP */
        assert_int_equal(check_every_position(5, 4), 3945711);
}

static void every_position_of_4x5_has_its_score(void **state)
{
    (void)state;
    if (!is_short_run())
        assert_int_equal(check_every_position(4, 5), 1706255);
}

static void every_position_of_the_smallest_boards_has_its_score(void **state)
{
    (void)state;
    static const int sides[][2] = {{1, 1}, {1, 4}, {1, 12}, {2, 2}, {2, 3},  {2, 4}, {2, 5},
                                   {3, 3}, {3, 4}, {4, 1},  {4, 2}, {4, 3},  {5, 1}, {5, 2},
                                   {5, 3}, {7, 1}, {7, 2},  {8, 1}, {11, 1}, {12, 1}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        assert_true(check_every_position(sides[i][0], sides[i][1]) > 0);
}

/* ---- random positions ---- */

static bool can_win(struct naive *naive)
{
    bool is_won = false;
    for (int column = 0; column < naive->width && !is_won; column++) {
        if (!naive_can_drop(naive, column))
            continue;
        naive_drop(naive, column);
        is_won = naive->outcome == NAIVE_WON;
        naive_undo(naive);
    }
    return is_won;
}

/* A random move, if possible one that leaves the opponent no win: games of such moves stay open
 * for long. */
static int careful_move(uint64_t *dice, struct naive *naive)
{
    int column = 0;
    for (int tries = 0; tries < 8; tries++) {
        column = dice_move(dice, naive, true);
        naive_drop(naive, column);
        bool is_good = naive->outcome == NAIVE_PLAYING && !can_win(naive);
        naive_undo(naive);
        if (is_good)
            break;
    }
    return column;
}

/* A random game up to a ply, most often a careful one, else one that only avoids winning; false if
 * somebody had to win. */
static bool play_randomly(struct bench *b, int *moves, int ply)
{
    struct naive naive = naive_on(b->rules.board);
    bool is_careful = dice_roll(&b->dice, 4) > 0;
    while (naive.ply < ply) {
        int column =
            is_careful ? careful_move(&b->dice, &naive) : dice_move(&b->dice, &naive, true);
        moves[naive.ply] = column;
        naive_drop(&naive, column);
        if (naive.outcome != NAIVE_PLAYING)
            return false;
    }
    return true;
}

/* How many random positions of a board, with left_min to left_max empty cells. */
struct sample {
    int width, height, left_min, left_max, count;
};

static void check_sample(const struct sample *sample)
{
    struct bench *b = bench_open(sample->width, sample->height);
    int count = is_short_run() ? 1 + sample->count / 10 : sample->count;
    while (count > 0) {
        int moves[FF_CELLS_MAX] = {0};
        int left = sample->left_min + dice_roll(&b->dice, sample->left_max - sample->left_min + 1);
        int ply = b->rules.cells - left;
        if (!play_randomly(b, moves, ply))
            continue;
        assert_all(b, moves, ply, brute_score(b->brute, moves, ply));
        count--;
    }
    bench_close(b);
}

static void check_samples(const struct sample *samples, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_sample(&samples[i]);
}

static void random_positions_of_even_heights_have_their_score(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {6, 4, 1, 16, 1080}, {4, 6, 1, 18, 1080}, {5, 6, 1, 17, 720},  {6, 6, 1, 16, 360},
        {8, 4, 1, 15, 360},  {9, 4, 1, 15, 360},  {10, 4, 1, 14, 180}, {11, 4, 1, 14, 180},
        {12, 4, 1, 14, 180}, {12, 2, 1, 16, 180}, {7, 8, 1, 15, 180},  {9, 6, 1, 15, 180},
        {5, 10, 1, 16, 180}, {4, 12, 1, 18, 180}, {2, 12, 1, 24, 150}, {6, 8, 1, 15, 180},
        {8, 6, 1, 15, 360},
    };
    check_samples(samples, sizeof samples / sizeof *samples);
}

static void random_positions_of_odd_heights_have_their_score(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {5, 5, 1, 17, 1080}, {6, 5, 1, 16, 720},  {7, 5, 1, 15, 360}, {3, 7, 1, 21, 180},
        {8, 7, 1, 15, 180},  {4, 7, 1, 18, 360},  {5, 7, 1, 16, 360}, {10, 5, 1, 14, 180},
        {12, 3, 1, 15, 180}, {5, 11, 1, 15, 150}, {5, 9, 1, 16, 180}, {7, 3, 1, 18, 360},
        {3, 9, 1, 20, 150},
    };
    check_samples(samples, sizeof samples / sizeof *samples);
}

/* So many empty cells that the shared table and its mirrored keys are in use. */
static void early_positions_of_narrow_boards_have_their_score(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {4, 6, 19, 24, 15}, {4, 7, 22, 26, 8}, {5, 5, 19, 23, 10},
        {6, 4, 18, 24, 15}, {4, 8, 24, 27, 3}, {5, 6, 22, 24, 3},
    };
    if (!is_short_run())
        check_samples(samples, sizeof samples / sizeof *samples);
}

static void late_positions_of_7x6_have_their_score(void **state)
{
    (void)state;
    static const struct sample samples[] = {{7, 6, 1, 12, 3000}, {7, 6, 10, 18, 3000}};
    check_samples(samples, sizeof samples / sizeof *samples);
}

/* ---- the solver against itself ---- */

/* The score by one more ply: the best that a move leads to, each reply judged by the solver. */
static int score_by_children(ff_solver *solver, const ff_position *position)
{
    uint8_t columns[FF_COLUMNS_MAX];
    int count = ff_position_moves(position, columns), best = -FF_CELLS_MAX;
    for (int i = 0; i < count; i++) {
        ff_position next = *position;
        assert_int_equal(ff_position_drop(&next, columns[i]), FF_OK);
        int score = next.status == FF_WON     ? (next.rules->cells + 2 - next.ply) / 2
                    : next.status == FF_DRAWN ? 0
                                              : -solve(solver, &next);
        best = score > best ? score : best;
    }
    return best;
}

/* Alternately with fresh tables, with kept ones, and the children before their parent. */
static void check_family(struct bench *b, const int *moves, int ply, int turn)
{
    ff_position position = position_after(&b->rules, moves, ply);
    if (turn % 4 == 0)
        ff_solver_reset(b->tiny);
    if (turn % 2 == 0) {
        int score = score_by_children(b->tiny, &position);
        assert_all(b, moves, ply, score);
        return;
    }
    int score = solve(b->kept, &position);
    assert_int_equal(score_by_children(b->kept, &position), score);
    assert_outcome(b->tiny, &position, moves, "outcome, little memory", score);
}

static void a_score_is_the_best_of_the_moves(void **state)
{
    (void)state;
    struct bench *b = bench_open(7, 6);
    int turns = is_short_run() ? 6 : 400;
    for (int turn = 0; turn < turns;) {
        int moves[FF_CELLS_MAX] = {0}, ply = (is_short_run() ? 20 : 11) + dice_roll(&b->dice, 16);
        if (!play_randomly(b, moves, ply))
            continue;
        check_family(b, moves, ply, turn);
        turn++;
    }
    bench_close(b);
}

/* ---- published values ---- */

static void the_first_moves_of_7x6_score_minus_2_minus_1_0_1(void **state)
{
    (void)state;
    static const int expected[] = {-2, -1, 0, 1}; /* and back, for the board is symmetric */
    if (is_short_run())
        return;
    struct bench *b = bench_open(7, 6);
    ff_position start = ff_position_start(&b->rules);
    for (int column = 0; column < 4; column++) {
        ff_position next = position_after(&b->rules, &column, 1);
        assert_score(b->kept, &next, &column, "first move", -expected[column]);
    }
    for (int column = 4; column < 7; column++) {
        ff_position next = position_after(&b->rules, &column, 1);
        assert_score(b->kept, &next, &column, "first move", -expected[6 - column]);
    }
    assert_score(b->kept, &start, NULL, "empty board", 1);
    bench_close(b);
}

static void empty_boards_end_as_published(void **state)
{
    (void)state;
    static const struct {
        int width, height, outcome;
        bool is_quick;
    } cases[] = {
        {4, 4, 0, true}, {5, 4, 0, true},   {6, 4, -1, true}, {7, 4, 0, false}, {8, 4, -1, false},
        {4, 5, 0, true}, {5, 5, 0, true},   {6, 5, 0, false}, {7, 5, 0, false}, {4, 6, 0, true},
        {5, 6, 0, true}, {6, 6, -1, false}, {4, 7, 0, true},  {5, 7, 0, false}, {4, 8, 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (is_short_run() && !cases[i].is_quick)
            continue;
        struct bench *b = bench_open(cases[i].width, cases[i].height);
        ff_position start = ff_position_start(&b->rules);
        assert_outcome(b->kept, &start, NULL, "empty board", cases[i].outcome);
        bench_close(b);
    }
}

/* Boards too narrow or too low for any but upright or level lines. */
static void nobody_wins_where_one_block_is_enough(void **state)
{
    (void)state;
    static const int sides[][2] = {{1, 12}, {2, 12}, {3, 12}, {3, 11}, {4, 3}, {12, 1}, {3, 3}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct bench *b = bench_open(sides[i][0], sides[i][1]);
        assert_all(b, NULL, 0, 0);
        bench_close(b);
    }
}

/* ---- stopping ---- */

/* Ten plies, some hundred thousand nodes; its score is in the standard set L1_R2. */
static const int hard_moves[] = {1, 3, 0, 5, 5, 0, 4, 4, 4, 1};
enum { HARD_PLY = 10, HARD_SCORE = 4, NODES_BETWEEN_ASKS = 8192 };

struct patience {
    long asks, limit;
};

static bool patience_ends(void *host)
{
    struct patience *patience = host;
    return ++patience->asks > patience->limit;
}

static void assert_stopped(const ff_solution *s, ff_err err, long limit)
{
    assert_int_equal(err, FF_E_STOPPED);
    assert_true(s->low <= HARD_SCORE && HARD_SCORE <= s->high && s->low < s->high);
    assert_true(s->low >= -16 && s->high <= 16);
    assert_true(s->nodes <= (uint64_t)(limit + 1) * NODES_BETWEEN_ASKS);
}

static void a_stopped_solver_gives_bounds_and_goes_on(void **state)
{
    (void)state;
    static const long limits[] = {0, 1, 2, 7, 20};
    struct bench *b = bench_open(7, 6);
    ff_position position = position_after(&b->rules, hard_moves, HARD_PLY);
    ff_solution whole, part, rest;
    assert_int_equal(ff_solver_solve(b->kept, &position, &whole), FF_OK);
    assert_int_equal(whole.low, HARD_SCORE);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct patience patience = {0, limits[i]};
        ff_solver_reset(b->tiny);
        ff_solver_watch(b->tiny, patience_ends, &patience);
        ff_err err = ff_solver_solve(b->tiny, &position, &part);
        assert_stopped(&part, err, limits[i]);
        assert_int_equal(patience.asks, limits[i] + 1);
        ff_solver_watch(b->tiny, NULL, NULL);
        assert_int_equal(ff_solver_solve(b->tiny, &position, &rest), FF_OK);
        assert_true(rest.low == HARD_SCORE && rest.high == HARD_SCORE);
    }
    bench_close(b);
}

/* What was learned before a stop is not searched again. */
static void a_solver_stopped_again_and_again_arrives(void **state)
{
    (void)state;
    struct bench *b = bench_open(7, 6);
    ff_position position = position_after(&b->rules, hard_moves, HARD_PLY);
    ff_solution whole, part;
    ff_err err = FF_E_STOPPED;
    assert_int_equal(ff_solver_solve(b->kept, &position, &whole), FF_OK);
    long limit = (long)(whole.nodes / NODES_BETWEEN_ASKS), rounds = 0;
    assert_true(limit >= 4);
    ff_solver_reset(b->kept);
    while (err == FF_E_STOPPED) {
        struct patience patience = {0, limit};
        ff_solver_watch(b->kept, patience_ends, &patience);
        err = ff_solver_solve(b->kept, &position, &part);
        if (err)
            assert_stopped(&part, err, limit);
        assert_true(++rounds < 100);
    }
    assert_int_equal(err, FF_OK);
    assert_true(rounds > 1);
    assert_true(part.low == HARD_SCORE && part.high == HARD_SCORE);
    assert_true(part.nodes < whole.nodes);
    ff_solver_watch(b->kept, NULL, NULL);
    assert_int_equal(ff_solver_solve(b->kept, &position, &part), FF_OK);
    assert_true(part.low == HARD_SCORE && part.nodes < whole.nodes / 8);
    bench_close(b);
}

static void a_stop_leaves_nothing_wrong_behind(void **state)
{
    (void)state;
    struct bench *b = bench_open(7, 6);
    int rounds = is_short_run() ? 10 : 1000;
    for (int i = 0; i < rounds;) {
        int moves[FF_CELLS_MAX] = {0}, ply = 16 + dice_roll(&b->dice, 12);
        if (!play_randomly(b, moves, ply))
            continue;
        struct patience patience = {0, dice_roll(&b->dice, 4)};
        ff_position position = position_after(&b->rules, moves, ply);
        ff_solution part;
        ff_solver_watch(b->kept, patience_ends, &patience);
        (void)ff_solver_solve(b->kept, &position, &part);
        ff_solver_watch(b->kept, NULL, NULL);
        ff_solver_reset(b->tiny);
        int score = solve(b->tiny, &position);
        assert_true(part.low <= score && score <= part.high);
        assert_score(b->kept, &position, moves, "after a stop", score);
        assert_int_equal(score_by_children(b->kept, &position), score);
        i++;
    }
    bench_close(b);
}

/* Bounds of a position after at most so many asks, whether the score was found or not. */
static ff_solution bounds_of(ff_solver *solver, const ff_position *position, long asks)
{
    struct patience patience = {0, asks};
    ff_solution bounds;
    ff_solver_watch(solver, patience_ends, &patience);
    ff_err err = ff_solver_solve(solver, position, &bounds);
    ff_solver_watch(solver, NULL, NULL);
    assert_true(err == FF_OK || err == FF_E_STOPPED);
    assert_true(err == FF_OK ? bounds.low == bounds.high : bounds.low < bounds.high);
    return bounds;
}

/* The bounds of a position and those of its moves must leave room for a score. */
static void check_bounds(struct bench *b, const int *moves, int ply)
{
    enum { ASKS = 5 };
    ff_position position = position_after(&b->rules, moves, ply);
    ff_solution own = bounds_of(b->kept, &position, ASKS);
    uint8_t columns[FF_COLUMNS_MAX];
    int count = ff_position_moves(&position, columns), low = -FF_CELLS_MAX, high = -FF_CELLS_MAX;
    for (int i = 0; i < count; i++) {
        ff_position next = position;
        assert_int_equal(ff_position_drop(&next, columns[i]), FF_OK);
        int won = (next.rules->cells + 2 - next.ply) / 2;
        ff_solution s =
            next.status == FF_WON ? (ff_solution){-won, -won, 0} : bounds_of(b->kept, &next, ASKS);
        low = -s.high > low ? -s.high : low;
        high = -s.low > high ? -s.low : high;
    }
    if (own.low > high || own.high < low)
        fail_score(&position, moves, "bounds", own.low, own.high, low);
}

/* Too early for brute force, too large to be solved here; what is found must fit together. */
static void bounds_of_large_boards_fit_together(void **state)
{
    (void)state;
    static const int sides[][2] = {{8, 7}, {9, 6}, {7, 8}, {12, 4}, {10, 5}, {5, 11}, {6, 9}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct bench *b = bench_open(sides[i][0], sides[i][1]);
        int count = is_short_run() ? 2 : 6;
        while (count > 0) {
            int moves[FF_CELLS_MAX] = {0}, ply = 4 + dice_roll(&b->dice, 16);
            if (!play_randomly(b, moves, ply))
                continue;
            check_bounds(b, moves, ply);
            count--;
        }
        bench_close(b);
    }
}

/* ---- node counts ---- */

static uint64_t nodes_of(ff_solver *solver, const ff_position *position)
{
    ff_solution solution;
    assert_int_equal(ff_solver_solve(solver, position, &solution), FF_OK);
    return solution.nodes;
}

static void fresh_solvers_take_the_same_nodes(void **state)
{
    (void)state;
    static const int sides[][2] = {{7, 6}, {6, 5}, {5, 6}, {8, 7}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct bench *a = bench_open(sides[i][0], sides[i][1]);
        struct bench *b = bench_open(sides[i][0], sides[i][1]);
        int moves[FF_CELLS_MAX] = {0}, ply = a->rules.cells - 24;
        while (!play_randomly(a, moves, ply))
            continue;
        ff_position position = position_after(&a->rules, moves, ply);
        uint64_t nodes = nodes_of(a->kept, &position);
        assert_int_equal(nodes_of(b->kept, &position), nodes);
        assert_true(nodes_of(a->kept, &position) <= nodes);
        ff_solver_reset(a->kept);
        assert_int_equal(nodes_of(a->kept, &position), nodes);
        bench_close(a);
        bench_close(b);
    }
}

/* Early positions are kept together with their mirror images. */
static void the_mirror_image_of_a_solved_position_is_known(void **state)
{
    (void)state;
    struct bench *b = bench_open(7, 6);
    int back[HARD_PLY];
    mirrored(back, hard_moves, HARD_PLY, 7);
    ff_position position = position_after(&b->rules, hard_moves, HARD_PLY);
    ff_position mirror = position_after(&b->rules, back, HARD_PLY);
    uint64_t nodes = nodes_of(b->kept, &position);
    assert_true(nodes_of(b->kept, &mirror) < nodes / 8);
    assert_score(b->kept, &mirror, back, "mirrored", HARD_SCORE);
    bench_close(b);
}

/* ---- the three paths of 7x6 ---- */

enum { PATH_LOCAL_BITS = 16, PATH_SHARED_BITS = 16 };

struct path {
    search_probe *probe;
    struct search search;
    uint64_t *memory;
};

static void path_open(struct path *path, search_probe *probe)
{
    size_t local = (size_t)1 << PATH_LOCAL_BITS, shared = (size_t)2 << PATH_SHARED_BITS;
    memset(path, 0, sizeof *path);
    path->probe = probe;
    path->memory = calloc(local + shared, sizeof *path->memory);
    assert_non_null(path->memory);
    geometry_init(&path->search.geo, 7, 6);
    path->search.local = (struct table){path->memory, PATH_LOCAL_BITS};
    path->search.shared = (struct table){path->memory + local, PATH_SHARED_BITS};
}

static int paths_open(struct path paths[3])
{
    path_open(&paths[0], search_classic);
    path_open(&paths[1], search_general);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
        path_open(&paths[2], search_classic_avx2);
        return 3;
    }
#endif
    return 2;
}

/* False if the side to move wins at once: the search does not take such positions. */
static bool node_from(struct node *node, const struct geometry *geo, const ff_position *p)
{
    node->ply = p->ply;
    node->me = p->discs[p->ply % 2][0];
    node->opponent = p->discs[1 - p->ply % 2][0];
    node->my_wins = search_wins(geo, node->me) & ~node->opponent;
    node->their_wins = search_wins(geo, node->opponent) & ~node->me;
    uint64_t playable = (node->me | node->opponent) + geo->bottom;
    return !(node->my_wins & playable);
}

/* Asks all paths the same questions until the score is known. */
static int paths_solve(struct path *paths, int count, const struct node *node)
{
    int low = -(42 - node->ply) / 2, high = (41 - node->ply) / 2;
    while (low < high) {
        int beta = low + (high - low + 1) / 2,
            answer = paths[0].probe(&paths[0].search, node, beta);
        for (int i = 1; i < count; i++) {
            assert_int_equal(paths[i].probe(&paths[i].search, node, beta), answer);
            assert_int_equal(paths[i].search.nodes, paths[0].search.nodes);
        }
        if (answer >= beta)
            low = answer;
        else
            high = answer;
    }
    return low;
}

static void all_paths_agree_in_score_and_nodes(void **state)
{
    (void)state;
    struct path paths[3];
    struct bench *b = bench_open(7, 6);
    int count = paths_open(paths), turns = is_short_run() ? 20 : 300;
    for (int turn = 0; turn < turns;) {
        int moves[FF_CELLS_MAX] = {0};
        int ply = turn % 100 ? 15 + dice_roll(&b->dice, 20) : is_short_run() ? 14 : 10;
        struct node node;
        if (!play_randomly(b, moves, ply))
            continue;
        ff_position position = position_after(&b->rules, moves, ply);
        if (!node_from(&node, &paths[0].search.geo, &position))
            continue;
        assert_score(b->kept, &position, moves, "paths", paths_solve(paths, count, &node));
        turn++;
    }
    assert_true(paths[0].search.nodes > (uint64_t)turns * 100);
    for (int i = 0; i < count; i++)
        free(paths[i].memory);
    bench_close(b);
}

/* ---- refusals ---- */

static ff_err open_error(ff_board board, void *memory, size_t size)
{
    ff_rules rules;
    ff_solver *const before = (ff_solver *)(void *)&rules;
    ff_solver *solver = before;
    assert_int_equal(ff_rules_init(&rules, board), FF_OK);
    ff_err err = ff_solver_open(&solver, &rules, memory, size);
    assert_true(err ? solver == before : solver != before && solver != NULL);
    return err;
}

static void boards_of_one_word_and_connect_4_are_taken_and_no_others(void **state)
{
    (void)state;
    void *memory = memory_get(FF_SOLVER_MIN);
    for (int width = 1; width <= 12; width++)
        for (int height = 1; height <= 12; height++) {
            ff_err wanted = width * (height + 1) <= 64 ? FF_OK : FF_E_SOLVER_BOARD;
            ff_board board = {width, height, 1, 4};
            assert_int_equal(open_error(board, memory, FF_SOLVER_MIN), wanted);
        }
    static const ff_board others[] = {{5, 5, 5, 4}, {7, 6, 1, 3}, {7, 6, 1, 5}, {4, 4, 2, 4},
                                      {1, 6, 7, 4}, {4, 4, 4, 4}, {4, 4, 1, 8}, {1, 1, 2, 4}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(open_error(others[i], memory, FF_SOLVER_MIN), FF_E_SOLVER_BOARD);
    free(memory);
}

static void too_little_memory_is_refused(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 63, 4096, 1 << 19, 600000, 1 << 20, FF_SOLVER_MIN - 1};
    void *memory = memory_get(FF_SOLVER_MIN);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_int_equal(open_error(ff_classic, memory, sizes[i]), FF_E_SOLVER_MEMORY);
    assert_int_equal(open_error(ff_classic, memory, FF_SOLVER_MIN), FF_OK);
    free(memory);
}

static void memory_may_begin_anywhere_and_nothing_beside_it_is_touched(void **state)
{
    (void)state;
    enum { MARGIN = 64, MARK = 0x5A };
    ff_rules rules;
    unsigned char *memory = memory_get(FF_SOLVER_MIN + 2 * MARGIN), margin[MARGIN];
    assert_int_equal(ff_rules_init(&rules, (ff_board){8, 7, 1, 4}), FF_OK);
    memset(margin, MARK, sizeof margin);
    for (int offset = 1; offset < MARGIN; offset += 6) {
        unsigned char *begin = memory + offset, *end = begin + FF_SOLVER_MIN;
        ff_position start = ff_position_start(&rules);
        struct patience patience = {0, 1};
        ff_solution part;
        memset(memory, MARK, FF_SOLVER_MIN + 2 * MARGIN);
        ff_solver *solver = solver_open(&rules, begin, FF_SOLVER_MIN);
        ff_solver_watch(solver, patience_ends, &patience);
        assert_int_equal(ff_solver_solve(solver, &start, &part), FF_E_STOPPED);
        assert_memory_equal(memory, margin, (size_t)offset);
        assert_memory_equal(end, margin, MARGIN);
    }
    free(memory);
}

static void refuses(ff_solver *solver, const ff_position *position, ff_err wanted)
{
    const ff_solution before = {77, -77, 777};
    ff_solution solution = before;
    assert_int_equal(ff_solver_solve(solver, position, &solution), wanted);
    assert_int_equal(ff_solver_outcome(solver, position, &solution), wanted);
    assert_memory_equal(&solution, &before, sizeof before);
}

static void a_finished_game_is_refused(void **state)
{
    (void)state;
    static const char *const games[] = {"1212121", "121212212121343434434343565656656565777777"};
    struct bench *b = bench_open(7, 6);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        ff_game game;
        assert_int_equal(ff_game_read(&game, &b->rules, games[i], strlen(games[i]), NULL), FF_OK);
        refuses(b->kept, &game.position, FF_E_OVER);
    }
    bench_close(b);
}

static void a_position_of_another_board_is_refused(void **state)
{
    (void)state;
    static const ff_board others[] = {{6, 7, 1, 4}, {7, 5, 1, 4}, {8, 6, 1, 4}, {7, 6, 1, 5},
                                      {7, 6, 1, 3}, {7, 6, 2, 4}, {5, 5, 5, 4}, {12, 12, 1, 4}};
    struct bench *b = bench_open(7, 6);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ff_rules rules;
        assert_int_equal(ff_rules_init(&rules, others[i]), FF_OK);
        ff_position start = ff_position_start(&rules);
        refuses(b->tiny, &start, FF_E_SOLVER_BOARD);
    }
    bench_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_of_one_word_and_connect_4_are_taken_and_no_others),
        cmocka_unit_test(too_little_memory_is_refused),
        cmocka_unit_test(memory_may_begin_anywhere_and_nothing_beside_it_is_touched),
        cmocka_unit_test(a_finished_game_is_refused),
        cmocka_unit_test(a_position_of_another_board_is_refused),
        cmocka_unit_test(every_position_of_the_smallest_boards_has_its_score),
        cmocka_unit_test(every_position_of_4x4_has_its_score),
        cmocka_unit_test(every_position_of_5x4_has_its_score),
        cmocka_unit_test(every_position_of_4x5_has_its_score),
        cmocka_unit_test(random_positions_of_even_heights_have_their_score),
        cmocka_unit_test(random_positions_of_odd_heights_have_their_score),
        cmocka_unit_test(early_positions_of_narrow_boards_have_their_score),
        cmocka_unit_test(late_positions_of_7x6_have_their_score),
        cmocka_unit_test(a_score_is_the_best_of_the_moves),
        cmocka_unit_test(a_stopped_solver_gives_bounds_and_goes_on),
        cmocka_unit_test(a_solver_stopped_again_and_again_arrives),
        cmocka_unit_test(a_stop_leaves_nothing_wrong_behind),
        cmocka_unit_test(bounds_of_large_boards_fit_together),
        cmocka_unit_test(fresh_solvers_take_the_same_nodes),
        cmocka_unit_test(the_mirror_image_of_a_solved_position_is_known),
        cmocka_unit_test(all_paths_agree_in_score_and_nodes),
        cmocka_unit_test(nobody_wins_where_one_block_is_enough),
        cmocka_unit_test(empty_boards_end_as_published),
        cmocka_unit_test(the_first_moves_of_7x6_score_minus_2_minus_1_0_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
