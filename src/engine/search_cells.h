/* What the search knows of single cells, and of the cells around them on the classic board.
 *
 * Lines through a cell reach three cells to either side. Turned so that the cell itself becomes bit
 * 0, those 18 neighbours on a level or a slope lie on the same bits for every cell, and the three
 * below it on the top three bits. The six of one direction, multiplied by a number found by trial,
 * leave a different value in the top six bits for each of their 64 combinations: an index into small
 * tables that say which cells a disc turns into winning ones, and how many lines are open. No bits
 * need counting, and no board is shifted a dozen times for one disc. */
#ifndef ENGINE_SEARCH_CELLS_H
#define ENGINE_SEARCH_CELLS_H

#include "engine/search.h"

static inline uint64_t rotate_right(uint64_t x, int by)
{
    return x >> (by & 63) | x << (-by & 63);
}

/* Directions: 0 falling, 1 level, 2 rising. */
static inline unsigned near_index(int direction, uint64_t turned)
{
    static const uint64_t six[3] = {UINT64_C(0x0410400000041040), UINT64_C(0x0204080000204080),
                                    UINT64_C(0x0101010001010100)};
    static const uint64_t factor[3] = {UINT64_C(0x4880840201C25420), UINT64_C(0x0041414840100120),
                                       UINT64_C(0x0010805404482240)};
    return (unsigned)((turned & six[direction]) * factor[direction] >> 58);
}

/* The winning cells, empty or not, that a disc on this slot adds. */
static inline uint64_t near_wins(const struct cells *cells, uint64_t discs, int slot)
{
    uint64_t turned = rotate_right(discs & cells->near[slot], slot);
    uint64_t made = turned >> 62 == 3 ? 2 : 0; /* two below: the cell above */
    for (int direction = 0; direction < 3; direction++)
        made |= cells->made[direction][near_index(direction, turned)];
    return rotate_right(made, -slot);
}

/* The number of lines through this slot inside these cells. */
static inline int near_lines(const struct cells *cells, uint64_t open, int slot)
{
    uint64_t turned = rotate_right(open & cells->near[slot], slot);
    int count = cells->upright[slot][turned >> 61];
    for (int direction = 0; direction < 3; direction++)
        count += cells->lines[direction][near_index(direction, turned)];
    return count;
}

#endif
