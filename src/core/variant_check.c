/* Which moves a position allows, and why not the others. */
#include "core/variant.h"

static ff_err check_put(const ff_variant_position *p, int column)
{
    if (column != p->from)
        return FF_OK;
    for (int other = 0; other < p->board.rules->columns; other++)
        if (other != column && variant_has_room(p, other))
            return FF_E_SAME_COLUMN;
    return FF_OK;
}

static ff_err check_quiet(const ff_variant_position *p, int column)
{
    ff_variant_position next = *p;
    variant_put(&next, column, p->side);
    return variant_completes(&next, column) ? FF_E_QUIET : FF_OK;
}

/* While Pop Ten fills the board, every row is filled before the next. */
static ff_err check_row(const ff_variant_position *p, int column)
{
    for (int other = 0; other < p->board.rules->columns; other++)
        if (p->board.height[other] < p->board.height[column])
            return FF_E_ROW;
    return FF_OK;
}

static ff_err check_drop(const ff_variant_position *p, int column)
{
    if (p->task == FF_TASK_TARGET)
        return FF_E_UNFINISHED;
    if (p->is_filled && p->task == FF_TASK_NONE)
        return FF_E_POP_FIRST;
    if (!variant_has_room(p, column))
        return FF_E_FULL;
    if (p->task == FF_TASK_PUT)
        return check_put(p, column);
    if (p->task == FF_TASK_QUIET)
        return check_quiet(p, column);
    return variant_of(p)->kept_to_win ? check_row(p, column) : FF_OK;
}

static ff_err check_pop(const ff_variant_position *p, int column)
{
    const struct variant *v = variant_of(p);
    if (v->pops_own_discs ? p->task != FF_TASK_NONE : p->task != FF_TASK_TARGET)
        return p->task == FF_TASK_NONE ? FF_E_NO_ACTION : FF_E_UNFINISHED;
    if (v->kept_to_win && !p->is_filled)
        return FF_E_UNFILLED;
    int wanted = v->pops_own_discs ? p->side : !p->side;
    return (int)variant_bottom(p, column) == wanted ? FF_OK : FF_E_NOT_OWN;
}

static bool has_target(const ff_variant_position *p)
{
    for (int column = 0; column < p->board.rules->columns; column++)
        if ((int)variant_bottom(p, column) == !p->side)
            return true;
    return false;
}

static ff_err check_power(const ff_variant_position *p, ff_action action, int column)
{
    if (p->task != FF_TASK_NONE)
        return FF_E_UNFINISHED;
    if (!(p->powers[p->side] >> variant_power(action) & 1))
        return FF_E_SPENT;
    if (!variant_has_room(p, column))
        return FF_E_FULL;
    return action == FF_BOMB && !has_target(p) ? FF_E_NO_TARGET : FF_OK;
}

static ff_err check_swap(const ff_variant_position *p)
{
    bool is_answer = p->side == FF_YELLOW && !p->has_answered && p->task == FF_TASK_NONE;
    return is_answer ? FF_OK : FF_E_SWAP;
}

static ff_err check_action(const ff_variant_position *p, ff_action action, int column)
{
    if (action == FF_DROP)
        return check_drop(p, column);
    if (action == FF_POP)
        return check_pop(p, column);
    if (action == FF_SWAP)
        return check_swap(p);
    if (action <= FF_DOUBLE)
        return check_power(p, action, column);
    return p->turns[p->side] > 0 ? FF_OK : FF_E_SPENT;
}

ff_err ff_variant_can_play(const ff_variant_position *p, int move)
{
    ff_action action = ff_move_action(move);
    int column = ff_move_column(move);
    if (action == FF_ACTION_COUNT || !variant_has_action(p->rules, action))
        return FF_E_NO_ACTION;
    if (column >= (ff_action_has_column(action) ? p->board.rules->columns : 1))
        return FF_E_COLUMN;
    if (p->board.status != FF_PLAYING)
        return FF_E_OVER;
    return check_action(p, action, column);
}

int ff_variant_moves(const ff_variant_position *p, uint16_t moves[FF_MOVES_MAX])
{
    int count = 0;
    for (int action = 0; action < FF_ACTION_COUNT; action++) {
        if (!variant_has_action(p->rules, (ff_action)action))
            continue;
        int columns = ff_action_has_column((ff_action)action) ? p->board.rules->columns : 1;
        for (int column = 0; column < columns; column++) {
            int move = ff_move_of((ff_action)action, column);
            if (!ff_variant_can_play(p, move))
                moves[count++] = (uint16_t)move;
        }
    }
    return count;
}
