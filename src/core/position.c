#include "core/position.h"

ff_position ff_position_start(const ff_rules *rules)
{
    return (ff_position){.rules = rules};
}

ff_err ff_position_can_drop(const ff_position *p, int column)
{
    if ((unsigned)column >= p->rules->columns)
        return FF_E_COLUMN;
    if (p->status != FF_PLAYING)
        return FF_E_OVER;
    return p->height[column] < p->rules->board.height ? FF_OK : FF_E_FULL;
}

ff_err position_play_elsewhere(ff_position *p, int column)
{
    const ff_rules *rules = p->rules;
    int row = p->height[column]++, slot = rules->base[column] + row;
    uint64_t *own = p->discs[p->ply++ % 2];
    own[slot / 64] |= UINT64_C(1) << slot % 64;
    if (runs_any(rules, own, column, row))
        p->status = FF_WON;
    else if (p->ply == rules->cells)
        p->status = FF_DRAWN;
    return FF_OK;
}

ff_err ff_position_drop(ff_position *p, int column)
{
    ff_err err = ff_position_can_drop(p, column);
    return err ? err : position_play(p, column);
}

ff_err ff_position_lift(ff_position *p, int column)
{
    if ((unsigned)column >= p->rules->columns)
        return FF_E_COLUMN;
    int top = column * p->rules->board.height + p->height[column] - 1;
    if (!p->height[column] || ff_position_cell(p, top) != (ff_color)((p->ply - 1) % 2))
        return FF_E_NO_UNDO;
    position_unplay(p, column);
    return FF_OK;
}

int ff_position_moves(const ff_position *p, uint8_t columns[FF_COLUMNS_MAX])
{
    int count = 0;
    for (int column = 0; column < p->rules->columns; column++)
        if (!ff_position_can_drop(p, column))
            columns[count++] = (uint8_t)column;
    return count;
}

ff_color ff_position_side_to_move(const ff_position *p)
{
    return p->status == FF_PLAYING ? (ff_color)(p->ply % 2) : FF_NONE;
}

ff_color ff_position_winner(const ff_position *p)
{
    return p->status == FF_WON ? (ff_color)((p->ply - 1) % 2) : FF_NONE;
}

static int position_slot(const ff_rules *rules, int cell)
{
    return rules->base[ff_cell_column(rules, cell)] + ff_cell_row(rules, cell);
}

ff_color ff_position_cell(const ff_position *p, int cell)
{
    int slot = position_slot(p->rules, cell);
    for (int color = FF_RED; color < FF_NONE; color++)
        if (p->discs[color][slot / 64] >> slot % 64 & 1)
            return (ff_color)color;
    return FF_NONE;
}

/* Places the discs without checking the order of moves. */
static ff_err position_fill(ff_position *p, const ff_color *cells)
{
    int count[3] = {0};
    for (int cell = 0; cell < p->rules->cells; cell++) {
        int column = ff_cell_column(p->rules, cell), slot = position_slot(p->rules, cell);
        if ((unsigned)cells[cell] > FF_NONE)
            return FF_E_CELL;
        count[cells[cell]]++;
        if (cells[cell] == FF_NONE)
            continue;
        if (ff_cell_row(p->rules, cell) != p->height[column])
            return FF_E_FLOATING;
        p->height[column]++;
        p->discs[cells[cell]][slot / 64] |= UINT64_C(1) << slot % 64;
    }
    p->ply = (uint16_t)(count[FF_RED] + count[FF_YELLOW]);
    return count[FF_RED] - count[FF_YELLOW] == p->ply % 2 ? FF_OK : FF_E_COUNTS;
}

/* A line finder only sees lines through one disc, so this asks it for every disc. */
bool position_has_line(const ff_position *p, ff_color color)
{
    for (int cell = 0; cell < p->rules->cells; cell++)
        if (ff_position_cell(p, cell) == color &&
            runs_any(p->rules, p->discs[color], ff_cell_column(p->rules, cell),
                     ff_cell_row(p->rules, cell)))
            return true;
    return false;
}

/* If one move completed all lines, they all disappear with its disc. That disc is on top of its
 * column. */
static bool position_won_by_one_move(const ff_position *p, ff_color winner)
{
    for (int column = 0; column < p->rules->columns; column++) {
        ff_position before = *p;
        if (!ff_position_lift(&before, column) && !position_has_line(&before, winner))
            return true;
    }
    return false;
}

static ff_err position_judge(ff_position *p)
{
    bool has_red = position_has_line(p, FF_RED), has_yellow = position_has_line(p, FF_YELLOW);
    p->status = p->ply == p->rules->cells ? FF_DRAWN : FF_PLAYING;
    if (!has_red && !has_yellow)
        return FF_OK;
    if (has_red && has_yellow)
        return FF_E_TWO_WINNERS;
    ff_color winner = has_red ? FF_RED : FF_YELLOW;
    p->status = FF_WON;
    if (ff_position_winner(p) != winner)
        return FF_E_WINNER_TURN;
    return position_won_by_one_move(p, winner) ? FF_OK : FF_E_LATE_WIN;
}

ff_err ff_position_set(ff_position *out, const ff_rules *rules, const ff_color *cells)
{
    ff_position p = ff_position_start(rules);
    ff_err err = position_fill(&p, cells);
    if (!err)
        err = position_judge(&p);
    if (!err)
        *out = p;
    return err;
}
