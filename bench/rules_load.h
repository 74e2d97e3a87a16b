/* The work that `fourfall bench rules` measures; freestanding, so that native code and WebAssembly do
 * the same. */
#ifndef BENCH_RULES_LOAD_H
#define BENCH_RULES_LOAD_H

#include "fourfall.h"

enum { RULES_LOAD_DROPS = 1 << 16 };

/* Random games on one board, each played to its end, as one sequence of legal drops. */
struct rules_load {
    ff_rules rules;
    uint8_t columns[RULES_LOAD_DROPS];
};

/* The board must be legal. */
void rules_load_prepare(struct rules_load *load, ff_board board);

/* Play the whole sequence, as a search does (position_play, which does not check the move) or through
 * the checked public call. Both return the number of games, so that the compiler cannot remove the work. */
int rules_load_play(const struct rules_load *load);
int rules_load_drop(const struct rules_load *load);

#endif
