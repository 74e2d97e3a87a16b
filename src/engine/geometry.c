#include "engine/search.h"

/* Plies before a full board, measured on 7x6 (docs/solver.md). Near the root a transposition is
 * worth a cache miss; deeper ones are found again soon or never. */
enum {
    SHARED_BEFORE_END = 22,
    LOCAL_BEFORE_END = 7,
    HISTORY_BEFORE_END = 16,
    MIRROR_BEFORE_END = 27,
};

static int distance_from_middle(const struct geometry *geo, int column)
{
    int twice = 2 * column - (geo->width - 1);
    return twice < 0 ? -twice : twice;
}

/* From the middle outwards, left before right. */
static void geometry_order_lanes(struct geometry *geo)
{
    int lane = 0;
    for (int distance = 0; distance < geo->width; distance++) {
        for (int column = 0; column < geo->width; column++) {
            if (distance_from_middle(geo, column) != distance)
                continue;
            geo->lane_column[lane] = (uint8_t)column;
            geo->column_lane[column] = (uint8_t)lane;
            geo->lane_centre[lane] = (int8_t)((geo->width - 1 - distance) / 2);
            lane++;
        }
    }
}

/* For each cell and direction, the first cells of up to four lines through it. Starts whose line
 * would leave the board do no harm: no line begins there. */
static void geometry_find_lines(struct geometry *geo)
{
    const int strides[4] = {1, geo->pitch - 1, geo->pitch, geo->pitch + 1};
    for (int slot = 0; slot < geo->key_bits; slot++)
        for (int d = 0; d < 4; d++)
            for (int back = 0; back < 4 && back * strides[d] <= slot; back++)
                geo->through[slot][d] |= UINT64_C(1) << (slot - back * strides[d]);
}

void geometry_init(struct geometry *geo, int width, int height)
{
    *geo = (struct geometry){.width = width, .height = height, .cells = width * height};
    geo->pitch = height + 1;
    geo->key_bits = width * geo->pitch;
    for (int x = 0; x < width; x++)
        geo->bottom |= UINT64_C(1) << x * geo->pitch;
    geo->board = geo->bottom * ((UINT64_C(1) << height) - 1);
    for (int y = 0; y < height; y++)
        *(y % 2 ? &geo->even : &geo->odd) |= geo->bottom << y;
    geo->shared_until = geo->cells - SHARED_BEFORE_END;
    geo->local_until = geo->cells - LOCAL_BEFORE_END;
    geo->history_until = geo->cells - HISTORY_BEFORE_END;
    geo->mirror_until = geo->cells - MIRROR_BEFORE_END;
    geometry_order_lanes(geo);
    geometry_find_lines(geo);
}

static uint64_t wins_along(uint64_t discs, int d)
{
    uint64_t left = discs << d & discs << 2 * d, right = discs >> d & discs >> 2 * d;
    return (left & (discs << 3 * d | discs >> d)) | (right & (discs << d | discs >> 3 * d));
}

uint64_t search_wins(const struct geometry *geo, uint64_t discs)
{
    uint64_t wins = discs << 1 & discs << 2 & discs << 3;
    for (int d = geo->pitch - 1; d <= geo->pitch + 1; d++)
        wins |= wins_along(discs, d);
    return wins & geo->board & ~discs;
}
