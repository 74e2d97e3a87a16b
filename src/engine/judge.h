/* Evaluations of a tree's leaves, one after the other.
 *
 * A judge keeps its own picture of a position and updates it move by move. The leaves of successive
 * simulations share most of their path, so it takes back only the moves that differ. */
#ifndef ENGINE_JUDGE_H
#define ENGINE_JUDGE_H

#include "engine/tree.h"

struct judge {
    void (*play)(void *host, int cell);
    void (*unplay)(void *host, int cell);
    void (*opine)(void *host, const struct tree_leaf *leaf, struct tree_opinion *out);
    void *host;
    uint8_t path[FF_CELLS_MAX]; /* the cells played since the root */
    int path_len;
};

/* Brings the judge from the last leaf to this one and asks its opinion. The host must have been set
 * to the root of the search when path_len was set to 0. */
static inline void judge_ask(struct judge *judge, const struct tree_leaf *leaf,
                             struct tree_opinion *out)
{
    int same = 0;
    while (same < judge->path_len && same < leaf->path_len && judge->path[same] == leaf->path[same])
        same++;
    while (judge->path_len > same)
        judge->unplay(judge->host, judge->path[--judge->path_len]);
    while (judge->path_len < leaf->path_len) {
        judge->path[judge->path_len] = leaf->path[judge->path_len];
        judge->play(judge->host, judge->path[judge->path_len++]);
    }
    judge->opine(judge->host, leaf, out);
}

/* Back to the root. */
static inline void judge_return(struct judge *judge)
{
    while (judge->path_len > 0)
        judge->unplay(judge->host, judge->path[--judge->path_len]);
}

#endif
