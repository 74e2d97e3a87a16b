#include "core/runs.h"

struct coordinates {
    int x, y, z;
};

static struct coordinates coordinates_of(const ff_rules *rules, int cell)
{
    int column = ff_cell_column(rules, cell);
    return (struct coordinates){column % rules->board.width, ff_cell_row(rules, cell),
                                column / rules->board.width};
}

static struct coordinates coordinates_step(struct coordinates at, const ff_direction *d, int sign)
{
    return (struct coordinates){at.x + sign * d->dx, at.y + sign * d->dy, at.z + sign * d->dz};
}

static bool coordinates_are_owned(const ff_position *p, struct coordinates at, ff_color color)
{
    ff_board b = p->rules->board;
    if (at.x < 0 || at.x >= b.width || at.y < 0 || at.y >= b.height || at.z < 0 || at.z >= b.depth)
        return false;
    return ff_position_cell(p, ff_cell_at(p->rules, at.x, at.y, at.z)) == color;
}

/* The run of a colour that begins at this cell; empty if the run begins earlier. */
static ff_line line_from(const ff_position *p, const ff_direction *d, int cell, ff_color color)
{
    ff_line line = {0};
    struct coordinates at = coordinates_of(p->rules, cell);
    if (coordinates_are_owned(p, coordinates_step(at, d, -1), color))
        return line;
    for (; coordinates_are_owned(p, at, color); at = coordinates_step(at, d, 1))
        line.cells[line.count++] = (uint8_t)ff_cell_at(p->rules, at.x, at.y, at.z);
    return line;
}

ff_lines ff_position_lines(const ff_position *p)
{
    ff_lines lines = {0};
    ff_color winner = ff_position_winner(p);
    if (p->status != FF_WON)
        return lines;
    for (int i = 0; i < p->rules->directions; i++) {
        const ff_direction *d = &p->rules->direction[i];
        for (int cell = 0; cell < p->rules->cells; cell++) {
            if (!(d->starts[cell / 64] >> cell % 64 & 1) || ff_position_cell(p, cell) != winner)
                continue;
            ff_line line = line_from(p, d, cell, winner);
            if (line.count >= p->rules->board.connect)
                lines.line[lines.count++] = line;
        }
    }
    return lines;
}
