/* Helpers for the tests of the computer players: memory, random positions, and a naive search by
 * the rules alone that finds forced ends within a few plies. Include cmocka.h first. */
#ifndef ENGINE_BOT_FIXTURE_TEST_H
#define ENGINE_BOT_FIXTURE_TEST_H

#include "core/fixture_test.h"
#include "engine/chance.h"

static uint8_t bot_memory[2][FF_BOT_GOOD];

static inline ff_bot *bot_of(const ff_rules *rules, ff_level level, ff_style style, int slot)
{
    ff_bot *bot = NULL;
    assert_int_equal(
        ff_bot_open(&bot, rules, level, style, bot_memory[slot], sizeof bot_memory[slot]), FF_OK);
    return bot;
}

static inline int choice_of(ff_bot *bot, const ff_position *p, uint64_t seed)
{
    int column = -1;
    assert_int_equal(ff_bot_choose(bot, p, seed, &column), FF_OK);
    assert_int_equal(ff_position_can_drop(p, column), FF_OK);
    return column;
}

/* Plays random plies that do not end the game; fewer if every move would end it. */
static inline ff_game random_game(const ff_rules *rules, int plies, uint64_t *chance)
{
    ff_game game = ff_game_start(rules);
    for (int tries = 0; game.position.ply < plies && tries < 1000; tries++) {
        ff_game next = game;
        if (ff_game_drop(&next, chance_below(chance, rules->columns)) == FF_OK &&
            next.position.status == FF_PLAYING)
            game = next;
    }
    return game;
}

static inline ff_game mirrored_game(const ff_game *game)
{
    const ff_rules *rules = game->position.rules;
    ff_game mirrored = ff_game_start(rules);
    for (int i = 0; i < game->end; i++) {
        int width = rules->board.width, x = game->moves[i] % width;
        assert_int_equal(ff_game_drop(&mirrored, game->moves[i] - x + width - 1 - x), FF_OK);
    }
    return mirrored;
}

enum { NAIVE_WIN = 1000 };

/* 1000 - n: the side to move wins in n plies; n - 1000: it loses; 0: neither within the depth. */
static inline int naive_value(const ff_position *p, int depth)
{
    int best = -NAIVE_WIN;
    if (p->status == FF_WON)
        return -NAIVE_WIN;
    if (p->status == FF_DRAWN || depth == 0)
        return 0;
    for (int column = 0; column < p->rules->columns; column++) {
        ff_position next = *p;
        if (ff_position_drop(&next, column) != FF_OK)
            continue;
        int value = -naive_value(&next, depth - 1);
        value -= (value > 0) - (value < 0);
        best = value > best ? value : best;
    }
    return best;
}

#endif
