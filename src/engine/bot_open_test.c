/* Tests that hold for every computer player: memory, seeds, stopping, legal moves on every board;
 * and that Perfect plays perfectly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bot_fixture_test.h"

static bool stop_after(void *host)
{
    int *asks = host;
    return (*asks)-- <= 0;
}

static void only_the_names_of_levels_and_styles_are_read(void **state)
{
    static const char *const wrong[] = {"", "eas", "easyy", "Easy", "?"};
    (void)state;
    for (int i = 0; i < FF_LEVEL_COUNT; i++) {
        const char *name = ff_level_name((ff_level)i);
        ff_level level = FF_LEVEL_COUNT;
        assert_int_equal(ff_level_read(&level, name, strlen(name)), FF_OK);
        assert_int_equal(level, i);
    }
    for (int i = 0; i < FF_STYLE_COUNT; i++) {
        const char *name = ff_style_name((ff_style)i);
        ff_style style = FF_STYLE_COUNT;
        assert_int_equal(ff_style_read(&style, name, strlen(name)), FF_OK);
        assert_int_equal(style, i);
    }
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        ff_level level = FF_HARD;
        ff_style style = FF_DEFENSIVE;
        assert_int_equal(ff_level_read(&level, wrong[i], strlen(wrong[i])), FF_E_LEVEL);
        assert_int_equal(ff_style_read(&style, wrong[i], strlen(wrong[i])), FF_E_STYLE);
        assert_int_equal(level, FF_HARD);
        assert_int_equal(style, FF_DEFENSIVE);
    }
    assert_string_equal(ff_level_name(FF_LEVEL_COUNT), "?");
    assert_string_equal(ff_style_name(FF_STYLE_COUNT), "?");
}

static void an_invalid_bot_is_refused_with_its_error(void **state)
{
    ff_rules rules = rules_of("7x6");
    ff_bot *bot = NULL;
    void *memory = bot_memory[0];
    (void)state;
    assert_int_equal(ff_bot_open(&bot, &rules, FF_LEVEL_COUNT, FF_BALANCED, memory, FF_BOT_GOOD),
                     FF_E_LEVEL);
    assert_int_equal(ff_bot_open(&bot, &rules, FF_HARD, FF_STYLE_COUNT, memory, FF_BOT_GOOD),
                     FF_E_STYLE);
    assert_int_equal(ff_bot_open(&bot, &rules, FF_HARD, FF_BALANCED, memory, FF_BOT_MIN - 1),
                     FF_E_BOT_MEMORY);
    assert_null(bot);
}

static void a_finished_game_and_another_board_are_refused(void **state)
{
    ff_rules rules, other;
    ff_game won = game_of(&rules, "7x6:1212121"), cube = game_of(&other, "5x5x5:m");
    int column = 77;
    (void)state;
    ff_bot *bot = bot_of(&rules, FF_HARD, FF_BALANCED, 0);
    assert_int_equal(ff_bot_choose(bot, &won.position, 1, &column), FF_E_OVER);
    assert_int_equal(ff_bot_choose(bot, &cube.position, 1, &column), FF_E_BOT_BOARD);
    assert_int_equal(column, 77);
}

/* At any alignment a bot stays within the memory it is given, and never uses more than FF_BOT_MAX.
 */
static void memory_beyond_the_bound_is_not_touched(void **state)
{
    static const size_t sizes[] = {FF_BOT_MIN, FF_BOT_MIN + 12345, FF_BOT_GOOD, FF_BOT_MAX,
                                   FF_BOT_MAX + 1000000};
    ff_rules rules = rules_of("7x6");
    ff_position start = ff_position_start(&rules);
    (void)state;
    assert_true(FF_BOT_MAX <= 50 * 1000 * 1000 + 1000 * 1000);
    uint8_t *memory = malloc(FF_BOT_MAX + 2000000);
    assert_non_null(memory);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        for (int level = FF_EASY; level < FF_LEVEL_COUNT; level++) {
            size_t used = sizes[i] < FF_BOT_MAX ? sizes[i] : FF_BOT_MAX;
            uint8_t *at = memory + 7 * i;
            ff_bot *bot;
            int asks = 50;
            memset(at + used, 0xA5, 4096);
            assert_int_equal(ff_bot_open(&bot, &rules, (ff_level)level, FF_BALANCED, at, sizes[i]),
                             FF_OK);
            ff_bot_watch(bot, stop_after, &asks);
            (void)choice_of(bot, &start, 1);
            for (size_t k = 0; k < 4096; k++)
                assert_int_equal(at[used + k], 0xA5);
        }
    }
    free(memory);
}

