#include "engine/search_cells.h"

enum { CLASSIC_WIDTH = 7, CLASSIC_HEIGHT = 6, CLASSIC_PITCH = 7, REACH = 3 };

/* Move ordering weights that depend only on the cell; search_rank.h has the others. */
enum { W_FULL = 12, W_GOOD_ROW = 3, W_CENTRE = 3 };

static void cells_weigh(struct cells *cells, const struct geometry *geo)
{
    for (int slot = 0; slot < geo->key_bits; slot++) {
        int row = slot % geo->pitch, lane = geo->column_lane[slot / geo->pitch];
        int worth = W_CENTRE * geo->lane_centre[lane] + (row == geo->height - 1 ? W_FULL : 0);
        cells->lane[slot] = (uint8_t)lane;
        cells->worth[row % 2][slot] = (int8_t)(worth + W_GOOD_ROW);
        cells->worth[1 - row % 2][slot] = (int8_t)worth;
    }
}

static void cells_find_near(struct cells *cells, int column, int row)
{
    uint64_t *near = &cells->near[column * CLASSIC_PITCH + row];
    for (int away = -REACH; away <= REACH; away++)
        for (int rise = -1; rise <= 1; rise++) {
            int x = column + away, y = row + rise * away;
            if (away && x >= 0 && x < CLASSIC_WIDTH && y >= 0 && y < CLASSIC_HEIGHT)
                *near |= UINT64_C(1) << (x * CLASSIC_PITCH + y);
        }
    for (int y = row - REACH; y < row; y++)
        if (y >= 0)
            *near |= UINT64_C(1) << (column * CLASSIC_PITCH + y);
}

/* The bit of a neighbour `away` steps off, after rotating the middle cell to bit 0. */
static uint64_t turned_bit(int direction, int away)
{
    return UINT64_C(1) << ((CLASSIC_PITCH - 1 + direction) * away & 63);
}

/* Fills the tables for one row of seven cells, with the middle one occupied. `set` has a bit for
 * each cell. */
static void cells_learn_row(struct cells *cells, int direction, unsigned set)
{
    uint64_t turned = 0, made = 0;
    uint8_t lines = 0;
    for (int i = 0; i <= 2 * REACH; i++)
        if (i != REACH && set >> i & 1)
            turned |= turned_bit(direction, i - REACH);
    for (int first = 0; first <= REACH; first++) {
        unsigned missing = 15u << first & ~set;
        lines = (uint8_t)(lines + !missing);
        if (missing && !(missing & (missing - 1)))
            made |= turned_bit(direction, __builtin_ctz(missing) - REACH);
    }
    cells->made[direction][near_index(direction, turned)] = made;
    cells->lines[direction][near_index(direction, turned)] = lines;
}

/* Vertical lines through a cell. `below` has a bit for each of the three cells under it, the top
 * bit for the highest. The cells above are empty. */
static int upright_lines(int row, unsigned below)
{
    int count = 0;
    for (int down = 0; down <= REACH && down <= row; down++) {
        unsigned needed = 7u << (REACH - down) & 7u;
        count += row - down + REACH < CLASSIC_HEIGHT && (below & needed) == needed;
    }
    return count;
}

static void cells_learn_classic(struct cells *cells)
{
    for (int slot = 0; slot < CLASSIC_WIDTH * CLASSIC_PITCH; slot++) {
        int row = slot % CLASSIC_PITCH;
        if (row == CLASSIC_HEIGHT)
            continue;
        cells_find_near(cells, slot / CLASSIC_PITCH, row);
        for (unsigned below = 0; below < 8; below++)
            cells->upright[slot][below] = (uint8_t)upright_lines(row, below);
    }
    for (int direction = 0; direction < 3; direction++)
        for (unsigned set = 0; set < 128; set++)
            if (set >> REACH & 1)
                cells_learn_row(cells, direction, set);
}

void cells_init(struct cells *cells, const struct geometry *geo)
{
    *cells = (struct cells){0};
    cells_weigh(cells, geo);
    if (geo->width == CLASSIC_WIDTH && geo->height == CLASSIC_HEIGHT)
        cells_learn_classic(cells);
}
