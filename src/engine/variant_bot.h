/* A computer player for variants, as its files see it. */
#ifndef ENGINE_VARIANT_BOT_H
#define ENGINE_VARIANT_BOT_H

#include "engine/level.h"
#include "engine/variant_level.h"
#include "engine/variant_search.h"

struct ff_variant_bot {
    struct variant_search search;
    struct variant_verdict verdict;
    const struct variant_level *level;
    const struct style *style;
    ff_thought thought;
    ff_variant_analysis analysis; /* of a review: too large for the stack of a WebAssembly module */
};

/* FF_E_BOT_BOARD for a game of other rules, FF_E_OVER after its end. */
ff_err variant_bot_check(const ff_variant_bot *bot, const ff_variant_game *game);

/* Searches until the plan, or the host, ends it. */
void variant_bot_deepen(ff_variant_bot *bot, const ff_variant_game *game, struct variant_plan plan);

/* ff_variant_bot_analyse with so many nodes. */
ff_err variant_bot_analyse_within(ff_variant_bot *bot, const ff_variant_game *game, uint64_t nodes,
                                  ff_variant_analysis *out);

#endif
