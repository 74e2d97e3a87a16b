/* Lines of a variant's position: of both sides, and around a cylinder. */
#include "core/variant.h"

static bool is_on(int at, int size)
{
    return at >= 0 && at < size;
}

int variant_step(const ff_variant_position *p, int cell, const ff_direction *d, int count)
{
    const ff_rules *rules = p->board.rules;
    ff_board b = rules->board;
    int column = ff_cell_column(rules, cell);
    int x = column % b.width + d->dx * count, y = ff_cell_row(rules, cell) + d->dy * count;
    int z = column / b.width + d->dz * count;
    if (variant_of(p)->is_round)
        x = (x % b.width + b.width) % b.width;
    return is_on(x, b.width) && is_on(y, b.height) && is_on(z, b.depth) ? ff_cell_at(rules, x, y, z)
                                                                        : -1;
}

/* The discs of this colour in a row after a cell; at most a whole ring of a cylinder. */
static int discs_after(const ff_variant_position *p, int cell, const ff_direction *d, int sign,
                       ff_color color)
{
    int count = 0;
    for (int at = variant_step(p, cell, d, sign); at >= 0 && at != cell;
         at = variant_step(p, at, d, sign)) {
        if (ff_position_cell(&p->board, at) != color)
            break;
        count++;
    }
    return count;
}

bool variant_line_through(const ff_variant_position *p, int column, int row)
{
    const ff_rules *rules = p->board.rules;
    int cell = column * rules->board.height + row;
    ff_color color = ff_position_cell(&p->board, cell);
    for (int i = 0; i < rules->directions; i++) {
        const ff_direction *d = &rules->direction[i];
        int ahead = discs_after(p, cell, d, 1, color), behind = discs_after(p, cell, d, -1, color);
        if (ahead + behind + 1 >= rules->board.connect)
            return true;
    }
    return false;
}

bool variant_completes(const ff_variant_position *p, int column)
{
    const ff_rules *rules = p->board.rules;
    int row = p->board.height[column] - 1;
    if (variant_of(p)->is_round)
        return variant_line_through(p, column, row);
    return runs_any(rules,
                    p->board.discs[ff_position_cell(&p->board, column * rules->board.height + row)],
                    column, row);
}

/* The run that begins on this cell, or an empty one. A whole ring begins at the left edge. */
static ff_line line_at(const ff_variant_position *p, const ff_direction *d, int cell)
{
    ff_line line = {0};
    ff_color color = ff_position_cell(&p->board, cell);
    if (color == FF_NONE)
        return line;
    int ahead = discs_after(p, cell, d, 1, color), before = variant_step(p, cell, d, -1);
    bool is_ring = ahead + 1 == p->board.rules->board.width && before >= 0 &&
                   before == variant_step(p, cell, d, ahead);
    bool is_begun = before >= 0 && ff_position_cell(&p->board, before) == color;
    if (is_ring ? ff_cell_column(p->board.rules, cell) % p->board.rules->board.width : is_begun)
        return line;
    line.count = (uint8_t)(ahead + 1);
    for (int i = 0; i <= ahead; i++)
        line.cells[i] = (uint8_t)variant_step(p, cell, d, i);
    return line;
}

bool ff_variant_line(const ff_variant_position *p, int *cursor, ff_line *out)
{
    const ff_rules *rules = p->board.rules;
    if (p->board.status != FF_WON || variant_of(p)->kept_to_win)
        return false;
    for (int at = *cursor; at < rules->directions * rules->cells; at++) {
        ff_line line = line_at(p, &rules->direction[at / rules->cells], at % rules->cells);
        if (line.count < rules->board.connect)
            continue;
        *cursor = at + 1;
        *out = line;
        return true;
    }
    return false;
}
