#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bot_fixture_test.h"
#include "engine/network.h"
#include "engine/network_fixture_test.h"

static uint8_t file[NETWORK_FILE_MAX];
static uint64_t net_memory[NETWORK_FILE_MAX / 4], board_memory[1 << 17];
static ff_network *network;
static struct network_view view, fresh;
static struct judge judge, fresh_judge;
static struct vcf_board board;

static void network_set(const ff_rules *rules, int wide, uint64_t seed)
{
    size_t len = network_file(file, rules, wide, 8, 16, seed);
    assert_true(ff_network_size(file, len) > 0 && ff_network_size(file, len) <= sizeof net_memory);
    assert_int_equal(ff_network_open(&network, file, len, net_memory, sizeof net_memory), FF_OK);
    assert_int_equal(network_view_init(&view, network, rules), FF_OK);
    assert_int_equal(network_view_init(&fresh, network, rules), FF_OK);
    assert_true(vcf_board_size(rules) <= sizeof board_memory);
    vcf_board_init(&board, rules, board_memory);
}

/* A leaf of all moves that do not lose at once; false if the threats decide the position. */
static bool leaf_of(const ff_position *p, struct vcf_state *s, struct vcf_finding *found,
                    struct tree_leaf *leaf)
{
    static const uint8_t no_path[1] = {0};
    vcf_state_set(&board, s, p);
    vcf_survey(&board, s, found);
    *leaf =
        (struct tree_leaf){.state = s, .path = no_path, .move = found->move, .count = found->count};
    return found->verdict == VCF_OPEN;
}

static void assert_same_sums(const ff_position *p)
{
    network_view_begin(&fresh, &fresh_judge, p);
    for (int color = 0; color < 2; color++) {
        const struct network_sums *kept = &view.sums[view.depth], *anew = fresh.sums;
        assert_memory_equal(kept->sum[color], anew->sum[color],
                            sizeof(int16_t) * (size_t)network->wide);
        assert_memory_equal(kept->wins[color], anew->wins[color], sizeof kept->wins[color]);
    }
}

/* Random walks forwards and backwards: the sums are those of the position, set up anew. */
static void sums_kept_move_by_move_are_those_of_the_position(void **state)
{
    static const char *const boards[] = {"5x5x5", "4x4x4", "9x9c5", "6x7x6c3", "7x6", "2x2x2c3"};
    uint64_t chance = 1;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        network_set(&rules, i % 2 ? 64 : 32, i);
        for (int n = 0; n < 20; n++) {
            ff_game game = random_game(&rules, rules.cells, &chance);
            int end = game.end, height = rules.board.height, ply = 0;
            assert_int_equal(ff_game_seek(&game, 0), FF_OK);
            network_view_begin(&view, &judge, &game.position);
            for (int step = 0; step < 3 * end; step++) {
                bool forward = ply == 0 || (ply < end && chance_below(&chance, 4) > 0);
                int column = game.moves[forward ? ply : ply - 1];
                int top = game.position.height[column] - !forward;
                if (forward)
                    judge.play(judge.host, column * height + top);
                else
                    judge.unplay(judge.host, column * height + top);
                ply += forward ? 1 : -1;
                assert_int_equal(ff_game_seek(&game, ply), FF_OK);
                assert_same_sums(&game.position);
            }
        }
    }
}

/* The same network in plain arithmetic with doubles, from the features alone. */
static double clip(double x, double most)
{
    return x < 0 ? 0 : x > most ? most : x;
}

static void reference_opinion(const ff_position *p, double *value, double *logit)
{
    int wide = network->wide, me = p->ply % 2;
    double input[2 * NETWORK_WIDE] = {0}, unit[NETWORK_NARROW] = {0};
    for (int side = 0; side < 2; side++) {
        uint16_t on[4096];
        int count = network_view_features(&fresh, side ? !me : me, on);
        for (int i = 0; i < wide; i++) {
            double sum = network->feature_bias[i];
            for (int k = 0; k < count; k++)
                sum += network->feature[on[k] * wide + i];
            input[side * wide + i] = clip(sum / 64, 1);
        }
    }
    *value = network->value2_bias / 65536.0;
    for (int i = 0; i < network->value_units; i++) {
        double sum = network->value1_bias[i] / 4096.0 + (me == 0) * network->value1_red[i] / 64.0;
        for (int k = 0; k < 2 * wide; k++)
            sum += input[k] * network->value1[2 * wide * i + k] / 64.0;
        *value += network->value2[i] / 256.0 * clip(sum, 1);
    }
    *value = tanh(*value / 2);
    for (int i = 0; i < network->policy_units; i++) {
        unit[i] = network->policy1_bias[i] / 4096.0;
        for (int k = 0; k < 2 * wide; k++)
            unit[i] += input[k] * network->policy1[2 * wide * i + k] / 64.0;
    }
    for (int column = 0; column < network->columns; column++) {
        logit[column] = network->policy2_bias[column] / 65536.0;
        for (int i = 0; i < network->policy_units; i++)
            logit[column] +=
                clip(unit[i], 8) * network->policy2[network->policy_units * column + i] / 256.0;
    }
}

