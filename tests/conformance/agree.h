/* Compares the library with the naive game, and generates random numbers for both. */
#ifndef AGREE_H
#define AGREE_H

#include "fourfall.h"
#include "naive.h"

/* The next random number below a limit (splitmix64). */
int dice_roll(uint64_t *dice, int count);

/* FF_SEED, or a fixed seed; FF_CASES, or the number given; whether FF_CASES asks for a short run.
 */
uint64_t dice_seed(void);
int dice_cases(int otherwise);
bool is_short_run(void);

/* A random legal board with depth > 1. */
ff_board dice_deep_board(uint64_t *dice);

/* A random column that is not full. Quiet choices avoid winning if they can. */
int dice_move(uint64_t *dice, struct naive *naive, bool is_quiet);

struct naive naive_on(ff_board board);
ff_color color_of(enum naive_color color);

/* What the two disagree about, or null if they agree on everything. */
const char *disagreement(const struct naive *naive, const ff_position *position);

/* Fails the running test, showing the board and its moves, unless they agree. */
void assert_agree(const struct naive *naive, const ff_position *position);

#endif
