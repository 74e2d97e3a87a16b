#include "core/runs.h"

/* Two words in one vector. gcc and clang support this on every target, with or without SIMD. */
typedef uint64_t runs_pair __attribute__((vector_size(16)));

/* Four discs in four successive layers, each shifted by `stride` against the layer before. The
 * first word finds lines that ascend with the layers, the second those that descend. */
static inline runs_pair runs_across(runs_pair a, runs_pair b, runs_pair c, runs_pair d, int stride)
{
    return a & b >> stride & c >> 2 * stride & d >> 3 * stride;
}

/* Cells of a cube layer where a line may begin, by its direction on the layer (up, right, rising,
 * falling): the rows of one column, times the columns. */
enum {
    CUBE_UP = 3 * 0x108421,
    CUBE_RIGHT = 31 * 0x21,
    CUBE_RISING = 3 * 0x21,
    CUBE_FALLING = 24 * 0x21,
};

static inline runs_pair runs_both_layers(uint64_t starts)
{
    starts |= starts << 32;
    return (runs_pair){starts, starts};
}

static bool runs_across_cube(const uint64_t own[FF_WORDS])
{
    uint64_t layers01 = own[0], layers12 = own[0] >> 32 | own[1] << 32;
    uint64_t layers23 = own[1], layers34 = own[1] >> 32 | own[2] << 32;
    runs_pair a = {layers01, layers34}, b = {layers12, layers23};
    runs_pair c = {layers23, layers12}, d = {layers34, layers01};
    runs_pair runs = (runs_across(a, b, c, d, 1) & runs_both_layers(CUBE_UP)) |
                     (runs_across(a, b, c, d, 5) & runs_both_layers(CUBE_RIGHT)) |
                     (runs_across(a, b, c, d, 6) & runs_both_layers(CUBE_RISING)) |
                     (runs_across(a, b, c, d, 4) & runs_both_layers(CUBE_FALLING)) |
                     (a & b & c & d);
    return (runs[0] | runs[1]) != 0;
}

static bool runs_in_layer(uint64_t layer)
{
    return ((runs_four(layer, 1) & CUBE_UP) | (runs_four(layer, 5) & CUBE_RIGHT) |
            (runs_four(layer, 6) & CUBE_RISING) | (runs_four(layer, 4) & CUBE_FALLING)) != 0;
}

static bool runs_in_cube(const uint64_t own[FF_WORDS], int slot)
{
    return runs_in_layer(own[slot / 64] >> (slot & 32)) || runs_across_cube(own);
}

static bool runs_in_word(const ff_rules *rules, uint64_t own)
{
    uint64_t any = 0;
    for (int i = 0; i < rules->directions; i++) {
        const uint16_t *shift = rules->direction[i].shift;
        uint64_t run = own;
        run &= run >> shift[0];
        run &= run >> shift[1];
        run &= run >> shift[2];
        any |= run;
    }
    return any != 0;
}

/* Steps left on one axis before the edge. */
static inline int runs_axis_room(int at, int step, int size)
{
    return step == 0 ? FF_SIDE_MAX : step > 0 ? size - 1 - at : at;
}

static inline int runs_least(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* Counts own discs in a row after this cell, up to `room`. */
static inline int runs_walk(const uint64_t own[FF_WORDS], int cell, int stride, int room)
{
    int count = 0;
    while (count < room) {
        cell += stride;
        if (!(own[cell / 64] >> cell % 64 & 1))
            break;
        count++;
    }
    return count;
}

static bool runs_in_wide(const ff_rules *rules, const uint64_t own[FF_WORDS], int column, int y)
{
    ff_board b = rules->board;
    int x = column % b.width, z = column / b.width, cell = column * b.height + y;
    for (int i = 0; i < rules->directions; i++) {
        const ff_direction *d = &rules->direction[i];
        int ahead =
            runs_least(runs_axis_room(x, d->dx, b.width), runs_axis_room(y, d->dy, b.height),
                       runs_axis_room(z, d->dz, b.depth));
        int behind =
            runs_least(runs_axis_room(x, -d->dx, b.width), runs_axis_room(y, -d->dy, b.height),
                       runs_axis_room(z, -d->dz, b.depth));
        int count = 1 + runs_walk(own, cell, d->shift[0], ahead) +
                    runs_walk(own, cell, -d->shift[0], behind);
        if (count >= b.connect)
            return true;
    }
    return false;
}

bool runs_elsewhere(const ff_rules *rules, const uint64_t own[FF_WORDS], int column, int row)
{
    if (rules->kernel == RUNS_CUBE)
        return runs_in_cube(own, rules->base[column] + row);
    if (rules->kernel == RUNS_WORD)
        return runs_in_word(rules, own[0]);
    return runs_in_wide(rules, own, column, row);
}
