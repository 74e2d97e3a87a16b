#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bot_fixture_test.h"
#include "engine/lookahead.h"

enum { BITS = 12, ALL = 64 };

static struct lookahead look;
static struct memo_entry entries[2 << BITS];
static const struct look_plan whole = {
    .depth = ALL, .nodes = UINT32_MAX, .sees_threats = true, .attack = 100, .defence = 100};

static struct look_verdict look_at(const ff_position *p, const struct look_plan *plan)
{
    struct look_verdict verdict;
    lookahead_begin(&look, p, plan, &verdict);
    while (lookahead_deepen(&look, &verdict))
        ;
    return verdict;
}

/* In the naive search's terms. A draw is 0 there and any estimate here. */
static int naive_terms(const ff_position *p, int score)
{
    if (score >= LOOK_PROVEN)
        return NAIVE_WIN - (LOOK_WIN - score - p->ply);
    return score <= -LOOK_PROVEN ? LOOK_WIN + score - p->ply - NAIVE_WIN : 0;
}

static void a_search_to_the_end_agrees_with_a_naive_search(void **state)
{
    static const struct {
        const char *board;
        int plies;
    } cases[] = {{"4x3c3", 0}, {"4x4", 6},     {"5x4", 11},    {"3x3x3c3", 17},
                 {"4x4c3", 4}, {"7x6", 32},    {"2x3x3c3", 6}, {"6x5c5", 20},
                 {"5x4c3", 8}, {"5x5x5", 112}, {"1x12c3", 0},  {"12x2c3", 14}};
    uint64_t chance = 7;
    int compared = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_rules rules = rules_of(cases[i].board);
        lookahead_init(&look, &rules, entries, BITS);
        for (int k = 0; k < 30; k++) {
            ff_game game = random_game(&rules, cases[i].plies + k % 3, &chance);
            struct look_verdict v = look_at(&game.position, &whole);
            if (rules.cells - game.position.ply > 14)
                continue; /* too slow for the naive search */
            compared++;
            int expected = naive_value(&game.position, ALL);
            if (expected != naive_terms(&game.position, v.score[0]))
                fail_msg("%s, case %d: %d instead of %d", cases[i].board, k,
                         naive_terms(&game.position, v.score[0]), expected);
        }
    }
    assert_true(compared > 200);
}

static void a_search_restores_the_tally_even_when_stopped(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "7x6:44355");
    struct look_plan plan = whole;
    struct tally *before = malloc(sizeof *before);
    struct look_verdict v;
    (void)state;
    assert_non_null(before);
    lookahead_init(&look, &rules, entries, BITS);
    plan.nodes = 5000;
    lookahead_begin(&look, &game.position, &plan, &v);
    *before = look.tally;
    while (lookahead_deepen(&look, &v))
        ;
    assert_true(look.is_stopped);
    assert_true(look.nodes <= plan.nodes);
    assert_memory_equal(before, &look.tally, sizeof *before);
    assert_int_equal(look.key, lookahead_key(&look, &game.position));
    free(before);
}

static void the_same_search_takes_the_same_nodes(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "7x6:4435"), other = game_of(&rules, "7x6:1122");
    struct look_plan plan = whole;
    (void)state;
    plan.depth = 8;
    lookahead_init(&look, &rules, entries, BITS);
    struct look_verdict first = look_at(&game.position, &plan);
    uint64_t nodes = look.nodes;
    (void)look_at(&other.position, &plan);
    struct look_verdict second = look_at(&game.position, &plan);
    assert_int_equal(look.nodes, nodes);
    assert_memory_equal(first.score, second.score, sizeof first.score);
    assert_memory_equal(first.column, second.column, sizeof first.column);
}

static void the_memo_forgets_correctly_when_the_generation_overflows(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "7x6:4435");
    struct look_plan plan = whole;
    (void)state;
    plan.depth = 6;
    lookahead_init(&look, &rules, entries, BITS);
    (void)look_at(&game.position, &plan);
    uint64_t nodes = look.nodes;
    look.memo.generation = UINT16_MAX;
    (void)look_at(&game.position, &plan);
    assert_int_equal(look.memo.generation, 1);
    assert_int_equal(look.nodes, nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_to_the_end_agrees_with_a_naive_search),
        cmocka_unit_test(a_search_restores_the_tally_even_when_stopped),
        cmocka_unit_test(the_same_search_takes_the_same_nodes),
        cmocka_unit_test(the_memo_forgets_correctly_when_the_generation_overflows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
