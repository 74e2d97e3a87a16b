#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/exact_test.h"
#include "engine/vcf.h"

enum { GAMES = 20, NODES = 2000, DEEP = VCF_DEPTH_MAX };

static uint64_t board_memory[1 << 17];

static struct vcf_board board_of(const ff_rules *rules)
{
    struct vcf_board board;
    assert_true(vcf_board_size(rules) <= sizeof board_memory);
    vcf_board_init(&board, rules, board_memory);
    return board;
}

static bool has_cell(const uint64_t *words, int cell)
{
    return words[cell / 64] >> cell % 64 & 1;
}

/* Whether this colour would complete a line in this column, by the rules. */
static bool wins_there(const ff_position *p, int column, int color)
{
    ff_position next = *p;
    if (next.ply % 2 != color)
        next.ply++;
    return ff_position_drop(&next, column) == FF_OK && next.status == FF_WON;
}

static void assert_wins(const struct vcf_board *b, const struct vcf_state *s, const ff_position *p)
{
    for (int column = 0; column < p->rules->columns; column++) {
        int cell = vcf_landing(b, s, column);
        assert_int_equal(cell < 0, ff_position_can_drop(p, column) != FF_OK);
        for (int color = FF_RED; cell >= 0 && color < FF_NONE; color++)
            if (wins_there(p, column, color) != has_cell(s->wins[color], cell))
                fail_msg("ply %d: column %d, colour %d", p->ply, column, color);
    }
}

static void winning_cells_kept_move_by_move_are_those_of_the_rules(void **state)
{
    static const char *const boards[] = {"7x6",     "5x5x5",   "4x4x4",   "12x12",   "9x7c5",
                                         "6x7x6c3", "12x12c8", "3x3x3c3", "2x2x2c3", "8x8x4"};
    uint64_t chance = 1;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        struct vcf_board board = board_of(&rules);
        for (int n = 0; n < GAMES; n++) {
            ff_game game = random_game(&rules, rules.cells, &chance);
            ff_position p = ff_position_start(&rules);
            struct vcf_state kept, fresh;
            vcf_state_set(&board, &kept, &p);
            for (int ply = 0; ply < game.end; ply++) {
                vcf_play(&board, &kept, vcf_landing(&board, &kept, game.moves[ply]));
                assert_int_equal(ff_position_drop(&p, game.moves[ply]), FF_OK);
                vcf_state_set(&board, &fresh, &p);
                assert_memory_equal(kept.wins, fresh.wins, sizeof kept.wins);
                assert_memory_equal(kept.discs, fresh.discs, sizeof kept.discs);
                assert_int_equal(kept.ply, fresh.ply);
                assert_wins(&board, &kept, &p);
            }
        }
    }
}

/* A survey's verdict and the moves it leaves out, by looking two plies ahead. */
static void check_survey(const struct vcf_finding *found, const ff_position *p)
{
    int best = naive_value(p, 2);
    if (found->verdict == VCF_WIN) {
        assert_int_equal(best, NAIVE_WIN - 1);
        assert_true(wins_there(p, ff_cell_column(p->rules, found->cell), p->ply % 2));
        return;
    }
    assert_int_equal(found->verdict == VCF_LOSS, best == 2 - NAIVE_WIN);
    uint64_t safe = 0;
    for (int i = 0; i < found->count; i++)
        safe |= UINT64_C(1) << ff_cell_column(p->rules, found->move[i]);
    for (int column = 0; column < p->rules->columns; column++) {
        ff_position next = *p;
        if (ff_position_drop(&next, column) != FF_OK)
            continue;
        assert_int_equal(safe >> column & 1, naive_value(&next, 1) != NAIVE_WIN - 1);
    }
}

