#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/curve.h"
#include "engine/exact_test.h"
#include "engine/potential.h"
#include "engine/tree.h"

static uint64_t board_memory[1 << 17], tree_memory[1 << 17];
static struct vcf_board board;
static struct potential potential;
static struct judge judge;
static struct tree tree;

static const struct tree_plan plan = {.simulations = 300,
                                      .considered = 16,
                                      .vcf_depth = 40,
                                      .vcf_nodes = 30,
                                      .vcf_root_nodes = 300,
                                      .noise = 0};

static void board_set(const ff_rules *rules)
{
    assert_true(vcf_board_size(rules) <= sizeof board_memory);
    vcf_board_init(&board, rules, board_memory);
    potential_init(&potential, rules);
    tree_open(&tree, &board, tree_memory, sizeof tree_memory);
}

static void search_begin(const ff_position *p, const struct tree_plan *with, uint64_t seed)
{
    struct vcf_state root;
    vcf_state_set(&board, &root, p);
    potential_begin(&potential, &judge, p, 100, 100);
    tree_begin(&tree, &root, with, seed);
}

static struct tree_report search_finish(void)
{
    struct tree_leaf leaf;
    struct tree_opinion opinion;
    struct tree_report report;
    for (enum tree_turn turn; (turn = tree_select(&tree, &leaf)) != TREE_OVER;) {
        if (turn == TREE_LEAF) {
            judge_ask(&judge, &leaf, &opinion);
            tree_answer(&tree, &opinion);
        }
    }
    judge_return(&judge);
    tree_report(&tree, &report);
    return report;
}

static struct tree_report search_of(const ff_position *p, const struct tree_plan *with,
                                    uint64_t seed)
{
    search_begin(p, with, seed);
    return search_finish();
}

/* A proof tells who wins and a number of plies that suffice. */
static void check_proof(const ff_position *p, enum tree_proof proof, int plies, const char *what,
                        int number)
{
    bool agrees =
        proof == TREE_UNKNOWN || (proof == TREE_WON ? exact_wins(p, plies) : exact_loses(p, plies));
    if (!agrees)
        fail_msg("%s, case %d: not %s in %d plies", what, number,
                 proof == TREE_WON ? "won" : "lost", plies);
}

static int check_moves(const struct tree_report *report, const ff_position *p, const char *what,
                       int number)
{
    int proven = 0;
    for (int i = 0; i < report->count; i++) {
        const struct tree_move *move = &report->move[i];
        ff_position next = *p;
        assert_int_equal(ff_position_drop(&next, move->column), FF_OK);
        check_proof(&next, (enum tree_proof) - move->proof, move->plies - 1, what, number);
        proven += move->proof != TREE_UNKNOWN;
    }
    return proven;
}

static void every_proof_agrees_with_brute_force(void **state)
{
    static const struct {
        const char *board;
        int plies, games;
    } cases[] = {{"3x3x3c3", 8, 500}, {"4x3x4c3", 30, 500}, {"4x4x4", 48, 500},
                 {"5x5x5", 110, 500}, {"7x6", 28, 500},     {"5x4c3", 6, 500}};
    uint64_t chance = 5;
    int won = 0, lost = 0, moves = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules = rules_of(cases[i].board);
        board_set(&rules);
        for (int n = 0; n < cases[i].games; n++) {
            ff_game game = quiet_game(&rules, cases[i].plies + n % 4, &chance);
            struct tree_report report = search_of(&game.position, &plan, 1);
            check_proof(&game.position, report.proof, report.plies, cases[i].board, n);
            moves += check_moves(&report, &game.position, cases[i].board, n);
            won += report.proof == TREE_WON;
            lost += report.proof == TREE_LOST;
        }
    }
    assert_true(won > 1000 && lost > 1000 && moves > 2000);
}

/* A move that keeps a won game won, and one that does not lose a drawn one, as far as it is proven.
 */
static void the_best_move_is_never_a_proven_loss_while_another_is_open(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    uint64_t chance = 6;
    (void)state;
    board_set(&rules);
    for (int n = 0; n < 200; n++) {
        ff_game game = random_game(&rules, 4 + n % 60, &chance);
        struct tree_report report = search_of(&game.position, &plan, (uint64_t)n);
        assert_true(report.best >= 0 && report.best < report.count);
        const struct tree_move *best = &report.move[report.best];
        assert_int_equal(best->proof, report.proof);
        assert_int_equal(best->plies, report.plies);
        for (int i = 0; i < report.count; i++) {
            assert_int_equal(ff_position_can_drop(&game.position, report.move[i].column), FF_OK);
            if (report.proof == TREE_LOST)
                assert_true(report.move[i].proof == TREE_LOST &&
                            report.move[i].plies <= report.plies);
        }
    }
}

static void the_first_player_wins_on_3x3x3_with_three(void **state)
{
    ff_rules rules = rules_of("3x3x3c3");
    ff_position start = ff_position_start(&rules);
    (void)state;
    board_set(&rules);
    struct tree_plan longer = plan;
    longer.simulations = 30000;
    struct tree_report report = search_of(&start, &longer, 1);
    assert_int_equal(report.proof, TREE_WON);
    assert_int_equal(report.move[report.best].column, 4);
}

