#include "core/runs.h"

/* 13 of a cell's 26 directions: of each opposite pair, the one with the positive stride. */
static const int8_t steps[FF_DIRECTIONS_MAX][3] = {
    {0, 1, 0}, {1, 0, 0},  {1, 1, 0}, {1, -1, 0}, {0, 0, 1},  {0, 1, 1},   {0, -1, 1},
    {1, 0, 1}, {-1, 0, 1}, {1, 1, 1}, {1, -1, 1}, {-1, 1, 1}, {-1, -1, 1},
};

/* On one axis: whether `connect` cells fit from `from` on, `step` apart. */
static bool axis_has_room(int from, int step, int size, int connect)
{
    int last = from + step * (connect - 1);
    return last >= 0 && last < size;
}

static bool direction_fits(const ff_rules *rules, const int8_t step[3], int cell)
{
    ff_board b = rules->board;
    int column = ff_cell_column(rules, cell);
    return axis_has_room(column % b.width, step[0], b.width, b.connect) &&
           axis_has_room(ff_cell_row(rules, cell), step[1], b.height, b.connect) &&
           axis_has_room(column / b.width, step[2], b.depth, b.connect);
}

/* The shifts double the length of the runs that survive (1, 2, 4); the last shift adds the rest. */
static void direction_set_shifts(ff_direction *d, int stride, int connect)
{
    int length = 1;
    for (int i = 0; i < 3; i++) {
        int step = length * 2 <= connect ? length : connect - length;
        d->shift[i] = (uint16_t)(step * stride);
        length += step;
    }
}

/* False if no line fits in this direction. */
static bool direction_init(ff_direction *d, const ff_rules *rules, const int8_t step[3])
{
    *d = (ff_direction){.dx = step[0], .dy = step[1], .dz = step[2]};
    bool has_lines = false;
    for (int cell = 0; cell < rules->cells; cell++) {
        if (direction_fits(rules, step, cell)) {
            d->starts[cell / 64] |= UINT64_C(1) << cell % 64;
            has_lines = true;
        }
    }
    return has_lines;
}

static enum runs_kernel rules_kernel(const ff_rules *rules)
{
    ff_board b = rules->board;
    if (ff_board_equal(b, ff_classic))
        return RUNS_CLASSIC;
    if (ff_board_equal(b, ff_cube))
        return RUNS_CUBE;
    return b.depth == 1 && b.width * (b.height + 1) <= 64 ? RUNS_WORD : RUNS_WIDE;
}

/* Bits from one column to the next. */
static int rules_pitch(const ff_rules *rules)
{
    bool has_guards = rules->kernel == RUNS_CLASSIC || rules->kernel == RUNS_WORD;
    return rules->board.height + has_guards;
}

/* Bits from one layer to the next. */
static int rules_layer_pitch(const ff_rules *rules)
{
    return rules->kernel == RUNS_CUBE ? 32 : rules_pitch(rules) * rules->board.width;
}

/* See runs.h for the layouts. */
static void rules_set_bases(ff_rules *rules)
{
    int width = rules->board.width;
    int pitch = rules_pitch(rules), layer_pitch = rules_layer_pitch(rules);
    for (int column = 0; column < rules->columns; column++)
        rules->base[column] = (uint8_t)(pitch * (column % width) + layer_pitch * (column / width));
}

static void rules_set_directions(ff_rules *rules)
{
    int pitch = rules_pitch(rules), layer_pitch = rules_layer_pitch(rules);
    for (int i = 0; i < FF_DIRECTIONS_MAX; i++) {
        ff_direction *d = &rules->direction[rules->directions];
        if (direction_init(d, rules, steps[i])) {
            int stride = d->dy + pitch * d->dx + layer_pitch * d->dz;
            direction_set_shifts(d, stride, rules->board.connect);
            rules->directions++;
        }
    }
}

ff_err ff_rules_init(ff_rules *out, ff_board board)
{
    ff_err err = ff_board_check(board);
    if (err)
        return err;
    ff_rules rules = {.board = board};
    rules.columns = (uint16_t)(board.width * board.depth);
    rules.cells = (uint16_t)(rules.columns * board.height);
    rules.kernel = (uint8_t)rules_kernel(&rules);
    rules_set_bases(&rules);
    rules_set_directions(&rules);
    *out = rules;
    return FF_OK;
}

int ff_rules_lines(const ff_rules *rules)
{
    int count = 0;
    for (int i = 0; i < rules->directions; i++)
        for (int word = 0; word < FF_WORDS; word++)
            count += __builtin_popcountll(rules->direction[i].starts[word]);
    return count;
}

int ff_cell_at(const ff_rules *rules, int x, int y, int z)
{
    return y + rules->board.height * (x + rules->board.width * z);
}

int ff_cell_column(const ff_rules *rules, int cell)
{
    return cell / rules->board.height;
}

int ff_cell_row(const ff_rules *rules, int cell)
{
    return cell % rules->board.height;
}

int ff_cell_from_top(const ff_rules *rules, int cell)
{
    ff_board b = rules->board;
    int column = ff_cell_column(rules, cell);
    int from_top = b.height - 1 - ff_cell_row(rules, cell);
    return column % b.width + b.width * (from_top + b.height * (column / b.width));
}
