/* Which moves the computer players choose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bot_fixture_test.h"

/* Enough stop checks for a look-ahead of about 20,000 nodes, which sees everything tested here.
 * bot_open_test.c tests the solver's part. */
enum { ASKS = 40 };

static const ff_level thinkers[] = {FF_MEDIUM, FF_HARD, FF_PERFECT};

static bool stop_after(void *host)
{
    int *asks = host;
    return (*asks)-- <= 0;
}

/* The five cases of A12, each as it is, mirrored, and with the colours swapped (by a distant disc
 * on a wider board). `good` are the columns that a player who sees the case may choose. */
static const struct {
    const char *moves, *good;
} cases[] = {
    {"443322", "15"}, /* wins with four in the bottom row */
    {"474747", "4"},  /* wins with four in a column, where blocking is not enough */
    {"4747471", "7"}, /* the same for the other player */
    {"11223", "4"},   /* blocks four in the bottom row */
    {"47474", "4"},   /* blocks four in a column */
    {"4455", "36"},   /* two moves ahead: an open three wins */
    {"3355", "4"},    /* and one that closes a gap */
    {"445", "36"},    /* sees both and prevents them */
    {"335", "246"},
};

static bool is_one_of(const char *good, int column)
{
    return strchr(good, '1' + column) != NULL;
}

static void check_case(const ff_rules *rules, const ff_game *game, const char *good, bool mirrors)
{
    for (size_t i = 0; i < COUNT_OF(thinkers); i++) {
        for (ff_style style = FF_BALANCED; style < FF_STYLE_COUNT; style++) {
            int asks = ASKS;
            ff_bot *bot = bot_of(rules, thinkers[i], style, 0);
            ff_bot_watch(bot, stop_after, &asks);
            int column = choice_of(bot, &game->position, (uint64_t)style);
            column = mirrors ? rules->board.width - 1 - column : column;
            if (!is_one_of(good, column))
                fail_msg("%s %s chose %d, not one of %s (%s)", ff_style_name(style),
                         ff_level_name(thinkers[i]), column + 1, good, mirrors ? "mirrored" : "");
        }
    }
}

static void wins_blocks_and_double_threats_are_seen(void **state)
{
    ff_rules rules = rules_of("7x6");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_game game, mirrored;
        assert_int_equal(ff_game_read(&game, &rules, cases[i].moves, strlen(cases[i].moves), NULL),
                         FF_OK);
        mirrored = mirrored_game(&game);
        check_case(&rules, &game, cases[i].good, false);
        check_case(&rules, &mirrored, cases[i].good, true);
    }
}

static void the_other_colour_sees_the_same(void **state)
{
    ff_rules rules = rules_of("12x6");
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ff_game game = ff_game_start(&rules);
        assert_int_equal(ff_game_drop(&game, 11), FF_OK);
        for (const char *c = cases[i].moves; *c; c++)
            assert_int_equal(ff_game_drop(&game, *c - '1'), FF_OK);
        check_case(&rules, &game, cases[i].good, false);
    }
}

/* A level that looks ahead sees whatever a naive search sees within a few plies: it wins as soon as
 * possible, avoids a trap if it can, and loses as late as possible. */
static void check_thinker(ff_bot *bot, const ff_position *p, int depth, const char *what)
{
    int best = naive_value(p, depth), asks = ASKS;
    ff_bot_watch(bot, stop_after, &asks);
    ff_position next = *p;
    assert_int_equal(ff_position_drop(&next, choice_of(bot, p, p->ply)), FF_OK);
    int value = -naive_value(&next, depth - 1);
    value -= (value > 0) - (value < 0);
    if (value != best)
        fail_msg("%s at ply %d: chose %d where %d is to be had", what, p->ply, value, best);
}

static void a_level_sees_every_forced_end_within_its_depth(void **state)
{
    static const struct {
        const char *board;
        int depth, games;
    } boards[] = {{"7x6", 4, 30},   {"6x5", 4, 30},   {"8x8", 3, 20},   {"5x5x5", 2, 20},
                  {"4x4x4", 3, 20}, {"9x7c5", 3, 20}, {"12x12", 3, 10}, {"6x4c3", 4, 30}};
    uint64_t chance = 3;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i].board);
        for (size_t k = 0; k < COUNT_OF(thinkers); k++) {
            ff_bot *bot = bot_of(&rules, thinkers[k], FF_BALANCED, 0);
            for (int n = 0; n < boards[i].games; n++) {
                int plies = chance_below(&chance, rules.cells * 2 / 3);
                ff_game game = random_game(&rules, plies, &chance), other = mirrored_game(&game);
                check_thinker(bot, &game.position, boards[i].depth, boards[i].board);
                check_thinker(bot, &other.position, boards[i].depth, boards[i].board);
            }
        }
    }
}

static void greedy_wins_and_blocks(void **state)
{
    ff_rules rules;
    ff_game won = game_of(&rules, "7x6:474747"), lost = game_of(&rules, "7x6:47474");
    (void)state;
    ff_bot *bot = bot_of(&rules, FF_GREEDY, FF_BALANCED, 0);
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_int_equal(choice_of(bot, &won.position, seed), 3);
        assert_int_equal(choice_of(bot, &lost.position, seed), 3);
    }
}

static void the_centre_is_preferred(void **state)
{
    static const char *const boards[] = {"7x6", "7x7", "9x6", "5x1c8", "11x1c8"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_rules rules = rules_of(boards[i]);
        ff_position start = ff_position_start(&rules);
        for (size_t k = 0; k < 2; k++) {
            int count[FF_COLUMNS_MAX] = {0};
            ff_bot *bot = bot_of(&rules, thinkers[k], FF_BALANCED, 0);
            for (uint64_t seed = 0; seed < 24; seed++)
                count[choice_of(bot, &start, seed)]++;
            for (int column = 0; column < rules.columns; column++)
                if (count[column] > count[rules.columns / 2])
                    fail_msg("%s: column %d more often than the middle", boards[i], column);
        }
    }
}

static void easy_plays_about_seventy_percent_of_its_moves_by_chance(void **state)
{
    ff_rules rules;
    ff_game game = game_of(&rules, "7x6:474747"); /* a random move finds the win once in seven */
    int wins = 0;
    (void)state;
    ff_bot *bot = bot_of(&rules, FF_EASY, FF_BALANCED, 0);
    for (uint64_t seed = 0; seed < 1000; seed++)
        wins += choice_of(bot, &game.position, seed) == 3;
    assert_in_range(wins, 350, 450);
}

static void styles_choose_differently(void **state)
{
    ff_rules rules = rules_of("7x6");
    uint64_t chance = 5;
    int differences = 0;
    (void)state;
    ff_bot *attack = bot_of(&rules, FF_MEDIUM, FF_AGGRESSIVE, 0);
    ff_bot *defend = bot_of(&rules, FF_MEDIUM, FF_DEFENSIVE, 1);
    for (int i = 0; i < 100; i++) {
        ff_game game = random_game(&rules, 8, &chance);
        differences += choice_of(attack, &game.position, 1) != choice_of(defend, &game.position, 1);
    }
    assert_in_range(differences, 5, 95);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_blocks_and_double_threats_are_seen),
        cmocka_unit_test(the_other_colour_sees_the_same),
        cmocka_unit_test(a_level_sees_every_forced_end_within_its_depth),
        cmocka_unit_test(greedy_wins_and_blocks),
        cmocka_unit_test(the_centre_is_preferred),
        cmocka_unit_test(easy_plays_about_seventy_percent_of_its_moves_by_chance),
        cmocka_unit_test(styles_choose_differently),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
