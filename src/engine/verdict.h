/* How a move is judged by estimated chances, in plain games and in variants. Chances are thousandths. */
#ifndef ENGINE_VERDICT_H
#define ENGINE_VERDICT_H

#include "fourfall.h"

enum { CHANCE_FULL = 1000, CHANCE_EVEN = 500 };

/* The same for the other side. */
static inline uint8_t certainty_turned(uint8_t certainty)
{
    return certainty == FF_PROVEN_WIN    ? FF_PROVEN_LOSS
           : certainty == FF_PROVEN_LOSS ? FF_PROVEN_WIN
                                         : certainty;
}

/* The verdict on a move that neither is the best nor missed a win or a block. */
static inline ff_verdict verdict_of_loss(int lost)
{
    enum { FINE = 40, INACCURATE = 120, MISTAKE = 300 };
    return lost > MISTAKE      ? FF_BLUNDER
           : lost > INACCURATE ? FF_MISTAKE
           : lost > FINE       ? FF_INACCURACY
                               : FF_FINE;
}

/* 100 where no chance was lost, 0 from half of all on. */
static inline uint8_t quality_of_loss(int lost)
{
    return (uint8_t)(lost >= CHANCE_EVEN ? 0 : (CHANCE_EVEN - lost) / 5);
}

/* Whether the result after a move is proven to be worse than what was proven before it. */
static inline bool is_proven_turn(uint8_t before, uint8_t after)
{
    return (before == FF_PROVEN_WIN && (after == FF_PROVEN_LOSS || after == FF_PROVEN_DRAW)) ||
           (before == FF_PROVEN_DRAW && after == FF_PROVEN_LOSS);
}

/* An ff_turning: where a result changed, as far as it is known. */
static inline uint8_t turning_of(uint8_t best_certainty, uint8_t certainty, int best_chance,
                                 int chance, int lost)
{
    enum { TURNING_LOSS = 150 };
    if (is_proven_turn(best_certainty, certainty))
        return FF_PROVEN_TURN;
    bool has_crossed = best_chance >= CHANCE_EVEN && chance < CHANCE_EVEN;
    return has_crossed && lost > TURNING_LOSS ? FF_ESTIMATED_TURN : FF_NO_TURN;
}

/* The mean quality; a half goes up. */
static inline int16_t accuracy_of(int sum, int count)
{
    return (int16_t)((2 * sum + count) / (2 * count));
}

#endif