static ff_rules random_rules(uint64_t *chance)
{
    ff_rules rules;
    ff_board board;
    do {
        board.width = 1 + chance_below(chance, 12);
        board.height = 1 + chance_below(chance, 12);
        board.depth = chance_below(chance, 2) ? 1 : 1 + chance_below(chance, 12);
        board.connect = 3 + chance_below(chance, 6);
    } while (ff_rules_init(&rules, board) != FF_OK);
    return rules;
}

static void every_level_has_a_legal_move_on_every_board(void **state)
{
    uint64_t chance = 11;
    (void)state;
    for (int i = 0; i < 60; i++) {
        ff_rules rules = random_rules(&chance);
        for (int level = FF_EASY; level < FF_LEVEL_COUNT; level++) {
            ff_bot *bot = bot_of(&rules, (ff_level)level, (ff_style)(i % FF_STYLE_COUNT), 0);
            for (int k = 0; k < 4; k++) {
                int plies = chance_below(&chance, rules.cells), asks = 30;
                ff_game game = random_game(&rules, plies, &chance);
                ff_bot_watch(bot, stop_after, &asks);
                (void)choice_of(bot, &game.position, (uint64_t)k);
            }
        }
    }
}

static void the_same_seed_and_position_give_the_same_column(void **state)
{
    ff_rules rules = rules_of("6x5");
    uint64_t chance = 13;
    (void)state;
    for (int level = FF_EASY; level < FF_LEVEL_COUNT; level++) {
        ff_bot *used = bot_of(&rules, (ff_level)level, FF_BALANCED, 0);
        for (int i = 0; i < 12; i++) {
            ff_game game = random_game(&rules, 8 + i % 5, &chance);
            ff_bot *fresh = bot_of(&rules, (ff_level)level, FF_BALANCED, 1);
            int column = choice_of(used, &game.position, (uint64_t)i);
            assert_int_equal(choice_of(fresh, &game.position, (uint64_t)i), column);
            assert_int_equal(choice_of(fresh, &game.position, (uint64_t)i), column);
        }
    }
}

static void other_seeds_choose_other_equal_columns(void **state)
{
    static const ff_level levels[] = {FF_EASY,    FF_MEDIUM, FF_HARD,
                                      FF_PERFECT, FF_RANDOM, FF_GREEDY};
    ff_rules rules = rules_of("6x4"); /* two columns in the middle */
    ff_position start = ff_position_start(&rules);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(levels); i++) {
        uint64_t seen = 0;
        ff_bot *bot = bot_of(&rules, levels[i], FF_BALANCED, 0);
        for (uint64_t seed = 0; seed < 40 && !(seen & (seen - 1)); seed++)
            seen |= UINT64_C(1) << choice_of(bot, &start, seed);
        if (!(seen & (seen - 1)))
            fail_msg("%s always chooses the same", ff_level_name(levels[i]));
    }
}

static void a_stop_is_quick_and_leaves_a_legal_move(void **state)
{
    ff_rules rules = rules_of("7x6");
    ff_position start = ff_position_start(&rules);
    (void)state;
    for (int asks_max = 0; asks_max < 300; asks_max += 37) {
        int asks = asks_max;
        ff_bot *bot = bot_of(&rules, FF_PERFECT, FF_BALANCED, 0);
        ff_bot_watch(bot, stop_after, &asks);
        (void)choice_of(bot, &start, 1);
        ff_thought thought = ff_bot_thought(bot);
        assert_true(thought.was_stopped && !thought.is_exact);
        assert_true(thought.nodes <= (uint64_t)(asks_max + 1) * 4096);
        assert_true(asks < 0 && asks >= -2); /* it stopped asking */
    }
}

