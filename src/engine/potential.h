/* The hand-made judge: the line potential of the tally.
 *
 * The value of a position is the difference of the two sides' open lines; the prior of a move is
 * what it adds to one's own lines and takes from the opponent's. */
#ifndef ENGINE_POTENTIAL_H
#define ENGINE_POTENTIAL_H

#include "engine/judge.h"
#include "engine/tally.h"

struct potential {
    struct tally tally;
    int root_ply;
    int attack, defence; /* percent: the weight of the root player's lines and of the opponent's */
};

/* Finds the lines of a board. */
void potential_init(struct potential *potential, const ff_rules *rules);

/* Sets up the root of a search and a judge for it. */
void potential_begin(struct potential *potential, struct judge *judge, const ff_position *root,
                     int attack, int defence);

#endif