static void opinions_are_those_of_the_network_in_plain_arithmetic(void **state)
{
    static const char *const boards[] = {"5x5x5", "9x9c5", "6x7x6c3"};
    uint64_t chance = 2;
    int compared = 0;
    double spread = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        network_set(&rules, 32, i);
        for (int n = 0; n < 120; n++) {
            struct vcf_state s;
            struct vcf_finding found;
            struct tree_leaf leaf;
            struct tree_opinion opinion;
            double value, logit[FF_COLUMNS_MAX];
            ff_game game = random_game(&rules, chance_below(&chance, 40), &chance);
            if (!leaf_of(&game.position, &s, &found, &leaf))
                continue;
            network_view_begin(&view, &judge, &game.position);
            network_view_begin(&fresh, &fresh_judge, &game.position);
            judge_ask(&judge, &leaf, &opinion);
            reference_opinion(&game.position, &value, logit);
            assert_true(fabs(opinion.value - value) < 0.03);
            for (int k = 0; k < leaf.count; k++) {
                int column = ff_cell_column(&rules, leaf.move[k]);
                assert_true(fabs(opinion.logit[k] - logit[column]) < 0.1);
                spread += fabs(logit[column]);
            }
            compared++;
        }
    }
    assert_true(compared > 100 && spread > 100); /* the network says something */
}

static void a_damaged_file_is_refused(void **state)
{
    ff_rules rules = rules_of("4x4x4");
    size_t len = network_file(file, &rules, 32, 8, 16, 3), need = ff_network_size(file, len);
    uint64_t chance = 4;
    (void)state;
    assert_int_equal(ff_network_open(&network, file, len, net_memory, need - 1),
                     FF_E_NETWORK_MEMORY);
    assert_int_equal(ff_network_open(&network, file, len, net_memory, need), FF_OK);
    for (size_t cut = 0; cut < len; cut += 1 + len / 50)
        assert_int_equal(ff_network_open(&network, file, cut, net_memory, need), FF_E_NETWORK);
    for (int i = 0; i < 300; i++) {
        size_t at = (size_t)chance_below(&chance, i < 100 ? NETWORK_HEAD : (int)len);
        uint8_t before = file[at];
        file[at] ^= (uint8_t)(1 + chance_below(&chance, 255));
        assert_int_equal(ff_network_open(&network, file, len, net_memory, need), FF_E_NETWORK);
        file[at] = before;
    }
}

static void a_weight_that_could_overflow_is_refused(void **state)
{
    ff_rules rules = rules_of("4x4x4");
    size_t len = network_file(file, &rules, 32, 8, 16, 3), need = ff_network_size(file, len);
    size_t policy2 = len - 4 - 4 * rules.columns - 2; /* the last weight of the policy */
    (void)state;
    file[policy2] = 0xFF;
    file[policy2 + 1] = 0x7F;
    network_file_seal(file, len);
    assert_int_equal(ff_network_open(&network, file, len, net_memory, need), FF_E_NETWORK);
    file[policy2 + 1] = 0x07;
    network_file_seal(file, len);
    assert_int_equal(ff_network_open(&network, file, len, net_memory, need), FF_OK);
}

static void a_network_plays_its_own_board_only(void **state)
{
    ff_rules rules = rules_of("4x4x4"), other = rules_of("5x5x5");
    (void)state;
    network_set(&rules, 32, 5);
    assert_int_equal(network_view_init(&view, network, &other), FF_E_BOT_BOARD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_kept_move_by_move_are_those_of_the_position),
        cmocka_unit_test(opinions_are_those_of_the_network_in_plain_arithmetic),
        cmocka_unit_test(a_damaged_file_is_refused),
        cmocka_unit_test(a_weight_that_could_overflow_is_refused),
        cmocka_unit_test(a_network_plays_its_own_board_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