static bool note_depth(void *host)
{
    ff_bot *bot = *(ff_bot **)host;
    ff_thought thought = ff_bot_thought(bot);
    assert_true(thought.column >= 0 && thought.depth <= 42);
    return false;
}

static void the_current_thought_can_be_read_during_the_search(void **state)
{
    ff_rules rules;
    ff_game open = game_of(&rules, "7x6:44"), won = game_of(&rules, "7x6:4455");
    (void)state;
    ff_bot *bot = bot_of(&rules, FF_HARD, FF_BALANCED, 0);
    ff_bot_watch(bot, note_depth, &bot);
    (void)choice_of(bot, &open.position, 1);
    ff_thought thought = ff_bot_thought(bot);
    assert_true(thought.depth >= 6 && thought.nodes > 1000 && thought.ends_in == 0);
    assert_false(thought.was_stopped);
    (void)choice_of(bot, &won.position, 1);
    assert_int_equal(ff_bot_thought(bot).ends_in, 3);
}

static uint8_t solver_memory[FF_SOLVER_MIN * 2];

static int score_of(ff_solver *solver, const ff_position *p)
{
    ff_solution solution;
    if (p->status != FF_PLAYING)
        return p->status == FF_WON ? -((p->rules->cells - p->ply) / 2 + 1) : 0;
    assert_int_equal(ff_solver_solve(solver, p, &solution), FF_OK);
    return solution.low;
}

/* A game of Perfect (seat 0) against another level. Every move of Perfect must keep the score. */
static void play_perfectly(ff_bot *bots[2], ff_solver *solver, ff_game game, int seat,
                           uint64_t seed)
{
    while (game.position.status == FF_PLAYING) {
        int column = choice_of(bots[seat], &game.position, seed);
        int before = score_of(solver, &game.position);
        assert_int_equal(ff_game_drop(&game, column), FF_OK);
        if (seat == 0)
            assert_int_equal(-score_of(solver, &game.position), before);
        seat = !seat;
    }
}

/* Fewer games under a sanitizer, where FF_CASES is set. */
static int games_per_pair(void)
{
    return getenv("FF_CASES") ? 2 : 6;
}

static void perfect_always_keeps_the_score(void **state)
{
    static const char *const boards[] = {"5x4", "6x5", "4x5", "7x6"};
    static const ff_level others[] = {FF_RANDOM, FF_GREEDY, FF_HARD};
    uint64_t chance = 17;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        ff_solver *solver;
        int opening = rules.cells - 26 > 2 ? rules.cells - 26 : 2;
        assert_int_equal(ff_solver_open(&solver, &rules, solver_memory, sizeof solver_memory),
                         FF_OK);
        for (size_t k = 0; k < COUNT_OF(others); k++) {
            ff_bot *bots[2] = {bot_of(&rules, FF_PERFECT, FF_BALANCED, 0),
                               bot_of(&rules, others[k], FF_BALANCED, 1)};
            for (int n = 0; n < games_per_pair(); n++)
                play_perfectly(bots, solver, random_game(&rules, opening, &chance), n % 2,
                               (uint64_t)n);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_names_of_levels_and_styles_are_read),
        cmocka_unit_test(an_invalid_bot_is_refused_with_its_error),
        cmocka_unit_test(a_finished_game_and_another_board_are_refused),
        cmocka_unit_test(memory_beyond_the_bound_is_not_touched),
        cmocka_unit_test(every_level_has_a_legal_move_on_every_board),
        cmocka_unit_test(the_same_seed_and_position_give_the_same_column),
        cmocka_unit_test(other_seeds_choose_other_equal_columns),
        cmocka_unit_test(a_stop_is_quick_and_leaves_a_legal_move),
        cmocka_unit_test(the_current_thought_can_be_read_during_the_search),
        cmocka_unit_test(perfect_always_keeps_the_score),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