static void the_same_seed_gives_the_same_search_and_another_one_varies_it(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    ff_position start = ff_position_start(&rules);
    struct tree_plan noisy = plan;
    uint64_t seen = 0;
    (void)state;
    board_set(&rules);
    noisy.noise = 1;
    noisy.simulations = 30;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct tree_report first = search_of(&start, &noisy, seed);
        struct tree_report second = search_of(&start, &noisy, seed);
        for (int i = 0; i < first.count; i++)
            assert_int_equal(first.move[i].visits, second.move[i].visits);
        assert_int_equal(first.best, second.best);
        seen |= UINT64_C(1) << first.move[first.best].column;
    }
    assert_true(seen & (seen - 1));
}

/* Two searches in turns have the results of one after the other: a tree shares nothing. */
static void trees_can_be_searched_side_by_side_and_judged_in_batches(void **state)
{
    enum { TREES = 6 };
    static uint64_t memory[TREES][1 << 15];
    static struct tree trees[TREES];
    static struct tree_report alone[TREES];
    ff_rules rules = rules_of("5x5x5");
    ff_game game[TREES];
    uint64_t chance = 7;
    int open = TREES;
    (void)state;
    board_set(&rules);
    for (int i = 0; i < TREES; i++) {
        struct vcf_state root;
        game[i] = random_game(&rules, 3, &chance);
        alone[i] = search_of(&game[i].position, &plan, 9);
        vcf_state_set(&board, &root, &game[i].position);
        tree_open(&trees[i], &board, memory[i], sizeof memory[i]);
        tree_begin(&trees[i], &root, &plan, 9);
    }
    while (open > 0) {
        open = 0;
        for (int i = 0; i < TREES; i++) {
            struct tree_leaf leaf;
            struct tree_opinion opinion;
            enum tree_turn turn = tree_select(&trees[i], &leaf);
            open += turn != TREE_OVER;
            if (turn != TREE_LEAF)
                continue;
            potential_begin(&potential, &judge, &game[i].position, 100, 100);
            judge_ask(&judge, &leaf, &opinion);
            tree_answer(&trees[i], &opinion);
        }
    }
    for (int i = 0; i < TREES; i++) {
        struct tree_report report;
        tree_report(&trees[i], &report);
        assert_int_equal(report.best, alone[i].best);
        for (int k = 0; k < report.count; k++)
            assert_int_equal(report.move[k].visits, alone[i].move[k].visits);
    }
}

static void a_search_ends_when_its_memory_is_full(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    ff_position start = ff_position_start(&rules);
    struct tree_plan endless = plan;
    (void)state;
    board_set(&rules);
    endless.simulations = UINT32_MAX;
    for (size_t size = TREE_MEMORY_MIN; size < 40000; size += 4001) {
        memset(tree_memory, 0xA5, sizeof tree_memory);
        tree_open(&tree, &board, tree_memory, size);
        struct tree_report report = search_of(&start, &endless, 1);
        assert_int_equal(report.count, 25);
        assert_true(tree.is_full && tree.simulations > 2);
        for (size_t i = size; i < sizeof tree_memory; i++)
            assert_int_equal(((uint8_t *)tree_memory)[i], 0xA5);
    }
}

static void the_simulations_are_shared_by_sequential_halving(void **state)
{
    ff_rules rules = rules_of("9x9c5"); /* nothing is decided soon */
    ff_position start = ff_position_start(&rules);
    struct tree_plan even = plan;
    uint32_t sum = 0;
    int visited = 0;
    (void)state;
    board_set(&rules);
    even.considered = 8;
    even.simulations = 240;
    struct tree_report report = search_of(&start, &even, 1);
    for (int i = 0; i < report.count; i++) {
        sum += report.move[i].visits;
        visited += report.move[i].visits > 0;
    }
    assert_int_equal(sum, 240);
    assert_int_equal(visited, 8);
    /* 80 simulations a phase: 10 for each of 8, 20 for each of 4, 40 for each of 2 */
    assert_int_equal(report.move[report.best].visits, 70);
}

static void the_curves_are_those_of_mathematics(void **state)
{
    (void)state;
    for (int i = -3000; i <= 3000; i++) {
        double x = (float)i / 100, y = (float)exp(x);
        assert_true(fabs((double)curve_exp((float)x) / exp(x) - 1) < 1e-5);
        assert_true(fabs((double)curve_tanh((float)x) - tanh(x)) < 1e-5);
        assert_true(fabs((double)curve_log((float)y) - log(y)) < 2e-5 * (1 + fabs(log(y))));
        assert_true(fabs((double)curve_root((float)y) / sqrt(y) - 1) < 1e-5);
    }
    assert_true(curve_root(0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_proof_agrees_with_brute_force),
        cmocka_unit_test(the_best_move_is_never_a_proven_loss_while_another_is_open),
        cmocka_unit_test(the_first_player_wins_on_3x3x3_with_three),
        cmocka_unit_test(the_same_seed_gives_the_same_search_and_another_one_varies_it),
        cmocka_unit_test(trees_can_be_searched_side_by_side_and_judged_in_batches),
        cmocka_unit_test(a_search_ends_when_its_memory_is_full),
        cmocka_unit_test(the_simulations_are_shared_by_sequential_halving),
        cmocka_unit_test(the_curves_are_those_of_mathematics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
