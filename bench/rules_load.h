/* The work `fourfall bench rules` measures, freestanding so that native code and WebAssembly do the
 * same. */
#ifndef BENCH_RULES_LOAD_H
#define BENCH_RULES_LOAD_H

#include "fourfall.h"

enum { RULES_LOAD_DROPS = 1 << 16 };

/* Random games on one board, each played to its end, as one long tape of legal drops. */
struct rules_load {
    ff_rules rules;
    uint8_t columns[RULES_LOAD_DROPS];
};

/* The board must be legal. */
void rules_load_prepare(struct rules_load *load, ff_board board);

/* Plays the whole tape, as search does (position_play: the move is known to be legal) or through
 * the checked public call. Both return how many games ended, so that the work cannot be left out.
 */
int rules_load_play(const struct rules_load *load);
int rules_load_drop(const struct rules_load *load);

#endif
