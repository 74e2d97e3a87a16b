/* The solver, compared with brute force: every position of small boards, random ones of others. */
#include "solver_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SHORT_STEP = 11, RESET_EVERY = RIG_RESET_EVERY };

struct visit {
    struct rig *bench;
    long count;
};

static void check_visited(void *host, const int *moves, int count, int score)
{
    struct visit *visit = host;
    struct rig *b = visit->bench;
    long number = visit->count++;
    if (is_short_run() && number % SHORT_STEP)
        return;
    if (number % RESET_EVERY == 0) {
        rig_assert_all(b, moves, count, score);
        return;
    }
    ff_position position = rig_position(&b->rules, moves, count);
    rig_assert_score(b->kept, &position, moves, "table kept", score);
}

static size_t check_every_position(int width, int height)
{
    struct visit visit = {rig_open(width, height), 0};
    size_t count = brute_visit_all(visit.bench->brute, check_visited, &visit);
    rig_close(visit.bench);
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

/* Number of random positions of a board, with left_min to left_max empty cells. */
struct sample {
    int width, height, left_min, left_max, count;
};

static void check_sample(const struct sample *sample)
{
    struct rig *b = rig_open(sample->width, sample->height);
    int count = is_short_run() ? 1 + sample->count / 10 : sample->count;
    while (count > 0) {
        int moves[FF_CELLS_MAX] = {0};
        int left = sample->left_min + dice_roll(&b->dice, sample->left_max - sample->left_min + 1);
        int ply = b->rules.cells - left;
        if (!rig_play(b, moves, ply))
            continue;
        rig_assert_all(b, moves, ply, brute_score(b->brute, moves, ply));
        count--;
    }
    rig_close(b);
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

/* Enough empty cells to use the shared table and its mirrored keys. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_4x4_has_its_score),
        cmocka_unit_test(every_position_of_5x4_has_its_score),
        cmocka_unit_test(every_position_of_4x5_has_its_score),
        cmocka_unit_test(every_position_of_the_smallest_boards_has_its_score),
        cmocka_unit_test(random_positions_of_even_heights_have_their_score),
        cmocka_unit_test(random_positions_of_odd_heights_have_their_score),
        cmocka_unit_test(early_positions_of_narrow_boards_have_their_score),
        cmocka_unit_test(late_positions_of_7x6_have_their_score),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
