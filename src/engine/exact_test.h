/* The exact outcome of a position by the rules alone: alpha-beta over every move, no threats, no
 * tables. It shares no code with the searches under test. Include cmocka.h first. */
#ifndef ENGINE_EXACT_TEST_H
#define ENGINE_EXACT_TEST_H

#include "engine/bot_fixture_test.h"

/* A result one ply nearer to the end. */
static inline int exact_nearer(int value)
{
    return value + (value > 0) - (value < 0);
}

/* 1000 - n: the side to move wins in n plies; n - 1000: it loses; 0: a draw. Exact within
 * low..high, else a bound on the right side of it. */
static inline int exact_within(const ff_position *p, int low, int high)
{
    if (p->status != FF_PLAYING)
        return p->status == FF_WON ? -NAIVE_WIN : 0;
    int best = -NAIVE_WIN;
    for (int column = 0; column < p->rules->columns && best < high; column++) {
        ff_position next = *p;
        if (ff_position_drop(&next, column) != FF_OK)
            continue;
        int floor = best > low ? best : low;
        int value = -exact_within(&next, -exact_nearer(high), -exact_nearer(floor));
        value -= (value > 0) - (value < 0);
        best = value > best ? value : best;
    }
    return best;
}

/* Whether the side to move wins or loses within so many plies, with best play of both. */
static inline bool exact_wins(const ff_position *p, int plies)
{
    return exact_within(p, NAIVE_WIN - plies - 1, NAIVE_WIN - plies) >= NAIVE_WIN - plies;
}

static inline bool exact_loses(const ff_position *p, int plies)
{
    return exact_within(p, plies - NAIVE_WIN, plies + 1 - NAIVE_WIN) <= plies - NAIVE_WIN;
}

/* A random game of so many plies whose side to move cannot win at once, if there is one among a few
 * dozen. With connect 3 most have such a win. */
static inline ff_game quiet_game(const ff_rules *rules, int plies, uint64_t *chance)
{
    ff_game game = random_game(rules, plies, chance);
    for (int tries = 0; tries < 40 && naive_value(&game.position, 1) != 0; tries++)
        game = random_game(rules, plies, chance);
    return game;
}

#endif
