/* The trees of self-play (train/): what they hand to the training program is what was searched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../train/arena.h"
#include "engine/chance.h"

enum { GAMES = 24, THREADS = 2, MOST = 20000 };

static uint8_t questions[GAMES][GAME_PLANES];
static float answers[GAMES][GAME_ANSWER];
static struct sample samples[MOST];
static ff_rules rules;
static struct vcf_board board;

static uint64_t hash_of(const uint8_t *bytes, size_t len)
{
    uint64_t hash = len;
    for (size_t i = 0; i < len; i++) {
        hash ^= bytes[i];
        hash = chance_next(&hash);
    }
    return hash;
}

/* Opinions that depend on the position alone. */
static void questions_answer(void)
{
    for (int i = 0; i < GAMES; i++) {
        uint64_t chance = hash_of(questions[i], GAME_PLANES);
        for (int k = 0; k < GAME_ANSWER; k++)
            answers[i][k] = (float)chance_below(&chance, 1999) / 1000 - 0.999F;
    }
}

static long play(uint64_t seed, int simulations, int steps)
{
    struct arena *arena = arena_open(GAMES, seed);
    arena_plan(arena, simulations, 8);
    for (int step = 0; step < steps; step++) {
        arena_step(arena, &answers[0][0], &questions[0][0]);
        questions_answer();
    }
    double counts[COUNTS];
    arena_counts(arena, counts);
    long count = arena_collect(arena, samples, MOST);
    assert_true(count > 100 && count < MOST);
    assert_int_equal((long)counts[COUNT_SAMPLES], count);
    assert_int_equal((long)counts[COUNT_JUDGED], (long)GAMES * (steps - 1));
    assert_int_equal((long)(counts[COUNT_RED] + counts[COUNT_YELLOW] + counts[COUNT_DRAWS]),
                     (long)counts[COUNT_GAMES]);
    arena_close(arena);
    return count;
}

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(ff_rules_init(&rules, (ff_board){5, 5, 5, 4}), FF_OK);
    vcf_board_init(&board, &rules, malloc(vcf_board_size(&rules)));
    crew_start(THREADS);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(board.through);
    return 0;
}

static void sample_check(const struct sample *s)
{
    struct vcf_state position;
    struct vcf_finding found;
    uint8_t planes[GAME_PLANES];
    uint32_t moves = 0;
    int sum = 0;
    game_state_read(&board, s->planes, &position);
    game_planes(&board, &position, planes);
    assert_memory_equal(planes, s->planes, GAME_PLANES);
    assert_int_equal(position.ply, s->ply);
    vcf_survey(&board, &position, &found);
    assert_int_equal(found.verdict, VCF_OPEN);
    for (int i = 0; i < found.count; i++)
        moves |= UINT32_C(1) << found.move[i] / 5;
    assert_int_equal(s->moves, moves);
    for (int column = 0; column < GAME_COLUMNS; column++) {
        assert_true(s->policy[column] >= 0);
        assert_true(s->policy[column] == 0 || moves >> column & 1);
        sum += s->policy[column];
    }
    int exact = s->kind == SAMPLE_WON ? 1 : s->kind == SAMPLE_LOST ? -1 : 0;
    if (exact) {
        assert_int_equal(s->result, exact);
        assert_int_equal(s->value, exact * INT16_MAX);
    }
    if (s->kind == SAMPLE_LOST)
        assert_int_equal(sum, 0);
    else
        assert_in_range(sum, INT16_MAX - GAME_COLUMNS, INT16_MAX + GAME_COLUMNS);
}

static void samples_are_open_positions_with_a_policy_over_their_moves(void **state)
{
    int kinds[3] = {0}, results[3] = {0};
    (void)state;
    long count = play(1, 48, 1500);
    for (long i = 0; i < count; i++) {
        sample_check(&samples[i]);
        kinds[samples[i].kind]++;
        results[samples[i].result + 1]++;
    }
    assert_true(kinds[SAMPLE_SEARCHED] > 100 && kinds[SAMPLE_WON] + kinds[SAMPLE_LOST] > 10);
    assert_true(results[0] > 20 && results[2] > 20);
}

/* Threads take games as they come, so only the order of samples may differ. */
static void a_seed_gives_the_same_games(void **state)
{
    static const uint64_t seeds[] = {7, 7, 8};
    uint64_t sum[3] = {0};
    (void)state;
    for (int turn = 0; turn < 3; turn++) {
        long count = play(seeds[turn], 8, 300);
        for (long i = 0; i < count; i++)
            sum[turn] += hash_of((const uint8_t *)&samples[i], sizeof samples[i]);
    }
    assert_true(sum[0] == sum[1]);
    assert_true(sum[0] != sum[2]);
}

static void stirred_positions_are_legal_and_say_what_threats_decide(void **state)
{
    static struct stirred stirred[MOST];
    int kinds[3] = {0};
    (void)state;
    long count = play(3, 8, 400);
    positions_stir(samples[0].planes, count, sizeof samples[0], 3, 1, stirred);
    for (long i = 0; i < count; i++) {
        struct vcf_state before, after;
        struct vcf_finding found;
        game_state_read(&board, samples[i].planes, &before);
        game_state_read(&board, stirred[i].planes, &after);
        assert_in_range(after.ply, before.ply, before.ply + 3);
        for (int color = 0; color < 2; color++)
            for (int word = 0; word < 2; word++)
                assert_true((before.discs[color][word] & ~after.discs[color][word]) == 0);
        vcf_survey(&board, &after, &found);
        if (stirred[i].kind == 0)
            assert_true(found.verdict == VCF_OPEN && found.count > 1);
        if (found.verdict == VCF_WIN)
            assert_int_equal(stirred[i].kind, 1);
        kinds[stirred[i].kind]++;
    }
    assert_true(kinds[0] > 20 && kinds[1] > 20 && kinds[2] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_open_positions_with_a_policy_over_their_moves),
        cmocka_unit_test(a_seed_gives_the_same_games),
        cmocka_unit_test(stirred_positions_are_legal_and_say_what_threats_decide),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
