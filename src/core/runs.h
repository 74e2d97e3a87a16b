/* Line finders: did the disc dropped last complete `connect` in a row?
 *
 * A bitboard ANDed with itself shifted by a direction's stride keeps the cells whose neighbour is
 * set too; ANDed again with twice the stride, those that begin four in a row. Four layouts, each with
 * its finder:
 *
 *   CLASSIC, WORD   one word, height + 1 bits a column: the bit on top is never set, so no run carries
 *                   over into the next column. CLASSIC has its strides as constants.
 *   CUBE            two layers a word, each a flat 5x5 board in 32 bits: lines across layers are found
 *                   in layers 0-3 and 1-4 at once.
 *   WIDE            everything else: cell c is bit c, and the finder walks from the last disc both ways.
 */
#ifndef CORE_RUNS_H
#define CORE_RUNS_H

#include "fourfall.h"

enum runs_kernel { RUNS_CLASSIC, RUNS_CUBE, RUNS_WORD, RUNS_WIDE };

static inline uint64_t runs_four(uint64_t own, int stride)
{
    own &= own >> stride;
    return own & own >> 2 * stride;
}

static inline bool runs_in_classic(uint64_t own)
{
    return (runs_four(own, 1) | runs_four(own, 6) | runs_four(own, 7) | runs_four(own, 8)) != 0;
}

/* The other three finders, chosen by rules->kernel. */
bool runs_elsewhere(const ff_rules *rules, const uint64_t own[FF_WORDS], int column, int row);

/* Whether `own` has a line through the top disc of this column, on this row. Only the classic
 * finder is inline: the others need more registers, and saving these would make the classic board a
 * third slower. */
static inline bool runs_any(const ff_rules *rules, const uint64_t own[FF_WORDS], int column,
                            int row)
{
    if (rules->kernel == RUNS_CLASSIC)
        return runs_in_classic(own[0]);
    return runs_elsewhere(rules, own, column, row);
}

#endif
