/* What sets the levels and the styles apart, as data. */
#ifndef ENGINE_LEVEL_H
#define ENGINE_LEVEL_H

#include "fourfall.h"

/* A player of depth 0 finds all columns equal. The nodes bound a search that the host does not
 * stop, so that it takes as long on every machine: `nodes` where a solver goes on from there,
 * `nodes_alone` where none helps. A level uses the solver if it may ask (whether to stop) at all.
 */
struct level {
    const char *name;
    int random_percent; /* of the moves are any legal column */
    bool sees_threats;  /* takes wins, blocks losses, and looks for them where the search ends */
    int depth;          /* plies looked ahead at most */
    int depth_sure;     /* plies looked ahead even if the nodes do not last so far */
    int margin;         /* columns whose scores differ by no more are equal */
    uint32_t nodes, nodes_alone;
    uint32_t solver_asks; /* after which it gives up; 4096 nodes each */
};

/* Weights in percent of one's own and of the opponent's open lines. */
struct style {
    const char *name;
    int attack, defence;
};

/* Both arguments lie within their enums. */
const struct level *level_of(ff_level level);
const struct style *style_of(ff_style style);

#endif
