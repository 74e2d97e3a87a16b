/* Which moves the computer players choose in variants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/variant_fixture_test.h"

static bool stop_after(void *host)
{
    int *asks = host;
    return (*asks)-- <= 0;
}

static void play_to_the_end(const ff_variant_rules *rules, ff_level level)
{
    ff_variant_bot *bot = variant_bot(rules, level);
    ff_variant_game game = ff_variant_game_start(rules);
    int asks;
    ff_variant_bot_watch(bot, stop_after, &asks);
    while (game.position.board.status == FF_PLAYING) {
        asks = 2; /* so that the deep levels are quick, too */
        int move = variant_choice(bot, &game, game.position.board.ply);
        assert_int_equal(ff_variant_game_play(&game, move), FF_OK);
    }
}

static void every_level_plays_every_variant_to_its_end(void **state)
{
    (void)state;
    for (int variant = 0; variant < FF_VARIANT_COUNT; variant++) {
        for (int level = FF_EASY; level < FF_LEVEL_COUNT; level++) {
            ff_variant_rules rules;
            assert_int_equal(ff_variant_rules_init(&rules, (ff_variant)variant,
                                                   ff_variant_board((ff_variant)variant), true),
                             FF_OK);
            play_to_the_end(&rules, (ff_level)level);
        }
    }
}

static void other_boards_are_played_too(void **state)
{
    static const char *const boards[] = {
        "5x5x5-popout:",     "4x4x4-powerup-pie:", "12x4x4-turn:",
        "12x12c8-cylinder:", "3x3x3c3-popten:",    "2x2x2c3-misere:",
        "12x12c5-five:",     "1x12-turn:",         "12x4x4c8-powerup:"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        ff_variant_rules rules;
        (void)variant_game(&rules, boards[i]);
        play_to_the_end(&rules, FF_MEDIUM);
    }
}

/* The only good move, which every level but Easy and Random finds. */
static const struct {
    const char *game, *move;
} cases[] = {
    {"popout:172737", "4"}, /* wins in the bottom row */
    {"popout:17273", "4"},  /* prevents it */
    {"turn:172737", "4"},
    {"cylinder:1727", "7"}, /* three in a row with free ends on either side of the edge */
};

static void wins_and_blocks_are_seen(void **state)
{
    static const ff_level levels[] = {FF_MEDIUM, FF_HARD, FF_PERFECT, FF_GREEDY};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (size_t k = 0; k < COUNT_OF(levels); k++) {
            ff_variant_rules rules;
            ff_variant_game game = variant_game(&rules, cases[i].game);
            ff_variant_bot *bot = variant_bot(&rules, levels[k]);
            int asks = 40, wanted = variant_move_named(&game.position, cases[i].move);
            ff_variant_bot_watch(bot, stop_after, &asks);
            assert_int_equal(variant_choice(bot, &game, k), wanted);
        }
    }
}

/* In misere nobody completes a line of their own while there is another move. */
static void in_misere_a_line_is_avoided(void **state)
{
    ff_variant_rules rules;
    ff_variant_game game = variant_game(&rules, "misere:121314");
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++)
        assert_int_not_equal(variant_choice(variant_bot(&rules, FF_MEDIUM), &game, seed), 0);
}

/* Brute force says who wins these: in the first two the player who moved, in the last the other. */
static void sides_are_swapped_when_the_first_move_is_too_good(void **state)
{
    static const struct {
        const char *game;
        bool swaps;
    } openings[] = {
        {"3x3c3-popout-pie:2", true}, {"4x3c3-popout-pie:2", true}, {"4x4c3-misere-pie:1", false}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(openings); i++) {
        ff_variant_rules rules;
        ff_variant_game game = variant_game(&rules, openings[i].game);
        int move = variant_choice(variant_bot(&rules, FF_HARD), &game, 1);
        if ((ff_move_action(move) == FF_SWAP) != openings[i].swaps)
            fail_msg("%s: %d", openings[i].game, move);
    }
}

static void the_same_seed_gives_the_same_move_whatever_was_asked_before(void **state)
{
    ff_variant_rules rules;
    ff_variant_game start = variant_game(&rules, "powerup:"),
                    game = variant_game(&rules, "powerup:44");
    ff_variant_bot *bot = variant_bot(&rules, FF_MEDIUM);
    (void)state;
    int move = variant_choice(bot, &game, 7);
    uint64_t nodes = ff_variant_bot_thought(bot).nodes;
    (void)variant_choice(bot, &start, 3);
    assert_int_equal(variant_choice(bot, &game, 7), move);
    assert_int_equal(ff_variant_bot_thought(bot).nodes, nodes);
    assert_int_equal(ff_variant_bot_thought(bot).column, move);
    assert_int_equal(variant_choice(variant_bot(&rules, FF_MEDIUM), &game, 7), move);
}

static void a_stop_leaves_a_legal_move(void **state)
{
    ff_variant_rules rules;
    ff_variant_game game = variant_game(&rules, "popout:44");
    ff_variant_bot *bot = variant_bot(&rules, FF_PERFECT);
    int asks = 0;
    (void)state;
    ff_variant_bot_watch(bot, stop_after, &asks);
    (void)variant_choice(bot, &game, 1);
    assert_true(ff_variant_bot_thought(bot).was_stopped);
}

static void what_cannot_be_played_is_refused(void **state)
{
    ff_variant_rules rules, other;
    ff_variant_game over = variant_game(&rules, "popout:1727374");
    ff_variant_game elsewhere = variant_game(&other, "8x7-popout:");
    ff_variant_bot *bot = variant_bot(&rules, FF_MEDIUM);
    int move;
    (void)state;
    assert_int_equal(ff_variant_bot_choose(bot, &over, 1, &move), FF_E_OVER);
    assert_int_equal(ff_variant_bot_choose(bot, &elsewhere, 1, &move), FF_E_BOT_BOARD);
    assert_int_equal(ff_variant_bot_open(&bot, &rules, FF_LEVEL_COUNT, FF_BALANCED, variant_memory,
                                         sizeof variant_memory),
                     FF_E_LEVEL);
    assert_int_equal(ff_variant_bot_open(&bot, &rules, FF_EASY, FF_STYLE_COUNT, variant_memory,
                                         sizeof variant_memory),
                     FF_E_STYLE);
    assert_int_equal(ff_variant_bot_open(&bot, &rules, FF_EASY, FF_BALANCED, variant_memory,
                                         FF_VARIANT_BOT_MIN - 1),
                     FF_E_BOT_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_plays_every_variant_to_its_end),
        cmocka_unit_test(other_boards_are_played_too),
        cmocka_unit_test(wins_and_blocks_are_seen),
        cmocka_unit_test(in_misere_a_line_is_avoided),
        cmocka_unit_test(sides_are_swapped_when_the_first_move_is_too_good),
        cmocka_unit_test(the_same_seed_gives_the_same_move_whatever_was_asked_before),
        cmocka_unit_test(a_stop_leaves_a_legal_move),
        cmocka_unit_test(what_cannot_be_played_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