static void a_survey_leaves_out_exactly_the_moves_that_lose_at_once(void **state)
{
    static const char *const boards[] = {"7x6", "5x5x5", "4x4x4", "6x7x6c3", "3x3x3c3", "9x7c5"};
    uint64_t chance = 2;
    int seen[4] = {0};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        struct vcf_board board = board_of(&rules);
        for (int n = 0; n < 200; n++) {
            struct vcf_state s;
            struct vcf_finding found;
            ff_game game = random_game(&rules, chance_below(&chance, rules.cells), &chance);
            vcf_state_set(&board, &s, &game.position);
            vcf_survey(&board, &s, &found);
            seen[found.verdict]++;
            check_survey(&found, &game.position);
        }
    }
    assert_true(seen[VCF_OPEN] > 100 && seen[VCF_WIN] > 100 && seen[VCF_LOSS] > 20);
}

/* Boards that can be searched to the end from the given number of discs. */
static const struct {
    const char *board;
    int plies, games;
} late[] = {{"3x3x3c3", 8, 500}, {"4x3x4c3", 30, 500}, {"4x4x4", 50, 500},
            {"5x5x5", 111, 400}, {"7x6", 28, 500},     {"5x4c3", 4, 500}};

static void a_win_by_continuous_fours_is_a_win_within_its_plies(void **state)
{
    uint64_t chance = 3;
    int wins = 0, long_wins = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(late); i++) {
        ff_rules rules = rules_of(late[i].board);
        struct vcf_board board = board_of(&rules);
        for (int n = 0; n < late[i].games; n++) {
            struct vcf_state s;
            struct vcf_budget budget = {NODES, false};
            int cell = -1, plies = late[i].plies + n % 4;
            ff_game game = quiet_game(&rules, plies, &chance);
            vcf_state_set(&board, &s, &game.position);
            int within = vcf_search(&board, &s, DEEP, &budget, &cell);
            int shortest = vcf_search_shortest(&board, &s, NODES, &cell);
            assert_true(shortest <= within && !shortest == !within);
            if (!within)
                continue;
            ff_position next = game.position;
            assert_int_equal(ff_position_drop(&next, ff_cell_column(&rules, cell)), FF_OK);
            if (!exact_loses(&next, shortest - 1))
                fail_msg("%s, case %d: no win in %d plies", late[i].board, n, shortest);
            wins++;
            long_wins += shortest > 3;
        }
    }
    assert_true(wins > 800 && long_wins > 80);
}

static void a_threat_of_the_other_side_is_what_it_would_win_with_the_move(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "5x5x5:mgmgm"); /* Red threatens a fourth disc above */
    struct vcf_board board = board_of(&rules);
    struct vcf_state s;
    struct vcf_budget budget = {NODES, false};
    int cell = -1;
    (void)state;
    vcf_state_set(&board, &s, &game.position);
    assert_int_equal(vcf_search(&board, &s, DEEP, &budget, &cell), 0);
    budget.nodes = NODES;
    assert_int_equal(vcf_search_threat(&board, &s, DEEP, &budget, &cell), 1);
    assert_int_equal(cell, ff_cell_at(&rules, 2, 3, 2));
}

static void a_search_keeps_to_its_nodes_and_its_depth(void **state)
{
    ff_rules rules = rules_of("5x5x5");
    struct vcf_board board = board_of(&rules);
    uint64_t chance = 4;
    int cuts = 0;
    (void)state;
    for (int n = 0; n < 300; n++) {
        struct vcf_state s;
        int cell;
        ff_game game = random_game(&rules, 20, &chance);
        vcf_state_set(&board, &s, &game.position);
        for (int nodes = 1; nodes < 40; nodes += 13) {
            struct vcf_budget budget = {nodes, false};
            (void)vcf_search(&board, &s, DEEP, &budget, &cell);
            assert_true(budget.nodes >= -1);
        }
        struct vcf_budget budget = {NODES, false};
        int plies = vcf_search(&board, &s, 2, &budget, &cell);
        assert_true(plies <= 5);
        cuts += budget.is_cut;
    }
    assert_true(cuts > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winning_cells_kept_move_by_move_are_those_of_the_rules),
        cmocka_unit_test(a_survey_leaves_out_exactly_the_moves_that_lose_at_once),
        cmocka_unit_test(a_win_by_continuous_fours_is_a_win_within_its_plies),
        cmocka_unit_test(a_threat_of_the_other_side_is_what_it_would_win_with_the_move),
        cmocka_unit_test(a_search_keeps_to_its_nodes_and_its_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
