/* Which moves the computer players choose in variants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/fixture_test.h"
#include "engine/chance.h"

static uint8_t memory[FF_VARIANT_BOT_GOOD];

static ff_variant_bot *bot_of(const ff_variant_rules *rules, ff_level level)
{
    ff_variant_bot *bot = NULL;
    assert_int_equal(ff_variant_bot_open(&bot, rules, level, FF_BALANCED, memory, sizeof memory),
                     FF_OK);
    return bot;
}

static int choice_of(ff_variant_bot *bot, const ff_variant_game *game, uint64_t seed)
{
    int move = -1;
    assert_int_equal(ff_variant_bot_choose(bot, game, seed, &move), FF_OK);
    assert_int_equal(ff_variant_can_play(&game->position, move), FF_OK);
    return move;
}

static ff_variant_game variant_game_of(ff_variant_rules *rules, const char *text)
{
    ff_variant_game game;
    assert_int_equal(ff_variant_game_read(&game, rules, text, strlen(text), NULL), FF_OK);
    return game;
}

static void every_level_plays_every_variant_to_its_end(void **state)
{
    (void)state;
    for (int variant = 0; variant < FF_VARIANT_COUNT; variant++) {
        for (int level = FF_EASY; level < FF_LEVEL_COUNT; level += level == FF_EASY ? 3 : 1) {
            ff_variant_rules rules;
            assert_int_equal(ff_variant_rules_init(&rules, (ff_variant)variant,
                                                   ff_variant_board((ff_variant)variant), true),
                             FF_OK);
            ff_variant_bot *bot = bot_of(&rules, level == FF_PERFECT ? FF_GREEDY : (ff_level)level);
            ff_variant_game game = ff_variant_game_start(&rules);
            while (game.position.board.status == FF_PLAYING)
                assert_int_equal(
                    ff_variant_game_play(&game, choice_of(bot, &game, game.position.board.ply)),
                    FF_OK);
        }
    }
}

static const char *const winnable[] = {
    "popout:172737", /* a line in the bottom row */
};

static void a_win_at_once_is_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(winnable); i++) {
        ff_variant_rules rules;
        ff_variant_game game = variant_game_of(&rules, winnable[i]);
        ff_variant_bot *bot = bot_of(&rules, FF_MEDIUM);
        assert_int_equal(ff_variant_game_play(&game, choice_of(bot, &game, 1)), FF_OK);
        assert_int_equal(game.position.board.status, FF_WON);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_plays_every_variant_to_its_end),
        cmocka_unit_test(a_win_at_once_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
