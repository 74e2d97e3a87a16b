/* Helpers for the tests of variants: games, and computer players in memory of their own. Include cmocka.h
 * first. */
#ifndef ENGINE_VARIANT_FIXTURE_TEST_H
#define ENGINE_VARIANT_FIXTURE_TEST_H

#include <string.h>

#include "engine/chance.h"
#include "fourfall.h"

#define COUNT_OF(a) (sizeof(a) / sizeof *(a))

static uint8_t variant_memory[FF_VARIANT_BOT_GOOD];

static inline ff_variant_game variant_game(ff_variant_rules *rules, const char *text)
{
    ff_variant_game game;
    if (ff_variant_game_read(&game, rules, text, strlen(text), NULL))
        fail_msg("%s is no game", text);
    return game;
}

static inline ff_variant_bot *variant_bot(const ff_variant_rules *rules, ff_level level)
{
    ff_variant_bot *bot = NULL;
    assert_int_equal(
        ff_variant_bot_open(&bot, rules, level, FF_BALANCED, variant_memory, sizeof variant_memory),
        FF_OK);
    return bot;
}

static inline int variant_choice(ff_variant_bot *bot, const ff_variant_game *game, uint64_t seed)
{
    int move = -1;
    assert_int_equal(ff_variant_bot_choose(bot, game, seed, &move), FF_OK);
    assert_int_equal(ff_variant_can_play(&game->position, move), FF_OK);
    return move;
}

/* A random legal move. */
static inline int variant_any(const ff_variant_position *p, uint64_t *chance)
{
    uint16_t moves[FF_MOVES_MAX];
    return moves[chance_below(chance, ff_variant_moves(p, moves))];
}

/* A move in notation, as "-4". */
static inline int variant_move_named(const ff_variant_position *p, const char *name)
{
    uint16_t moves[FF_MOVES_MAX];
    int count = ff_variant_moves(p, moves);
    for (int i = 0; i < count; i++) {
        char text[8];
        ff_text out = ff_text_on(text, sizeof text);
        assert_int_equal(ff_variant_move_write(&out, p, moves[i]), FF_OK);
        if (strcmp(text, name) == 0)
            return moves[i];
    }
    return -1;
}

#endif
