/* A computer player, as its files see it. */
#ifndef ENGINE_BOT_H
#define ENGINE_BOT_H

#include "engine/explorer.h"
#include "engine/level.h"
#include "engine/lookahead.h"

struct ff_bot {
    struct lookahead look;
    const struct level *level;
    const struct style *style;
    ff_solver *solver; /* null if the level or the board has no solver */
    struct explorer explorer;
    bool explores; /* by the tree search */
    uint64_t solver_nodes;
    uint32_t asks, asks_max; /* calls to should_stop so far, and how many are allowed */
    ff_thought thought;
};

/* FF_E_BOT_BOARD for a position of another board, FF_E_OVER after the end of a game. */
ff_err bot_check(const ff_bot *bot, const ff_position *position);

/* Resets the counts before a search. */
void bot_forget(ff_bot *bot);

/* The simulations of its level: a network takes longer to judge a position. */
uint32_t bot_simulations(const ff_bot *bot);

/* Runs the tree search in slices until it ends or the host stops it. The plan tells the simulations,
 * the moves considered and the noise; what a leaf may cost is the level's. */
void bot_explore(ff_bot *bot, const ff_position *position, struct tree_plan plan, uint64_t seed);

#endif
