/* The parameters of levels and styles. */
#ifndef ENGINE_LEVEL_H
#define ENGINE_LEVEL_H

#include "fourfall.h"

/* With depth 0 all columns are equal. The node budgets bound a search that the host does not stop,
 * so it takes the same time on every machine: `nodes` if a solver continues from there,
 * `nodes_alone` if not. A level uses the solver if it allows at least one stop check, and on boards
 * that cannot be solved the tree search if it has simulations. */
struct level {
    const char *name;
    int random_percent; /* percentage of moves that are random */
    bool sees_threats;  /* wins, blocks, and checks for both where the search ends */
    int depth;          /* maximal depth in plies */
    int depth_sure;     /* depth in plies that may exceed the nodes */
    int margin;         /* columns whose scores differ by at most this are equal */
    uint32_t nodes, nodes_alone;
    uint32_t solver_asks; /* stop checks before the solver gives up; 4096 nodes each */
    uint32_t simulations; /* of the tree search on boards that cannot be solved; 0: look-ahead */
    uint32_t simulations_network; /* the same with a network, whose judgements take longer */
    int considered;               /* moves of its root */
    int vcf_nodes;     /* positions of a search for continuous fours at each of its leaves */
    int noise_percent; /* noise that varies its choice among good moves */
};

/* Weights of own and of opposing open lines, in percent. */
struct style {
    const char *name;
    int attack, defence;
};

/* Both arguments must be valid enum values. */
const struct level *level_of(ff_level level);
const struct style *style_of(ff_style style);

#endif
